//! The training target of a sample, and the loss of an output against it.

use crate::data::training_samples::EncodedSamples;

/// The training target: lambda x game result + (1 - lambda) x score, both in expected points of the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingTarget {
    /// The weight of the game result, 0..=1.
    pub lambda: f32,
}

impl TrainingTarget {
    /// The target of a sample, 0..=1. A sample without a result has its score as the target.
    #[inline]
    pub fn of(self, samples: &EncodedSamples, index: usize) -> f32 {
        let score = samples.expected_points[index];
        match samples.result_points[index] {
            None => score,
            Some(result) => (1.0 - self.lambda) * score + self.lambda * result,
        }
    }
}

/// The logistic function.
#[inline]
pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The cross-entropy of an output against a target in 0..=1, in nats.
#[inline]
pub fn cross_entropy(output: f32, target: f32) -> f64 {
    let (output, target) = (f64::from(output), f64::from(target));
    // ln(1 + e^x) - target * x, in a form that does not overflow.
    output.max(0.0) - output * target + (-output.abs()).exp().ln_1p()
}
