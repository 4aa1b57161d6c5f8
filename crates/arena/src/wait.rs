//! Waiting for a line of a program: with an end, and without losing what came at the last moment.

use super::pulse::Stopwatch;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError};
use std::time::Duration;

/// Lines that may wait to be read, on either side.
pub(super) const WAITING_LINES: usize = 1024;
/// Between two looks at whether the match is being stopped.
const SLICE: Duration = Duration::from_millis(50);

/// A wait for an answer.
pub struct Wait {
    watch: Stopwatch,
    patience: Duration,
    /// Lines taken when no time was left.
    overtime: usize,
}

impl Wait {
    /// A wait of this length at most, by a watch that has just begun.
    pub fn new(watch: Stopwatch, patience: Duration) -> Wait {
        Wait { watch, patience, overtime: 0 }
    }

    /// What a move costs that has come now: see [`Stopwatch::cost`].
    pub fn cost(&self, budget: Option<Duration>) -> Duration {
        self.watch.cost(budget)
    }

    /// The next line; none if there is still time. Fails if there is no time left, or no sender.
    pub(super) fn receive(
        &mut self,
        lines: &Receiver<String>,
    ) -> Result<Option<String>, RecvTimeoutError> {
        let left = self.patience.saturating_sub(self.watch.elapsed());
        if !left.is_zero() {
            return match lines.recv_timeout(left.min(SLICE)) {
                Err(RecvTimeoutError::Timeout) => Ok(None),
                received => received.map(Some),
            };
        }
        // What is there has come in time, if this thread is late. Of a flood there would be no end.
        self.overtime += 1;
        if self.overtime > WAITING_LINES {
            return Err(RecvTimeoutError::Timeout);
        }
        lines.try_recv().map(Some).map_err(|error| match error {
            TryRecvError::Empty => RecvTimeoutError::Timeout,
            TryRecvError::Disconnected => RecvTimeoutError::Disconnected,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::pulse::Pulse;
    use super::*;
    use std::sync::mpsc::sync_channel;

    #[test]
    fn when_no_time_is_left_what_has_come_is_taken_but_no_endless_flood() {
        let begin = |patience| Wait::new(Pulse::start().stopwatch(), patience);
        let (sender, lines) = sync_channel(WAITING_LINES);
        for line in ["info depth 1", "bestmove e4"] {
            sender.send(line.to_owned()).unwrap();
        }
        let mut wait = begin(Duration::ZERO);
        assert_eq!(wait.receive(&lines), Ok(Some("info depth 1".to_owned())));
        assert_eq!(wait.receive(&lines), Ok(Some("bestmove e4".to_owned())));
        assert_eq!(wait.receive(&lines), Err(RecvTimeoutError::Timeout));
        assert_eq!(begin(Duration::from_secs(60)).receive(&lines), Ok(None), "there is time");

        let mut wait = begin(Duration::ZERO);
        let mut taken = 0;
        loop {
            sender.send("info".to_owned()).unwrap();
            if wait.receive(&lines).is_err() {
                break;
            }
            taken += 1;
            assert!(taken <= 2 * WAITING_LINES, "a flood has no end");
        }
        drop(sender);
        let mut wait = begin(Duration::ZERO);
        assert_eq!(wait.receive(&lines), Ok(Some("info".to_owned())), "its last words");
        assert_eq!(wait.receive(&lines), Err(RecvTimeoutError::Disconnected));
    }
}
