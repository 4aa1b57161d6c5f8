//! The network: one hidden layer over the inputs of both views, squared clipped activation, and output weights
//! for each stage of the game. Weights are integers, so a position has the same score on every machine. The
//! shape is that of chess engines' small networks (NNUE: Y. Nasu, 2018; perspectives and buckets as Stockfish,
//! the activation as Obsidian and bullet have them).
//!
//! ```text
//! file   = header line, weights, checksum
//! header = "luctor-net 1 variant=NAME rows=N hidden=N stages=N scale=N points=N draws=N" more "\n"
//! weights = i16 biases of the hidden units; i16 weights row by row; i16 output weights, stage by stage, of the
//!           mover's view, then the opponent's; i32 output biases
//! ```
//!
//! All numbers are little-endian, the checksum is FNV-1a of header line and weights. `scale` is centimen a unit of the
//! output; `points` and `draws` are the fit of [`Calibration`]. What else the header says tells people how
//! the network was trained.

use super::features::{FeatureIndex, FeatureSet, OUTPUT_BUCKETS};
use crate::checksum::fnv1a;
use crate::score::{Calibration, Score};
use emergo::Variant;
use std::fmt;
use std::ops::RangeInclusive;

/// Hidden units of each view.
pub const HIDDEN: usize = 128;
/// What 1.0 is in the hidden layer's sums.
pub const HIDDEN_ONE: i16 = 1_020;
/// Bits by which a clipped sum is moved up to be squared, so that the upper half of the product is of use.
const SQUARE_SHIFT: u32 = 5;
/// What 1.0 is of an activated unit.
const ACTIVATED_ONE: i64 = ((HIDDEN_ONE as i64) << SQUARE_SHIFT).pow(2) >> 16;
/// What 1.0 is in the output weights.
pub const OUTPUT_ONE: i16 = 512;
/// Output weights stay within this, so that the products of [`CHUNK`] units fit 32 bits.
pub const OUTPUT_LIMIT: i16 = 1_023;
/// What 1.0 is in the sum of the output.
const OUTPUT_SUM_ONE: i64 = ACTIVATED_ONE * OUTPUT_ONE as i64;
/// HiddenUnits whose products are added up in 32 bits.
const CHUNK: usize = 64;

const _: () = assert!(ACTIVATED_ONE * OUTPUT_LIMIT as i64 * (CHUNK as i64) < i32::MAX as i64);

/// A value for each hidden unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct HiddenUnits(pub [i16; HIDDEN]);

/// A network for one board.
#[derive(Clone, Debug)]
pub struct Network {
    layout: FeatureSet,
    header: Header,
    /// Of the hidden layer.
    pub(super) biases: HiddenUnits,
    /// Of the hidden layer, by row.
    pub(super) rows: Vec<HiddenUnits>,
    /// Of the output, by stage: for the mover's view, then for the opponent's.
    pub(super) outputs: [[HiddenUnits; 2]; OUTPUT_BUCKETS],
    /// Of the output, in units of [`OUTPUT_SUM_ONE`].
    pub(super) output_biases: [i32; OUTPUT_BUCKETS],
}

/// What a network's file says of itself.
#[derive(Clone, PartialEq, Debug)]
pub struct Header {
    /// The board.
    pub variant: Variant,
    /// Centimen of one unit of the output.
    pub scale: i32,
    /// What scores mean in points.
    pub calibration: Calibration,
    /// How it was trained, as key=value words.
    pub training: String,
}

impl Header {
    /// Scales that a network can have.
    pub const SCALES: RangeInclusive<i32> = 1..=100_000;
}

/// The weights of a network, as they are trained: 1.0 is 1.0.
#[derive(Clone, PartialEq, Debug)]
pub struct FloatWeights {
    /// Of the hidden layer: [`HIDDEN`].
    pub biases: Vec<f32>,
    /// Of the hidden layer: [`HIDDEN`] a row.
    pub rows: Vec<f32>,
    /// Of the output: for each stage [`HIDDEN`] of the mover's view, then as many of the opponent's.
    pub outputs: Vec<f32>,
    /// Of the output, a stage each.
    pub output_biases: Vec<f32>,
}

/// Why a file is no network for this program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// The first line is not that of a network.
    Header,
    /// A number of the header is missing or bad.
    Number(&'static str),
    /// The shape is another.
    Shape {
        /// The word of the header.
        key: &'static str,
        /// What it says.
        found: usize,
        /// What this program has.
        wanted: usize,
    },
    /// There are too few or too many bytes.
    Length {
        /// Bytes after the header.
        found: usize,
        /// Bytes that belong there.
        wanted: usize,
    },
    /// The checksum is another.
    Checksum,
    /// An output weight is so great that sums could overflow.
    OutputWeight,
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Header => f.write_str("no network: the first line is wrong"),
            NetworkError::Number(key) => write!(f, "no network: its header has no good {key}="),
            NetworkError::Shape { key, found, wanted } => {
                write!(f, "the network has {key}={found}, this program needs {wanted}")
            }
            NetworkError::Length { found, wanted } => {
                write!(f, "the network has {found} bytes of weights, its header promises {wanted}")
            }
            NetworkError::OutputWeight => {
                write!(f, "the network has an output weight beyond {OUTPUT_LIMIT}")
            }
            NetworkError::Checksum => f.write_str("the network is damaged: its checksum is wrong"),
        }
    }
}

impl std::error::Error for NetworkError {}

const MAGIC: &str = "luctor-net 1 ";

impl Network {
    /// The network of these weights, rounded.
    pub fn quantised(header: Header, weights: &FloatWeights) -> Network {
        let layout = FeatureSet::new(header.variant);
        let hidden = |weight: f32| (weight * f32::from(HIDDEN_ONE)).round() as i16;
        let output = |weight: f32| {
            ((weight * f32::from(OUTPUT_ONE)).round() as i16).clamp(-OUTPUT_LIMIT, OUTPUT_LIMIT)
        };
        let units = |weights: &[f32], round: &dyn Fn(f32) -> i16| {
            HiddenUnits(std::array::from_fn(|unit| round(weights[unit])))
        };
        let one = OUTPUT_SUM_ONE as f32;
        Network {
            biases: units(&weights.biases, &hidden),
            rows: weights.rows.chunks_exact(HIDDEN).map(|row| units(row, &hidden)).collect(),
            outputs: std::array::from_fn(|stage| {
                std::array::from_fn(|view| {
                    let first = (2 * stage + view) * HIDDEN;
                    units(&weights.outputs[first..first + HIDDEN], &output)
                })
            }),
            output_biases: std::array::from_fn(|stage| {
                (weights.output_biases[stage] * one).round() as i32
            }),
            layout,
            header,
        }
    }

    /// The weights as numbers, what the integers stand for.
    pub fn weights(&self) -> FloatWeights {
        let of_units = |units: &HiddenUnits, one: i16| {
            units.0.iter().map(move |unit| f32::from(*unit) / f32::from(one)).collect::<Vec<_>>()
        };
        let one = OUTPUT_SUM_ONE as f32;
        FloatWeights {
            biases: of_units(&self.biases, HIDDEN_ONE),
            rows: self.rows.iter().flat_map(|row| of_units(row, HIDDEN_ONE)).collect(),
            outputs: self
                .outputs
                .iter()
                .flatten()
                .flat_map(|row| of_units(row, OUTPUT_ONE))
                .collect(),
            output_biases: self.output_biases.iter().map(|bias| *bias as f32 / one).collect(),
        }
    }

    /// Where the rows lie.
    pub fn layout(&self) -> &FeatureSet {
        &self.layout
    }

    /// What the file says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// A number that tells the network's weights and scale from others.
    pub fn fingerprint(&self) -> u64 {
        let weights = self.weight_bytes();
        fnv1a(self.header.scale.to_le_bytes().into_iter().chain(weights))
    }

    /// Gives the network another header, for the same board.
    pub fn set_header(&mut self, header: Header) {
        debug_assert_eq!(header.variant, self.header.variant);
        self.header = header;
    }

    /// Reads a file's bytes.
    ///
    /// # Errors
    ///
    /// They are no network, one of another shape, or a damaged one.
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
        let layout = FeatureSet::new(variant);
        let shape = [("rows", layout.rows()), ("hidden", HIDDEN), ("stages", OUTPUT_BUCKETS)];
        for (key, wanted) in shape {
            let found = word(key)?.parse().map_err(|_| NetworkError::Number(key))?;
            if found != wanted {
                return Err(NetworkError::Shape { key, found, wanted });
            }
        }
        let number = |key: &'static str, range: RangeInclusive<f64>| {
            let number = word(key)?.parse().ok().filter(|number| range.contains(number));
            number.ok_or(NetworkError::Number(key))
        };
        let calibration = Calibration::new(
            number("points", Calibration::POINTS_RANGE)?,
            number("draws", Calibration::DRAWS_RANGE)?,
        );
        let scale = word("scale")?.parse().ok().filter(|scale| Header::SCALES.contains(scale));
        let scale = scale.ok_or(NetworkError::Number("scale"))?;
        let training = words.split(' ').skip_while(|word| !word.starts_with("draws=")).skip(1);
        let training = training.collect::<Vec<_>>().join(" ");
        let header = Header { variant, scale, calibration, training };

        let bytes = &rest[1..];
        let units = 1 + layout.rows() + 2 * OUTPUT_BUCKETS;
        let wanted = 2 * HIDDEN * units + 4 * OUTPUT_BUCKETS + 8;
        if bytes.len() != wanted {
            return Err(NetworkError::Length { found: bytes.len(), wanted });
        }
        let (weights, checksum) = bytes.split_at(wanted - 8);
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
            biases: next(),
            rows: (0..layout.rows()).map(|_| next()).collect(),
            outputs: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            output_biases: std::array::from_fn(|stage| {
                i32::from_le_bytes(std::array::from_fn(|byte| biases[4 * stage + byte]))
            }),
            layout,
            header,
        };
        let mut outputs = network.outputs.iter().flatten().flat_map(|units| units.0);
        if outputs.any(|weight| weight.unsigned_abs() > OUTPUT_LIMIT.unsigned_abs()) {
            return Err(NetworkError::OutputWeight);
        }
        Ok(network)
    }

    /// The bytes of a file with this network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Header { variant, scale, calibration, training } = &self.header;
        let (points, draws) = (calibration.points(), calibration.draws());
        let mut bytes = format!(
            "{MAGIC}variant={variant} rows={} hidden={HIDDEN} stages={OUTPUT_BUCKETS} scale={scale} \
             points={points} draws={draws} {training}\n",
            self.rows.len()
        )
        .into_bytes();
        let line = bytes.len() - 1;
        bytes.extend(self.weight_bytes());
        let checksum = fnv1a(bytes[..line].iter().chain(&bytes[line + 1..]).copied());
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    fn weight_bytes(&self) -> Vec<u8> {
        let units = std::iter::once(&self.biases).chain(&self.rows);
        let units = units.chain(self.outputs.iter().flatten()).flat_map(|units| units.0);
        let biases = self.output_biases.into_iter().flat_map(i32::to_le_bytes);
        units.flat_map(i16::to_le_bytes).chain(biases).collect()
    }

    /// The hidden units of one view of a position with these rows.
    pub(super) fn units(&self, rows: impl IntoIterator<Item = FeatureIndex>) -> HiddenUnits {
        let mut sums = self.biases;
        for row in rows {
            for (sum, weight) in sums.0.iter_mut().zip(&self.rows[usize::from(row)].0) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        sums
    }

    /// The score of hidden units: the mover's view and the opponent's.
    #[inline]
    pub(super) fn output(&self, stage: usize, own: &HiddenUnits, other: &HiddenUnits) -> Score {
        let [own_weights, other_weights] = &self.outputs[stage];
        let sum = activated(own, own_weights) + activated(other, other_weights);
        let output = sum + i64::from(self.output_biases[stage]);
        Score::centimen((output * i64::from(self.header.scale) / OUTPUT_SUM_ONE) as i32)
    }
}

/// The sum of squared clipped units times their weights. All factors fit 16 bits, which lets the compiler
/// multiply and add them in pairs.
#[inline]
fn activated(units: &HiddenUnits, weights: &HiddenUnits) -> i64 {
    let chunks = units.0.chunks_exact(CHUNK).zip(weights.0.chunks_exact(CHUNK));
    let sums = chunks.map(|(units, weights)| {
        let mut sum = 0_i32;
        for (unit, weight) in units.iter().zip(weights) {
            let clipped = ((*unit).clamp(0, HIDDEN_ONE) as u16) << SQUARE_SHIFT;
            let squared = (u32::from(clipped) * u32::from(clipped)) >> 16;
            sum += i32::from(squared as i16) * i32::from(*weight);
        }
        i64::from(sum)
    });
    sums.sum()
}
