#![doc = include_str!("../README.md")]
//!
//! # Modules
//!
//! | module | contents |
//! |---|---|
//! | `record`, `termination`, `error` | a game; why it ended; what is wrong with it |
//! | `format`, `detect`, `board_choice` | the formats; how a text shows its format, its board and its coordinates |
//! | `read`, `write`, [`convert`] | the entries: reading, writing and converting games of any format |
//! | [`pgn`], [`json`], `abstractplay`, `zillions` | formats with a reader of their own |
//! | `move_list`, `mindsports`, `tutor` | lists of moves, and what two sources write in their own way |
//! | `end_word` | words such as `resign` in place of a last move |
//! | `canonical_game` | games that are equal under a symmetry of the board |

mod abstractplay;
mod board_choice;
mod canonical_game;
pub mod convert;
mod detect;
mod end_word;
mod error;
mod format;
pub mod json;
mod mindsports;
mod move_list;
pub mod pgn;
mod read;
mod record;
mod termination;
mod tutor;
mod write;
mod zillions;

pub use board_choice::{BoardChoice, BoardCoordinates};
pub use canonical_game::CanonicalGame;
pub use error::{GameError, JsonError, ReadError};
pub use format::{Format, UnknownFormat};
pub use read::{ReadOptions, ReadReport, read_records};
pub use record::{Evaluation, GameRecord, MatchGame, MoveInfo, PlayerInfo, RecordedMove};
pub use termination::Termination;
pub use write::{WriteError, Writer};

/// The result of a game that is not finished.
const NO_RESULT: &str = "*";

/// What some editors write at the start of a text in UTF-8. Readers of files ignore it.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// The text of a file without a byte order mark: UTF-8, or Latin-1 if it is not valid UTF-8.
///
/// ```
/// assert_eq!(emergo_records::decode(b"Gen\xe8ve".to_vec()), "Genève");
/// assert_eq!(emergo_records::decode("\u{feff}Genève".into()), "Genève");
/// ```
pub fn decode(mut bytes: Vec<u8>) -> String {
    if bytes.starts_with(BYTE_ORDER_MARK.as_bytes()) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect())
}

/// Whether a name or another text of a record only stands for an unknown value: nothing, `-`, `?` or `????.??.??`.
pub fn is_unknown(text: &str) -> bool {
    text.chars().all(|character| "-?. ".contains(character))
}

/// A text, or `None` if it stands for an unknown value.
fn known(text: &str) -> Option<String> {
    (!is_unknown(text)).then(|| text.to_owned())
}
