//! The network in floating point, for training. Its rows are sums: a weight of their own and those they share with
//! others ([`FeatureSet::factoriser`]), so that a rare column learns from its kin; the sums are made once a batch.

use super::dataset::Samples;
use super::model::Model;
use luctor_engine::eval::features::{
    Factoriser, FeatureIndex, FeatureKind, FeatureSet, OUTPUT_BUCKETS,
};
use luctor_engine::eval::network::{FloatWeights, HIDDEN, OUTPUT_LIMIT, OUTPUT_ONE};
use rayon::prelude::*;

/// The network as a model. Parameters are rows, shared rows, hidden biases, output weights, output biases; weights
/// the same without the shared rows.
pub struct Net {
    rows: usize,
    shares: Vec<Vec<usize>>,
    shared: usize,
    /// By symmetry: each row's image in the mover's and in the opponent's view.
    images: Vec<Vec<[FeatureIndex; 2]>>,
    /// Rows that the network has.
    used: Vec<bool>,
}

/// Where a network's parts begin among its weights.
struct Parts {
    biases: usize,
    outputs: usize,
    output_biases: usize,
    end: usize,
}

impl Net {
    /// A network without the inputs of these kinds.
    pub fn new(layout: &FeatureSet, without: &[FeatureKind]) -> Net {
        let other = layout.other_view();
        let images = layout.variant().symmetries();
        let images = images.iter().map(|symmetry| {
            let image = layout.image(symmetry);
            image.iter().map(|row| [*row, other[usize::from(*row)]]).collect()
        });
        let Factoriser { factors: shares, count: shared } = layout.factoriser();
        let used =
            (0..layout.size()).map(|row| !without.contains(&layout.kind(row as FeatureIndex)));
        Net { rows: layout.size(), shares, shared, images: images.collect(), used: used.collect() }
    }

    fn parts(&self) -> Parts {
        let biases = self.rows * HIDDEN;
        let outputs = biases + HIDDEN;
        let output_biases = outputs + 2 * HIDDEN * OUTPUT_BUCKETS;
        Parts { biases, outputs, output_biases, end: output_biases + OUTPUT_BUCKETS }
    }

    /// The weights by their places in a network.
    pub fn float_weights(&self, weights: &[f32]) -> FloatWeights {
        let parts = self.parts();
        FloatWeights {
            feature_weights: weights[..parts.biases].to_vec(),
            feature_biases: weights[parts.biases..parts.outputs].to_vec(),
            output_weights: weights[parts.outputs..parts.output_biases].to_vec(),
            output_biases: weights[parts.output_biases..].to_vec(),
        }
    }

    /// The hidden units of both views, before activation.
    #[inline]
    fn hidden(
        &self,
        weights: &[f32],
        (samples, index, image): (&Samples, usize, usize),
    ) -> [[f32; HIDDEN]; 2] {
        let biases = &weights[self.rows * HIDDEN..][..HIDDEN];
        let mut sums = [[0.0; HIDDEN]; 2];
        for sum in &mut sums {
            sum.copy_from_slice(biases);
        }
        for row in samples.rows.get(index) {
            if !self.used[usize::from(*row)] {
                continue;
            }
            for (sum, row) in sums.iter_mut().zip(self.images[image][usize::from(*row)]) {
                let weights = &weights[usize::from(row) * HIDDEN..][..HIDDEN];
                for unit in 0..HIDDEN {
                    sum[unit] += weights[unit];
                }
            }
        }
        sums
    }

    #[inline]
    fn output_of(&self, weights: &[f32], stage: usize, hidden: &[[f32; HIDDEN]; 2]) -> f32 {
        let parts = self.parts();
        let outputs = &weights[parts.outputs + 2 * stage * HIDDEN..][..2 * HIDDEN];
        let mut lanes = [0.0_f32; 16];
        for (view, sums) in hidden.iter().enumerate() {
            for (unit, sum) in sums.iter().enumerate() {
                let clipped = sum.clamp(0.0, 1.0);
                lanes[unit % 16] += clipped * clipped * outputs[view * HIDDEN + unit];
            }
        }
        lanes.iter().sum::<f32>() + weights[parts.output_biases + stage]
    }
}

impl Model for Net {
    fn initial(&self, random: &mut fastrand::Rng) -> Vec<f32> {
        let mut uniform = |size: f32| (2.0 * random.f32() - 1.0) * size;
        let mut parameters = vec![0.0; self.rows * HIDDEN];
        // Some thirty rows with three shared rows each make up a sum within the clip.
        parameters.extend((0..self.shared * HIDDEN).map(|_| uniform(0.06)));
        parameters.extend((0..HIDDEN).map(|_| 0.25 + uniform(0.1)));
        parameters.extend((0..2 * HIDDEN * OUTPUT_BUCKETS).map(|_| uniform(0.2)));
        parameters.extend([0.0; OUTPUT_BUCKETS]);
        parameters
    }

    fn weights(&self, parameters: &[f32]) -> Vec<f32> {
        let (own, rest) = parameters.split_at(self.rows * HIDDEN);
        let (shared, rest) = rest.split_at(self.shared * HIDDEN);
        let mut weights = own.to_vec();
        let rows = weights.par_chunks_exact_mut(HIDDEN).zip(&self.shares).zip(&self.used);
        rows.for_each(|((row, shares), used)| {
            // What is left out is nothing to the engine either, which sees all inputs.
            if !used {
                return row.fill(0.0);
            }
            for share in shares {
                let share = &shared[share * HIDDEN..][..HIDDEN];
                for unit in 0..HIDDEN {
                    row[unit] += share[unit];
                }
            }
        });
        weights.extend_from_slice(rest);
        weights
    }

    fn of_parameters(&self, gradient: &[f32]) -> Vec<f32> {
        let (rows, rest) = gradient.split_at(self.rows * HIDDEN);
        let mut parameters = Vec::with_capacity(gradient.len() + self.shared * HIDDEN);
        parameters.extend_from_slice(rows);
        parameters.resize((self.rows + self.shared) * HIDDEN, 0.0);
        let shared = &mut parameters[self.rows * HIDDEN..];
        for (row, shares) in rows.chunks_exact(HIDDEN).zip(&self.shares) {
            for share in shares {
                let share = &mut shared[share * HIDDEN..][..HIDDEN];
                for unit in 0..HIDDEN {
                    share[unit] += row[unit];
                }
            }
        }
        parameters.extend_from_slice(rest);
        parameters
    }

    fn clip(&self, parameters: &mut [f32]) {
        let limit = f32::from(OUTPUT_LIMIT) / f32::from(OUTPUT_ONE);
        let end = parameters.len() - OUTPUT_BUCKETS;
        for weight in &mut parameters[end - 2 * HIDDEN * OUTPUT_BUCKETS..end] {
            *weight = weight.clamp(-limit, limit);
        }
    }

    fn output(&self, weights: &[f32], samples: &Samples, index: usize, image: usize) -> f32 {
        let hidden = self.hidden(weights, (samples, index, image));
        self.output_of(weights, usize::from(samples.stages[index]), &hidden)
    }

    fn images(&self) -> usize {
        self.images.len()
    }

    fn descend(
        &self,
        weights: &[f32],
        (samples, index, image): (&Samples, usize, usize),
        slope: &dyn Fn(f32) -> f32,
        gradient: &mut [f32],
    ) -> f32 {
        let parts = self.parts();
        debug_assert_eq!(gradient.len(), parts.end);
        let stage = usize::from(samples.stages[index]);
        let mut hidden = self.hidden(weights, (samples, index, image));
        let output = self.output_of(weights, stage, &hidden);
        let slope = slope(output);
        let first = parts.outputs + 2 * stage * HIDDEN;
        gradient[parts.output_biases + stage] += slope;
        for (view, sums) in hidden.iter_mut().enumerate() {
            let outputs = &weights[first + view * HIDDEN..][..HIDDEN];
            let slopes = &mut gradient[first + view * HIDDEN..][..HIDDEN];
            for unit in 0..HIDDEN {
                let clipped = sums[unit].clamp(0.0, 1.0);
                slopes[unit] += slope * clipped * clipped;
                let inside = sums[unit] > 0.0 && sums[unit] < 1.0;
                sums[unit] = if inside { slope * 2.0 * clipped * outputs[unit] } else { 0.0 };
            }
            let biases = &mut gradient[parts.biases..][..HIDDEN];
            for unit in 0..HIDDEN {
                biases[unit] += sums[unit];
            }
        }
        for row in samples.rows.get(index) {
            if !self.used[usize::from(*row)] {
                continue;
            }
            for (slopes, row) in hidden.iter().zip(self.images[image][usize::from(*row)]) {
                let gradient = &mut gradient[usize::from(row) * HIDDEN..][..HIDDEN];
                for unit in 0..HIDDEN {
                    gradient[unit] += slopes[unit];
                }
            }
        }
        output
    }
}
