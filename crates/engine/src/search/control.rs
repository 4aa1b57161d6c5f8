//! What the outside tells a running search: stop, or that the opponent played the move pondered on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Shared between a search and those who may end it.
#[derive(Debug)]
pub struct SearchControl {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// When the clock began to run.
    clock_start: Mutex<Instant>,
    changed: Condvar,
}

impl SearchControl {
    /// For a search that begins now, pondering or not.
    pub fn new(pondering: bool) -> SearchControl {
        SearchControl {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            clock_start: Mutex::new(Instant::now()),
            changed: Condvar::new(),
        }
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.change(|| self.stop.store(true, Ordering::Relaxed));
    }

    /// The move pondered on was played: from now on the clock runs.
    pub fn ponder_hit(&self) {
        let mut start = self.clock_start.lock().unwrap_or_else(PoisonError::into_inner);
        if self.pondering.swap(false, Ordering::Relaxed) {
            *start = Instant::now();
        }
        drop(start);
        self.changed.notify_all();
    }

    /// Was the search told to stop?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The flag itself, for work that only knows a flag.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Is the opponent still thinking?
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// How long the clock has been running; `None` while pondering.
    pub fn elapsed(&self) -> Option<Duration> {
        let start = self.clock_start.lock().unwrap_or_else(PoisonError::into_inner);
        (!self.is_pondering()).then(|| start.elapsed())
    }

    /// Waits until the search is told to stop, or, unless `infinite`, the pondering is over.
    pub fn wait(&self, infinite: bool) {
        let mut guard = self.clock_start.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.is_stopped() && (infinite || self.is_pondering()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn change(&self, change: impl FnOnce()) {
        let guard = self.clock_start.lock().unwrap_or_else(PoisonError::into_inner);
        change();
        drop(guard);
        self.changed.notify_all();
    }
}
