//! What ends a search: what the user asked for, and from a clock the soft limit (start no new iteration)
//! and the hard one (stop in the middle). Knows no search.

use emergo::Move;
use std::time::Duration;

/// The mover's clock. Times may be 0 or below when the client's clock says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Milliseconds left.
    pub time: i64,
    /// Milliseconds added after each move.
    pub increment: i64,
    /// Moves until the clock is set anew, if it ever is.
    pub moves_to_go: Option<u32>,
}

/// What a search was asked to observe. Everything may be combined; the first limit reached ends it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Iterations.
    pub depth: Option<u32>,
    /// Nodes of all threads.
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub move_time: Option<i64>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Find a win in so many moves.
    pub mate: Option<u32>,
    /// Give no answer before `stop`.
    pub infinite: bool,
    /// The opponent is still thinking: no clock runs, and no answer before `ponderhit` or `stop`.
    pub ponder: bool,
    /// Only these moves, if there are any.
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// A fixed number of iterations.
    pub fn to_depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A fixed number of nodes.
    pub fn to_nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A fixed time in milliseconds.
    pub fn to_move_time(milliseconds: i64) -> Limits {
        Limits { move_time: Some(milliseconds), ..Limits::default() }
    }

    /// The time limits, `overhead` milliseconds of every move being lost on the way.
    pub fn time(&self, overhead: i64) -> Option<TimeLimits> {
        let by_clock = self.clock.map(|clock| TimeLimits::of_clock(clock, overhead));
        // A time too short for the overhead is shared with it.
        let by_move = self.move_time.map(|time| TimeLimits::exactly(time - overhead.min(time / 2)));
        match (by_clock, by_move) {
            (Some(clock), Some(exact)) => Some(clock.min(exact)),
            (clock, exact) => clock.or(exact),
        }
    }
}

/// Points of time, counted from the moment the clock began to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeLimits {
    /// No new iteration after this, unless the search needs more or less than usual.
    pub soft: Duration,
    /// No new node after this.
    pub hard: Duration,
    /// Is the soft limit the search's to stretch? Not where a time was asked for.
    pub elastic: bool,
}

/// Moves a player is taken to have before it still: from 8 random plies games last 108 plies on average.
const MOVES_AHEAD: i64 = 30;

/// What a move without a choice may take, for a score and an answer expected.
const WITHOUT_CHOICE: Duration = Duration::from_millis(5);

/// Clocks beyond this, over thirty years in milliseconds, count as this.
const LONGEST: i64 = 1 << 40;

impl TimeLimits {
    fn exactly(milliseconds: i64) -> TimeLimits {
        let time = Duration::from_millis(milliseconds.max(0) as u64);
        TimeLimits { soft: time, hard: time, elastic: false }
    }

    fn of_clock(clock: Clock, overhead: i64) -> TimeLimits {
        let left = clock.time.min(LONGEST).saturating_sub(overhead).max(0);
        let increment = clock.increment.clamp(0, LONGEST);
        let moves =
            clock.moves_to_go.map_or(MOVES_AHEAD, |moves| i64::from(moves).clamp(1, MOVES_AHEAD));
        // What is sure to be had for the moves ahead, the overhead of each taken off.
        let share = (left / moves + increment * 3 / 4 - overhead * 3 / 4).max(0);
        let most = if moves == 1 { left * 9 / 10 } else { left / 3 };
        let hard = share.saturating_mul(3).min(most);
        let soft = (share * 2 / 3).min(hard);
        let duration = |milliseconds: i64| Duration::from_millis(milliseconds as u64);
        TimeLimits { soft: duration(soft), hard: duration(hard), elastic: true }
    }

    fn min(self, other: TimeLimits) -> TimeLimits {
        TimeLimits {
            soft: self.soft.min(other.soft),
            hard: self.hard.min(other.hard),
            elastic: self.elastic,
        }
    }

    /// For a position with a single legal move, which is played at once.
    pub fn without_choice(self) -> TimeLimits {
        let hard = self.hard.min(WITHOUT_CHOICE);
        TimeLimits { soft: Duration::ZERO, hard, elastic: false }
    }

    /// After which time no new iteration begins, for a search that needs `factor` times what is usual.
    pub fn soft_by(self, factor: f64) -> Duration {
        if self.elastic { self.soft.mul_f64(factor).min(self.hard) } else { self.soft }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(time: i64, increment: i64, moves_to_go: Option<u32>, overhead: i64) -> TimeLimits {
        let clock = Some(Clock { time, increment, moves_to_go });
        Limits { clock, ..Limits::default() }.time(overhead).unwrap()
    }

    #[test]
    fn no_clock_is_overdrawn() {
        for time in [i64::MIN, -50, 0, 1, 5, 100, 1_000, 60_000, 10_000_000, i64::MAX / 4] {
            for increment in [-3, 0, 10, 1_000, 100_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 10, 500] {
                        let found = limits(time, increment, moves_to_go, overhead);
                        let case = format!("{time} {increment} {moves_to_go:?} {overhead}");
                        assert!(found.soft <= found.hard, "{case}");
                        let left = time.saturating_sub(overhead).max(0) as u128;
                        assert!(found.hard.as_millis() <= left, "{case}: {found:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_long_game_fits_on_the_clock() {
        // Time, increment, overhead, moves, and whether each move takes the hard limit or the soft one.
        for (time, increment, overhead, moves, to_the_limit) in [
            (10_000, 100, 10, 300, true),
            (1_000, 10, 5, 300, true),
            (60_000, 0, 10, 150, false),
            (1_000, 10, 10, 300, false),
        ] {
            let mut left = time;
            for _ in 0..moves {
                let limits = limits(left, increment, None, overhead);
                let taken = if to_the_limit { limits.hard } else { limits.soft };
                left -= taken.as_millis() as i64 + overhead;
                assert!(left >= 0, "{time}+{increment}");
                left += increment;
            }
        }
    }

    #[test]
    fn the_time_for_a_move_is_used_up_but_for_the_overhead() {
        let time = Limits::to_move_time(100).time(10).unwrap();
        assert_eq!((time.soft.as_millis(), time.hard.as_millis()), (90, 90));
        assert_eq!(Limits::to_move_time(10).time(10).unwrap().hard.as_millis(), 5);
        assert_eq!(Limits::to_move_time(-5).time(10).unwrap().hard, Duration::ZERO);
    }

    #[test]
    fn only_a_clock_is_stretched_and_never_beyond_the_hard_limit() {
        let exact = Limits::to_move_time(100).time(10).unwrap();
        assert_eq!(exact.soft_by(0.3), exact.soft_by(2.5));
        let clock = limits(60_000, 0, None, 10);
        assert!(clock.soft_by(0.5) < clock.soft && clock.soft < clock.soft_by(2.0));
        assert_eq!(clock.soft_by(1e6), clock.hard);
        let forced = clock.without_choice();
        assert_eq!((forced.soft, forced.hard.as_millis()), (Duration::ZERO, 5));
        assert_eq!(limits(0, 0, None, 10).without_choice().hard, Duration::ZERO);
    }

    #[test]
    fn without_a_clock_there_is_no_time_limit() {
        assert_eq!(Limits::to_depth(3).time(10), None);
    }
}
