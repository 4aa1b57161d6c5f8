//! What the training loop needs from a model: parameters, an output and its gradient; and the loss.
//!
//! The *weights* are what the output is computed from. The *parameters* are what the optimiser changes. They differ in a
//! model with factorised features, where a weight is the sum of several parameters.

use crate::training_samples::EncodedSamples;

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

/// An input of a model: a sample under a symmetry of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ModelInput {
    /// The index of the sample.
    pub sample: usize,
    /// The number of the symmetry, 0..[`TrainableModel::symmetries`]. 0 is the identity.
    pub symmetry: usize,
}

/// A model that can be trained by gradient descent.
pub trait TrainableModel: Sync {
    /// The initial parameters.
    fn initial_parameters(&self, random: &mut fastrand::Rng) -> Vec<f32>;

    /// The weights for these parameters.
    fn weights(&self, parameters: &[f32]) -> Vec<f32>;

    /// Converts a gradient with respect to the weights into one with respect to the parameters.
    fn parameter_gradient(&self, weight_gradient: &[f32]) -> Vec<f32>;

    /// Limits the parameters to their ranges after a step of the optimiser.
    fn clip(&self, _parameters: &mut [f32]) {}

    /// The number of symmetries that an input can have, at least 1.
    fn symmetries(&self) -> usize;

    /// The output for an input: the logarithm of the odds of the points.
    fn output(&self, weights: &[f32], samples: &EncodedSamples, input: ModelInput) -> f32;

    /// Computes the output and adds the gradient of the loss with respect to the weights to `gradient`. `slope` returns the
    /// derivative of the loss with respect to the output.
    fn add_gradient(
        &self,
        weights: &[f32],
        samples: &EncodedSamples,
        input: ModelInput,
        slope: &dyn Fn(f32) -> f32,
        gradient: &mut [f32],
    ) -> f32;
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
