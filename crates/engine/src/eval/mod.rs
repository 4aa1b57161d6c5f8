//! Evaluation: a small neural network for each board, trained on games of the engine and embedded in the program.
//!
//! | file | contents |
//! |---|---|
//! | `features` | the inputs of the network: [`features::FeatureSet`], [`features::FeatureState`], output buckets |
//! | `triples` | the inputs for pieces in contact |
//! | `network` | weights, network files, SCReLU output |
//! | `accumulator` | [`Evaluator`]: hidden sums updated from position to position |
//! | `explain` | the contribution of each piece to the score, for people |
//! | `material` | a rough material balance for move ordering |
//!
//! The network was trained on positions in which the side to move cannot capture. Captures are left to the search.

pub mod accumulator;
pub mod explain;
pub mod features;
pub mod material;
pub mod network;
mod triples;

pub use accumulator::Evaluator;
pub use network::{Network, NetworkError};

use crate::files::read_regular_file;
use emergo::Variant;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use thiserror::Error;

const BOARDS: usize = Variant::ALL.len();

#[cfg(feature = "embedded-networks")]
static EMBEDDED: LazyLock<[Arc<Network>; BOARDS]> = LazyLock::new(|| {
    let files: [&[u8]; BOARDS] = [
        include_bytes!("../../nets/emergo.net"),
        include_bytes!("../../nets/emergo7.net"),
        include_bytes!("../../nets/hexemergo.net"),
    ];
    files.map(|bytes| Arc::new(Network::read(bytes).expect("the embedded networks are good")))
});

#[cfg(not(feature = "embedded-networks"))]
static EMBEDDED: LazyLock<[Arc<Network>; BOARDS]> =
    LazyLock::new(|| Variant::ALL.map(|variant| Arc::new(Network::zero(variant))));

/// Largest size of a network file in bytes.
const FILE_LIMIT: u64 = 1 << 26;

/// Why no network was read from a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}: {reason}", path.display())]
pub struct NetworkFileError {
    path: PathBuf,
    reason: NetworkFileReason,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
enum NetworkFileReason {
    #[error("{0}")]
    Read(String),
    #[error(transparent)]
    Network(#[from] NetworkError),
    #[error("a network for {network}, but the board is {board}")]
    OtherBoard { network: Variant, board: Variant },
}

/// A network for each board.
#[derive(Clone, Debug)]
pub struct Networks([Arc<Network>; BOARDS]);

impl Networks {
    /// The networks of the program. Without the feature `embedded-networks` their scores are 0.
    pub fn embedded() -> Networks {
        Networks(EMBEDDED.clone())
    }

    /// The networks of the program. If there is a file, its network replaces the one of the same board.
    ///
    /// # Errors
    ///
    /// The file can't be read or is not a network for this program.
    pub fn with_file(path: Option<&Path>) -> Result<Networks, NetworkFileError> {
        Networks::with_checked_file(path, |_| Ok(()))
    }

    /// The networks of the program. If there is a file, its network replaces the one for `board`.
    ///
    /// # Errors
    ///
    /// The file can't be read, is not a network for this program, or is one for another board.
    pub fn for_board(path: Option<&Path>, board: Variant) -> Result<Networks, NetworkFileError> {
        Networks::with_checked_file(path, |network| match network.header().variant {
            variant if variant == board => Ok(()),
            variant => Err(NetworkFileReason::OtherBoard { network: variant, board }),
        })
    }

    fn with_checked_file(
        path: Option<&Path>,
        check: impl Fn(&Network) -> Result<(), NetworkFileReason>,
    ) -> Result<Networks, NetworkFileError> {
        let mut networks = Networks::embedded();
        if let Some(path) = path {
            let read = read_file(path).and_then(|network| check(&network).map(|()| network));
            let network =
                read.map_err(|reason| NetworkFileError { path: path.to_owned(), reason })?;
            networks.replace(network);
        }
        Ok(networks)
    }

    /// Replaces the network of a board.
    pub fn replace(&mut self, network: Network) {
        let variant = network.header().variant;
        self.0[variant as usize] = Arc::new(network);
    }

    /// The network for a board.
    pub fn of(&self, variant: Variant) -> &Arc<Network> {
        &self.0[variant as usize]
    }
}

fn read_file(path: &Path) -> Result<Network, NetworkFileReason> {
    let bytes = read_regular_file(path, FILE_LIMIT)
        .map_err(|error| NetworkFileReason::Read(error.to_string()))?;
    Ok(Network::read(&bytes)?)
}
