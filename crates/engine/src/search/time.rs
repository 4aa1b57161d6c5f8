//! Time management: how a clock becomes a time limit.
//!
//! A search has a soft limit (no new iteration after it) and a hard limit (the search stops in the middle of an
//! iteration). On a clock the soft limit changes from iteration to iteration: longer while the best move or the score
//! changes, shorter when both are stable.
//!
//! The clock of a pondering search starts at the ponderhit. The search then stops if it has finished an iteration and
//! has pondered longer than its soft limit.

// CITE: Time management. https://www.chessprogramming.org/Time_Management
// CITE: best move stability, falling score and share of nodes, as in Stockfish and Ethereal.
// https://github.com/official-stockfish/Stockfish, https://github.com/AndyGrant/Ethereal

use super::limits::{Clock, Limits};
use super::params::SearchParams;
use crate::score::Score;
use emergo::Move;
use std::time::Duration;

/// The time limits of one search, counted from the start of the clock.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct TimeManager {
    /// No new iteration after this time.
    soft: Duration,
    /// The search stops after this time.
    hard: Duration,
    /// Does the soft limit change from iteration to iteration? Not with a fixed time per move.
    adaptive: bool,
    /// The soft limit after the last iteration, `None` before the first.
    last_soft: Option<Duration>,
    best_move: Option<Move>,
    /// Iterations since the best move changed.
    stable_iterations: usize,
    /// Running mean of scores, in centimen. Later scores count more.
    mean_score: Option<f64>,
}

/// Longer clocks, over thirty years in milliseconds, count as this.
const MAX_CLOCK: i64 = 1 << 40;

/// The result of an iteration.
#[derive(Clone, Copy, Debug)]
pub(super) struct IterationResult {
    pub best_move: Move,
    pub score: Score,
    /// Share of the nodes of the search that went into the best move, 0.0..=1.0.
    pub node_share: f64,
}

impl TimeManager {
    /// The time limits for a move, `None` without a clock and without a time per move. `overhead` is the time that each
    /// move loses between the program and the clock, in milliseconds.
    pub fn new(limits: &Limits, overhead: i64, params: &SearchParams) -> Option<TimeManager> {
        let clock = limits.clock.map(|clock| TimeManager::from_clock(clock, overhead, params));
        // If the time is too short for the overhead, half of it is used.
        let fixed = limits.move_time.map(|time| TimeManager::fixed(time - overhead.min(time / 2)));
        match (clock, fixed) {
            (Some(clock), Some(fixed)) => Some(TimeManager {
                soft: clock.soft.min(fixed.soft),
                hard: clock.hard.min(fixed.hard),
                ..clock
            }),
            (clock, fixed) => clock.or(fixed),
        }
    }

    fn fixed(milliseconds: i64) -> TimeManager {
        let time = Duration::from_millis(milliseconds.max(0) as u64);
        TimeManager { soft: time, hard: time, ..TimeManager::default() }
    }

    fn from_clock(clock: Clock, overhead: i64, params: &SearchParams) -> TimeManager {
        let time = clock.time.clamp(0, MAX_CLOCK);
        let left = time.saturating_sub(overhead).max(0);
        let increment = clock.increment.clamp(0, MAX_CLOCK);
        let ahead = i64::from(params.time_moves_ahead);
        let moves = clock.moves_to_go.map_or(ahead, |moves| i64::from(moves).clamp(1, ahead));
        let from_increment = increment * i64::from(params.time_increment) / 100;
        let planned = (time / moves + from_increment).saturating_sub(overhead).max(0);
        let most = match moves {
            1 => left * i64::from(params.time_last_move) / 100,
            _ => left / i64::from(params.time_hard_divisor),
        };
        let hard = (planned.saturating_mul(i64::from(params.time_hard_factor)) / 100).min(most);
        let soft = (planned * 100 / i64::from(params.time_soft_divisor)).min(hard);
        let duration = |milliseconds: i64| Duration::from_millis(milliseconds as u64);
        let (soft, hard) = (duration(soft), duration(hard));
        TimeManager { soft, hard, adaptive: true, ..TimeManager::default() }
    }

    /// The limits for a position with a single legal move: one iteration at least, and hardly more.
    pub fn for_single_move(self, params: &SearchParams) -> TimeManager {
        let most = Duration::from_millis(params.time_single_move as u64);
        TimeManager { soft: Duration::ZERO, hard: self.hard.min(most), ..TimeManager::default() }
    }

    /// Must the search stop in the middle of an iteration? `pondered` is the time before the start of the clock.
    pub fn must_stop(&self, elapsed: Duration, pondered: Duration) -> bool {
        elapsed >= self.hard || self.last_soft.is_some_and(|limit| pondered > limit)
    }

    /// The soft limit after an iteration with this result.
    pub fn soft_limit_after(&mut self, result: IterationResult, params: &SearchParams) -> Duration {
        let factor = self.factor_after(result, params);
        let soft = if self.adaptive { self.soft.mul_f64(factor).min(self.hard) } else { self.soft };
        *self.last_soft.insert(soft)
    }

    /// The factor of the soft limit after an iteration with this result.
    fn factor_after(&mut self, result: IterationResult, params: &SearchParams) -> f64 {
        let percent = |value: i32| f64::from(value) / 100.0;
        let same = self.best_move.replace(result.best_move) == Some(result.best_move);
        self.stable_iterations = if same { self.stable_iterations + 1 } else { 0 };
        let score = f64::from(result.score.value());
        let mean = self.mean_score.unwrap_or(score);
        self.mean_score = Some((mean + score) / 2.0);
        let by_stability = percent(match self.stable_iterations {
            0 => params.time_stability_0,
            1 => params.time_stability_1,
            2 => params.time_stability_2,
            3 => params.time_stability_3,
            4 => params.time_stability_4,
            _ => params.time_stability_5,
        });
        let by_score = (1.0 + (mean - score) / f64::from(params.time_score_fall))
            .clamp(percent(params.time_score_min), percent(params.time_score_max));
        let by_nodes = (percent(params.time_nodes_base) - result.node_share.clamp(0.0, 1.0))
            .clamp(percent(params.time_nodes_min), percent(params.time_nodes_max));
        (by_stability * by_score * by_nodes)
            .clamp(percent(params.time_factor_min), percent(params.time_factor_max))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emergo::Square;

    fn params() -> SearchParams {
        SearchParams::default()
    }

    fn on_clock(clock: Clock, overhead: i64) -> TimeManager {
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        TimeManager::new(&limits, overhead, &params()).unwrap()
    }

    fn with_move_time(milliseconds: i64) -> TimeManager {
        TimeManager::new(&Limits::to_move_time(milliseconds), 10, &params()).unwrap()
    }

    #[test]
    fn a_limit_never_exceeds_the_time_on_the_clock() {
        for time in [i64::MIN, -50, 0, 1, 5, 100, 1_000, 60_000, 10_000_000, i64::MAX / 4] {
            for increment in [-3, 0, 10, 1_000, 100_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 10, 500] {
                        let found = on_clock(Clock { time, increment, moves_to_go }, overhead);
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
    fn an_overhead_of_half_the_clock_leaves_time_for_the_last_move_before_a_control() {
        let clock = Clock { time: 1_000, increment: 0, moves_to_go: Some(1) };
        let found = on_clock(clock, 500);
        assert_eq!((found.soft.as_millis(), found.hard.as_millis()), (416, 450));
    }

    #[test]
    fn a_long_game_fits_on_the_clock() {
        // Time, increment, overhead, moves, and whether each move takes the hard limit or the soft one.
        for (time, increment, overhead, moves, takes_hard_limit) in [
            (10_000, 100, 10, 300, true),
            (1_000, 10, 5, 300, true),
            (60_000, 0, 10, 150, false),
            (1_000, 10, 10, 300, false),
        ] {
            let mut left = time;
            for _ in 0..moves {
                let clock = Clock { time: left, increment, moves_to_go: None };
                let limits = on_clock(clock, overhead);
                let taken = if takes_hard_limit { limits.hard } else { limits.soft };
                left -= taken.as_millis() as i64 + overhead;
                assert!(left >= 0, "{time}+{increment}");
                left += increment;
            }
        }
    }

    #[test]
    fn a_fixed_time_is_used_except_for_the_overhead() {
        let time = with_move_time(100);
        assert_eq!((time.soft.as_millis(), time.hard.as_millis()), (90, 90));
        assert_eq!(with_move_time(10).hard.as_millis(), 5);
        assert_eq!(with_move_time(-5).hard, Duration::ZERO);
    }

    #[test]
    fn the_limits_grow_with_the_clock_and_its_increment() {
        for (time, increment, expected) in
            [(60_000, 0, (2_491, 8_970)), (60_000, 1_000, (3_116, 11_220)), (6_000, 0, (241, 870))]
        {
            let limits = on_clock(Clock { time, increment, moves_to_go: None }, 10);
            let found = (limits.soft.as_millis(), limits.hard.as_millis());
            assert_eq!(found, expected, "{time}+{increment}");
            assert!(limits.must_stop(limits.hard, Duration::ZERO));
            assert!(!limits.must_stop(limits.hard - Duration::from_nanos(1), Duration::ZERO));
        }
    }

    #[test]
    fn an_iteration_ends_early_only_after_pondering_longer_than_the_last_soft_limit() {
        for mut limits in
            [with_move_time(100), on_clock(Clock { time: 60_000, ..Clock::default() }, 10)]
        {
            assert!(!limits.must_stop(Duration::ZERO, Duration::MAX), "no iteration is finished");
            let soft = limits.soft_limit_after(result(3, Score::DRAW, 0.5), &params());
            assert!(!limits.must_stop(Duration::ZERO, soft));
            assert!(limits.must_stop(Duration::ZERO, soft + Duration::from_nanos(1)));
        }
    }

    #[test]
    fn the_shorter_of_a_clock_and_a_fixed_time_is_used() {
        let clock = Clock { time: 60_000, ..Clock::default() };
        let both = |move_time| {
            let limits = Limits { clock: Some(clock), ..Limits::to_move_time(move_time) };
            let found = TimeManager::new(&limits, 10, &params()).unwrap();
            (found.soft, found.hard)
        };
        let [fixed, on_clock] = [with_move_time(100), on_clock(clock, 10)];
        assert_eq!(both(100), (fixed.soft, fixed.hard));
        assert_eq!(both(1_000_000), (on_clock.soft, on_clock.hard));
    }

    #[test]
    fn without_a_clock_there_is_no_time_limit() {
        assert_eq!(TimeManager::new(&Limits::to_depth(3), 10, &params()), None);
    }

    fn result(cell: u8, score: Score, node_share: f64) -> IterationResult {
        IterationResult { best_move: Move::entry(Square::new(cell)), score, node_share }
    }

    #[test]
    fn only_the_soft_limit_of_a_clock_changes_and_stays_below_the_hard_limit() {
        let falling = [(3, 0, 0.5), (4, -600, 0.1), (3, -1200, 0.1)];
        let stable = [(3, 0, 0.95); 8];
        let last = |mut manager: TimeManager, iterations: &[(u8, i32, f64)]| {
            let limits = iterations.iter().map(|(cell, score, share)| {
                let result = result(*cell, Score::centimen(*score), *share);
                manager.soft_limit_after(result, &params())
            });
            limits.last().unwrap()
        };
        let fixed = with_move_time(100);
        assert_eq!(last(fixed.clone(), &falling), last(fixed, &stable));
        let clock = on_clock(Clock { time: 60_000, ..Clock::default() }, 10);
        assert!(last(clock.clone(), &stable) < clock.soft);
        assert!(clock.soft < last(clock.clone(), &falling));
        let tight = TimeManager { hard: clock.soft, ..clock.clone() };
        assert_eq!(last(tight, &falling), clock.soft);

        let single = clock.for_single_move(&params());
        assert_eq!((single.soft, single.hard.as_millis()), (Duration::ZERO, 5));
        let empty = on_clock(Clock::default(), 10).for_single_move(&params());
        assert_eq!(empty.hard, Duration::ZERO);
    }

    /// The factor of the soft limit after iterations, each with its best move, score and share of nodes.
    fn factor(iterations: &[(u8, i32, f64)]) -> f64 {
        let mut manager = on_clock(Clock { time: 60_000, ..Clock::default() }, 10);
        let mut factor = 1.0;
        for (cell, score, share) in iterations {
            factor =
                manager.factor_after(result(*cell, Score::centimen(*score), *share), &params());
        }
        factor
    }

    #[test]
    fn a_search_takes_more_time_while_the_move_or_the_score_changes() {
        let stable = factor(&[(3, 10, 0.9); 8]);
        assert!(stable < 0.65, "{stable}");
        for (name, iterations) in [
            ("another move", vec![(3, 10, 0.9), (3, 10, 0.9), (4, 10, 0.9)]),
            ("a falling score", vec![(3, 10, 0.9), (3, 10, 0.9), (3, -300, 0.9)]),
            ("few nodes for the best move", vec![(3, 10, 0.9), (3, 10, 0.9), (3, 10, 0.1)]),
        ] {
            let stable = factor(&[(3, 10, 0.9); 3]);
            assert!(factor(&iterations) > 1.2 * stable, "{name}");
        }
    }

    #[test]
    fn an_earlier_fall_of_the_score_counts_less() {
        let last_two =
            |scores: [i32; 2]| factor(&[(3, 40, 0.9), (3, scores[0], 0.9), (3, scores[1], 0.9)]);
        assert!(last_two([40, 40]) < last_two([0, 0]));
        assert!(last_two([0, 0]) < last_two([40, 0]));
    }

    #[test]
    fn the_factor_of_the_soft_limit_is_bounded_for_every_score() {
        for score in [Score::NEG_INFINITE, Score::INFINITE, Score::DRAW] {
            for share in [0.0, 0.5, 1.0] {
                let mut manager = on_clock(Clock { time: 60_000, ..Clock::default() }, 10);
                manager.factor_after(result(3, Score::DRAW, 0.5), &params());
                let factor = manager.factor_after(result(4, score, share), &params());
                assert!((0.3..=2.5).contains(&factor), "{score} {share}: {factor}");
            }
        }
    }
}
