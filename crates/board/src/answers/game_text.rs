//! Reads the games, the moves, the positions and the cells of requests.

use super::describe::name;
use crate::interface::{GameText, Refusal};
use emergo::notation::PositionText;
use emergo::{Coordinates, Game, Move, Square, Variant, read_position};

/// The game after all its moves.
pub(crate) fn replay(game: &GameText) -> Result<Game, Refusal> {
    let mut replayed = match &game.start {
        None => Game::new(game.variant, game.blocked),
        Some(start) => read_position_text(game.variant, start)?.game(game.blocked),
    }
    .with_repetition_rule(game.repetition);
    for mv in &game.moves {
        replayed.play(next_move(&replayed, mv)?);
    }
    Ok(replayed)
}

/// The legal move that a text means.
pub(crate) fn next_move(game: &Game, text: &str) -> Result<Move, Refusal> {
    game.read_move(Coordinates::Oblique, text).map_err(|fault| {
        let number = game.moves().len() + 1;
        Refusal::Move { number, text: text.to_owned(), fault }
    })
}

pub(crate) fn read_position_text(variant: Variant, text: &str) -> Result<PositionText, Refusal> {
    read_position(variant, text).map_err(|fault| Refusal::Position { fault })
}

/// The cell with an oblique name.
pub(crate) fn read_cell(variant: Variant, cell: &str) -> Result<Square, Refusal> {
    let found = variant.cells().find(|square| name(variant, *square) == cell);
    let unknown = || Refusal::BadRequest { message: format!("{variant} has no cell {cell}") };
    found.ok_or_else(unknown)
}
