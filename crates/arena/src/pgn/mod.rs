//! Games for people: PGN's tags and comments around this project's move text, written by the match runner
//! and read by `luctor show --game`.

mod reader;
mod writer;

pub use reader::{PgnError, PgnGame, is_move_word, read_game};
pub use writer::{games_of_match, write_game};
