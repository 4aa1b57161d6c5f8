//! What was played in a position, and with what results, over many games.
//!
//! An [`IndexWriter`] reads games into an index, a file; [`Index`] answers from it. Positions are the same if they are
//! equal or symmetric to each other, however they were reached. The games of each source (such as a server) are counted
//! separately.
//!
//! [`book`] makes opening books.
//!
//! | file | contents |
//! |---|---|
//! | `tables` | the tables of an index |
//! | `canonical` | positions and moves under the symmetries of the board |
//! | `observations` | the moves of the games, sorted, before they are written |
//! | `writer`, `index` | writing; reading |
//! | `file_check` | is the file complete? |
// CITE: key, values and sample games as in https://github.com/lichess-org/lila-openingexplorer

mod answer;
pub mod book;
mod canonical;
mod error;
mod file_check;
mod index;
mod observations;
mod tables;
mod writer;

pub use answer::{ExampleGame, ExplorerAnswer, ExplorerMove, GameCounts, SourceMove};
pub use error::IndexError;
pub use index::Index;
pub use writer::{IndexTotals, IndexWriter};
