//! Evaluation: a small network over what the [`inputs`] say of a position, learned from the engine's own games and
//! embedded in the program, one for each board. [`material`] is what is left where a rough idea is enough.
//!
//! Never ask for the score of a position in which the side to move can capture: what a capture will take is the
//! search's to find out.

pub mod accumulator;
pub mod explain;
pub mod features;
pub mod material;
pub mod network;

pub use accumulator::Evaluator;
pub use network::{Network, NetworkError};

use emergo::Variant;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

static EMBEDDED: LazyLock<[Arc<Network>; 3]> = LazyLock::new(|| {
    let files: [&[u8]; 3] = [
        include_bytes!("../../../../nets/emergo.net"),
        include_bytes!("../../../../nets/emergo7.net"),
        include_bytes!("../../../../nets/hexemergo.net"),
    ];
    files.map(|bytes| Arc::new(Network::read(bytes).expect("the embedded networks are good")))
});

/// More than any network has bytes.
const FILE_LIMIT: u64 = 1 << 26;

/// Why a file gave no network.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkFileError {
    path: PathBuf,
    reason: String,
}

impl fmt::Display for NetworkFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.reason)
    }
}

impl std::error::Error for NetworkFileError {}

/// A network for each board.
#[derive(Clone, Debug)]
pub struct Networks([Arc<Network>; 3]);

impl Networks {
    /// Those of the program.
    pub fn embedded() -> Networks {
        Networks(EMBEDDED.clone())
    }

    /// Those of the program, but for the board of the network in this file.
    ///
    /// # Errors
    ///
    /// The file can't be read or is no network that fits.
    pub fn with_file(path: Option<&Path>) -> Result<Networks, NetworkFileError> {
        let mut networks = Networks::embedded();
        if let Some(path) = path {
            let error = |reason| NetworkFileError { path: path.to_owned(), reason };
            let mut bytes = Vec::new();
            // A pipe could keep the engine waiting for ever.
            let is_file =
                std::fs::metadata(path).map_err(|reason| error(reason.to_string()))?.is_file();
            if !is_file {
                return Err(error("not a file".to_owned()));
            }
            File::open(path)
                .and_then(|file| file.take(FILE_LIMIT).read_to_end(&mut bytes))
                .map_err(|reason| error(reason.to_string()))?;
            let network = Network::read(&bytes).map_err(|reason| error(reason.to_string()))?;
            let variant = network.header().variant;
            networks.0[variant as usize] = Arc::new(network);
        }
        Ok(networks)
    }

    /// The network for a board.
    pub fn of(&self, variant: Variant) -> &Arc<Network> {
        &self.0[variant as usize]
    }
}
