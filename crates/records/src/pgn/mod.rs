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
pub(crate) use reader::read_games_with;
pub use reader::{Games, read_games};
pub use writer::write_game;

/// What a text without tags contains.
pub(crate) enum TextKind {
    /// Comments, NAGs or variations: only PGN has them.
    Annotated,
    /// Moves, turn numbers and results. These are the moves.
    Moves(Vec<String>),
}

/// Finds out what a text contains.
pub(crate) fn text_kind(text: &str) -> TextKind {
    let mut lexer = lexer::Lexer::new(text);
    let mut moves = Vec::new();
    while let Some(token) = lexer.next() {
        match token {
            Ok(lexer::Token::Move(word)) => moves.push(word.to_owned()),
            Ok(lexer::Token::Result(_)) => {}
            _ => return TextKind::Annotated,
        }
    }
    TextKind::Moves(moves)
}

/// Is this, in either letter case, a tag with a field of its own in a record?
fn is_typed_tag(name: &str) -> bool {
    const TYPED: [&str; 20] = [
        "Event",
        "Site",
        "Date",
        "Round",
        "White",
        "Black",
        "Result",
        "Variant",
        "Coordinates",
        "Blocked",
        "Repetition",
        "TimeControl",
        "WhiteTimeControl",
        "BlackTimeControl",
        "SetUp",
        "FEN",
        "PlyCount",
        "Termination",
        "Match",
        "GameDuration",
    ];
    TYPED.iter().any(|typed| typed.eq_ignore_ascii_case(name))
}
