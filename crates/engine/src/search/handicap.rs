//! Weak play: few nodes, and an evaluation with errors.
//!
//! The errors are random, but every position keeps its error during a game. So the engine plays the best move by a wrong
//! judgement and a short sight, as a weak player does, and not a random move.

// CITE: D. Beal and M. C. Smith, "Random evaluations in chess", ICCA Journal 17 (1), 1994.

use crate::score::Score;
use emergo::Key;
use luctor_system::random::splitmix64;

/// Limits the strength of a search. The search runs on one thread, so that the level is the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    /// Largest number of nodes of a search.
    pub nodes: u64,
    /// Standard deviation of the error of the evaluation, in centimen, from 0.
    pub error: i32,
}

/// The errors of an evaluation. Equal seeds have equal errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EvalErrors {
    deviation: i32,
    seed: u64,
}

impl EvalErrors {
    /// The errors of a handicap, `None` if it has none.
    pub fn new(handicap: Handicap, seed: u64) -> Option<EvalErrors> {
        (handicap.error > 0).then_some(EvalErrors { deviation: handicap.error, seed })
    }

    /// A score with the error of its position added.
    pub fn apply(self, score: Score, position: Key) -> Score {
        // The number of ones of a random word has the mean 32, the standard deviation 4 and nearly a normal distribution.
        let ones = splitmix64(self.seed ^ position, 0).count_ones() as i32;
        Score::centimen(score.value().saturating_add((ones - 32) * self.deviation / 4))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_have_the_deviation_of_the_handicap_and_depend_on_seed_and_position() {
        let errors = |seed| EvalErrors::new(Handicap { nodes: 1, error: 200 }, seed).unwrap();
        let of = |seed, key| errors(seed).apply(Score::centimen(50), key).value() - 50;
        let all: Vec<f64> = (0..10_000).map(|key| f64::from(of(7, key))).collect();
        let mean = all.iter().sum::<f64>() / 10_000.0;
        let deviation = (all.iter().map(|error| error * error).sum::<f64>() / 10_000.0).sqrt();
        assert!(mean.abs() < 10.0 && (deviation - 200.0).abs() < 10.0, "{mean} {deviation}");
        assert!((0..20).any(|key| of(7, key) != of(8, key)));
        assert!((0..20).any(|key| of(key, key) != of(0, key)));
        assert_eq!(EvalErrors::new(Handicap { nodes: 1, error: 0 }, 7), None);
    }
}
