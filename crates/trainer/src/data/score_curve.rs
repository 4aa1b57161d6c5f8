//! What scores are worth: a logistic curve to expected points, and the frequency of draws, fitted to results of games.

use luctor_engine::eval::network::NetworkHeader;
use luctor_engine::score::{Score, points_of_odds};
use std::f64::consts::LN_2;
use std::ops::RangeInclusive;

/// Scores from here on are treated as won and not used for the fit, in centimen. A few won games that were not finished
/// would otherwise flatten the curve for all scores.
const WON: i32 = 1_500;

/// The score of a position and the result of its game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoredResult {
    /// The score, from the view of the side to move.
    pub score: Score,
    /// The points of the side to move: 0, 0.5 or 1.
    pub points: f32,
}

/// What the scores of some games are worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreCurve {
    /// The centimen that double the odds, 1.0..=100,000: [`Score::DOUBLING`] if the scale of the scores is right.
    pub doubling: f64,
    /// Four times the share of draws in equal positions, in [`NetworkHeader::DRAWS`].
    pub draws: f64,
}

impl ScoreCurve {
    const DOUBLINGS: RangeInclusive<f64> = 1.0..=1e5;

    /// The expected points of a side with this score, 0.0..=1.0.
    pub fn expected(self, centimen: i32) -> f64 {
        points_of_odds(f64::from(centimen) / self.doubling)
    }

    /// The scale of a network with which 200 centimen double the odds, if this is the curve of its scores with `scale`.
    pub fn calibrated_scale(self, scale: i32) -> i32 {
        let right = f64::from(scale) * Score::DOUBLING / self.doubling;
        (right.round() as i32).clamp(*NetworkHeader::SCALES.start(), *NetworkHeader::SCALES.end())
    }

    /// Fits the logistic curve by maximum likelihood with Newton's method, then the frequency of draws.
    pub fn fit(results: &[ScoredResult]) -> ScoreCurve {
        let used: Vec<ScoredResult> =
            results.iter().filter(|result| result.score.value().abs() < WON).copied().collect();
        // One unknown: points = 1 / (1 + exp(-slope * score / 100)).
        let mut slope: f64 = 0.1;
        for _ in 0..50 {
            let (mut first, mut second) = (0.0, 1e-9);
            for ScoredResult { score, points } in &used {
                let score = f64::from(score.value()) / 100.0;
                let expected = 1.0 / (1.0 + (-slope * score).exp());
                first += score * (f64::from(*points) - expected);
                second += score * score * expected * (1.0 - expected);
            }
            let step = (first / second).clamp(-0.5 * slope.abs(), 0.5 * slope.abs());
            slope += step;
        }
        // Scores that do not correlate with the results get the flattest curve.
        let limits = ScoreCurve::DOUBLINGS;
        let doubling = if slope > 1e-3 { 100.0 * LN_2 / slope } else { *limits.end() };
        let mut curve = ScoreCurve { doubling: doubling.max(*limits.start()), draws: 0.0 };
        let (mut drawn, mut variance) = (0.0, 1e-9);
        for ScoredResult { score, points } in &used {
            let expected = curve.expected(score.value());
            drawn += f64::from(u8::from(*points == 0.5));
            variance += expected * (1.0 - expected);
        }
        let draws = (drawn / variance * 100.0).round() / 100.0;
        curve.draws = draws.clamp(*NetworkHeader::DRAWS.start(), *NetworkHeader::DRAWS.end());
        curve
    }
}

/// Results with similar scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ScoreBin {
    /// The mean score, in centimen.
    pub score: f64,
    /// The mean of the points.
    pub points: f64,
}

/// Sorts results by score into at most `count` bins of equal size; the last may be smaller.
pub fn score_bins(results: &[ScoredResult], count: usize) -> Vec<ScoreBin> {
    let mut sorted = results.to_vec();
    sorted.sort_unstable_by_key(|result| result.score);
    let size = sorted.len().div_ceil(count).max(1);
    sorted
        .chunks(size)
        .map(|bin| {
            let mean = |value: &dyn Fn(&ScoredResult) -> f64| {
                bin.iter().map(value).sum::<f64>() / bin.len() as f64
            };
            ScoreBin {
                score: mean(&|result| f64::from(result.score.value())),
                points: mean(&|result| f64::from(result.points)),
            }
        })
        .collect()
}
