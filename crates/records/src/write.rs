//! Writes games in any format.

use crate::abstractplay::{self, NotAbstractPlay};
use crate::{GameRecord, json, pgn};
use emergo::{Coordinates, write_move};
use std::fmt;
use std::str::FromStr;

/// A format that is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TargetFormat {
    /// PGN: [`crate::pgn`].
    #[default]
    Pgn,
    /// One game per line of JSON: [`crate::json`].
    Json,
    /// One line per game with its moves in oblique coordinates, separated by blanks.
    Moves,
    /// A JSON array of records of AbstractPlay: [`crate::abstractplay`].
    AbstractPlay,
}

impl TargetFormat {
    /// All formats.
    pub const ALL: [TargetFormat; 4] =
        [TargetFormat::Pgn, TargetFormat::Json, TargetFormat::Moves, TargetFormat::AbstractPlay];

    /// The name as an option value: `pgn`, `json`, `moves` or `abstractplay`.
    pub const fn name(self) -> &'static str {
        match self {
            TargetFormat::Pgn => "pgn",
            TargetFormat::Json => "json",
            TargetFormat::Moves => "moves",
            TargetFormat::AbstractPlay => "abstractplay",
        }
    }
}

impl fmt::Display for TargetFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not the name of a [`TargetFormat`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the formats are pgn, json, moves and abstractplay")]
pub struct UnknownTargetFormat;

impl FromStr for TargetFormat {
    type Err = UnknownTargetFormat;

    /// Reads the name of a format in either letter case.
    fn from_str(text: &str) -> Result<TargetFormat, UnknownTargetFormat> {
        TargetFormat::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(text))
            .ok_or(UnknownTargetFormat)
    }
}

/// Why a game cannot be written in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WriteError {
    /// A list of moves has no start position.
    #[error("a list of moves has no start position")]
    MovesStart,
    /// AbstractPlay does not have such games.
    #[error(transparent)]
    AbstractPlay(#[from] NotAbstractPlay),
}

/// Writes games as one text. Calls `left_out` with the index of each game that the format cannot hold.
///
/// ```
/// use emergo_records::{ReadOptions, TargetFormat, read_records, write_records};
///
/// let games = read_records("1. e4! e6 2. f4 {a comment} d6", &ReadOptions::default()).games;
/// let games: Vec<_> = games.into_iter().flatten().collect();
/// let text = write_records(TargetFormat::Moves, &games, |index, error| panic!("{index}: {error}"));
/// assert_eq!(text, "e4 e6 f4 d6\n");
/// ```
pub fn write_records(
    format: TargetFormat,
    games: &[GameRecord],
    mut left_out: impl FnMut(usize, WriteError),
) -> String {
    let written: Vec<String> = games
        .iter()
        .enumerate()
        .filter_map(|(index, game)| format.write(game).map_err(|error| left_out(index, error)).ok())
        .collect();
    let Frame { before, between, after } = format.frame();
    format!("{before}{}{after}", written.join(between))
}

/// The text around the games of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Before the first game.
    pub before: &'static str,
    /// Between two games.
    pub between: &'static str,
    /// After the last game.
    pub after: &'static str,
}

impl TargetFormat {
    /// The text around the games of a file.
    pub const fn frame(self) -> Frame {
        match self {
            TargetFormat::Pgn | TargetFormat::Json | TargetFormat::Moves => {
                Frame { before: "", between: "", after: "" }
            }
            TargetFormat::AbstractPlay => Frame { before: "[\n", between: ",\n", after: "\n]\n" },
        }
    }

    /// Writes one game.
    ///
    /// # Errors
    ///
    /// The format cannot hold the game.
    pub fn write(self, game: &GameRecord) -> Result<String, WriteError> {
        match self {
            TargetFormat::Pgn => Ok(pgn::write_game(game)),
            TargetFormat::Json => Ok(json::write_line(game)),
            TargetFormat::Moves if game.start.is_some() => Err(WriteError::MovesStart),
            TargetFormat::Moves => Ok(moves_line(game)),
            TargetFormat::AbstractPlay => Ok(abstractplay::write_game(game)?),
        }
    }
}

fn moves_line(game: &GameRecord) -> String {
    let text = |mv| write_move(game.variant, Coordinates::Oblique, mv);
    let moves: Vec<String> = game.moves.iter().map(|recorded| text(recorded.mv)).collect();
    moves.join(" ") + "\n"
}
