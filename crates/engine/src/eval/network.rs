//! The network: one hidden layer over the features in both views, SCReLU activation (squared clipped ReLU), and output
//! weights for each output bucket. Weights are integers, so a position has the same score on every machine.

// CITE: Y. Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018.
// https://github.com/asdfjkl/nnue
// CITE: perspectives and output buckets. https://www.chessprogramming.org/Stockfish_NNUE
// CITE: SCReLU. https://github.com/jw1912/bullet

use super::features::{FeatureIndex, FeatureSet, OUTPUT_BUCKETS};
use crate::score::Score;
use emergo::Variant;
use std::ops::RangeInclusive;

/// Hidden units of each view.
pub const HIDDEN: usize = 128;
/// 1.0 in the sums of the hidden layer. Their 16 bits hold -64 to 64, and wrap around beyond. Self-play games of emergo have
/// sums from -41 to 36.
pub const HIDDEN_ONE: i16 = 510;
/// Left shift of a clipped sum before it is squared, so that the upper half of the product keeps enough bits.
const SQUARE_SHIFT: u32 = 6;
/// 1.0 in an activated unit.
const ACTIVATED_ONE: i64 = ((HIDDEN_ONE as i64) << SQUARE_SHIFT).pow(2) >> 16;
/// 1.0 in the output weights.
pub const OUTPUT_ONE: i16 = 512;
/// Largest absolute output weight. The products of [`CHUNK`] units then fit 32 bits.
pub const OUTPUT_LIMIT: i16 = 1_023;
/// 1.0 in the sum of the output.
const OUTPUT_SUM_ONE: i64 = ACTIVATED_ONE * OUTPUT_ONE as i64;
/// Number of hidden units whose products are summed in 32 bits.
const CHUNK: usize = 64;

const _: () = assert!(ACTIVATED_ONE * OUTPUT_LIMIT as i64 * (CHUNK as i64) < i32::MAX as i64);

/// A value for each hidden unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct HiddenUnits(pub [i16; HIDDEN]);

impl HiddenUnits {
    /// Adds the weights of a feature.
    #[inline]
    pub(super) fn add(&mut self, weights: &HiddenUnits) {
        for (unit, weight) in self.0.iter_mut().zip(&weights.0) {
            *unit = unit.wrapping_add(*weight);
        }
    }

    /// Subtracts the weights of a feature.
    #[inline]
    pub(super) fn subtract(&mut self, weights: &HiddenUnits) {
        for (unit, weight) in self.0.iter_mut().zip(&weights.0) {
            *unit = unit.wrapping_sub(*weight);
        }
    }
}

/// A network for one board.
#[derive(Clone, Debug)]
pub struct Network {
    pub(super) feature_set: FeatureSet,
    pub(super) header: NetworkHeader,
    /// Biases of the hidden layer.
    pub(super) feature_biases: HiddenUnits,
    /// Weights of the hidden layer by feature.
    pub(super) feature_weights: Vec<HiddenUnits>,
    /// Output weights by bucket: for the mover's view, then for the opponent's.
    pub(super) output_weights: [[HiddenUnits; 2]; OUTPUT_BUCKETS],
    /// Output biases by bucket, in units of 1 / [`OUTPUT_SUM_ONE`].
    pub(super) output_biases: [i32; OUTPUT_BUCKETS],
}

/// The header of a network file.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkHeader {
    /// The board.
    pub variant: Variant,
    /// Centimen of one unit of the output, in [`NetworkHeader::SCALES`].
    pub scale: i32,
    /// Four times the share of draws in equal positions, in [`NetworkHeader::DRAWS`].
    pub draws: f64,
    /// How the network was trained, as key=value words.
    pub training: String,
}

impl NetworkHeader {
    /// Valid scales.
    pub const SCALES: RangeInclusive<i32> = 1..=100_000;
    /// Valid values of [`NetworkHeader::draws`].
    pub const DRAWS: RangeInclusive<f64> = 0.0..=2.0;
}

/// The weights of a network in floating point, as they are trained.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatWeights {
    /// Biases of the hidden layer: [`HIDDEN`] numbers.
    pub feature_biases: Vec<f32>,
    /// Weights of the hidden layer: [`HIDDEN`] numbers for each feature.
    pub feature_weights: Vec<f32>,
    /// Output weights: for each output bucket [`HIDDEN`] numbers of the mover's view, then of the opponent's.
    pub output_weights: Vec<f32>,
    /// Output biases: a number for each output bucket.
    pub output_biases: Vec<f32>,
}

impl Network {
    /// The network with these weights, rounded to integers.
    pub fn quantised(header: NetworkHeader, weights: &FloatWeights) -> Network {
        let feature_set = FeatureSet::new(header.variant);
        let hidden = |weight: f32| (weight * f32::from(HIDDEN_ONE)).round() as i16;
        let output = |weight: f32| {
            ((weight * f32::from(OUTPUT_ONE)).round() as i16).clamp(-OUTPUT_LIMIT, OUTPUT_LIMIT)
        };
        let units = |weights: &[f32], round: &dyn Fn(f32) -> i16| {
            HiddenUnits(std::array::from_fn(|unit| round(weights[unit])))
        };
        let one = OUTPUT_SUM_ONE as f32;
        Network {
            feature_biases: units(&weights.feature_biases, &hidden),
            feature_weights: weights
                .feature_weights
                .chunks_exact(HIDDEN)
                .map(|weights| units(weights, &hidden))
                .collect(),
            output_weights: std::array::from_fn(|bucket| {
                std::array::from_fn(|view| {
                    let first = (2 * bucket + view) * HIDDEN;
                    units(&weights.output_weights[first..first + HIDDEN], &output)
                })
            }),
            output_biases: std::array::from_fn(|bucket| {
                (weights.output_biases[bucket] * one).round() as i32
            }),
            feature_set,
            header,
        }
    }

    /// A network whose scores are 0.
    pub fn zero(variant: Variant) -> Network {
        let size = FeatureSet::new(variant).size();
        let header = NetworkHeader { variant, scale: 1, draws: 0.0, training: String::new() };
        let weights = FloatWeights {
            feature_biases: vec![0.0; HIDDEN],
            feature_weights: vec![0.0; HIDDEN * size],
            output_weights: vec![0.0; 2 * HIDDEN * OUTPUT_BUCKETS],
            output_biases: vec![0.0; OUTPUT_BUCKETS],
        };
        Network::quantised(header, &weights)
    }

    /// The weights in floating point.
    pub fn weights(&self) -> FloatWeights {
        let of_units = |units: &HiddenUnits, one: i16| {
            units.0.iter().map(move |unit| f32::from(*unit) / f32::from(one)).collect::<Vec<_>>()
        };
        let one = OUTPUT_SUM_ONE as f32;
        FloatWeights {
            feature_biases: of_units(&self.feature_biases, HIDDEN_ONE),
            feature_weights: self
                .feature_weights
                .iter()
                .flat_map(|units| of_units(units, HIDDEN_ONE))
                .collect(),
            output_weights: self
                .output_weights
                .iter()
                .flatten()
                .flat_map(|units| of_units(units, OUTPUT_ONE))
                .collect(),
            output_biases: self.output_biases.iter().map(|bias| *bias as f32 / one).collect(),
        }
    }

    /// The features of the network's board.
    pub fn feature_set(&self) -> &FeatureSet {
        &self.feature_set
    }

    /// The header of the network's file.
    pub fn header(&self) -> &NetworkHeader {
        &self.header
    }

    /// Replaces the header. The board must be the same.
    pub fn set_header(&mut self, header: NetworkHeader) {
        debug_assert_eq!(header.variant, self.header.variant);
        self.header = header;
    }

    /// The sums of the hidden units for these features of one view.
    pub(super) fn hidden(&self, active: impl IntoIterator<Item = FeatureIndex>) -> HiddenUnits {
        let mut sums = self.feature_biases;
        for index in active {
            sums.add(&self.feature_weights[usize::from(index)]);
        }
        sums
    }

    /// The score for the hidden units of the mover's and of the opponent's view.
    #[inline]
    pub(super) fn output(&self, bucket: usize, own: &HiddenUnits, other: &HiddenUnits) -> Score {
        let [own_weights, other_weights] = &self.output_weights[bucket];
        let sum = screlu_dot(own, own_weights) + screlu_dot(other, other_weights);
        let output = sum + i64::from(self.output_biases[bucket]);
        Score::centimen((output * i64::from(self.header.scale) / OUTPUT_SUM_ONE) as i32)
    }
}

/// The sum of activated units (SCReLU) times their weights. All factors fit 16 bits, so that the compiler can multiply
/// and add them in pairs.
#[inline]
fn screlu_dot(units: &HiddenUnits, weights: &HiddenUnits) -> i64 {
    let mut activated = HiddenUnits([0; HIDDEN]);
    for (activated, unit) in activated.0.iter_mut().zip(&units.0) {
        let clipped = ((*unit).clamp(0, HIDDEN_ONE) as u16) << SQUARE_SHIFT;
        *activated = ((u32::from(clipped) * u32::from(clipped)) >> 16) as i16;
    }
    let chunks = activated.0.chunks_exact(CHUNK).zip(weights.0.chunks_exact(CHUNK));
    let sums = chunks.map(|(activated, weights)| {
        let products = activated.iter().zip(weights);
        i64::from(products.map(|(unit, weight)| i32::from(*unit) * i32::from(*weight)).sum::<i32>())
    });
    sums.sum()
}
