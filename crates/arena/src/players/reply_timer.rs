//! Measures the time of a reply and ends a wait that is too long.
//!
//! While the runner itself is stopped, by Ctrl-Z, a debugger or a suspended machine, an engine's reply stays unread. That
//! time must not be charged to the engine. The timer wakes up at least every 50 ms. A much longer gap between two wake-ups
//! means that the runner was stopped, and the gap is not counted.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// The greatest time between two wake-ups.
const WAKE_UP_INTERVAL: Duration = Duration::from_millis(50);
/// The runner was stopped if two wake-ups are further apart. A busy machine causes shorter gaps, which count.
const STOPPED_GAP: Duration = Duration::from_secs(1);
/// Lines that are read after the end of the wait: as many as the channel of a process holds.
pub(crate) const QUEUED_LINES: usize = 1024;

/// Measures the time of a reply, without the time in which the runner was stopped.
pub struct ReplyTimer {
    started: Instant,
    last_wake_up: Instant,
    stopped: Duration,
    timeout: Duration,
    /// Replies that were taken after the end of the wait.
    late_replies: usize,
}

impl ReplyTimer {
    /// Starts to measure. A wait ends after `timeout`.
    pub fn start(timeout: Duration) -> ReplyTimer {
        ReplyTimer::start_at(Instant::now(), timeout)
    }

    fn start_at(now: Instant, timeout: Duration) -> ReplyTimer {
        ReplyTimer {
            started: now,
            last_wake_up: now,
            stopped: Duration::ZERO,
            timeout,
            late_replies: 0,
        }
    }

    /// The time since the start. It must be called at every wake-up.
    pub fn elapsed(&mut self) -> Duration {
        self.elapsed_at(Instant::now())
    }

    fn elapsed_at(&mut self, now: Instant) -> Duration {
        let gap = now.saturating_duration_since(self.last_wake_up);
        if gap > STOPPED_GAP {
            self.stopped += gap;
        }
        self.last_wake_up = now;
        now.saturating_duration_since(self.started).saturating_sub(self.stopped)
    }

    /// Waits for the next reply until the next wake-up. Returns `None` if the wait may continue.
    ///
    /// # Errors
    ///
    /// The wait is too long, or the sender has ended.
    pub fn receive<T>(&mut self, replies: &Receiver<T>) -> Result<Option<T>, RecvTimeoutError> {
        let left = self.timeout.saturating_sub(self.elapsed());
        if left.is_zero() {
            // If this thread woke up late, a reply in the channel may be in time. The number of these replies is limited, because
            // an engine can send lines without end.
            self.late_replies += 1;
            if self.late_replies > QUEUED_LINES {
                return Err(RecvTimeoutError::Timeout);
            }
        }
        let received = match replies.recv_timeout(left.min(WAKE_UP_INTERVAL)) {
            Err(RecvTimeoutError::Timeout) if !left.is_zero() => Ok(None),
            received => received.map(Some),
        };
        self.elapsed();
        received
    }
}

#[cfg(test)]
#[path = "../../tests/unit/reply_timer.rs"]
mod tests;
