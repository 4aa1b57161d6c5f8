//! The score of a network, against plain arithmetic and for an evaluator that moves through games.

use super::{embedded, evaluate, quiet_positions, random_network};
use emergo::{Position, Variant};
use luctor_engine::eval::features::{FeatureIndex, FeatureState, output_bucket};
use luctor_engine::eval::network::{FloatWeights, HIDDEN};
use luctor_engine::eval::{Evaluator, Network};
use luctor_engine::score::{MAX_PLY, Score};
use rayon::prelude::*;
use std::sync::Arc;
use test_support::{parse_position, position_text, random};

#[test]
fn a_colour_swapped_position_has_the_same_score() {
    for variant in Variant::ALL {
        let mut evaluator = Evaluator::new(embedded(variant));
        let mut scores = Vec::new();
        for position in quiet_positions(variant) {
            let score = evaluator.evaluate(&position, 0);
            let swapped = evaluator.evaluate(&position.with_colours_swapped(), 0);
            assert_eq!(swapped, score, "{variant} {}", position_text(&position));
            scores.push(score);
        }
        // A constant network would pass.
        scores.sort_unstable();
        scores.dedup();
        assert!(scores.len() > 100, "{variant}: {} different scores", scores.len());
    }
}

/// An activated unit has more than this number of steps from 0 to 1.
const SQUARE_STEPS: f64 = 8_192.0;

/// A score by plain arithmetic, in centimen.
struct PlainScore {
    score: f64,
    /// The largest possible error of the integers.
    error: f64,
}

/// The score as a plain sum over the weights.
fn plain_score(network: &Network, weights: &FloatWeights, position: &Position) -> PlainScore {
    let active = FeatureState::of(position).active(network.feature_set());
    let bucket = output_bucket(position);
    let us = position.side();
    let mut sum = f64::from(weights.output_biases[bucket]);
    let mut output_weights = 0.0;
    for (half, view) in [us.index(), us.other().index()].into_iter().enumerate() {
        for unit in 0..HIDDEN {
            let weight = |pair: &[FeatureIndex; 2]| {
                f64::from(weights.feature_weights[usize::from(pair[view]) * HIDDEN + unit])
            };
            let hidden =
                f64::from(weights.feature_biases[unit]) + active.iter().map(weight).sum::<f64>();
            let output = f64::from(weights.output_weights[(2 * bucket + half) * HIDDEN + unit]);
            sum += hidden.clamp(0.0, 1.0).powi(2) * output;
            output_weights += output.abs();
        }
    }
    let scale = f64::from(network.header().scale);
    // The weights are those of the integers, so the hidden sums are exact except for the rounding of f32. Two values are
    // truncated: every activated unit, and the score to a whole centiman.
    let error = 1.0 + scale * output_weights / SQUARE_STEPS;
    let limit = f64::from(Score::centimen(i32::MAX).value());
    PlainScore { score: (scale * sum).clamp(-limit, limit), error: error + 0.01 }
}

/// Positions of self-play games in which hidden units of a network of emergo have sums below -32.
const EXTREME_SUMS: [&str; 4] = [
    "1/2(bw)/2w2/1bb2(bw)1/w2(b2)1(wb)2w/1w1b2(bw)/4w/1(w3b3)1/1 w 0,0",
    "b/bb1/w2ww/1ww1(wb)1b/1b2b1b1b/b1bb2w/w2w1/ww1/1 w 1,0",
    "w/2w/bb1ww/w2b1ww/1w1w2wwb/1b2b1w/1bbbb/3/b b 0,1",
    "1/(bw)ww/1(b2)3/1b2bb1/w2(wb)2b2/1w1bb1w/w1b1(wb)/w1w/w b 0,0",
];

#[test]
fn integer_scores_agree_with_plain_arithmetic() {
    for variant in Variant::ALL {
        let random_weights = random_network(&mut random::rng(5), variant, 0.1);
        for network in [embedded(variant), Arc::new(random_weights)] {
            let weights = network.weights();
            let mut evaluator = Evaluator::new(Arc::clone(&network));
            let (mut sum, mut largest, mut count) = (0.0, 0.0, 0);
            let extreme = EXTREME_SUMS.iter().filter(|_| variant == Variant::Emergo);
            let extreme = extreme.map(|text| parse_position(variant, text));
            for position in quiet_positions(variant).into_iter().chain(extreme) {
                let score = f64::from(evaluator.evaluate(&position, 0).value());
                let PlainScore { score: plain, error } = plain_score(&network, &weights, &position);
                let difference = (score - plain).abs();
                let at = format!("{variant} {}: {score}, plain {plain}", position_text(&position));
                assert!(difference <= error, "{at}, tolerance {error}");
                assert!(error < 10.0, "a useful tolerance: {error}");
                sum += difference;
                largest = f64::max(largest, difference);
                count += 1;
            }
            let mean = sum / f64::from(count);
            println!("{variant}: mean difference {mean:.2}, largest {largest:.2}");
            // The truncation to a whole centiman alone makes 0.5.
            assert!(mean < 1.5, "{variant}: {mean}");
        }
    }
}

#[test]
fn an_evaluator_that_moves_through_games_agrees_with_a_fresh_one() {
    Variant::ALL.par_iter().for_each(|&variant| {
        let mut rng = random::rng(11);
        // Large weights make the 16-bit sums wrap around.
        let networks = [
            embedded(variant),
            Arc::new(random_network(&mut rng, variant, 0.1)),
            Arc::new(random_network(&mut rng, variant, 25.0)),
        ];
        for network in networks {
            let mut evaluator = Evaluator::new(Arc::clone(&network));
            for _ in 0..8 {
                let game = random::game_positions(&mut rng, variant, 120);
                let mut at = 0;
                while at < game.len() {
                    let position = &game[at];
                    if !position.can_capture() {
                        let ply = match rng.u32(..4) {
                            0 => rng.usize(0..=2 * MAX_PLY),
                            1 => usize::MAX,
                            _ => at,
                        };
                        let expected = evaluate(&network, position);
                        let found = evaluator.evaluate(position, ply);
                        assert_eq!(found, expected, "{variant} {} {ply}", position_text(position));
                    }
                    at = match rng.usize(..10) {
                        0 => rng.usize(0..=at),
                        step => at + 1 + step % 3,
                    };
                }
            }
        }
    });
}
