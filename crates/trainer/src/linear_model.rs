//! The linear model: one weight per term.

use crate::model::{ModelInput, TrainableModel};
use crate::terms::TermCount;
use crate::training_samples::EncodedSamples;
use std::ops::Range;

/// A linear model.
pub struct LinearModel {
    /// The indices of the terms that it uses.
    pub terms: Range<usize>,
}

impl LinearModel {
    /// The indices of the weights for a sample, with the counts of their terms.
    fn inputs<'a>(
        &'a self,
        samples: &'a EncodedSamples,
        index: usize,
    ) -> impl Iterator<Item = (usize, f32)> + 'a {
        samples.terms.get(index).iter().filter_map(|TermCount { term, count }| {
            let term = usize::from(*term);
            self.terms.contains(&term).then(|| (term - self.terms.start, f32::from(*count)))
        })
    }
}

impl TrainableModel for LinearModel {
    fn initial_parameters(&self, _: &mut fastrand::Rng) -> Vec<f32> {
        vec![0.0; self.terms.len()]
    }

    fn weights(&self, parameters: &[f32]) -> Vec<f32> {
        parameters.to_vec()
    }

    fn parameter_gradient(&self, weight_gradient: &[f32]) -> Vec<f32> {
        weight_gradient.to_vec()
    }

    fn symmetries(&self) -> usize {
        1
    }

    fn output(&self, weights: &[f32], samples: &EncodedSamples, input: ModelInput) -> f32 {
        self.inputs(samples, input.sample).map(|(index, count)| weights[index] * count).sum()
    }

    fn add_gradient(
        &self,
        weights: &[f32],
        samples: &EncodedSamples,
        input: ModelInput,
        slope: &dyn Fn(f32) -> f32,
        gradient: &mut [f32],
    ) -> f32 {
        let output = self.output(weights, samples, input);
        let slope = slope(output);
        for (index, count) in self.inputs(samples, input.sample) {
            gradient[index] += slope * count;
        }
        output
    }
}
