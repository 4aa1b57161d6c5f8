//! Queries about the game. The standard queries of UGI let a match manager referee a game that it does not know. The
//! others let a client show a board without knowing the rules. `luctor gui` does not use these queries, see the crate
//! luctor-board.

use super::command_error::{CommandError, Words, expect_end, wrong};
use emergo::diagram::{BoardLayout, SvgStyle, draw_svg, required_move_text};
use emergo::notation::{write_cells, write_move, write_position};
use emergo::{Bitboard, Coordinates, Game, GameResult, Side};
use thiserror::Error;

/// A query of the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// Has the game ended?
    GameOver,
    /// Is player 1, White, to move?
    P1Turn,
    /// The result of the game.
    Result,
    /// The position text.
    Fen,
    /// Is this a legal move?
    IsLegal(String),
    /// How the game ended, in words.
    Ending,
    /// What the side to move has to do, in words.
    Duty,
    /// The strict form of a legal move.
    Move(String),
    /// Why a move is illegal, in words.
    Why(String),
    /// The pieces of the side to move that the opponent could capture if it were to move.
    Threats,
    /// The board after each jump of a capture, or after another move.
    Stages(String),
    /// A picture of the position.
    Svg {
        /// The layout of the board, which also selects the names of the squares.
        layout: BoardLayout,
        /// Show the board from Black's side.
        turned: bool,
    },
}

/// The arguments of a query.
enum Arguments {
    /// No arguments.
    None(Query),
    /// A move.
    Move(fn(String) -> Query),
    /// Those of `svg`.
    Svg,
}

/// The queries, as messages name them.
const QUERIES: [(&str, Arguments); 12] = [
    ("query gameover", Arguments::None(Query::GameOver)),
    ("query p1turn", Arguments::None(Query::P1Turn)),
    ("query result", Arguments::None(Query::Result)),
    ("query fen", Arguments::None(Query::Fen)),
    ("query islegal", Arguments::Move(Query::IsLegal)),
    ("query ending", Arguments::None(Query::Ending)),
    ("query duty", Arguments::None(Query::Duty)),
    ("query threats", Arguments::None(Query::Threats)),
    ("query move", Arguments::Move(Query::Move)),
    ("query why", Arguments::Move(Query::Why)),
    ("query stages", Arguments::Move(Query::Stages)),
    ("query svg", Arguments::Svg),
];

/// The queries with their arguments, without the word `query`.
#[cfg(test)]
pub(super) fn query_forms() -> [String; QUERIES.len()] {
    QUERIES.map(|(command, arguments)| {
        let name = command.trim_start_matches("query ");
        match arguments {
            Arguments::None(_) => name.to_owned(),
            Arguments::Move(_) => format!("{name} MOVE"),
            Arguments::Svg => format!("{name} [diamond|checkerboard] [turned]"),
        }
    })
}

/// Parses what follows `query`.
pub(super) fn parse_query(mut words: Words) -> Result<Query, CommandError> {
    let first = words.next();
    let is_first = |command: &str| command.strip_prefix("query ") == first;
    match QUERIES.into_iter().find(|(command, _)| is_first(command)) {
        Some((command, Arguments::None(query))) => expect_end(&mut words, command).map(|()| query),
        Some((command, Arguments::Move(query))) => parse_move(words, command).map(query),
        Some((_, Arguments::Svg)) => parse_svg(words),
        None => Err(wrong("query", "a name that help lists", first)),
    }
}

/// Parses the one move that follows the name of a query.
fn parse_move(mut words: Words, command: &'static str) -> Result<String, CommandError> {
    let mv = words.next().ok_or_else(|| wrong(command, "a move", None))?;
    expect_end(&mut words, command)?;
    Ok(mv.to_owned())
}

fn parse_svg(words: Words) -> Result<Query, CommandError> {
    let (mut layout, mut turned) = (BoardLayout::default(), false);
    for word in words {
        match (word, word.parse()) {
            (_, Ok(named)) => layout = named,
            ("turned", _) => turned = true,
            _ => {
                let expected = "diamond or checkerboard, and perhaps turned";
                return Err(wrong("query svg", expected, Some(word)));
            }
        }
    }
    Ok(Query::Svg { layout, turned })
}

/// Why there is no game after a `position` line.
#[derive(Clone, Copy, Debug, Error)]
pub(super) enum NoGame {
    #[error("the last position line could not be read")]
    Unreadable,
    #[error("{winner} wins (illegal move)")]
    Forfeited { winner: Side },
}

/// The result of a game as `query result` answers it.
pub const fn result_word(result: GameResult) -> &'static str {
    match result {
        GameResult::WhiteWins => "p1win",
        GameResult::BlackWins => "p2win",
        GameResult::Draw => "draw",
    }
}

impl Query {
    /// The answer if there is no game: it is over, and no move is legal.
    pub(super) fn answer_without_game(&self, why: NoGame) -> String {
        match (self, why) {
            (Query::GameOver, _) => "true".to_owned(),
            (Query::P1Turn | Query::IsLegal(_), _) => "false".to_owned(),
            (Query::Result, NoGame::Forfeited { winner }) => {
                result_word(GameResult::from_winner(Some(winner))).to_owned()
            }
            (Query::Ending | Query::Why(_), _) => why.to_string(),
            _ => "none".to_owned(),
        }
    }

    /// The answer about a game, without a line break.
    pub(super) fn answer(&self, game: &Game, coordinates: Coordinates) -> String {
        let (position, ending) = (game.position(), game.ending());
        let legal = |text| game.read_move(coordinates, text).ok();
        match self {
            Query::GameOver => ending.is_some().to_string(),
            Query::P1Turn => (position.side() == Side::White).to_string(),
            Query::Result => {
                ending.map_or("none", |ending| result_word(ending.result())).to_owned()
            }
            Query::Fen => write_position(position, game.turn()),
            Query::IsLegal(text) => legal(text).is_some().to_string(),
            Query::Ending => ending.map_or("none".to_owned(), |ending| ending.to_string()),
            Query::Duty if ending.is_some() => "none".to_owned(),
            Query::Duty => required_move_text(position),
            Query::Move(text) => match legal(text) {
                Some(mv) => write_move(position.variant(), coordinates, mv),
                None => "none".to_owned(),
            },
            Query::Why(text) => match game.read_move(coordinates, text) {
                Ok(_) => "legal".to_owned(),
                Err(error) => error.to_string(),
            },
            Query::Threats => names_of(game, coordinates, position.threatened()),
            Query::Stages(text) => match legal(text) {
                Some(mv) => {
                    let parts = mv.partial_moves(position.variant());
                    let cells: Vec<String> =
                        parts.map(|part| write_cells(&position.after(part))).collect();
                    cells.join(" ")
                }
                None => "none".to_owned(),
            },
            Query::Svg { layout, turned } => {
                let (layout, turned) = (*layout, *turned);
                draw_svg(game, SvgStyle { layout, turned, coordinates: layout.coordinates() })
            }
        }
    }
}

/// Names of squares, or `none`.
fn names_of(game: &Game, coordinates: Coordinates, squares: Bitboard) -> String {
    let variant = game.position().variant();
    let names: Vec<String> =
        squares.map(|square| coordinates.name_of(variant, square).to_string()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(words: &str) -> Result<Query, String> {
        parse_query(words.split_ascii_whitespace().peekable()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_wrong_query_is_refused_with_a_message() {
        let table = [
            ("", "query takes a name that help lists, but the line ends"),
            ("weather", "query takes a name that help lists, not 'weather'"),
            ("islegal", "query islegal takes a move, but the line ends"),
            ("why", "query why takes a move, but the line ends"),
            ("stages ", "query stages takes a move, but the line ends"),
            (
                "svg turned round",
                "query svg takes diamond or checkerboard, and perhaps turned, not 'round'",
            ),
        ];
        for (words, message) in table {
            assert_eq!(query(words), Err(message.to_owned()), "query {words}");
        }
    }

    #[test]
    fn the_arguments_of_svg_come_in_any_order() {
        let picture = Query::Svg { layout: BoardLayout::Checkerboard, turned: true };
        for words in ["svg turned checkerboard", "svg Checkerboard turned"] {
            assert_eq!(query(words), Ok(picture.clone()), "query {words}");
        }
    }
}
