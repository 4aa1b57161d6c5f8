//! What scores mean: points by score, and what pieces and hands are worth in the mean.

use crate::train::dataset::Sample;
use emergo::{Position, Side};
use luctor_engine::eval::accumulator::Evaluator;
use luctor_engine::eval::network::Network;
use luctor_engine::score::Calibration;
use std::sync::Arc;

/// Scores from here on are as good as won, in centimen.
const SURE: i32 = 10_000;

/// Points by score of some games: a score of the mover in centimen, and what it made.
pub type Outcome = (i32, f32);

/// The calibration that fits best: the logistic curve of greatest likelihood, and the share of draws. Scores of
/// sure wins have no part in it.
pub fn fit(outcomes: &[Outcome]) -> Calibration {
    let used: Vec<(f64, f64)> = outcomes
        .iter()
        .filter(|(score, _)| score.abs() < SURE)
        .map(|(score, points)| (f64::from(*score) / 100.0, f64::from(*points)))
        .collect();
    // Newton's method for the one unknown, points = 1 / (1 + exp(-slope score)).
    let mut slope: f64 = 0.1;
    for _ in 0..50 {
        let (mut first, mut second) = (0.0, 1e-9);
        for (score, points) in &used {
            let expected = 1.0 / (1.0 + (-slope * score).exp());
            first += score * (points - expected);
            second += score * score * expected * (1.0 - expected);
        }
        let step = (first / second).clamp(-0.5 * slope.abs(), 0.5 * slope.abs());
        slope += step;
    }
    // Scores that say nothing, or the contrary of the truth, promise nothing.
    let points = if slope > 1e-3 { (100.0 / slope).max(1.0) } else { 1e5 };
    let calibration = Calibration::new(points.round(), 0.0);
    let (mut drawn, mut even) = (0.0, 1e-9);
    for (score, points) in outcomes.iter().filter(|(score, _)| score.abs() < SURE) {
        let expected = calibration.expected(*score);
        drawn += f64::from(u8::from(*points == 0.5));
        even += expected * (1.0 - expected);
    }
    Calibration::new(points.round(), (drawn / even * 100.0).round() / 100.0)
}

/// What is taken away, its mean worth in centimen, and how often it was taken away.
pub type MeanWorth = (String, f64, usize);

/// Scores of even positions are within this, in centimen.
const EVEN: i32 = 100;
/// Caps that are told apart.
const CAPS: usize = 5;

/// The mean worth of pieces and of hands where the game is even: by how much the score falls for their owner when
/// they are taken away.
pub fn worths(network: &Network, samples: &[Sample]) -> Vec<MeanWorth> {
    let mut evaluator = Evaluator::new(Arc::new(network.clone()));
    let mut sums = [(0.0, 0_usize); CAPS + 1];
    for sample in samples {
        let position = &sample.position;
        let score = evaluator.evaluate(position, 0).value();
        if score.abs() > EVEN {
            continue;
        }
        let mut take = |side: Side, what: usize, rest: &Position| {
            // With a capture to make there is no static score.
            if !rest.can_capture() {
                let lost = score - evaluator.evaluate(rest, 1).value();
                sums[what].0 += f64::from(if side == position.side() { lost } else { -lost });
                sums[what].1 += 1;
            }
        };
        for side in Side::ALL {
            for square in position.pieces(side) {
                let column = position.column(square);
                let cap = usize::from(column.cap());
                if column.prisoners() == 0 && cap <= CAPS {
                    take(side, cap - 1, &position.without(square));
                }
            }
            let hand = position.hand(side);
            if hand > 1 {
                take(side, CAPS, &position.with_hand(side, hand - 1));
            }
        }
    }
    let names = (1..=CAPS).map(|cap| format!("a cap of {cap} without prisoners"));
    let names = names.chain(std::iter::once("a man in hand".to_owned()));
    let found = names.zip(sums).filter(|(_, (_, count))| *count > 0);
    found.map(|(name, (sum, count))| (name, sum / count as f64, count)).collect()
}

/// Points made by score: a row for each of at most so many classes of equal size, with mean score, expected and made
/// points, and how many positions there were.
pub fn classes(
    outcomes: &[Outcome],
    calibration: Calibration,
    count: usize,
) -> Vec<(f64, f64, f64, usize)> {
    let mut sorted = outcomes.to_vec();
    sorted.sort_unstable_by_key(|(score, _)| *score);
    let size = sorted.len().div_ceil(count).max(1);
    sorted
        .chunks(size)
        .map(|class| {
            let mean = |value: &dyn Fn(&Outcome) -> f64| {
                class.iter().map(value).sum::<f64>() / class.len() as f64
            };
            (
                mean(&|(score, _)| f64::from(*score)),
                mean(&|(score, _)| calibration.expected(*score)),
                mean(&|(_, points)| f64::from(*points)),
                class.len(),
            )
        })
        .collect()
}
