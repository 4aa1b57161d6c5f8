//! Writes games in any format that is written.

use crate::{Format, GameRecord, abstractplay, json, pgn};
use emergo::{Coordinates, Variant, write_move};

/// Why games, or a game, cannot be written in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format is only read.
    #[error("{0} is only read, not written")]
    OnlyRead(Format),
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
    /// How games are written. Fails for a format that is only read.
    ///
    /// ```
    /// use emergo_records::{Format, ReadOptions, read_records};
    ///
    /// let games = read_records("1. e4! e6 2. f4 {a comment} d6", &ReadOptions::default()).games;
    /// let writer = Format::Moves.writer()?;
    /// let text = (writer.write)(games[0].as_ref().expect("all moves are legal"))?;
    /// assert_eq!(text, "e4 e6 f4 d6\n");
    /// # Ok::<(), emergo_records::WriteError>(())
    /// ```
    pub fn writer(self) -> Result<Writer, WriteError> {
        let plain = |write| Writer { write, before: "", between: "", after: "" };
        match self {
            Format::Pgn => Ok(plain(|game| Ok(pgn::write_game(game)))),
            Format::Json => Ok(plain(|game| Ok(json::write_line(game)))),
            Format::Moves => Ok(plain(moves_line)),
            Format::AbstractPlay => Ok(Writer {
                write: abstractplay::write_game,
                before: "[\n",
                between: ",\n",
                after: "\n]\n",
            }),
            Format::MindSports | Format::Tutor | Format::Zillions => {
                Err(WriteError::OnlyRead(self))
            }
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
