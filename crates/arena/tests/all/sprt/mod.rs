//! Tests of Elo and SPRT: published values, simulated matches, and results of one kind only.

mod properties;
mod published;
mod simulated;

use EloModel::{Logistic, Normalized};
use luctor_arena::statistics::counts::*;
use luctor_arena::statistics::elo::*;
use luctor_arena::statistics::sprt::*;

const MODELS: [EloModel; 2] = [Logistic, Normalized];

fn sprt(model: EloModel, [elo0, elo1]: [f64; 2]) -> Sprt {
    Sprt::new(SprtSettings { elo0, elo1, model, ..SprtSettings::default() }).unwrap()
}

fn ratio(model: EloModel, hypotheses: [f64; 2], counts: [u64; 5]) -> f64 {
    sprt(model, hypotheses).log_likelihood_ratio(&PairCounts(counts))
}

fn estimate(counts: [u64; 5]) -> Estimate {
    Estimate::of_pairs(&PairCounts(counts))
}

#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

/// Results in which all or nearly all pairs have the same points.
fn degenerate() -> Vec<[u64; 5]> {
    let mut all = vec![[0; 5]];
    for class in 0..5 {
        for count in [1, 2, 30, 5_000, 10_000_000] {
            let mut counts = [0; 5];
            counts[class] = count;
            all.push(counts);
        }
    }
    all.extend([[1, 0, 0, 0, 1], [0, 0, 1, 0, 1], [100_000, 0, 0, 0, 1], [0, 0, 9_999_999, 1, 0]]);
    all
}
