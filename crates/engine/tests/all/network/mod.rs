//! The network: its features, its scores and its files. The tests hold for any weights. They depend on the shape of the
//! network only through the constants of the library.

mod evaluation;
mod features;
mod files;

use emergo::{Position, Variant};
use fastrand::Rng;
use luctor_engine::eval::features::{FeatureSet, OUTPUT_BUCKETS};
use luctor_engine::eval::network::{FloatWeights, HIDDEN, NetworkHeader};
use luctor_engine::eval::{Evaluator, Network, Networks};
use luctor_engine::score::Score;
use std::sync::Arc;
use test_support::{parse_position, random};

/// Positions of random games, and composed positions with taller columns, unusual hands and captures.
fn many_positions(variant: Variant) -> Vec<Position> {
    let mut rng = random::rng(1);
    let games =
        (0..25).flat_map(|seed| random::game_positions(&mut random::rng(seed), variant, 120));
    let mut positions: Vec<Position> = games.collect();
    positions.extend(
        (0..400).map(|_| parse_position(variant, &random::position_text(&mut rng, variant))),
    );
    positions
}

/// Positions of random games without a capture, as the search evaluates them.
fn quiet_positions(variant: Variant) -> Vec<Position> {
    let games =
        (0..12).flat_map(|seed| random::game_positions(&mut random::rng(seed), variant, 120));
    let quiet: Vec<Position> = games.filter(|position| !position.can_capture()).collect();
    assert!(quiet.len() > 300, "{variant}: {}", quiet.len());
    quiet
}

pub fn embedded(variant: Variant) -> Arc<Network> {
    Arc::clone(Networks::embedded().of(variant))
}

/// A network with random weights. The feature weights are at most `size`.
fn random_network(rng: &mut Rng, variant: Variant, size: f32) -> Network {
    let header = NetworkHeader {
        variant,
        scale: 400,
        draws: 0.5,
        training: "games=3 seed=7 loss=0.5000".to_owned(),
    };
    let features = FeatureSet::new(variant).size();
    let mut weights = |count: usize, size: f32| -> Vec<f32> {
        (0..count).map(|_| size * (2.0 * rng.f32() - 1.0)).collect()
    };
    let weights = FloatWeights {
        feature_biases: weights(HIDDEN, 0.5),
        feature_weights: weights(features * HIDDEN, size),
        output_weights: weights(2 * HIDDEN * OUTPUT_BUCKETS, 1.0),
        output_biases: weights(OUTPUT_BUCKETS, 1.0),
    };
    Network::quantised(header, &weights)
}

fn evaluate(network: &Arc<Network>, position: &Position) -> Score {
    Evaluator::new(Arc::clone(network)).evaluate(position, 0)
}
