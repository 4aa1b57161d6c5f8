//! Accuracy of moves and games in percent, by the formulas of lichess, on the scale of expected points.
//!
//! Forced moves have no accuracy, because it would always be 100 %.

// CITE: https://lichess.org/page/accuracy
// CITE: https://github.com/lichess-org/lila/blob/master/modules/analyse/src/main/AccuracyPercent.scala

use std::ops::RangeInclusive;

/// The plies of a window whose volatility is the weight of a move.
const WINDOW: RangeInclusive<usize> = 2..=8;
/// A window has this part of the plies of the game, within [`WINDOW`].
const WINDOWS_PER_GAME: usize = 10;
/// The weights of moves.
const WEIGHTS: RangeInclusive<f64> = 0.5..=12.0;

/// The accuracy of a move that loses this many expected points, 0.0..=100.0.
pub fn move_accuracy(loss: f64) -> f64 {
    let curve = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * 100.0 * loss).exp();
    // The last 1 is a bonus for the uncertainty of the analysis.
    (curve - 3.166_924_740_191_411 + 1.0).clamp(0.0, 100.0)
}

/// The accuracy of a move, and how much it counts in the accuracy of the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WeightedAccuracy {
    /// The accuracy in percent.
    pub accuracy: f64,
    /// The volatility of the game around the move.
    pub weight: f64,
}

/// The accuracy of several moves in percent: the mean of their weighted mean and their harmonic mean. `None` without
/// moves.
pub fn game_accuracy(moves: &[WeightedAccuracy]) -> Option<f64> {
    let weights: f64 = moves.iter().map(|one| one.weight).sum();
    let weighted: f64 = moves.iter().map(|one| one.accuracy * one.weight).sum();
    let inverse: f64 = moves.iter().map(|one| 1.0 / one.accuracy.max(1.0)).sum();
    (!moves.is_empty()).then(|| (weighted / weights + moves.len() as f64 / inverse) / 2.0)
}

/// The weight of each move of a game: the standard deviation, in percent, of the expected points in a window of plies.
/// `graph` has the expected points of one side before each move and after the last one.
pub fn volatility_weights(graph: &[f64]) -> Vec<f64> {
    let moves = graph.len().saturating_sub(1);
    if moves == 0 {
        return Vec::new();
    }
    let size = (moves / WINDOWS_PER_GAME).clamp(*WINDOW.start(), *WINDOW.end()).min(graph.len());
    // The first moves share the first window.
    let first = (0..size - 2).map(|_| &graph[..size]);
    let weight = |window: &[f64]| {
        (100.0 * standard_deviation(window)).clamp(*WEIGHTS.start(), *WEIGHTS.end())
    };
    first.chain(graph.windows(size)).map(weight).collect()
}

fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_accuracy_of_a_move_falls_with_its_loss() {
        // Computed from the formula on lichess.org/page/accuracy, plus the bonus of 1.
        for (loss, expected) in [(0.0, 100.0), (0.05, 80.8), (0.10, 64.6), (0.15, 51.5), (1.0, 0.0)]
        {
            let accuracy = move_accuracy(loss);
            assert!((accuracy - expected).abs() < 0.1, "{loss}: {accuracy}");
        }
    }

    #[test]
    fn there_is_one_weight_for_each_move() {
        for moves in 0..200 {
            let graph: Vec<f64> = (0..=moves).map(|ply| f64::from(ply % 3) / 2.0).collect();
            assert_eq!(volatility_weights(&graph).len(), moves as usize, "{moves}");
        }
        assert!(volatility_weights(&[]).is_empty());
    }

    #[test]
    fn moves_in_volatile_plies_have_more_weight() {
        let graph = [0.5, 0.5, 0.5, 0.9, 0.2, 0.2, 0.2];
        let weights = volatility_weights(&graph);
        assert_eq!(weights, [0.5, 0.5, 12.0, 12.0, 0.5, 0.5]);
        let small = volatility_weights(&[0.50, 0.54]);
        assert!((small[0] - 2.0).abs() < 1e-9, "{small:?}");
    }

    #[test]
    fn the_accuracy_of_a_game_is_between_both_means() {
        let one = |accuracy, weight| WeightedAccuracy { accuracy, weight };
        assert_eq!(game_accuracy(&[]), None);
        assert_eq!(game_accuracy(&[one(80.0, 3.0)]), Some(80.0));
        // Weighted mean (100 + 3 * 50) / 4 = 62.5, harmonic mean 2 / (0.01 + 0.02) = 66.67.
        let mean = game_accuracy(&[one(100.0, 1.0), one(50.0, 3.0)]).unwrap();
        assert!((mean - (62.5 + 200.0 / 3.0) / 2.0).abs() < 1e-9, "{mean}");
        // A move with accuracy 0 does not divide by 0.
        assert!(game_accuracy(&[one(0.0, 1.0)]).unwrap().is_finite());
    }
}
