//! Game records of Emergo: one type, [`GameRecord`], with a reader and a writer for each format.
//!
//! - [`pgn`]: PGN with Emergo's move text.
//! - [`json`]: one game per line of JSON, as a match writes it. `GameRecord` also implements the traits of serde.
//!
//! Readers check every move against the rules. The crate works on text. The caller opens and writes the files.

pub mod as_text;
mod error;
pub mod json;
pub mod pgn;
mod record;
mod termination;

pub use error::{GameError, ReadError};
pub use record::{Evaluation, GameRecord, MatchGame, MoveInfo, PlayerInfo, RecordedMove};

/// The result of a game that is not finished.
const NO_RESULT: &str = "*";

/// Reads all games of a text in either format. A text that begins with a JSON object is JSON
/// lines, any other text is PGN.
///
/// A game that cannot be read is an `Err`, and the games after it are still read.
///
/// ```
/// for (text, players) in [
///     ("[White \"Ann\"]\n\n1. e4 e6 *", [Some("Ann"), None]),
///     (r#"{"variant":"emergo","white":"Ann","moves":[{"move":"e4"}],"result":"*"}"#, [Some("Ann"), None]),
/// ] {
///     let games: Result<Vec<_>, _> = emergo_records::read_any_format(text).collect();
///     let game = &games?[0];
///     assert_eq!(game.players.each_ref().map(|player| player.name.as_deref()), players);
/// }
/// # Ok::<(), emergo_records::ReadError>(())
/// ```
pub fn read_any_format(text: &str) -> Box<dyn Iterator<Item = Result<GameRecord, ReadError>> + '_> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // A comment of PGN begins with a brace, too.
    let object = text.trim_start().strip_prefix('{').map(str::trim_start);
    match object.is_some_and(|inside| inside.starts_with(['"', '}'])) {
        true => Box::new(json::read_games(text)),
        false => Box::new(pgn::read_games(text)),
    }
}

/// The text of a file: UTF-8, or Latin-1 if it is not valid UTF-8.
///
/// ```
/// assert_eq!(emergo_records::decode(b"Gen\xe8ve".to_vec()), "Genève");
/// assert_eq!(emergo_records::decode("Genève".into()), "Genève");
/// ```
pub fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().copied().map(char::from).collect())
}

/// A text, or `None` if it only stands for an unknown value: nothing, `-`, `?` or `????.??.??`.
fn known(text: &str) -> Option<String> {
    let stands_for_unknown = text.chars().all(|character| "-?. ".contains(character));
    (!stands_for_unknown).then(|| text.to_owned())
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
