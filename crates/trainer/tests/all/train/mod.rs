//! Training: data, gradients, training loop and calibration.

mod data;
mod gradients;
mod measures;

use emergo::{Position, Variant};
use fastrand::Rng;
use luctor_engine::eval::features::FeatureSet;
use luctor_engine::score::Score;
use luctor_trainer::data::score_curve::ScoreCurve;
use luctor_trainer::data::training_samples::{EncodedSamples, TrainingSample};
use luctor_trainer::training::fit::TrainingTarget;
use std::collections::HashSet;
use test_support::random;

/// Positions of random games without a capture. No two of them are symmetric or have the colours swapped, because the network
/// cannot distinguish those.
fn quiet_positions(rng: &mut Rng, variant: Variant, count: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut seen = HashSet::new();
    let symmetries = variant.symmetries();
    while positions.len() < count {
        for position in random::game_positions(&mut random::rng(rng.u64(..)), variant, 120)
            .into_iter()
            .step_by(5)
        {
            let swapped = position.with_colours_swapped();
            if !position.can_capture() && !seen.contains(&position.key()) {
                for symmetry in symmetries {
                    seen.insert(position.image(symmetry).key());
                    seen.insert(swapped.image(symmetry).key());
                }
                positions.push(position);
            }
        }
    }
    positions.truncate(count);
    positions
}

/// Samples of random positions with random results and scores.
fn random_samples(rng: &mut Rng, variant: Variant, count: usize) -> EncodedSamples {
    let features = FeatureSet::new(variant);
    let mut samples = EncodedSamples::default();
    for position in quiet_positions(rng, variant, count) {
        let score = Score::centimen(rng.i32(-600..=600));
        let points = Some(f32::from(u8::from(rng.bool())));
        let sample = TrainingSample { position, score, points };
        samples.push(&features, ScoreCurve { doubling: 170.0, draws: 0.0 }, &sample);
    }
    samples
}

fn uniform(rng: &mut Rng, size: f32) -> f32 {
    (2.0 * rng.f32() - 1.0) * size
}

const TARGET: TrainingTarget = TrainingTarget { lambda: 0.4 };
