//! Writes games in any format that is written.

use crate::{Format, GameRecord, abstractplay, json, pgn};
use emergo::{Coordinates, Variant, write_move};

/// Why a game cannot be written in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// A list of moves has no start position.
    #[error("a list of moves has no start position")]
    MovesStart,
    /// AbstractPlay has only the 9x9 board.
    #[error("AbstractPlay has only the board emergo, not {0}")]
    AbstractPlayVariant(Variant),
    /// A record of AbstractPlay has no start position.
    #[error("a record of AbstractPlay has no start position")]
    AbstractPlayStart,
}

/// Writes games in one format. [`TextOutput`](crate::convert::TextOutput) joins them.
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    /// Writes one game. Fails if the format cannot hold it.
    pub write: fn(&GameRecord) -> Result<String, WriteError>,
    /// The text before the first game.
    pub before: &'static str,
    /// The text between two games.
    pub between: &'static str,
    /// The text after the last game.
    pub after: &'static str,
}

impl Format {
    /// How games are written; `None` of a format that is only read.
    ///
    /// ```
    /// use emergo_records::{Format, ReadOptions, read_records};
    ///
    /// let games = read_records("1. e4! e6 2. f4 {a comment} d6", &ReadOptions::default()).games;
    /// let writer = Format::Moves.writer().expect("lists of moves are written");
    /// let text = (writer.write)(games[0].as_ref().expect("all moves are legal"))?;
    /// assert_eq!(text, "e4 e6 f4 d6\n");
    /// # Ok::<(), emergo_records::WriteError>(())
    /// ```
    pub fn writer(self) -> Option<Writer> {
        let plain = |write| Writer { write, before: "", between: "", after: "" };
        match self {
            Format::Pgn => Some(plain(|game| Ok(pgn::write_game(game)))),
            Format::Json => Some(plain(|game| Ok(json::write_line(game)))),
            Format::Moves => Some(plain(moves_line)),
            Format::AbstractPlay => Some(Writer {
                write: abstractplay::write_game,
                before: "[\n",
                between: ",\n",
                after: "\n]\n",
            }),
            Format::MindSports | Format::Tutor | Format::Zillions => None,
        }
    }
}

fn moves_line(game: &GameRecord) -> Result<String, WriteError> {
    if game.start.is_some() {
        return Err(WriteError::MovesStart);
    }
    let text = |mv| write_move(game.variant, Coordinates::Oblique, mv);
    let moves: Vec<String> = game.moves.iter().map(|recorded| text(recorded.mv)).collect();
    Ok(moves.join(" ") + "\n")
}
