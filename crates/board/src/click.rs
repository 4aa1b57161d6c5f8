//! Why a click on a cell of the board continues no legal move.

use crate::describe::legal_moves;
use crate::game_text::read_cell;
use crate::interface::{ClickRefusal, Refusal};
use emergo::notation::{IllegalReason, why_illegal};
use emergo::{Coordinates, Game, MoveKind};

/// Why a click on a cell continues no legal move that begins with the cells of `path`. `None` if it continues one, or if
/// the game has ended.
pub(crate) fn why_not(
    game: &Game,
    path: &[String],
    cell: &str,
) -> Result<Option<ClickRefusal>, Refusal> {
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
