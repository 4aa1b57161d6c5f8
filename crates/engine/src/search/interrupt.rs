//! How a match is interrupted: first no new games, then no game at all.

use super::control::SearchControl;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// Shared by all who play and by those who may interrupt them.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<State>);

#[derive(Default)]
struct State {
    finish: AtomicBool,
    abort: AtomicBool,
    /// Searches under way in this process.
    searches: Mutex<Vec<Weak<SearchControl>>>,
}

impl Interrupt {
    /// The first call lets the running games finish, the second stops them. Returns whether it is the first.
    pub fn step(&self) -> bool {
        let first = !self.0.finish.swap(true, Ordering::Relaxed);
        if !first {
            self.0.abort.store(true, Ordering::Relaxed);
            let searches = self.0.searches.lock().unwrap_or_else(PoisonError::into_inner);
            searches.iter().filter_map(Weak::upgrade).for_each(|signal| signal.stop());
        }
        first
    }

    /// Are the running games the last ones?
    pub fn is_finishing(&self) -> bool {
        self.0.finish.load(Ordering::Relaxed)
    }

    /// Is no game to go on?
    pub fn is_aborted(&self) -> bool {
        self.0.abort.load(Ordering::Relaxed)
    }

    /// Has this search stopped when no game is to go on.
    pub fn will_stop(&self, signal: &Arc<SearchControl>) {
        let mut searches = self.0.searches.lock().unwrap_or_else(PoisonError::into_inner);
        searches.retain(|known| known.strong_count() > 0);
        searches.push(Arc::downgrade(signal));
        drop(searches);
        if self.is_aborted() {
            signal.stop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_step_stops_searches_of_before_and_after() {
        let interrupt = Interrupt::default();
        let before = Arc::new(SearchControl::new(false));
        interrupt.will_stop(&before);
        assert!(interrupt.step());
        assert!(interrupt.is_finishing() && !before.is_stopped());
        assert!(!interrupt.step());
        assert!(interrupt.is_aborted() && before.is_stopped());
        let after = Arc::new(SearchControl::new(false));
        interrupt.will_stop(&after);
        assert!(after.is_stopped());
    }
}
