//! The linear model: a weight for each of some terms.

use super::dataset::Samples;
use super::model::Model;

/// A linear model.
pub struct Linear {
    /// Terms that it uses.
    pub terms: std::ops::Range<usize>,
}

impl Linear {
    fn sum(&self, weights: &[f32], samples: &Samples, index: usize) -> f32 {
        let counts = samples.terms.get(index).iter();
        let used = counts.filter(|count| self.terms.contains(&usize::from(count.term)));
        used.map(|count| {
            weights[usize::from(count.term) - self.terms.start] * f32::from(count.count)
        })
        .sum()
    }
}

impl Model for Linear {
    fn initial(&self, _: &mut fastrand::Rng) -> Vec<f32> {
        vec![0.0; self.terms.len()]
    }

    fn weights(&self, parameters: &[f32]) -> Vec<f32> {
        parameters.to_vec()
    }

    fn of_parameters(&self, gradient: &[f32]) -> Vec<f32> {
        gradient.to_vec()
    }

    fn output(&self, weights: &[f32], samples: &Samples, index: usize, _: usize) -> f32 {
        self.sum(weights, samples, index)
    }

    fn images(&self) -> usize {
        1
    }

    fn descend(
        &self,
        weights: &[f32],
        (samples, index, _): (&Samples, usize, usize),
        slope: &dyn Fn(f32) -> f32,
        gradient: &mut [f32],
    ) -> f32 {
        let output = self.sum(weights, samples, index);
        let slope = slope(output);
        for count in samples.terms.get(index) {
            let term = usize::from(count.term);
            if self.terms.contains(&term) {
                gradient[term - self.terms.start] += slope * f32::from(count.count);
            }
        }
        output
    }
}
