//! The networks of all boards: those that are embedded in the program, and one from a file.

use super::network::Network;
use emergo::Variant;
use luctor_system::files::FileError;
use std::path::Path;
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

/// A network is for another board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a network for {network}, but the board is {boards}")]
pub struct OtherBoard {
    network: Variant,
    boards: String,
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
    /// The file can't be read, is not a network for this program, or is for none of `boards`.
    pub fn with_file(path: Option<&Path>, boards: &[Variant]) -> Result<Networks, FileError> {
        let mut networks = Networks::embedded();
        if let Some(path) = path {
            let network = Network::open(path)?;
            let variant = network.header().variant;
            if !boards.contains(&variant) {
                let boards: Vec<&str> = boards.iter().map(|board| board.name()).collect();
                let reason = OtherBoard { network: variant, boards: boards.join(" or ") };
                return Err(FileError::new(path, reason));
            }
            networks.replace(network);
        }
        Ok(networks)
    }

    /// Replaces the network of a board.
    pub fn replace(&mut self, network: Network) {
        let variant = network.header().variant;
        self.0[variant as usize] = Arc::new(network);
    }

    /// Checks that a file, if there is one, has replaced the network of this board.
    ///
    /// # Errors
    ///
    /// It has replaced the network of another board only.
    pub fn check_board(&self, board: Variant) -> Result<(), OtherBoard> {
        let is_replaced =
            |variant: &Variant| !Arc::ptr_eq(self.of(*variant), &EMBEDDED[*variant as usize]);
        match Variant::ALL.into_iter().find(is_replaced) {
            Some(network) if !is_replaced(&board) => {
                Err(OtherBoard { network, boards: board.to_string() })
            }
            _ => Ok(()),
        }
    }

    /// The network for a board.
    pub fn of(&self, variant: Variant) -> &Arc<Network> {
        &self.0[variant as usize]
    }
}
