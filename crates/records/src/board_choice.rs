//! Chooses the board and the coordinates of games that do not name theirs.

use crate::error::ReadError;
use crate::record::GameRecord;
use emergo::{Coordinates, Variant};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::fmt;

/// The games of a text in their order.
pub(crate) type ReadGames = Vec<Result<GameRecord, ReadError>>;

/// Are all games without errors?
pub(crate) fn is_legal(games: &ReadGames) -> bool {
    games.iter().all(Result::is_ok)
}

/// A game up to its first illegal move, if it can be read.
pub(crate) fn legal_part(game: &Result<GameRecord, ReadError>) -> Option<&GameRecord> {
    game.as_ref().map_or_else(ReadError::legal_part, Some)
}

/// The first reading without errors, or else the first one with the most legal plies.
pub(crate) fn most_legal<T>(
    readings: impl IntoIterator<Item = (T, ReadGames)>,
) -> Option<(T, ReadGames)> {
    let plies = |games: &ReadGames| -> usize {
        games.iter().filter_map(legal_part).map(|record| record.moves.len()).sum()
    };
    readings.into_iter().min_by_key(|(_, games)| {
        let has_error = !is_legal(games);
        (has_error, Reverse(if has_error { plies(games) } else { 0 }))
    })
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
        let mut legal = Vec::new();
        let readings = boards.iter().map(|&board| {
            let games = read(board);
            legal.extend(is_legal(&games).then_some(board));
            (board, games)
        });
        let Some((used, games)) = most_legal(readings) else {
            return (Vec::new(), BoardChoice::Given);
        };
        let choice = match &legal[..] {
            _ if boards.len() == 1 || games.is_empty() => BoardChoice::Given,
            [] => BoardChoice::NoneLegal { used },
            [_] => BoardChoice::OnlyLegal { used },
            [_, others @ ..] => BoardChoice::Ambiguous { used, others: others.to_vec() },
        };
        (games, choice)
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
                let others: Vec<String> = others.iter().map(ToString::to_string).collect();
                let others = others.join(" and as ");
                write!(f, "read as {used}, but the moves are also legal as {others}")
            }
            BoardChoice::NoneLegal { used } => {
                write!(f, "read as {used}; no board and coordinates make all moves legal")
            }
        }
    }
}
