//! Reads a text in any format, and reports the format, the board and the coordinates that were found.

use crate::board_choice::{BoardChoice, BoardCoordinates, ReadGames, is_legal, legal_part};
use crate::{
    BYTE_ORDER_MARK, Format, GameRecord, ReadError, abstractplay, json, mindsports, move_list, pgn,
    tutor, zillions,
};
use emergo::{Blocked, Coordinates, Variant};
use serde::{Deserialize, Serialize};

/// What the caller knows about a text. Everything is optional.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct ReadOptions {
    /// The format. `None` detects it.
    pub format: Option<Format>,
    /// The coordinates of games that do not name theirs: PGN without the tag `Coordinates`, lists of moves, and the
    /// formats of other programs.
    pub coordinates: Option<Coordinates>,
    /// The board of games that do not name theirs. A PGN game with a start position is on this board if the position fits,
    /// or else on the first board that it fits.
    pub variant: Option<Variant>,
    /// The rule for a blocked side of games that do not name theirs, except JSON. `None` is the rule of the format.
    pub blocked: Option<Blocked>,
}

/// The games of a text, and how it was read.
#[derive(Debug)]
pub struct ReadReport {
    /// The format.
    pub format: Format,
    /// How the board and the coordinates were found.
    pub board: BoardChoice,
    /// The games in their order. A game with an illegal move is an error with its legal part:
    /// [`ReadError::legal_part`].
    pub games: Vec<Result<GameRecord, ReadError>>,
}

/// Reads all games of a text in any format: the entry of this crate.
///
/// The text of a file comes from [`decode`](crate::decode). A game with an error does not end the reading.
///
/// ```
/// use emergo::{Coordinates, Variant};
/// use emergo_records::{BoardCoordinates, BoardChoice, ReadOptions, Format, read_records};
///
/// // A list does not name its coordinates. The square a1 exists only on the checkerboard.
/// let report = read_records("1. a1 i9\n2. c3 g7", &ReadOptions::default());
/// assert_eq!(report.format, Format::Moves);
/// let used = BoardCoordinates { variant: Variant::Emergo, coordinates: Coordinates::Checkerboard };
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
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    let format = options.format.unwrap_or_else(|| Format::detect(text));
    let given = |games| (games, BoardChoice::Given);
    let (mut games, board) = match format {
        Format::Pgn => read_pgn(text, options),
        Format::Json => given(json::read_games(text, options.variant.unwrap_or_default())),
        Format::AbstractPlay => given(abstractplay::read_games(text, options)),
        Format::MindSports => move_list::read(text, &mindsports::DIALECT, options),
        Format::Tutor => move_list::read(text, &tutor::DIALECT, options),
        Format::Zillions => given(vec![zillions::read_game(text, options)]),
        Format::Moves => move_list::read(text, &move_list::ANY, options),
    };
    games.iter_mut().flatten().for_each(GameRecord::complete);
    ReadReport { format, board, games }
}

/// Games without the tag `Coordinates` are oblique, or on the checkerboard if that makes more moves legal.
fn read_pgn(text: &str, options: &ReadOptions) -> (ReadGames, BoardChoice) {
    let read = |coordinates| -> ReadGames {
        pgn::read_games(text, ReadOptions { coordinates, ..*options }, None)
    };
    let given = read(options.coordinates);
    if options.coordinates.is_some() || is_legal(&given) {
        return (given, BoardChoice::Given);
    }
    let games = read(Some(Coordinates::Checkerboard));
    // A game whose syntax error follows an illegal move in one reading only does not count.
    let gained = given.iter().zip(&games).filter_map(|(before, after)| {
        let plies = |game| Some(legal_part(game)?.moves.len() as isize);
        Some(plies(after)? - plies(before)?)
    });
    if !is_legal(&games) && gained.sum::<isize>() <= 0 {
        return (given, BoardChoice::Given);
    }
    // Games with the tag may have other coordinates.
    let mut records = games.iter().filter_map(legal_part);
    let board = match records.find(|game| game.coordinates == Coordinates::Checkerboard) {
        None => BoardChoice::Given,
        Some(&GameRecord { variant, coordinates, .. }) => {
            let used = BoardCoordinates { variant, coordinates };
            match is_legal(&games) {
                true => BoardChoice::OnlyLegal { used },
                false => BoardChoice::NoneLegal { used },
            }
        }
    };
    (games, board)
}
