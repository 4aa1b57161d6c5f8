//! The trainer: its data, its gradients, and that it learns.

mod data;
mod gradients;
mod measures;

use emergo::{Position, Variant};
use luctor_engine::eval::features::FeatureSet;
use luctor_engine::score::{Calibration, Score};
use luctor_trainer::train::dataset::{Sample, Samples};
use luctor_trainer::train::model::Target;
use rand::RngExt;
use rand::rngs::StdRng;
use std::collections::HashSet;
use test_support::random;

/// Positions of random games without a capture, no two of them images of each other or with the colours swapped: the
/// network can't be asked to tell those apart.
fn quiet_positions(rng: &mut StdRng, variant: Variant, count: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut seen = HashSet::new();
    let symmetries = variant.symmetries();
    while positions.len() < count {
        for position in random::game_positions(rng, variant, 120).into_iter().step_by(5) {
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
fn random_samples(rng: &mut StdRng, variant: Variant, count: usize) -> Samples {
    let layout = FeatureSet::new(variant);
    let mut samples = Samples::default();
    for position in quiet_positions(rng, variant, count) {
        let score = Score::centimen(rng.random_range(-600..=600));
        let result = Some(f32::from(u8::from(rng.random_bool(0.5))));
        samples.push(&layout, Calibration::new(250.0, 0.0), &Sample { position, score, result });
    }
    samples
}

fn uniform(rng: &mut StdRng, size: f32) -> f32 {
    rng.random_range(-size..=size)
}

const TARGET: Target = Target { search: 0.6 };
