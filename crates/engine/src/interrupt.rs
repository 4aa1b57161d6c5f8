//! Ends long work: the first step lets the running games or searches finish, the second stops them.

use crate::search::SearchControl;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shared between the work and the handler of Ctrl-C. Clones share their state.
#[derive(Clone, Default)]
pub struct Interrupt {
    finish: Arc<AtomicBool>,
    abort: Arc<AtomicBool>,
}

impl Interrupt {
    /// The first call lets the running games finish, the second stops them. Returns true for the first call.
    pub fn step(&self) -> bool {
        let first = !self.finish.swap(true, Ordering::Relaxed);
        if !first {
            self.abort();
        }
        first
    }

    /// Stops the running games, and starts no new one.
    pub fn abort(&self) {
        self.finish.store(true, Ordering::Relaxed);
        self.abort.store(true, Ordering::Relaxed);
    }

    /// Should no new game or block of games start?
    pub fn is_finishing(&self) -> bool {
        self.finish.load(Ordering::Relaxed)
    }

    /// Should running games stop?
    pub fn is_aborted(&self) -> bool {
        self.abort.load(Ordering::Relaxed)
    }

    /// The control of a search that begins now, with a limit and without pondering. The second step stops the search.
    pub fn new_search(&self) -> SearchControl {
        SearchControl::with_abort(Arc::clone(&self.abort))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
