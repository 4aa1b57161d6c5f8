//! The explorer: what was played in a position, and with what results, over many games.
//!
//! An [`IndexWriter`] reads games into an index, a file; [`Index`] answers from it. Positions are the same if they are
//! equal or symmetric to each other, however they were reached. The games of each source (such as a server) are counted
//! separately.
//!
//! Without the feature `explorer`, there are only the types of the answer.
// CITE: key, values and sample games as in https://github.com/lichess-org/lila-openingexplorer

mod answer;
#[cfg(feature = "explorer")]
mod canonical;
#[cfg(feature = "explorer")]
mod error;
#[cfg(feature = "explorer")]
mod file_check;
#[cfg(feature = "explorer")]
mod index;
#[cfg(feature = "explorer")]
mod observations;
#[cfg(feature = "explorer")]
mod tables;
#[cfg(feature = "explorer")]
mod writer;

pub use answer::{ExampleGame, ExplorerAnswer, ExplorerMove, GameCounts, SourceMove};
#[cfg(feature = "explorer")]
pub use error::IndexError;
#[cfg(feature = "explorer")]
pub use index::Index;
#[cfg(feature = "explorer")]
pub use writer::{IndexTotals, IndexWriter};
