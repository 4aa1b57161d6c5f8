//! Time as engines have it. While the runner itself stands still (Ctrl-Z, a debugger, a machine that was frozen) no engine is
//! heard, so what passes then is nobody's: a thread that wakes often notices afterwards how long nothing ran. All of it is
//! monotonic time, which setting the clock of the machine does not touch.

use luctor_engine::search::has_room_for_threads;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// Between two looks at the time.
const BEAT: Duration = Duration::from_millis(50);
/// A silence of this length is a standstill. Shorter ones are those of a busy machine, and count.
const STANDSTILL: Duration = Duration::from_millis(500);
/// What a standstill may have added to the time of a move: a beat of it counts, and reading the move may take
/// another on a machine that wakes up.
const DOUBT: Duration = BEAT.saturating_mul(2);

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
        let begun =
            has_room_for_threads(1).then(|| thread::Builder::new().spawn(move || beat(&weak)));
        if !matches!(begun, Some(Ok(_))) {
            log::warn!("no thread can be started: a standstill of the match will count");
        }
        Pulse(heart)
    }

    /// Begins to measure.
    pub fn stopwatch(&self) -> Stopwatch {
        let (started, lost) = self.now();
        Stopwatch { pulse: self.clone(), started, lost }
    }

    /// The time, and standstills up to it.
    fn now(&self) -> (Instant, Duration) {
        let heart = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Under the lock, as a beat may come in between that knows of a standstill behind this time.
        let now = Instant::now();
        (now, heart.lost_at(now))
    }
}

fn beat(heart: &Weak<Mutex<Heart>>) {
    while let Some(heart) = heart.upgrade() {
        heart.lock().unwrap_or_else(PoisonError::into_inner).beat(Instant::now());
        drop(heart);
        thread::sleep(BEAT);
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
        self.read_at(self.pulse.now()).0
    }

    /// What a move costs that has come now, by a clock with this budget. Of a move that came about a standstill
    /// nobody knows exactly when it was made, so it is not late by as little as that doubt.
    pub fn cost(&self, budget: Option<Duration>) -> Duration {
        self.cost_at(self.pulse.now(), budget)
    }

    fn cost_at(&self, now: (Instant, Duration), budget: Option<Duration>) -> Duration {
        let (taken, lost) = self.read_at(now);
        match budget {
            Some(budget) if !lost.is_zero() && taken <= budget + DOUBT => taken.min(budget),
            _ => taken,
        }
    }

    /// Time taken, and time lost in standstills since the start.
    fn read_at(&self, (now, lost): (Instant, Duration)) -> (Duration, Duration) {
        let lost = lost.saturating_sub(self.lost);
        (now.saturating_duration_since(self.started).saturating_sub(lost), lost)
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
        let none = Heart { last: None, lost: Duration::ZERO };
        assert_eq!(none.lost_at(after(10_000)), Duration::ZERO, "without a thread all counts");
    }

    #[test]
    fn a_move_about_a_standstill_is_late_only_by_more_than_is_in_doubt() {
        let ms = Duration::from_millis;
        let heart = Heart { last: None, lost: ms(9_950) };
        let pulse = Pulse(Arc::new(Mutex::new(heart)));
        let started = Instant::now();
        let watch = |lost| Stopwatch { pulse: pulse.clone(), started, lost };
        let now = (started + ms(20_000), ms(9_950));
        // Of these 20 s, 10.05 s count.
        let with_standstill = watch(Duration::ZERO);
        for (budget, cost) in [
            (20_000, 10_050),
            (10_050, 10_050),
            (10_049, 10_049),
            (10_000, 10_000),
            (9_950, 9_950),
            (9_949, 10_050),
            (300, 10_050),
            (0, 10_050),
        ] {
            assert_eq!(with_standstill.cost_at(now, Some(ms(budget))), ms(cost), "{budget}");
        }
        assert_eq!(with_standstill.cost_at(now, None), ms(10_050), "without a clock");
        // The standstill was before the move.
        let without = watch(ms(9_950));
        for budget in [19_999, 19_950, 300] {
            assert_eq!(without.cost_at(now, Some(ms(budget))), ms(20_000), "{budget}");
        }
    }

    #[test]
    fn a_watch_reads_the_time_together_with_the_standstills_up_to_it() {
        let heart = Arc::new(Mutex::new(Heart { last: None, lost: Duration::ZERO }));
        let pulse = Pulse(Arc::clone(&heart));
        let early = pulse.stopwatch();
        let held = heart.lock().unwrap();
        thread::scope(|scope| {
            let begun = scope.spawn(|| pulse.stopwatch().started);
            let read = scope.spawn(|| early.elapsed());
            // Both wait for the lock now, unless the machine is very busy.
            thread::sleep(Duration::from_millis(50));
            let released = Instant::now();
            drop(held);
            assert!(begun.join().unwrap() >= released, "begun before the lock");
            assert!(read.join().unwrap() >= released - early.started, "read before the lock");
        });
    }
}
