//! Chooses the board and the coordinates of games that do not name theirs.

use crate::error::ReadError;
use crate::record::GameRecord;
use emergo::{Coordinates, Variant};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The games of a text in their order.
pub(crate) type ReadGames = Vec<Result<GameRecord, ReadError>>;

/// The number of legal moves of all games.
pub(crate) fn legal_plies(games: &ReadGames) -> usize {
    let plies = |record: &GameRecord| record.moves.len();
    games
        .iter()
        .map(|game| match game {
            Ok(record) => plies(record),
            Err(error) => error.legal_part().map_or(0, plies),
        })
        .sum()
}

/// A board and a system of coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Board"))]
pub struct BoardCoordinates {
    /// The board.
    pub variant: Variant,
    /// The names of squares.
    pub coordinates: Coordinates,
}

impl fmt::Display for BoardCoordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {} coordinates", self.variant, self.coordinates)
    }
}

/// How the board and the coordinates of the games were found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum BoardChoice {
    /// The games, their format or the options name them.
    Given,
    /// Several were tried. All moves are legal on this one only.
    OnlyLegal {
        /// The board.
        used: BoardCoordinates,
    },
    /// All moves are legal on several boards or in both systems of coordinates. The first one was used.
    Ambiguous {
        /// The one that was used.
        used: BoardCoordinates,
        /// The others on which all moves are legal.
        others: Vec<BoardCoordinates>,
    },
    /// There is an illegal move on each of them. The one with the most legal moves was used.
    NoneLegal {
        /// The one that was used.
        used: BoardCoordinates,
    },
}

impl BoardChoice {
    /// Reads a text for each of these boards and chooses one. There is at least one board.
    pub(crate) fn choose(
        boards: &[BoardCoordinates],
        read: impl Fn(BoardCoordinates) -> ReadGames,
    ) -> (ReadGames, BoardChoice) {
        let mut legal: Option<(BoardCoordinates, Vec<_>)> = None;
        let mut others = Vec::new();
        let mut best: Option<(usize, BoardCoordinates, Vec<_>)> = None;
        for &board in boards {
            let games = read(board);
            if games.iter().any(Result::is_err) {
                let plies = legal_plies(&games);
                if legal.is_none() && best.as_ref().is_none_or(|(most, ..)| plies > *most) {
                    best = Some((plies, board, games));
                }
            } else if legal.is_none() {
                legal = Some((board, games));
            } else {
                others.push(board);
            }
        }
        match (legal, best) {
            (Some((_, games)), _) if boards.len() == 1 || games.is_empty() => {
                (games, BoardChoice::Given)
            }
            (Some((used, games)), _) if others.is_empty() => {
                (games, BoardChoice::OnlyLegal { used })
            }
            (Some((used, games)), _) => (games, BoardChoice::Ambiguous { used, others }),
            (None, Some((_, _, games))) if boards.len() == 1 => (games, BoardChoice::Given),
            (None, Some((_, used, games))) => (games, BoardChoice::NoneLegal { used }),
            (None, None) => (Vec::new(), BoardChoice::Given),
        }
    }
}

impl fmt::Display for BoardChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardChoice::Given => f.write_str("the games or their format name the board"),
            BoardChoice::OnlyLegal { used } => {
                write!(f, "read as {used}, because all moves are legal there only")
            }
            BoardChoice::Ambiguous { used, others } => {
                write!(f, "read as {used}, but the moves are also legal as ")?;
                for (index, other) in others.iter().enumerate() {
                    let separator = if index == 0 { "" } else { " and as " };
                    write!(f, "{separator}{other}")?;
                }
                Ok(())
            }
            BoardChoice::NoneLegal { used } => {
                write!(f, "read as {used}; no board and coordinates make all moves legal")
            }
        }
    }
}
