//! Why a record cannot be read. `Display` leaves the cause to `source`, as error reporters expect.

use crate::record::GameRecord;
use emergo::notation::{MoveTextError, PositionTextError, UnknownCoordinates};
use emergo::{UnknownBlocked, UnknownRepetition, UnknownResult, UnknownVariant};
use serde::Serialize;
use std::error::Error;
use std::fmt;

/// A game of a text that cannot be read, and where it is.
#[derive(Debug, thiserror::Error)]
#[error("game {game}, line {line}")]
pub struct ReadError {
    /// The number of the game in the text, from 1.
    pub game: usize,
    /// The number of the line in the text, from 1.
    pub line: usize,
    /// What is wrong.
    pub source: GameError,
}

impl ReadError {
    /// The error and its causes in one line: `game 2, line 9: ply 1: illegal move 'e5': ...`.
    pub fn sentence(&self) -> String {
        sentence(self)
    }

    /// The game without an illegal move and what follows it in its line; `None` if the game cannot be read for another
    /// reason.
    pub fn legal_part(&self) -> Option<&GameRecord> {
        match &self.source {
            GameError::Move { legal_part, .. } => Some(legal_part),
            _ => None,
        }
    }
}

/// Why a line is not the JSON that is expected. `Display` leaves out the middle of a long message, because serde_json quotes
/// whole strings of the text, and the number of the line, which is 1 in each line of a file.
#[derive(Debug)]
pub struct JsonError(pub serde_json::Error);

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_eof() {
            return f.write_str("it is incomplete");
        }
        const HALF: usize = 100;
        let message = self.0.to_string().replace(" at line 1 column ", " at byte ");
        let message: Vec<char> = message.chars().collect();
        if message.len() <= 2 * HALF {
            return f.write_str(&String::from_iter(message));
        }
        let [first, last] = [&message[..HALF], &message[message.len() - HALF..]];
        write!(f, "{}…{}", String::from_iter(first), String::from_iter(last))
    }
}

impl Error for JsonError {}

impl From<serde_json::Error> for GameError {
    fn from(error: serde_json::Error) -> GameError {
        GameError::Json(JsonError(error))
    }
}

/// Why a game cannot be read.
#[derive(Debug, thiserror::Error, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub enum GameError {
    /// The line is not a JSON object with the keys of a game.
    #[error("not a game record")]
    Json(
        #[source]
        #[serde(skip)]
        JsonError,
    ),
    /// A tag, a comment or a variation has no end.
    #[error("a {bracket} without its end")]
    Unclosed {
        /// The opening bracket.
        bracket: char,
    },
    /// A bracket is where no variation can begin or end.
    #[error("unexpected {character}")]
    Unexpected {
        /// The bracket.
        character: char,
    },
    /// Variations are nested more than [`RecordedMove::MAX_NESTING`](crate::RecordedMove::MAX_NESTING) deep.
    #[error("variations are nested too deep")]
    Nesting,
    /// A text in the format of Zillions has neither `VariantName` nor a ply.
    #[error("not a saved game of Zillions")]
    NotASavedGame,
    /// There is no such board.
    #[error("the variant")]
    Variant(
        #[source]
        #[serde(skip)]
        UnknownVariant,
    ),
    /// The start is not a position of the board.
    #[error("the start position")]
    Start {
        /// What is wrong.
        #[source]
        fault: PositionTextError,
    },
    /// There are no such coordinates.
    #[error("the coordinates")]
    Coordinates(
        #[source]
        #[serde(skip)]
        UnknownCoordinates,
    ),
    /// There is no such rule for a blocked side.
    #[error("the rule for a blocked side")]
    Blocked(
        #[source]
        #[serde(skip)]
        UnknownBlocked,
    ),
    /// There is no such rule for repetition.
    #[error("the rule for repetition")]
    Repetition(
        #[source]
        #[serde(skip)]
        UnknownRepetition,
    ),
    /// The result is not one of `1-0`, `0-1`, `1/2-1/2` and `*`.
    #[error("the result")]
    Result(
        #[source]
        #[serde(skip)]
        UnknownResult,
    ),
    /// A move is not legal or cannot be read.
    #[error("ply {ply}{}", if *is_complete { ", in a variation" } else { "" })]
    Move {
        /// The number of the ply, from 1. In a variation it counts from the start of the game, too.
        #[serde(rename = "number")]
        ply: usize,
        /// Where the move begins and ends in its line, in UTF-16 code units from 0, without a byte order mark. Only
        /// PGN and lists of moves have it.
        columns: Option<[u32; 2]>,
        /// The move and the rule that forbids it.
        #[source]
        #[serde(rename = "fault")]
        error: MoveTextError,
        /// Whether the main line is complete: the move is one of a variation.
        is_complete: bool,
        /// The game without this move and what follows it in the main line or in its variation. It has no result if its main
        /// line is not complete.
        #[serde(skip)]
        legal_part: Box<GameRecord>,
    },
}

/// An error and its causes in one line.
pub(crate) fn sentence(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(&format!(": {error}"));
        cause = error.source();
    }
    text
}
