//! Network files: a line of text, then the weights.
//!
//! ```text
//! file    = header line, weights, checksum
//! header  = "luctor-net 3 variant=NAME features=N hidden=N buckets=N scale=N draws=N" training "\n"
//! weights = i16 biases of the hidden units; i16 weights of the hidden units, feature by feature; i16 output weights,
//!           bucket by bucket, of the mover's view, then of the opponent's; i32 output biases
//! ```
//!
//! In the header `features` is the number of features and `buckets` the number of output buckets. `scale` is the number of
//! centimen of one unit of the output. `draws` is four times the share of draws in equal positions. The words after them are
//! free and describe the training. All numbers are little-endian. The checksum is FNV-1a of header line and weights.

use super::features::{FeatureSet, OUTPUT_BUCKETS};
use super::network::{HIDDEN, HiddenUnits, Network, NetworkHeader, OUTPUT_LIMIT};
use luctor_system::checksum::fnv1a;
use luctor_system::files::{FileError, read_file};
use luctor_system::header::header_value;
use std::path::Path;
use thiserror::Error;

/// Why bytes are not a network for this program.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum NetworkError {
    #[error("no network: the first line does not begin with {MAGIC:?}")]
    Header,
    #[error("no network: its header has no good {0}=")]
    Word(&'static str),
    #[error("the network has {key}={found}, this program needs {expected}")]
    Shape { key: &'static str, found: usize, expected: usize },
    #[error("the network has {found} bytes of weights, its header needs {expected}")]
    Length { found: usize, expected: usize },
    #[error("the network is damaged: its checksum is wrong")]
    Checksum,
    /// An output weight is so large that sums could overflow.
    #[error("the network has an output weight beyond {OUTPUT_LIMIT}")]
    OutputWeight,
}

const MAGIC: &str = "luctor-net 3 ";
/// Largest size of a network file in bytes.
const FILE_LIMIT: u64 = 1 << 26;

impl Network {
    /// Reads a network file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or [`Network::read`] fails.
    pub fn open(path: &Path) -> Result<Network, FileError> {
        read_file(path, FILE_LIMIT, Network::read)
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
        let (header, feature_set) = read_header(line)?;
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
        let network = read_weights(weights, header, feature_set);
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

    /// A hash of weights and scale, to tell networks apart.
    pub fn fingerprint(&self) -> u64 {
        let weights = self.weight_bytes();
        fnv1a(self.header.scale.to_le_bytes().into_iter().chain(weights))
    }
}

/// Reads the header line, and makes the features of its board. Checks that the network has the shape of this program.
fn read_header(line: &str) -> Result<(NetworkHeader, FeatureSet), NetworkError> {
    let words = line.strip_prefix(MAGIC).ok_or(NetworkError::Header)?;
    let variant = header_value(words, "variant").ok_or(NetworkError::Word("variant"))?;
    let feature_set = FeatureSet::new(variant);
    for (key, expected) in
        [("features", feature_set.size()), ("hidden", HIDDEN), ("buckets", OUTPUT_BUCKETS)]
    {
        let found = header_value(words, key).ok_or(NetworkError::Word(key))?;
        if found != expected {
            return Err(NetworkError::Shape { key, found, expected });
        }
    }
    let draws = header_value(words, "draws").filter(|draws| NetworkHeader::DRAWS.contains(draws));
    let draws = draws.ok_or(NetworkError::Word("draws"))?;
    let scale = header_value(words, "scale").filter(|scale| NetworkHeader::SCALES.contains(scale));
    let scale = scale.ok_or(NetworkError::Word("scale"))?;
    let training = words.split(' ').skip_while(|word| !word.starts_with("draws=")).skip(1);
    let training = training.collect::<Vec<_>>().join(" ");
    Ok((NetworkHeader { variant, scale, draws, training }, feature_set))
}

/// Reads as many bytes of weights as the network has.
fn read_weights(weights: &[u8], header: NetworkHeader, feature_set: FeatureSet) -> Network {
    let (units, biases) = weights.split_at(weights.len() - 4 * OUTPUT_BUCKETS);
    let mut units = units.chunks_exact(2 * HIDDEN).map(|bytes| {
        HiddenUnits(std::array::from_fn(|unit| {
            i16::from_le_bytes([bytes[2 * unit], bytes[2 * unit + 1]])
        }))
    });
    let mut next = || units.next().expect("the length was checked");
    Network {
        feature_biases: next(),
        feature_weights: (0..feature_set.size()).map(|_| next()).collect(),
        output_weights: std::array::from_fn(|_| std::array::from_fn(|_| next())),
        output_biases: std::array::from_fn(|bucket| {
            i32::from_le_bytes(std::array::from_fn(|byte| biases[4 * bucket + byte]))
        }),
        feature_set,
        header,
    }
}
