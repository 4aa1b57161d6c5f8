//! Reads a text in any format, and reports the format, the board and the coordinates that were found.

use crate::move_list::{legal_plies, read_any, read_dialect};
use crate::{
    GameDefaults, GameRecord, ReadError, SourceFormat, abstractplay, as_text, json, mindsports,
    pgn, tutor, zillions,
};
use emergo::{Blocked, Coordinates, Variant};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What the caller knows about a text. Everything is optional.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ReadOptions {
    /// The format. `None` detects it.
    pub format: Option<SourceFormat>,
    /// The coordinates of games that do not name theirs: PGN without the tag `Coordinates`, lists of moves, and the
    /// formats of other programs.
    #[serde(with = "as_text::optional")]
    pub coordinates: Option<Coordinates>,
    /// The board of games that do not name theirs.
    #[serde(with = "as_text::optional")]
    pub variant: Option<Variant>,
    /// The rule for a blocked side of games that do not name theirs. `None` is the rule of the format.
    #[serde(with = "as_text::optional")]
    pub blocked: Option<Blocked>,
}

/// The games of a text, and how it was read.
#[derive(Debug)]
pub struct ReadReport {
    /// The format.
    pub format: SourceFormat,
    /// How the board and the coordinates were found.
    pub board: BoardChoice,
    /// The games in their order. A game with an illegal move is an error with the game up to that move:
    /// [`ReadError::legal_part`].
    pub games: Vec<Result<GameRecord, ReadError>>,
}

impl ReadReport {
    /// The number of games with an error.
    pub fn error_count(&self) -> usize {
        self.games.iter().filter(|game| game.is_err()).count()
    }
}

/// A board and a system of coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Board {
    /// The board.
    #[serde(with = "as_text")]
    pub variant: Variant,
    /// The names of squares.
    #[serde(with = "as_text")]
    pub coordinates: Coordinates,
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {} coordinates", self.variant, self.coordinates)
    }
}

/// How the board and the coordinates of the games were found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BoardChoice {
    /// The games, their format or the options name them.
    Given,
    /// Several were tried. All moves are legal on this one only.
    OnlyLegal {
        /// The board.
        used: Board,
    },
    /// All moves are legal on several boards or in both systems of coordinates. The first one was used.
    Ambiguous {
        /// The one that was used.
        used: Board,
        /// The others on which all moves are legal.
        others: Vec<Board>,
    },
    /// There is an illegal move on each of them. The one with the most legal moves was used.
    NoneLegal {
        /// The one that was used.
        used: Board,
    },
}

impl BoardChoice {
    /// Reads a text for each of these boards and chooses one. There is at least one board.
    pub(crate) fn choose(
        boards: &[Board],
        read: impl Fn(Board) -> Vec<Result<GameRecord, ReadError>>,
    ) -> (Vec<Result<GameRecord, ReadError>>, BoardChoice) {
        let mut legal: Option<(Board, Vec<_>)> = None;
        let mut others = Vec::new();
        let mut best: Option<(usize, Board, Vec<_>)> = None;
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

/// Reads all games of a text in any format: the entry of this crate.
///
/// The text of a file comes from [`decode`](crate::decode). A game with an error does not end the reading.
///
/// ```
/// use emergo::{Coordinates, Variant};
/// use emergo_records::{Board, BoardChoice, ReadOptions, SourceFormat, read_records};
///
/// // A list does not name its coordinates. The square a1 exists only on the checkerboard.
/// let report = read_records("1. a1 i9\n2. c3 g7", &ReadOptions::default());
/// assert_eq!(report.format, SourceFormat::Moves);
/// let used = Board { variant: Variant::Emergo, coordinates: Coordinates::Checkerboard };
/// assert_eq!(report.board, BoardChoice::OnlyLegal { used });
/// assert_eq!(report.games[0].as_ref().map(|game| game.moves.len()).ok(), Some(4));
///
/// // The second game has an illegal move.
/// let report = read_records("[Event \"a\"]\n\n1. e4 e6 *\n\n[Event \"b\"]\n\n1. e4 e4 *", &ReadOptions::default());
/// let error = report.games[1].as_ref().unwrap_err();
/// assert_eq!(error.sentence(), "game 2, line 7: ply 2: illegal move 'e4': e4 is not vacant");
/// assert_eq!(error.legal_part().map(|game| game.moves.len()), Some(1));
/// ```
pub fn read_records(text: &str, options: &ReadOptions) -> ReadReport {
    let text = text.trim_start_matches('\u{feff}');
    let format = options.format.unwrap_or_else(|| SourceFormat::detect(text));
    let given = |games| (games, BoardChoice::Given);
    let (games, board) = match format {
        SourceFormat::Pgn => read_pgn(text, options),
        SourceFormat::Json => given(json::read_games(text).collect()),
        SourceFormat::AbstractPlay => given(abstractplay::read_games(text, options)),
        SourceFormat::MindSports => read_dialect(text, mindsports::DIALECT, options),
        SourceFormat::Tutor => read_dialect(text, tutor::DIALECT, options),
        SourceFormat::Zillions => given(vec![zillions::read_game(text, options)]),
        SourceFormat::Moves => read_any(text, options),
    };
    ReadReport { format, board, games }
}

/// Games without the tag `Coordinates` are oblique. If that makes a move illegal, the reader tries the checkerboard.
fn read_pgn(
    text: &str,
    options: &ReadOptions,
) -> (Vec<Result<GameRecord, ReadError>>, BoardChoice) {
    let variant = options.variant.unwrap_or_default();
    let read = |board: Board| {
        let defaults = GameDefaults {
            variant,
            coordinates: board.coordinates,
            blocked: options.blocked.unwrap_or_default(),
            start: None,
        };
        pgn::read_games_with(text, defaults).collect::<Vec<_>>()
    };
    let board = |coordinates| Board { variant, coordinates };
    if let Some(coordinates) = options.coordinates {
        return (read(board(coordinates)), BoardChoice::Given);
    }
    let oblique = read(board(Coordinates::Oblique));
    if oblique.iter().all(Result::is_ok) {
        return (oblique, BoardChoice::Given);
    }
    let used = board(Coordinates::Checkerboard);
    let checkerboard = read(used);
    match checkerboard.iter().all(Result::is_ok) {
        true => (checkerboard, BoardChoice::OnlyLegal { used }),
        false => (oblique, BoardChoice::Given),
    }
}
