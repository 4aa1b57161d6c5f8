//! PGN with Emergo's move text.
//!
//! Beyond the tags of chess there are `Variant`, `Coordinates` and `Blocked` for the rules, and `Match` for a game
//! of a match, whose `Round` is `PAIR.GAME`. The engine's report is a comment such as `{+0.35/12 0.10s}`:
//! score in men or moves to the end (`+M3`) from the mover's view, depth, and time.

mod engine_comment;
mod lexer;
mod match_games;
mod reader;
mod writer;

pub use match_games::{MatchGames, match_games};
pub use reader::{Games, read_games};
pub use writer::write_game;

/// Is this, in either letter case, a tag with a field of its own in a record?
fn is_typed_tag(name: &str) -> bool {
    const TYPED: [&str; 18] = [
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
        "TimeControl",
        "WhiteTimeControl",
        "BlackTimeControl",
        "SetUp",
        "FEN",
        "PlyCount",
        "Termination",
        "Match",
    ];
    TYPED.iter().any(|typed| typed.eq_ignore_ascii_case(name))
}
