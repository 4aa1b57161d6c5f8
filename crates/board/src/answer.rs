//! Answers requests about positions, moves and the text of a game. [`crate::Library`] answers all questions.

use crate::click::{square, why_not};
use crate::describe::{describe, legal_move, picture_after};
use crate::game_text::{next_move, read_position_text, replay};
use crate::interface::{
    Answer, ColumnData, ColumnOnCell, Composition, Question, RecordFormat, Refusal, Request,
    Response, VERSION,
};
use emergo::notation::{PositionText, PositionTextError};
use emergo::{
    Column, PlacedPiece, Position, PositionError, Side, Variant, read_position, write_position,
};

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

/// Answers a question that the rules alone can answer.
pub(crate) fn answer_question(question: &Question) -> Result<Answer, Refusal> {
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
                pictures: parts.map(|part| picture_after(&game, part, *view)).collect(),
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
            let Composition { variant, turn, .. } = *composition;
            let text = write_position(&composed(composition)?, turn);
            // Refuses the turn 0.
            read_position_text(variant, &text)?;
            Answer::PositionText { variant, text }
        }
        Question::WriteRecord { record, format } => Answer::RecordText {
            text: match format {
                RecordFormat::Pgn => emergo_records::pgn::write_game(record),
                RecordFormat::Json => emergo_records::json::write_line(record),
            },
        },
        _ => return Err(Refusal::BadRequest { message: "a question for the library".to_owned() }),
    })
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

/// The position of a composition.
fn composed(composition: &Composition) -> Result<Position, Refusal> {
    let Composition { variant, side, hands, columns, .. } = composition;
    let refused = |error: PositionError| Refusal::Position { fault: error.into() };
    let limit = u32::from(variant.men());
    for (side, in_hand) in [(Side::White, hands.w), (Side::Black, hands.b)] {
        let men = columns.iter().map(|placed| match placed.column.owner == side {
            true => placed.column.cap,
            false => placed.column.prisoners,
        });
        let on_board = men.fold(0, u32::saturating_add);
        if on_board.saturating_add(in_hand) > limit {
            return Err(refused(PositionError::TooManyMen { side, on_board, in_hand, limit }));
        }
    }
    let pieces = columns.iter().map(|ColumnOnCell { cell, column }| {
        let ColumnData { owner, cap, prisoners } = *column;
        let (square, column) = (square(*variant, cell)?, Column::new(cap as u8, prisoners as u8));
        Ok(PlacedPiece { square, owner, column })
    });
    let pieces = pieces.collect::<Result<Vec<_>, Refusal>>()?;
    let position = Position::from_pieces(*variant, *side, pieces).map_err(refused)?;
    Ok(position.with_hand(Side::White, hands.w as u8).with_hand(Side::Black, hands.b as u8))
}
