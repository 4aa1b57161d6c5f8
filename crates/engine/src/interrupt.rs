//! Interrupts work that plays many games: the first step lets the running games finish, the second stops them.

use crate::resources::lock;
use crate::search::SearchControl;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, Weak};

/// Shared between the games and the handler of Ctrl-C.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<State>);

#[derive(Default)]
struct State {
    finish: AtomicBool,
    abort: AtomicBool,
    /// Running searches of this process.
    searches: Mutex<Vec<Weak<SearchControl>>>,
}

impl Interrupt {
    /// The first call lets the running games finish, the second stops them. Returns true for the first call.
    pub fn step(&self) -> bool {
        let first = !self.0.finish.swap(true, Ordering::Relaxed);
        if !first {
            self.abort();
        }
        first
    }

    /// Stops the running games, and starts no new one.
    pub fn abort(&self) {
        self.0.finish.store(true, Ordering::Relaxed);
        self.0.abort.store(true, Ordering::Relaxed);
        self.searches().iter().filter_map(Weak::upgrade).for_each(|control| control.stop());
    }

    /// Should no new game start?
    pub fn is_finishing(&self) -> bool {
        self.0.finish.load(Ordering::Relaxed)
    }

    /// Should running games stop?
    pub fn is_aborted(&self) -> bool {
        self.0.abort.load(Ordering::Relaxed)
    }

    /// The control of a search that begins now, without pondering. The second step stops the search.
    pub fn new_search(&self) -> Arc<SearchControl> {
        let control = Arc::new(SearchControl::default());
        let mut searches = self.searches();
        searches.retain(|known| known.strong_count() > 0);
        searches.push(Arc::downgrade(&control));
        drop(searches);
        if self.is_aborted() {
            control.stop();
        }
        control
    }

    fn searches(&self) -> MutexGuard<'_, Vec<Weak<SearchControl>>> {
        lock(&self.0.searches)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_has_ended_is_forgotten() {
        let interrupt = Interrupt::default();
        for _ in 0..3 {
            drop(interrupt.new_search());
        }
        assert_eq!(interrupt.searches().len(), 1);
    }

    #[test]
    fn the_second_step_stops_earlier_and_later_searches() {
        let interrupt = Interrupt::default();
        let earlier = [(); 2].map(|()| interrupt.new_search());
        assert!(!interrupt.is_finishing());
        assert!(interrupt.step());
        assert!(interrupt.is_finishing() && !earlier.iter().any(|control| control.is_stopped()));
        assert!(!interrupt.step());
        assert!(interrupt.is_aborted() && earlier.iter().all(|control| control.is_stopped()));
        assert!(interrupt.new_search().is_stopped());
    }
}
