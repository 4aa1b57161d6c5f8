//! The network in floating point, for training: one hidden layer with SCReLU and output buckets.
//!
//! Its input weights are factorised: the weights of a feature are the sum of parameters of its own and of parameters that
//! it has in common with similar features ([`FeatureSet::factoriser`]), so that a rare feature learns from frequent ones. The
//! sums are computed once per batch. The engine gets only the sums.

use crate::data::training_samples::PackedSample;
use luctor_engine::eval::feature_maps::Factoriser;
use luctor_engine::eval::features::{
    FeatureIndex, FeatureKind, FeatureSet, FeatureState, OUTPUT_BUCKETS, output_bucket,
};
use luctor_engine::eval::network::{FloatWeights, HIDDEN, Network, OUTPUT_LIMIT, OUTPUT_ONE};
use rayon::prelude::*;

/// An input of the network: a sample under a symmetry of the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NetworkInput<'a> {
    /// The sample.
    pub sample: &'a PackedSample,
    /// The number of the symmetry, 0..[`NetworkModel::symmetries`]. 0 is the identity.
    pub symmetry: usize,
}

/// The network as the optimiser sees it. The *weights* are what the output is computed from. The *parameters* are what the
/// optimiser changes: the weight of a feature is the sum of several parameters.
///
/// The order of the parameters: [`HIDDEN`] for each feature, [`HIDDEN`] for each factor, hidden biases, output weights,
/// output biases. The weights have the same order without the factors.
pub struct NetworkModel {
    feature_set: FeatureSet,
    /// The factors of each feature.
    factors: Vec<Vec<usize>>,
    factor_count: usize,
    /// By symmetry: the image of each feature, from the view of the side to move and of the opponent.
    images: Vec<Vec<[FeatureIndex; 2]>>,
    /// Whether the network uses a feature.
    used: Vec<bool>,
}

/// Where the parts of the weights begin.
struct Offsets {
    biases: usize,
    outputs: usize,
    output_biases: usize,
    end: usize,
}

impl NetworkModel {
    /// A network without the features of the kinds `without`.
    pub fn new(features: &FeatureSet, without: &[FeatureKind]) -> NetworkModel {
        let opponent = features.other_view();
        let images = features.variant().symmetries();
        let images = images.iter().map(|symmetry| {
            let image = features.image(symmetry);
            image.iter().map(|feature| [*feature, opponent[usize::from(*feature)]]).collect()
        });
        let Factoriser { factors, count: factor_count } = features.factoriser();
        let used = (0..features.size())
            .map(|feature| !without.contains(&features.kind(feature as FeatureIndex)));
        NetworkModel {
            feature_set: features.clone(),
            factors,
            factor_count,
            images: images.collect(),
            used: used.collect(),
        }
    }

    fn offsets(&self) -> Offsets {
        let biases = self.feature_set.size() * HIDDEN;
        let outputs = biases + HIDDEN;
        let output_biases = outputs + 2 * HIDDEN * OUTPUT_BUCKETS;
        Offsets { biases, outputs, output_biases, end: output_biases + OUTPUT_BUCKETS }
    }

    /// The weights in the form from which a network is quantised.
    pub fn float_weights(&self, weights: &[f32]) -> FloatWeights {
        let offsets = self.offsets();
        FloatWeights {
            feature_weights: weights[..offsets.biases].to_vec(),
            feature_biases: weights[offsets.biases..offsets.outputs].to_vec(),
            output_weights: weights[offsets.outputs..offsets.output_biases].to_vec(),
            output_biases: weights[offsets.output_biases..].to_vec(),
        }
    }

    /// The images of the used features of an input, from the views of the side to move and of the opponent, and the output
    /// bucket.
    fn active(&self, input: NetworkInput) -> (Vec<[FeatureIndex; 2]>, usize) {
        let position = input.sample.position(self.feature_set.variant());
        let view = position.side().index();
        let images = &self.images[input.symmetry];
        let mut active = FeatureState::of(&position).active(&self.feature_set);
        active.retain_mut(|feature| {
            let own = usize::from(feature[view]);
            *feature = images[own];
            self.used[own]
        });
        (active, output_bucket(&position))
    }

    /// The hidden units of both views, before activation.
    #[inline]
    fn hidden(&self, weights: &[f32], active: &[[FeatureIndex; 2]]) -> [[f32; HIDDEN]; 2] {
        let biases = &weights[self.offsets().biases..][..HIDDEN];
        let mut sums = [[0.0; HIDDEN]; 2];
        for sum in &mut sums {
            sum.copy_from_slice(biases);
        }
        for views in active {
            for (sum, feature) in sums.iter_mut().zip(views) {
                let weights = &weights[usize::from(*feature) * HIDDEN..][..HIDDEN];
                for unit in 0..HIDDEN {
                    sum[unit] += weights[unit];
                }
            }
        }
        sums
    }

    #[inline]
    fn output_of(&self, weights: &[f32], bucket: usize, hidden: &[[f32; HIDDEN]; 2]) -> f32 {
        let offsets = self.offsets();
        let outputs = &weights[offsets.outputs + 2 * bucket * HIDDEN..][..2 * HIDDEN];
        // Several sums, so that the compiler can use vector instructions.
        let mut lanes = [0.0_f32; 16];
        for (view, sums) in hidden.iter().enumerate() {
            for (unit, sum) in sums.iter().enumerate() {
                let clipped = sum.clamp(0.0, 1.0);
                lanes[unit % 16] += clipped * clipped * outputs[view * HIDDEN + unit];
            }
        }
        lanes.iter().sum::<f32>() + weights[offsets.output_biases + bucket]
    }

    /// The parameters with which the training of a new network begins.
    pub fn random_parameters(&self, random: &mut fastrand::Rng) -> Vec<f32> {
        let mut uniform = |size: f32| (2.0 * random.f32() - 1.0) * size;
        let mut parameters = vec![0.0; self.feature_set.size() * HIDDEN];
        // With these sizes, most hidden units of a position are between 0 and 1.
        parameters.extend((0..self.factor_count * HIDDEN).map(|_| uniform(0.06)));
        parameters.extend((0..HIDDEN).map(|_| 0.25 + uniform(0.1)));
        parameters.extend((0..2 * HIDDEN * OUTPUT_BUCKETS).map(|_| uniform(0.2)));
        parameters.extend([0.0; OUTPUT_BUCKETS]);
        parameters
    }

    /// The parameters whose weights are those of a network of the same board: the parameters of factors are 0.
    pub fn parameters_of(&self, network: &Network) -> Vec<f32> {
        let FloatWeights { feature_weights, feature_biases, output_weights, output_biases } =
            network.weights();
        let factors = vec![0.0; self.factor_count * HIDDEN];
        [feature_weights, factors, feature_biases, output_weights, output_biases].concat()
    }

    /// The weights for these parameters.
    pub fn weights(&self, parameters: &[f32]) -> Vec<f32> {
        let (own, rest) = parameters.split_at(self.feature_set.size() * HIDDEN);
        let (factor_parameters, rest) = rest.split_at(self.factor_count * HIDDEN);
        let mut weights = own.to_vec();
        let features = weights.par_chunks_exact_mut(HIDDEN).zip(&self.factors).zip(&self.used);
        features.for_each(|((weights, factors), used)| {
            // The engine computes all features, so those not used have weights of 0.
            if !used {
                return weights.fill(0.0);
            }
            for factor in factors {
                let factor = &factor_parameters[factor * HIDDEN..][..HIDDEN];
                for unit in 0..HIDDEN {
                    weights[unit] += factor[unit];
                }
            }
        });
        weights.extend_from_slice(rest);
        weights
    }

    /// Converts a gradient with respect to the weights into one with respect to the parameters.
    pub fn parameter_gradient(&self, weight_gradient: &[f32]) -> Vec<f32> {
        let (own, rest) = weight_gradient.split_at(self.feature_set.size() * HIDDEN);
        let mut gradient = Vec::with_capacity(weight_gradient.len() + self.factor_count * HIDDEN);
        gradient.extend_from_slice(own);
        gradient.resize((self.feature_set.size() + self.factor_count) * HIDDEN, 0.0);
        let factor_gradient = &mut gradient[self.feature_set.size() * HIDDEN..];
        for (feature, factors) in own.chunks_exact(HIDDEN).zip(&self.factors) {
            for factor in factors {
                let factor = &mut factor_gradient[factor * HIDDEN..][..HIDDEN];
                for unit in 0..HIDDEN {
                    factor[unit] += feature[unit];
                }
            }
        }
        gradient.extend_from_slice(rest);
        gradient
    }

    /// Limits the parameters to their ranges after a step of the optimiser.
    pub fn clip(&self, parameters: &mut [f32]) {
        let limit = f32::from(OUTPUT_LIMIT) / f32::from(OUTPUT_ONE);
        let end = parameters.len() - OUTPUT_BUCKETS;
        for weight in &mut parameters[end - 2 * HIDDEN * OUTPUT_BUCKETS..end] {
            *weight = weight.clamp(-limit, limit);
        }
    }

    /// The number of symmetries of the board.
    pub fn symmetries(&self) -> usize {
        self.images.len()
    }

    /// The output for an input: the logarithm of the odds of the points.
    pub fn output(&self, weights: &[f32], input: NetworkInput) -> f32 {
        let (active, bucket) = self.active(input);
        self.output_of(weights, bucket, &self.hidden(weights, &active))
    }

    /// Computes the output and adds the gradient of the loss with respect to the weights to `gradient`. `slope` returns the
    /// derivative of the loss with respect to the output.
    pub fn add_gradient(
        &self,
        weights: &[f32],
        input: NetworkInput,
        slope: impl Fn(f32) -> f32,
        gradient: &mut [f32],
    ) -> f32 {
        let offsets = self.offsets();
        debug_assert_eq!(gradient.len(), offsets.end);
        let (active, bucket) = self.active(input);
        let mut hidden = self.hidden(weights, &active);
        let output = self.output_of(weights, bucket, &hidden);
        let slope = slope(output);
        let first = offsets.outputs + 2 * bucket * HIDDEN;
        gradient[offsets.output_biases + bucket] += slope;
        // Replaces the value of each hidden unit by the derivative of the loss with respect to it.
        for (view, units) in hidden.iter_mut().enumerate() {
            let outputs = &weights[first + view * HIDDEN..][..HIDDEN];
            let output_gradient = &mut gradient[first + view * HIDDEN..][..HIDDEN];
            for unit in 0..HIDDEN {
                let clipped = units[unit].clamp(0.0, 1.0);
                output_gradient[unit] += slope * clipped * clipped;
                let is_inside = units[unit] > 0.0 && units[unit] < 1.0;
                units[unit] = if is_inside { slope * 2.0 * clipped * outputs[unit] } else { 0.0 };
            }
            let bias_gradient = &mut gradient[offsets.biases..][..HIDDEN];
            for unit in 0..HIDDEN {
                bias_gradient[unit] += units[unit];
            }
        }
        for views in active {
            for (slopes, feature) in hidden.iter().zip(views) {
                let feature_gradient = &mut gradient[usize::from(feature) * HIDDEN..][..HIDDEN];
                for unit in 0..HIDDEN {
                    feature_gradient[unit] += slopes[unit];
                }
            }
        }
        output
    }
}
