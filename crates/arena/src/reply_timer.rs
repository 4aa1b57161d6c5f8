//! Measures the time of a reply and ends a wait that is too long.
//!
//! While the runner itself is stopped, by Ctrl-Z, a debugger or a suspended machine, an engine's reply stays unread. That
//! time must not be charged to the engine. The timer wakes up at least every 50 ms. A much longer gap between two wake-ups
//! means that the runner was stopped, and the gap is not counted.

use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
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
        let received = if left.is_zero() {
            // A reply in the channel was in time if this thread was late. A flood of replies has no end.
            self.late_replies += 1;
            if self.late_replies > QUEUED_LINES {
                return Err(RecvTimeoutError::Timeout);
            }
            replies.try_recv().map(Some).map_err(|error| match error {
                TryRecvError::Empty => RecvTimeoutError::Timeout,
                TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
            })
        } else {
            match replies.recv_timeout(left.min(WAKE_UP_INTERVAL)) {
                Err(RecvTimeoutError::Timeout) => Ok(None),
                received => received.map(Some),
            }
        };
        self.elapsed();
        received
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    #[test]
    fn time_in_which_the_runner_was_stopped_does_not_count() {
        let ms = Duration::from_millis;
        let start = Instant::now();
        // Wake-ups, and the time that counts after each.
        for wake_ups in [
            &[(50, 50), (100, 100), (10_100, 100), (10_150, 150), (20_150, 150)][..],
            &[(1_000, 1_000), (2_000, 2_000)],
            &[(5_000, 0), (5_010, 10)],
        ] {
            let mut timer = ReplyTimer::start_at(start, Duration::ZERO);
            for (wake_up, counted) in wake_ups {
                assert_eq!(timer.elapsed_at(start + ms(*wake_up)), ms(*counted), "{wake_ups:?}");
            }
        }
    }

    #[test]
    fn after_the_end_of_the_wait_queued_replies_are_read_but_not_an_endless_flood() {
        let (sender, lines) = sync_channel(QUEUED_LINES);
        for line in ["info depth 1", "bestmove e4"] {
            sender.send(line).unwrap();
        }
        let mut timer = ReplyTimer::start(Duration::ZERO);
        assert_eq!(timer.receive(&lines), Ok(Some("info depth 1")));
        assert_eq!(timer.receive(&lines), Ok(Some("bestmove e4")));
        assert_eq!(timer.receive(&lines), Err(RecvTimeoutError::Timeout));
        let mut patient = ReplyTimer::start(Duration::from_secs(60));
        assert_eq!(patient.receive(&lines), Ok(None), "there is time");

        let mut timer = ReplyTimer::start(Duration::ZERO);
        let mut taken = 0;
        loop {
            sender.send("info").unwrap();
            if timer.receive(&lines).is_err() {
                break;
            }
            taken += 1;
            assert!(taken <= 2 * QUEUED_LINES, "the wait never ends");
        }
        drop(sender);
        let mut timer = ReplyTimer::start(Duration::ZERO);
        assert_eq!(timer.receive(&lines), Ok(Some("info")), "the last line of an ended process");
        assert_eq!(timer.receive(&lines), Err(RecvTimeoutError::Disconnected));
    }
}
