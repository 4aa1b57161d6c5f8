//! Control of a running search from another thread: stop, and ponderhit.

use super::limits::Limits;
use luctor_system::resources::{NOT_POISONED, lock};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Duration;
use web_time::Instant;

/// Shared between a search and the threads that may end it.
#[derive(Debug)]
pub struct SearchControl {
    stop: AtomicBool,
    /// Stops the search too. An [`Interrupt`](crate::interrupt::Interrupt) shares it among its searches.
    abort: Arc<AtomicBool>,
    pondering: AtomicBool,
    /// Does a search wait at its end, while it ponders or is infinite?
    waits: bool,
    times: Mutex<Times>,
    changed: Condvar,
}

#[derive(Debug)]
struct Times {
    /// When the search began.
    search_start: Instant,
    /// When the clock of the side to move started.
    clock_start: Instant,
}

impl Default for SearchControl {
    /// The control of a search that begins now and does not ponder.
    fn default() -> SearchControl {
        SearchControl::of(&Limits::default())
    }
}

impl SearchControl {
    /// The control of a search with these limits that begins now. It ponders if `limits.ponder` is set.
    pub fn of(limits: &Limits) -> SearchControl {
        let now = Instant::now();
        SearchControl {
            stop: AtomicBool::new(false),
            abort: Arc::default(),
            pondering: AtomicBool::new(limits.ponder),
            waits: true,
            times: Mutex::new(Times { search_start: now, clock_start: now }),
            changed: Condvar::new(),
        }
    }

    /// The same for a job on the thread that reads `stop`, such as a search in slices. It does not wait at its end.
    pub(crate) fn without_waiting(self) -> SearchControl {
        SearchControl { waits: false, ..self }
    }

    /// As if the search had begun so much earlier.
    #[cfg(test)]
    pub(super) fn advance(&self, time: Duration) {
        self.lock().search_start -= time;
    }

    /// The control of a search that begins now, does not ponder, and also stops if `abort` is set.
    pub(crate) fn with_abort(abort: Arc<AtomicBool>) -> SearchControl {
        SearchControl { abort, ..SearchControl::default() }
    }

    /// The search, which had to wait, begins now.
    pub fn begin(&self) {
        let now = Instant::now();
        *self.lock() = Times { search_start: now, clock_start: now };
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        let guard = self.lock();
        self.stop.store(true, Ordering::Relaxed);
        drop(guard);
        self.changed.notify_all();
    }

    /// The opponent played the expected move: the clock starts now.
    pub fn ponder_hit(&self) {
        let mut times = self.lock();
        if self.pondering.swap(false, Ordering::Relaxed) {
            times.clock_start = Instant::now();
        }
        drop(times);
        self.changed.notify_all();
    }

    /// Was the search told to stop?
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.abort.load(Ordering::Relaxed)
    }

    /// The flag that [`SearchControl::stop`] sets, for functions that take a flag only.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Is the opponent still thinking?
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Time since the clock started, `None` while pondering.
    pub fn elapsed(&self) -> Option<Duration> {
        let times = self.lock();
        (!self.is_pondering()).then(|| times.clock_start.elapsed())
    }

    /// Time between the start of the search and the start of the clock, zero without pondering.
    pub fn pondered(&self) -> Duration {
        let times = self.lock();
        times.clock_start.duration_since(times.search_start)
    }

    /// Waits until the search is told to stop or, unless `infinite`, pondering ends.
    pub fn wait(&self, infinite: bool) {
        let guard = self.lock();
        let waits =
            |_: &mut Times| self.waits && !self.is_stopped() && (infinite || self.is_pondering());
        drop(self.changed.wait_while(guard, waits).expect(NOT_POISONED));
    }

    fn lock(&self) -> MutexGuard<'_, Times> {
        lock(&self.times)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_time_before_the_first_ponderhit_is_pondered() {
        let control = SearchControl::default();
        control.ponder_hit();
        assert_eq!(control.pondered(), Duration::ZERO);
        let control = SearchControl::of(&Limits { ponder: true, ..Limits::default() });
        let before = Duration::from_secs(5);
        control.advance(before);
        assert_eq!((control.elapsed(), control.pondered()), (None, before));
        control.ponder_hit();
        let pondered = control.pondered();
        control.ponder_hit();
        assert!(control.elapsed().is_some() && pondered >= before);
        assert_eq!(control.pondered(), pondered);
        control.begin();
        assert_eq!(control.pondered(), Duration::ZERO);
    }
}
