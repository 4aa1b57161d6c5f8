//! Answers questions about positions, moves and the text of a game.

use super::describe::{describe, legal_move, legal_moves, picture_after};
use super::game_text::{next_move, read_cell, read_position_text, replay};
use crate::interface::{
    ClickRefusal, ColumnData, ColumnOnCell, Composition, Refusal, RulesAnswer, RulesQuestion,
};
use emergo::notation::{IllegalReason, PositionText, PositionTextError, why_illegal};
use emergo::{
    Column, Coordinates, Game, MoveKind, PlacedPiece, Position, PositionError, Side, Variant,
    read_position, write_position,
};
use emergo_records::WriteError;

pub(crate) fn answer(question: &RulesQuestion) -> Result<RulesAnswer, Refusal> {
    Ok(match question {
        RulesQuestion::Describe { game, view } => {
            RulesAnswer::Position { position: Box::new(describe(&replay(game)?, *view)) }
        }
        RulesQuestion::ReadMove { game, text } => {
            let game = replay(game)?;
            let mv = next_move(&game, text)?;
            RulesAnswer::Move { legal: legal_move(game.position().variant(), mv) }
        }
        RulesQuestion::WhyNot { game, path, cell } => {
            RulesAnswer::ClickRefusal { refusal: why_not(&replay(game)?, path, cell)? }
        }
        RulesQuestion::PartialMoves { game, text, view } => {
            let game = replay(game)?;
            let mv = next_move(&game, text)?;
            let parts = mv.partial_moves(game.position().variant());
            RulesAnswer::PartialMoves {
                pictures: parts.map(|part| picture_after(&game, part, *view)).collect(),
            }
        }
        RulesQuestion::ReadPosition { variant, any_board, text } => {
            let (variant, read) = match any_board {
                true => read_any_position(*variant, text)?,
                false => (*variant, read_position_text(*variant, text)?),
            };
            RulesAnswer::PositionText { variant, text: write_position(&read.position, read.turn) }
        }
        RulesQuestion::ComposePosition(composition) => {
            let Composition { variant, turn, .. } = *composition;
            let text = write_position(&composed(composition)?, turn);
            // Refuses the turn 0.
            read_position_text(variant, &text)?;
            RulesAnswer::PositionText { variant, text }
        }
        RulesQuestion::WriteRecord { record, format } => {
            let refused = |error: WriteError| Refusal::BadRequest { message: error.to_string() };
            let writer = format.writer().map_err(refused)?;
            let text = (writer.write)(record).map_err(refused)?;
            RulesAnswer::RecordText { text: [writer.before, &text, writer.after].concat() }
        }
    })
}

/// Why a click on a cell continues no legal move that begins with the cells of `path`. `None` if it continues one, or if
/// the game has ended.
fn why_not(game: &Game, path: &[String], cell: &str) -> Result<Option<ClickRefusal>, Refusal> {
    let position = game.position();
    let variant = position.variant();
    let target = read_cell(variant, cell)?;
    let origin = path.first().map(|cell| read_cell(variant, cell)).transpose()?;
    let clicked: Vec<&str> = path.iter().map(String::as_str).chain([cell]).collect();
    let continues_move = legal_moves(position)
        .iter()
        .any(|mv| mv.path.len() >= clicked.len() && clicked.iter().eq(&mv.path[..clicked.len()]));
    if continues_move || game.ending().is_some() {
        return Ok(None);
    }
    let rule = || {
        let reason = why_illegal(position, Coordinates::Oblique, origin, target);
        // A legal capture may end on the cell by another route.
        ClickRefusal::Rule(reason.unwrap_or(IllegalReason::NoSuchMove))
    };
    let cell = cell.to_owned();
    Ok(Some(match (position.required_move_kind(), position.owner(target)) {
        (MoveKind::Entry, _) => rule(),
        _ if origin.is_some() => rule(),
        (_, Some(owner)) if owner != position.side() => ClickRefusal::OtherSide { cell, owner },
        (MoveKind::Capture, _) => rule(),
        (MoveKind::Step, Some(_)) => ClickRefusal::NoStep { cell },
        (MoveKind::Step, None) => ClickRefusal::NoPiece { cell, side: position.side() },
    }))
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

fn composed(composition: &Composition) -> Result<Position, Refusal> {
    let Composition { variant, side, hands, columns, .. } = composition;
    let refused = |error: PositionError| Refusal::Position { fault: error.into() };
    let limit = u32::from(variant.men());
    for side in Side::ALL {
        let in_hand = *hands.of(side);
        let men = columns.iter().map(|placed| match placed.column.owner == side {
            true => placed.column.cap,
            false => placed.column.prisoners,
        });
        let (on_board, in_hand) = (men.map(u32::from).sum::<u32>(), u32::from(in_hand));
        if on_board + in_hand > limit {
            return Err(refused(PositionError::TooManyMen { side, on_board, in_hand, limit }));
        }
    }
    let pieces = columns.iter().map(|ColumnOnCell { cell, column }| {
        let ColumnData { owner, cap, prisoners } = *column;
        let column = Column::new(cap, prisoners);
        Ok(PlacedPiece { square: read_cell(*variant, cell)?, owner, column })
    });
    let pieces = pieces.collect::<Result<Vec<_>, Refusal>>()?;
    let position = Position::from_pieces(*variant, *side, pieces).map_err(refused)?;
    Ok(position.with_hand(Side::White, hands.white).with_hand(Side::Black, hands.black))
}
