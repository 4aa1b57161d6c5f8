//! The network: one hidden layer over the features in both views, SCReLU activation (squared clipped ReLU), and output
//! weights for each output bucket. Weights are integers, so a position has the same score on every machine.
//!
//! ```text
//! file    = header line, weights, checksum
//! header  = "luctor-net 2 variant=NAME features=N hidden=N buckets=N scale=N draws=N" training "\n"
//! weights = i16 biases of the hidden units; i16 weights of the hidden units, feature by feature; i16 output weights,
//!           bucket by bucket, of the mover's view, then of the opponent's; i32 output biases
//! ```
//!
//! In the header `features` is the number of features and `buckets` the number of output buckets. `scale` is the number of
//! centimen of one unit of the output. `draws` is four times the share of draws in equal positions. The words after them are
//! free and describe the training. All numbers are little-endian. The checksum is FNV-1a of header line and weights.

// CITE: Y. Nasu, "Efficiently updatable neural-network-based evaluation functions for computer shogi", 2018.
// https://github.com/asdfjkl/nnue
// CITE: perspectives and output buckets. https://www.chessprogramming.org/Stockfish_NNUE
// CITE: SCReLU. https://github.com/jw1912/bullet

use super::features::{FeatureIndex, FeatureSet, OUTPUT_BUCKETS};
use crate::checksum::fnv1a;
use crate::score::Score;
use emergo::Variant;
use std::ops::RangeInclusive;
use thiserror::Error;

/// Hidden units of each view.
pub const HIDDEN: usize = 128;
/// 1.0 in the sums of the hidden layer.
pub const HIDDEN_ONE: i16 = 1_020;
/// Left shift of a clipped sum before it is squared, so that the upper half of the product keeps enough bits.
const SQUARE_SHIFT: u32 = 5;
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
    feature_set: FeatureSet,
    header: NetworkHeader,
    /// Biases of the hidden layer.
    feature_biases: HiddenUnits,
    /// Weights of the hidden layer by feature.
    pub(super) feature_weights: Vec<HiddenUnits>,
    /// Output weights by bucket: for the mover's view, then for the opponent's.
    output_weights: [[HiddenUnits; 2]; OUTPUT_BUCKETS],
    /// Output biases by bucket, in units of 1 / [`OUTPUT_SUM_ONE`].
    output_biases: [i32; OUTPUT_BUCKETS],
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

/// Why bytes are not a network for this program.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NetworkError {
    /// The first line is not the header of a network.
    #[error("no network: the first line does not begin with {MAGIC:?}")]
    Header,
    /// A value of the header is missing or wrong.
    #[error("no network: its header has no good {0}=")]
    Number(&'static str),
    /// The network has another shape.
    #[error("the network has {key}={found}, this program needs {expected}")]
    Shape {
        /// The word of the header.
        key: &'static str,
        /// Its value.
        found: usize,
        /// The value of this program.
        expected: usize,
    },
    /// There are too few or too many bytes.
    #[error("the network has {found} bytes of weights, its header needs {expected}")]
    Length {
        /// Bytes after the header.
        found: usize,
        /// The correct number.
        expected: usize,
    },
    /// The checksum does not match.
    #[error("the network is damaged: its checksum is wrong")]
    Checksum,
    /// An output weight is so large that sums could overflow.
    #[error("the network has an output weight beyond {OUTPUT_LIMIT}")]
    OutputWeight,
}

const MAGIC: &str = "luctor-net 2 ";

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

    /// A hash of weights and scale, to tell networks apart.
    pub fn fingerprint(&self) -> u64 {
        let weights = self.weight_bytes();
        fnv1a(self.header.scale.to_le_bytes().into_iter().chain(weights))
    }

    /// Replaces the header. The board must be the same.
    pub fn set_header(&mut self, header: NetworkHeader) {
        debug_assert_eq!(header.variant, self.header.variant);
        self.header = header;
    }

    /// Reads the bytes of a network file.
    ///
    /// # Errors
    ///
    /// The bytes are not a network, or a network of another shape, or a damaged one.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let end = bytes.iter().take(4_096).position(|byte| *byte == b'\n');
        let (line, rest) = bytes.split_at(end.ok_or(NetworkError::Header)?);
        let line = std::str::from_utf8(line).map_err(|_| NetworkError::Header)?;
        let words = line.strip_prefix(MAGIC).ok_or(NetworkError::Header)?;
        let word = |key: &'static str| {
            let mut words = words.split(' ');
            let value = words.find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
            value.ok_or(NetworkError::Number(key))
        };
        let variant = word("variant")?.parse().map_err(|_| NetworkError::Number("variant"))?;
        let feature_set = FeatureSet::new(variant);
        let shape =
            [("features", feature_set.size()), ("hidden", HIDDEN), ("buckets", OUTPUT_BUCKETS)];
        for (key, expected) in shape {
            let found = word(key)?.parse().map_err(|_| NetworkError::Number(key))?;
            if found != expected {
                return Err(NetworkError::Shape { key, found, expected });
            }
        }
        let draws =
            word("draws")?.parse().ok().filter(|draws| NetworkHeader::DRAWS.contains(draws));
        let draws = draws.ok_or(NetworkError::Number("draws"))?;
        let scale =
            word("scale")?.parse().ok().filter(|scale| NetworkHeader::SCALES.contains(scale));
        let scale = scale.ok_or(NetworkError::Number("scale"))?;
        let training = words.split(' ').skip_while(|word| !word.starts_with("draws=")).skip(1);
        let training = training.collect::<Vec<_>>().join(" ");
        let header = NetworkHeader { variant, scale, draws, training };

        let bytes = &rest[1..];
        let units = 1 + feature_set.size() + 2 * OUTPUT_BUCKETS;
        let expected = 2 * HIDDEN * units + 4 * OUTPUT_BUCKETS + 8;
        if bytes.len() != expected {
            return Err(NetworkError::Length { found: bytes.len(), expected });
        }
        let (weights, checksum) = bytes.split_at(expected - 8);
        let hashed = line.bytes().chain(weights.iter().copied());
        if fnv1a(hashed).to_le_bytes() != checksum {
            return Err(NetworkError::Checksum);
        }
        let (units, biases) = weights.split_at(weights.len() - 4 * OUTPUT_BUCKETS);
        let mut units = units.chunks_exact(2 * HIDDEN).map(|bytes| {
            HiddenUnits(std::array::from_fn(|unit| {
                i16::from_le_bytes([bytes[2 * unit], bytes[2 * unit + 1]])
            }))
        });
        let mut next = || units.next().expect("the length was checked");
        let network = Network {
            feature_biases: next(),
            feature_weights: (0..feature_set.size()).map(|_| next()).collect(),
            output_weights: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            output_biases: std::array::from_fn(|bucket| {
                i32::from_le_bytes(std::array::from_fn(|byte| biases[4 * bucket + byte]))
            }),
            feature_set,
            header,
        };
        let mut output_weights = network.output_weights.iter().flatten().flat_map(|units| units.0);
        if output_weights.any(|weight| weight.unsigned_abs() > OUTPUT_LIMIT.unsigned_abs()) {
            return Err(NetworkError::OutputWeight);
        }
        Ok(network)
    }

    /// The bytes of a file with this network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let NetworkHeader { variant, scale, draws, training } = &self.header;
        let mut bytes = format!(
            "{MAGIC}variant={variant} features={} hidden={HIDDEN} buckets={OUTPUT_BUCKETS} scale={scale} \
             draws={draws} {training}\n",
            self.feature_weights.len()
        )
        .into_bytes();
        let line = bytes.len() - 1;
        bytes.extend(self.weight_bytes());
        let checksum = fnv1a(bytes[..line].iter().chain(&bytes[line + 1..]).copied());
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    fn weight_bytes(&self) -> Vec<u8> {
        let units = std::iter::once(&self.feature_biases).chain(&self.feature_weights);
        let units = units.chain(self.output_weights.iter().flatten()).flat_map(|units| units.0);
        let biases = self.output_biases.into_iter().flat_map(i32::to_le_bytes);
        units.flat_map(i16::to_le_bytes).chain(biases).collect()
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
