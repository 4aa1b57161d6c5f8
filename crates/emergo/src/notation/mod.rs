//! Reading and writing of positions and moves as text, in both systems of coordinates.
//!
//! Readers accept several forms. Writers use one. An error says what is wrong and where, and repeats only a short
//! excerpt of the input. The file protocol.md of the project contains the grammar.

mod coordinates;
mod game_move;
mod illegal_reason;
mod move_text;
mod position_text;
mod position_text_error;
mod written_move;

pub use crate::excerpt::Excerpt;
pub use coordinates::{Coordinates, ObliqueOnly, SquareName, UnknownCoordinates};
pub use game_move::GameMoveError;
pub use illegal_reason::{IllegalReason, why_illegal};
pub use move_text::{MoveTextError, parse_move, read_move};
pub(crate) use position_text::write_men;
pub use position_text::{PositionText, read_position, write_cells, write_position};
pub use position_text_error::{CellFault, PositionField, PositionTextError};
pub use written_move::write_move;
