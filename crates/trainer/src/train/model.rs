//! What a model is to the trainer: parameters, and a loss with its gradient.

use super::dataset::Samples;

/// What training aims at: the points a side will make, as the search's score and the game's result tell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target {
    /// The weight of what the search's score promised, 0..=1; the result has the rest.
    pub search: f32,
}

impl Target {
    /// The points expected of a sample, 0..=1.
    #[inline]
    pub fn of(self, samples: &Samples, index: usize) -> f32 {
        let search = samples.expected[index];
        let result = samples.results[index];
        if result.is_nan() { search } else { self.search * search + (1.0 - self.search) * result }
    }
}

/// A model with its parameters apart.
pub trait Model: Sync {
    /// Parameters to begin with.
    fn initial(&self, random: &mut fastrand::Rng) -> Vec<f32>;

    /// The weights that the parameters make, where these are shared by several weights.
    fn weights(&self, parameters: &[f32]) -> Vec<f32>;

    /// The gradient by the parameters, from that by the weights.
    fn of_parameters(&self, gradient: &[f32]) -> Vec<f32>;

    /// Brings parameters back into their range.
    fn clip(&self, _parameters: &mut [f32]) {}

    /// The output for a sample: the logarithm of the odds of the points. `image` numbers a symmetry of the
    /// board, the first being none.
    fn output(&self, weights: &[f32], samples: &Samples, index: usize, image: usize) -> f32;

    /// Symmetries under which a sample means the same.
    fn images(&self) -> usize;

    /// Adds the slope of the output by every weight, times `slope`, to `gradient`, and returns the output. `slope` is
    /// told the output; a sample is its index and the symmetry in which it is seen.
    fn descend(
        &self,
        weights: &[f32],
        sample: (&Samples, usize, usize),
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
    // ln(1 + e^x) - target x, in a form that does not overflow.
    output.max(0.0) - output * target + (-output.abs()).exp().ln_1p()
}
