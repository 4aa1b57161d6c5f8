//! Playing below one's strength: fewer nodes, and a choice between moves by chance, the better ones being likelier.

use super::report::Line;

/// What keeps a search below its strength. It runs on one thread, so that it is the same on every machine.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Handicap {
    /// Nodes of a search at most.
    pub nodes: u64,
    /// Centimen that make a move e times less likely than one that scores so much more; 0 plays the best.
    pub spread: f64,
}

/// How far apart the scores of a position's best moves are taken to be.
const CENTIMEN_A_LINE: f64 = 4.0;

/// What a win or loss counts as, in centimen: beyond it nothing matters.
const DECIDED: i32 = 2_000;

impl Handicap {
    /// Is chance to choose?
    pub fn is_by_chance(self) -> bool {
        self.spread > 0.0
    }

    /// So many of a position's best moves need a score: the rest are too unlikely to be chosen.
    pub(super) fn lines(self, moves: usize) -> usize {
        ((self.spread / CENTIMEN_A_LINE).ceil() as usize).max(2).min(moves)
    }

    /// The index of the line to play. `chance` is 0.0..1.0; there is at least one line.
    pub(super) fn choose(self, lines: &[Line], chance: f64) -> usize {
        let score = |line: &Line| f64::from(line.score.value().clamp(-DECIDED, DECIDED));
        let best = lines.iter().map(score).fold(f64::MIN, f64::max);
        let weight = |line: &Line| ((score(line) - best) / self.spread.max(1e-3)).exp();
        let mut left = chance * lines.iter().map(weight).sum::<f64>();
        let reached = lines.iter().position(|line| {
            left -= weight(line);
            left < 0.0
        });
        reached.unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::Bound;
    use super::*;
    use crate::score::Score;

    fn lines(scores: &[i32]) -> Vec<Line> {
        let line = |score: &i32| Line {
            score: Score::from_value(*score).unwrap(),
            bound: Bound::Exact,
            moves: Vec::new(),
        };
        scores.iter().map(line).collect()
    }

    /// How often each line is chosen in a thousand times, chance going round evenly.
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
    fn the_wider_the_choice_the_more_moves_need_a_score() {
        let lines = |spread| Handicap { nodes: 1, spread }.lines(30);
        assert_eq!([0.1, 8.0, 40.0, 400.0].map(lines), [2, 2, 10, 30]);
        assert_eq!(Handicap { nodes: 1, spread: 1.0 }.lines(1), 1);
    }

    #[test]
    fn better_moves_are_likelier_and_without_spread_the_best_is_played() {
        assert_eq!(counts(0.0, &[40, 10, 39]), [1000, 0, 0]);
        assert_eq!(counts(0.0, &[10, 40, 39]), [0, 1000, 0]);
        assert_eq!(counts(100.0, &[7, 7]), [500, 500]);
        let one_spread_apart = counts(100.0, &[50, -50]);
        assert_eq!(one_spread_apart, [731, 269]);
        let win = Score::win_in(3).value();
        assert!(counts(200.0, &[win, 0])[0] >= 999);
        assert_eq!(counts(1e12, &[win, -win]), [500, 500]);
    }
}
