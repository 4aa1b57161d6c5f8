//! PGN with Emergo's move text.
//!
//! Beyond the tags of chess there are `Variant`, `Coordinates`, `Blocked` and `Repetition` for the rules, and `Match` for
//! a game of a match, whose `Round` is `PAIR.GAME`. The engine's report is a comment such as `{+0.35/12 0.10s n=4838}`:
//! score in men or moves to the end (`+M3`) from the mover's view, depth, time, and nodes.

mod engine_comment;
mod game_duration;
mod lexer;
mod reader;
mod writer;

pub use lexer::FIRST_TAG;
use lexer::{Lexer, Token};
pub(crate) use reader::read_games;
pub use writer::write_game;

/// The moves of a text; `None` if it has tags, comments, NAGs or variations, as only PGN does.
pub(crate) fn bare_moves(text: &str) -> Option<Vec<&str>> {
    let mut lexer = Lexer::new(text);
    let mut moves = Vec::new();
    while let Some(token) = lexer.next() {
        match token {
            Token::Move(word) => moves.push(word),
            Token::Result(_) => {}
            _ => return None,
        }
    }
    Some(moves)
}

/// Is a tag of [`GameRecord::tags`](crate::GameRecord::tags) with this name written as PGN? A record that was read can have others.
pub fn is_further_tag(name: &str) -> bool {
    let is_word = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    !name.is_empty() && is_word && !is_typed_tag(name)
}

/// Is this, in either letter case, a tag with a field of its own in a record?
fn is_typed_tag(name: &str) -> bool {
    const TYPED: &str = "Event Site Date Round White Black Result Variant Coordinates Blocked Repetition \
        TimeControl WhiteTimeControl BlackTimeControl SetUp FEN PlyCount Termination Match GameDuration";
    TYPED.split(' ').any(|typed| typed.eq_ignore_ascii_case(name))
}
