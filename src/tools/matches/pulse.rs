//! Time as engines have it. While the runner itself stands still (Ctrl-Z, a debugger, a machine that was frozen) no engine is
//! heard, so what passes then is nobody's: a thread that wakes often notices afterwards how long nothing ran. All of it is
//! monotonic time, which setting the clock of the machine does not touch.

use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Between two looks at the time.
const BEAT: Duration = Duration::from_millis(50);
/// A silence of this length is a standstill. Shorter ones are those of a busy machine, and count.
const STANDSTILL: Duration = Duration::from_millis(500);

/// Notices when this process does not run. Clones share it.
#[derive(Clone)]
pub struct Pulse(Arc<Mutex<Heart>>);

#[derive(Clone, Copy)]
struct Heart {
    /// The last beat; none without a thread that beats.
    last: Option<Instant>,
    /// Standstills up to then.
    lost: Duration,
}

impl Heart {
    /// Standstills up to `now`.
    fn lost_at(&self, now: Instant) -> Duration {
        let silence = self.last.map_or(Duration::ZERO, |last| now.saturating_duration_since(last));
        self.lost + if silence < STANDSTILL { Duration::ZERO } else { silence - BEAT }
    }

    fn beat(&mut self, now: Instant) {
        *self = Heart { last: Some(now), lost: self.lost_at(now) };
    }
}

impl Pulse {
    /// Beats until the last clone has gone.
    pub fn start() -> Pulse {
        let heart = Arc::new(Mutex::new(Heart { last: None, lost: Duration::ZERO }));
        let weak = Arc::downgrade(&heart);
        // Without that thread all time counts, as it would without this module.
        if std::thread::Builder::new().spawn(move || beat(&weak)).is_err() {
            log::warn!("no thread can be started: a standstill of the match will count");
        }
        Pulse(heart)
    }

    /// Begins to measure.
    pub fn stopwatch(&self) -> Stopwatch {
        let started = Instant::now();
        Stopwatch { pulse: self.clone(), started, lost: self.lost_at(started) }
    }

    fn lost_at(&self, now: Instant) -> Duration {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).lost_at(now)
    }
}

fn beat(heart: &Weak<Mutex<Heart>>) {
    while let Some(heart) = heart.upgrade() {
        heart.lock().unwrap_or_else(PoisonError::into_inner).beat(Instant::now());
        drop(heart);
        std::thread::sleep(BEAT);
    }
}

/// Measures the time of a player, without standstills.
pub struct Stopwatch {
    pulse: Pulse,
    started: Instant,
    lost: Duration,
}

impl Stopwatch {
    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        let now = Instant::now();
        now.saturating_duration_since(self.started).saturating_sub(self.lost_at(now))
    }

    /// What a move costs that has come now, by a clock with this budget. Of a move that came about a standstill
    /// nobody knows when it was made, so it is never too late.
    pub fn cost(&self, budget: Option<Duration>) -> Duration {
        let taken = self.elapsed();
        if self.lost_at(Instant::now()).is_zero() {
            return taken;
        }
        budget.map_or(taken, |budget| taken.min(budget))
    }

    fn lost_at(&self, now: Instant) -> Duration {
        self.pulse.lost_at(now).saturating_sub(self.lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_standstill_does_not_count_whoever_notices_it_first() {
        let start = Instant::now();
        let after = |milliseconds| start + Duration::from_millis(milliseconds);
        let mut heart = Heart { last: Some(start), lost: Duration::ZERO };
        assert_eq!(heart.lost_at(after(499)), Duration::ZERO, "a busy machine");
        // Before the next beat, at it, and behind it.
        assert_eq!(heart.lost_at(after(10_000)), Duration::from_millis(9_950));
        heart.beat(after(10_010));
        assert_eq!(heart.lost_at(after(10_010)), Duration::from_millis(9_960));
        heart.beat(after(10_060));
        assert_eq!(heart.lost_at(after(10_100)), Duration::from_millis(9_960));
        let budget = Some(Duration::from_millis(300));
        let pulse = Pulse(Arc::new(Mutex::new(heart)));
        let watch = Stopwatch { pulse, started: start, lost: Duration::ZERO };
        assert!(watch.cost(budget) <= Duration::from_millis(300), "never too late");
        let none = Heart { last: None, lost: Duration::ZERO };
        assert_eq!(none.lost_at(after(10_000)), Duration::ZERO, "without a thread all counts");
    }
}
