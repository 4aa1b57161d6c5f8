//! Questions about the game, and their answers, one line each: those that any UGI client asks, and more for a
//! client that shows a board and leaves the rules to the engine.

use super::command::CommandError;
use emergo::diagram::{BoardLayout, SvgStyle, draw_svg, required_move_text};
use emergo::notation::{Excerpt, read_move, write_cells, write_move, write_position};
use emergo::{Bitboard, Coordinates, Game, Side};

/// A question of a client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// Has the game ended?
    GameOver,
    /// Is player 1, White, to move?
    P1Turn,
    /// Who won?
    Result,
    /// The position text.
    Fen,
    /// Is this a legal move?
    IsLegal(String),
    /// How did the game end?
    Ending,
    /// What has the side to move to do?
    Duty,
    /// How is this legal move written strictly?
    Move(String),
    /// By which rule is this no legal move?
    Why(String),
    /// Which pieces of the side to move could be jumped, were it the opponent's turn?
    Threats,
    /// How does the board look after each stage of this move?
    Stages(String),
    /// A picture of the position, with the names that fit the layout.
    Svg {
        /// How the board lies.
        layout: BoardLayout,
        /// Black's side at the bottom.
        turned: bool,
    },
}

const WANTS: &str = "gameover, p1turn, result, fen, ending, duty, threats, svg, or islegal, move, why or stages and a move";

/// Reads what follows the word `query`.
///
/// # Errors
///
/// No question, or one without its move.
pub(super) fn query<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Query, CommandError> {
    let first = words.next();
    let mut about_move = |command| match words.next() {
        Some(mv) => Ok(mv.to_owned()),
        None => Err(CommandError::Incomplete { command, wants: "a move" }),
    };
    Ok(match first {
        Some("gameover") => Query::GameOver,
        Some("p1turn") => Query::P1Turn,
        Some("result") => Query::Result,
        Some("fen") => Query::Fen,
        Some("ending") => Query::Ending,
        Some("duty") => Query::Duty,
        Some("threats") => Query::Threats,
        Some("islegal") => Query::IsLegal(about_move("query islegal")?),
        Some("move") => Query::Move(about_move("query move")?),
        Some("why") => Query::Why(about_move("query why")?),
        Some("stages") => Query::Stages(about_move("query stages")?),
        Some("svg") => svg(words)?,
        None => return Err(CommandError::Incomplete { command: "query", wants: WANTS }),
        Some(found) => {
            let found = Excerpt::of(found);
            return Err(CommandError::Argument { command: "query", wants: WANTS, found });
        }
    })
}

fn svg<'a>(words: impl Iterator<Item = &'a str>) -> Result<Query, CommandError> {
    let (mut layout, mut turned) = (BoardLayout::default(), false);
    for word in words {
        match (word, word.parse()) {
            (_, Ok(named)) => layout = named,
            ("turned", _) => turned = true,
            _ => {
                return Err(CommandError::Argument {
                    command: "query svg",
                    wants: "diamond or checkerboard, or turned",
                    found: Excerpt::of(word),
                });
            }
        }
    }
    Ok(Query::Svg { layout, turned })
}

impl Query {
    /// The answer, without a line break.
    pub(super) fn answer(&self, game: &Game, coordinates: Coordinates) -> String {
        let position = game.position();
        match self {
            Query::GameOver => game.ending().is_some().to_string(),
            Query::P1Turn => (position.side() == Side::White).to_string(),
            Query::Result => match game.ending() {
                None => "none",
                Some(ending) => match ending.winner {
                    None => "draw",
                    Some(Side::White) => "p1win",
                    Some(Side::Black) => "p2win",
                },
            }
            .to_owned(),
            Query::Fen => write_position(position, game.turn()),
            Query::IsLegal(text) => {
                let legal = read_move(position, coordinates, text).is_ok();
                (legal && game.ending().is_none()).to_string()
            }
            Query::Ending => match game.ending() {
                None => "none".to_owned(),
                Some(ending) => ending.to_string(),
            },
            Query::Duty if game.ending().is_some() => "none".to_owned(),
            Query::Duty => required_move_text(position),
            Query::Move(text) => match (game.ending(), read_move(position, coordinates, text)) {
                (None, Ok(mv)) => write_move(position.variant(), coordinates, mv),
                _ => "none".to_owned(),
            },
            Query::Why(text) => match (game.ending(), read_move(position, coordinates, text)) {
                (Some(ending), _) => format!("the game has ended: {ending}"),
                (None, Ok(_)) => "legal".to_owned(),
                (None, Err(error)) => error.to_string(),
            },
            Query::Threats => names_of(game, coordinates, position.threatened()),
            Query::Stages(text) => match (game.ending(), read_move(position, coordinates, text)) {
                (None, Ok(mv)) => {
                    let stages = mv.partial_moves(position.variant());
                    let cells: Vec<String> =
                        stages.map(|stage| write_cells(&position.after(stage))).collect();
                    cells.join(" ")
                }
                _ => "none".to_owned(),
            },
            Query::Svg { layout, turned } => {
                let (layout, turned) = (*layout, *turned);
                draw_svg(game, SvgStyle { layout, turned, coordinates: layout.coordinates() })
            }
        }
    }
}

/// Names of cells, or `none`.
fn names_of(game: &Game, coordinates: Coordinates, cells: Bitboard) -> String {
    let variant = game.position().variant();
    let names: Vec<String> =
        cells.map(|square| coordinates.name_of(variant, square).to_string()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::super::command::{Command, parse};
    use super::*;

    #[test]
    fn a_question_that_is_none_or_lacks_its_move_is_refused_with_a_sentence() {
        let table = [
            ("query", format!("query wants {WANTS}, but the line ends")),
            ("query weather", format!("query wants {WANTS}, not 'weather'")),
            ("query islegal", "query islegal wants a move, but the line ends".to_owned()),
            ("query why", "query why wants a move, but the line ends".to_owned()),
            ("query stages ", "query stages wants a move, but the line ends".to_owned()),
            (
                "query svg turned round",
                "query svg wants diamond or checkerboard, or turned, not 'round'".to_owned(),
            ),
        ];
        for (line, sentence) in table {
            assert_eq!(parse(line).unwrap_err().to_string(), sentence, "{line}");
        }
        let picture = Query::Svg { layout: BoardLayout::Checkerboard, turned: true };
        for line in ["query svg turned checkerboard", "query svg Checkerboard turned"] {
            assert_eq!(parse(line), Ok(Some(Command::Query(picture.clone()))), "{line}");
        }
    }
}
