//! Weak play: fewer nodes, and a random choice between moves in which better moves are more likely.

use super::report::ScoredLine;

/// Limits the strength of a search. The search runs on one thread, so that the level is the same on every machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Handicap {
    /// Largest number of nodes of a search.
    pub nodes: u64,
    /// The difference of scores, in centimen, that makes a move e times less likely. 0 plays the best move.
    pub spread: f64,
}

/// Estimated difference between the scores of neighbouring lines, in centimen.
const LINE_DIFFERENCE: f64 = 4.0;

/// Scores beyond this, in centimen, count as this. Wins and losses too.
const DECIDED: i32 = 2_000;

impl Handicap {
    /// Is the move chosen at random?
    pub fn is_random(self) -> bool {
        self.spread > 0.0
    }

    /// The number of best lines that need a score. All other moves are too unlikely to be chosen.
    pub(super) fn lines(self, moves: usize) -> usize {
        ((self.spread / LINE_DIFFERENCE).ceil() as usize).max(2).min(moves)
    }

    /// The index of the line to play, for a random number in 0.0..1.0 and at least one line.
    // CITE: Softmax (Boltzmann) choice. https://en.wikipedia.org/wiki/Softmax_function
    pub(super) fn choose(self, lines: &[ScoredLine], random: f64) -> usize {
        let score = |line: &ScoredLine| f64::from(line.score.value().clamp(-DECIDED, DECIDED));
        let best = lines.iter().map(score).fold(f64::MIN, f64::max);
        let weight = |line: &ScoredLine| ((score(line) - best) / self.spread.max(1e-3)).exp();
        let mut left = random * lines.iter().map(weight).sum::<f64>();
        let reached = lines.iter().position(|line| {
            left -= weight(line);
            left < 0.0
        });
        reached.unwrap_or(0)
    }
}

/// A random number in 0.0..1.0 that depends on the seed only.
// CITE: G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators" (SplitMix64), 2014.
// https://doi.org/10.1145/2714064.2660195
pub(super) fn uniform(seed: u64) -> f64 {
    let mut mixed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^= mixed >> 31;
    // The 53 bits that a f64 can hold.
    (mixed >> 11) as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::super::window::Bound;
    use super::*;
    use crate::score::Score;

    fn lines(scores: &[i32]) -> Vec<ScoredLine> {
        let line = |score: &i32| ScoredLine {
            score: Score::from_value(*score).unwrap(),
            bound: Bound::Exact,
            moves: Vec::new(),
        };
        scores.iter().map(line).collect()
    }

    /// How often each line is chosen for a thousand random numbers at equal distances.
    fn counts(spread: f64, scores: &[i32]) -> Vec<usize> {
        let lines = lines(scores);
        let mut counts = vec![0; lines.len()];
        for step in 0..1000 {
            counts
                [Handicap { nodes: 1, spread }.choose(&lines, (f64::from(step) + 0.5) / 1000.0)] +=
                1;
        }
        counts
    }

    #[test]
    fn a_larger_spread_needs_more_lines() {
        let lines = |spread| Handicap { nodes: 1, spread }.lines(30);
        assert_eq!([0.1, 8.0, 40.0, 400.0].map(lines), [2, 2, 10, 30]);
        assert_eq!(Handicap { nodes: 1, spread: 1.0 }.lines(1), 1);
    }

    #[test]
    fn better_moves_are_more_likely_and_without_spread_the_best_is_played() {
        assert_eq!(counts(0.0, &[40, 10, 39]), [1000, 0, 0]);
        assert_eq!(counts(0.0, &[10, 40, 39]), [0, 1000, 0]);
        assert_eq!(counts(100.0, &[7, 7]), [500, 500]);
        let one_spread_apart = counts(100.0, &[50, -50]);
        assert_eq!(one_spread_apart, [731, 269]);
        let win = Score::win_in(3).value();
        assert!(counts(200.0, &[win, 0])[0] >= 999);
        assert_eq!(counts(1e12, &[win, -win]), [500, 500]);
    }

    #[test]
    fn random_numbers_are_uniform() {
        let mut counts = [0; 10];
        for seed in 0..10_000 {
            counts[(10.0 * uniform(seed)) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (900..1_100).contains(count)), "{counts:?}");
    }
}
