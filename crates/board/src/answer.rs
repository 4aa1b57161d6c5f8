//! Answers requests about positions, moves and the text of a game. [`crate::Library`] answers the others.

use crate::click::{square, why_not};
use crate::describe::{describe, legal_move, name, partial_move};
use crate::game_text::{next_move, read_position_text, replay};
use crate::interface::{
    Answer, ColumnData, ColumnOnCell, Composition, Question, RecordFormat, Refusal, Request,
    Response, VERSION,
};
use emergo::notation::{PositionText, PositionTextError};
use emergo::{Variant, read_position, write_position};

/// Answers a request in JSON by [`answer`] or [`Library::answer`]. A text that is not a request is refused with
/// [`Refusal::BadRequest`].
///
/// [`Library::answer`]: crate::Library::answer
pub fn answer_json(request: &str, answer: impl FnOnce(&Request) -> Response) -> String {
    let response = match serde_json::from_str::<Request>(request) {
        Ok(request) => answer(&request),
        Err(error) => refused(Refusal::BadRequest { message: error.to_string() }),
    };
    serde_json::to_string(&response).expect("all keys of a response are strings")
}

/// Answers a request that the rules alone can answer. A question for the library is refused with [`Refusal::BadRequest`].
pub fn answer(request: &Request) -> Response {
    respond(request, answer_question)
}

/// The response to a request. A request of another version is refused.
pub(crate) fn respond(
    request: &Request,
    answer: impl FnOnce(&Question) -> Result<Answer, Refusal>,
) -> Response {
    if request.version != VERSION {
        return refused(Refusal::OtherVersion { supported: VERSION });
    }
    answer(&request.question).map_or_else(refused, |answer| Response { version: VERSION, answer })
}

fn refused(refusal: Refusal) -> Response {
    Response { version: VERSION, answer: Answer::Refused { refusal } }
}

fn answer_question(question: &Question) -> Result<Answer, Refusal> {
    Ok(match question {
        Question::Describe { game, view } => {
            Answer::Position { position: Box::new(describe(&replay(game)?, *view)) }
        }
        Question::ReadMove { game, text } => {
            let game = replay(game)?;
            let mv = next_move(&game, text)?;
            Answer::Move { legal: legal_move(game.position().variant(), mv) }
        }
        Question::WhyNot { game, path, cell } => {
            Answer::ClickRefusal { refusal: why_not(&replay(game)?, path, cell)? }
        }
        Question::PartialMoves { game, text, view } => {
            let game = replay(game)?;
            let mv = next_move(&game, text)?;
            let parts = mv.partial_moves(game.position().variant());
            Answer::PartialMoves {
                parts: parts.map(|part| partial_move(&game, part, *view)).collect(),
            }
        }
        Question::ReadPosition { variant, any_board, text } => {
            let (variant, read) = match any_board {
                true => read_any_position(*variant, text)?,
                false => (*variant, read_position_text(*variant, text)?),
            };
            Answer::PositionText { variant, text: write_position(&read.position, read.turn) }
        }
        Question::ComposePosition(composition) => {
            let variant = composition.variant;
            let read = read_position_text(variant, &composed_text(composition)?)?;
            Answer::PositionText { variant, text: write_position(&read.position, read.turn) }
        }
        Question::WriteRecord { record, format } => Answer::RecordText {
            text: match format {
                RecordFormat::Pgn => emergo_records::pgn::write_game(record),
                RecordFormat::Json => emergo_records::json::write_line(record),
            },
        },
        _ => return Err(other_answerer("a question for the library")),
    })
}

/// The refusal of a question that another part of the program answers.
pub(crate) fn other_answerer(message: &str) -> Refusal {
    Refusal::BadRequest { message: message.to_owned() }
}

/// Reads a position text of any board. If no board fits, the error is the one of the board whose cells have the same
/// form, or else the one of the first board.
fn read_any_position(first: Variant, text: &str) -> Result<(Variant, PositionText), Refusal> {
    let mut fault = match read_position(first, text) {
        Ok(read) => return Ok((first, read)),
        Err(error) => error,
    };
    for variant in Variant::ALL.into_iter().filter(|variant| *variant != first) {
        match read_position(variant, text) {
            Ok(read) => return Ok((variant, read)),
            Err(error) if has_wrong_form(&fault) && !has_wrong_form(&error) => fault = error,
            Err(_) => {}
        }
    }
    Err(Refusal::Position { fault })
}

fn has_wrong_form(error: &PositionTextError) -> bool {
    matches!(error, PositionTextError::Lines { .. } | PositionTextError::Line { .. })
}

/// The position text of a composition. It is not checked, except for the names of the cells.
fn composed_text(composition: &Composition) -> Result<String, Refusal> {
    let Composition { variant, side, hands, turn, columns } = composition;
    for ColumnOnCell { cell, .. } in columns {
        square(*variant, cell)?;
    }
    let mut lines = Vec::new();
    for digit in (1..=variant.size()).rev() {
        let (mut line, mut vacant) = (String::new(), 0);
        for letter in 0..variant.size() {
            let Some(square) = variant.square_at(letter, digit) else { continue };
            let cell = name(*variant, square);
            match columns.iter().find(|column| column.cell == cell) {
                None => vacant += 1,
                Some(ColumnOnCell { column, .. }) => {
                    push_vacant(&mut line, &mut vacant);
                    line.push_str(&column_text(*column));
                }
            }
        }
        push_vacant(&mut line, &mut vacant);
        lines.push(line);
    }
    Ok(format!("{} {} {},{} {turn}", lines.join("/"), side.letter(), hands.w, hands.b))
}

fn push_vacant(line: &mut String, vacant: &mut u32) {
    if *vacant > 0 {
        line.push_str(&vacant.to_string());
    }
    *vacant = 0;
}

fn column_text(ColumnData { owner, cap, prisoners }: ColumnData) -> String {
    match prisoners {
        0 => format!("({}{cap})", owner.letter()),
        _ => format!("({}{cap}{}{prisoners})", owner.letter(), owner.other().letter()),
    }
}
