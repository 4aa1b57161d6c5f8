//! What was played in a position, and with what results, over many games.
//!
//! An [`IndexWriter`] reads games into an index, a file; [`Index`] answers from it. Positions are the same if they are
//! equal or symmetric to each other, however they were reached. The games of each source (such as a server) are counted
//! separately. A [`GameTable`] has few games in memory.
//!
//! | file | contents |
//! |---|---|
//! | `answer`, `answer_text`, `error` | what an index answers, as data and as text; its errors |
//! | `canonical` | positions and moves under the symmetries of the board |
//! | `observations` | the rows of an index, and the moves of games of which they are made |
//! | `game_table` | games in memory |
//! | `index_file` | the file of an index |
//! | `writer`, `index` | writing; reading |
//! | `book` | makes opening books |
// CITE: key, values and sample games as in https://github.com/lichess-org/lila-openingexplorer

mod answer;
mod answer_text;
pub mod book;
mod canonical;
mod error;
mod game_table;
mod index;
mod index_file;
mod observations;
mod writer;

pub use answer::{ExampleGame, ExplorerAnswer, ExplorerMove, GameCounts, SourceMove};
pub use error::IndexError;
pub use game_table::GameTable;
pub use index::Index;
pub use writer::{IndexTotals, IndexWriter};
