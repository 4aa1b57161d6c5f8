//! Reads the games, the moves, the positions and the cells of requests.

use crate::describe::name;
use crate::interface::{GameText, IllegalMove, Refusal};
use emergo::notation::PositionText;
use emergo::{Coordinates, Game, Move, Square, Variant, read_move, read_position};

/// The game after all its moves.
pub(crate) fn replay(text: &GameText) -> Result<Game, Refusal> {
    let mut game = match &text.start {
        None => Game::new(text.variant, text.blocked),
        Some(start) => {
            let read = read_position_text(text.variant, start)?;
            Game::from_position(read.position, read.turn, text.blocked)
        }
    }
    .with_repetition_rule(text.repetition);
    for mv in &text.moves {
        game.play(next_move(&game, mv)?);
    }
    Ok(game)
}

/// The legal move that a text means.
pub(crate) fn next_move(game: &Game, text: &str) -> Result<Move, Refusal> {
    let read = match game.ending() {
        Some(ending) => Err(IllegalMove::GameEnded { ending }),
        None => read_move(game.position(), Coordinates::Oblique, text).map_err(IllegalMove::Text),
    };
    let number = game.moves().len() + 1;
    read.map_err(|fault| Refusal::Move { number, text: text.to_owned(), fault })
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
