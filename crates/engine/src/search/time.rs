//! How much of its time a search on a clock needs: more while the move or the score changes, less when all is settled.
//! The questions are those of today's chess engines (Stockfish, Ethereal): since when has the move
//! been best, did the score fall, and how many of the nodes went into it.

use crate::score::Score;
use emergo::Move;

/// What the iterations of one search said so far.
#[derive(Clone, Debug, Default)]
pub(super) struct TimeManager {
    best: Option<Move>,
    /// Iterations since which it is the best.
    settled: usize,
    /// A running mean of scores, the later counting more, in centimen.
    score: Option<f64>,
}

/// By how many iterations the move has been the best.
const BY_SETTLEMENT: [f64; 6] = [1.5, 1.25, 1.1, 0.95, 0.85, 0.75];

impl TimeManager {
    /// Takes the result of an iteration, `share` (0..=1) of the search's nodes having gone into its move. Returns by what the
    /// soft limit is to be multiplied, 0.3..=2.5.
    pub fn after(&mut self, best: Move, score: Score, share: f64) -> f64 {
        let same = self.best.replace(best) == Some(best);
        self.settled = if same { self.settled + 1 } else { 0 };
        let score = f64::from(score.value());
        let mean = self.score.unwrap_or(score);
        self.score = Some((mean + score) / 2.0);
        let by_settlement = BY_SETTLEMENT[self.settled.min(BY_SETTLEMENT.len() - 1)];
        let by_fall = (1.0 + (mean - score) / 300.0).clamp(0.85, 1.6);
        let by_nodes = (1.7 - share.clamp(0.0, 1.0)).clamp(0.75, 1.4);
        (by_settlement * by_fall * by_nodes).clamp(0.3, 2.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emergo::Square;

    /// The factor after iterations of a move, a score and the share of the nodes.
    fn factor(iterations: &[(u8, i32, f64)]) -> f64 {
        let mut pace = TimeManager::default();
        let mut factor = 1.0;
        for (cell, score, share) in iterations {
            let mv = Move::entry(Square::new(*cell));
            factor = pace.after(mv, Score::centimen(*score), *share);
        }
        factor
    }

    #[test]
    fn time_is_taken_while_the_move_or_the_score_changes() {
        let settled = factor(&[(3, 10, 0.9); 8]);
        assert!(settled < 0.65, "{settled}");
        for (name, iterations) in [
            ("another move", vec![(3, 10, 0.9), (3, 10, 0.9), (4, 10, 0.9)]),
            ("a fall", vec![(3, 10, 0.9), (3, 10, 0.9), (3, -300, 0.9)]),
            ("many rivals", vec![(3, 10, 0.9), (3, 10, 0.9), (3, 10, 0.1)]),
        ] {
            let calm = factor(&[(3, 10, 0.9); 3]);
            assert!(factor(&iterations) > 1.2 * calm, "{name}");
        }
    }

    #[test]
    fn no_score_takes_all_time_or_none() {
        for score in [Score::LOWEST, Score::INFINITE, Score::DRAW] {
            for share in [0.0, 0.5, 1.0] {
                let mut pace = TimeManager::default();
                pace.after(Move::entry(Square::new(3)), Score::DRAW, 0.5);
                let factor = pace.after(Move::entry(Square::new(4)), score, share);
                assert!((0.3..=2.5).contains(&factor), "{score} {share}: {factor}");
            }
        }
    }
}
