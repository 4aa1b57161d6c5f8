//! From trained weights to a network of the engine: rounding to integers, and the scale of the scores.

use super::network_model::{NetworkInput, NetworkModel};
use crate::data::dataset::Dataset;
use crate::data::score_curve::{ScoreCurve, ScoredResult};
use crate::data::training_samples::PackedSample;
use luctor_engine::eval::Evaluator;
use luctor_engine::eval::network::{Network, NetworkHeader};
use luctor_engine::score::Score;
use std::sync::Arc;

/// The scale while the true one is computed, in centimen per unit of the output. A great one, so that little is rounded.
const FINE_SCALE: i32 = 1_000;
/// Validation positions that are evaluated.
const POSITIONS: usize = 300_000;

/// A quantised network and its evaluation of validation positions.
pub struct QuantisedNetwork {
    /// The network.
    pub network: Network,
    /// The mean absolute difference of the score from that of the trained weights, in centimen.
    pub mean_error: f64,
    /// The greatest difference, in centimen.
    pub greatest_error: f64,
    /// Score and result of the evaluated samples that have a result.
    pub results: Vec<ScoredResult>,
}

/// Quantises a network. `scale` is its scale, by default the one with which 200 centimen double the odds. `training` describes
/// the training in the header, as `key=value` words.
pub fn quantise(
    model: &NetworkModel,
    weights: &[f32],
    data: &Dataset,
    scale: Option<i32>,
    training: String,
) -> QuantisedNetwork {
    let validation = &data.samples.validation;
    let step = validation.len().div_ceil(POSITIONS).max(1);
    let samples: Vec<PackedSample> = validation.iter().step_by(step).copied().collect();
    let header = NetworkHeader { variant: data.variant, scale: FINE_SCALE, draws: 0.0, training };
    let mut network = Network::quantised(header.clone(), &model.float_weights(weights));

    let fitted = ScoreCurve::fit(&with_results(&samples, &scores(&network, &samples)));
    let scale = scale.unwrap_or_else(|| fitted.calibrated_scale(FINE_SCALE));
    network.set_header(NetworkHeader { scale, draws: fitted.draws, ..header });

    let scores = scores(&network, &samples);
    let (mut sum, mut greatest_error): (f64, f64) = (0.0, 0.0);
    for (sample, score) in samples.iter().zip(&scores) {
        let exact = model.output(weights, NetworkInput { sample, symmetry: 0 }) * scale as f32;
        let error = f64::from(score.value() as f32 - exact).abs();
        sum += error;
        greatest_error = greatest_error.max(error);
    }
    let mean_error = sum / samples.len() as f64;
    let results = with_results(&samples, &scores);
    QuantisedNetwork { network, mean_error, greatest_error, results }
}

pub(super) fn scores(network: &Network, samples: &[PackedSample]) -> Vec<Score> {
    let variant = network.header().variant;
    let mut evaluator = Evaluator::new(Arc::new(network.clone()));
    samples.iter().map(|sample| evaluator.evaluate(&sample.position(variant), 0)).collect()
}

fn with_results(samples: &[PackedSample], scores: &[Score]) -> Vec<ScoredResult> {
    let pairs = samples.iter().zip(scores);
    pairs
        .filter_map(|(sample, &score)| Some(ScoredResult { score, points: sample.result_points? }))
        .collect()
}
