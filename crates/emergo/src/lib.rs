#![doc = include_str!("../README.md")]

// The modules by layer. A module imports only from its layer and those above.
mod bitboard;
mod square;

mod column;
mod excerpt;
mod named;
mod side;

mod variant;

mod moves;

mod geometry;
mod symmetry;
mod zobrist;

mod position;

mod packed;
mod stage;

mod view;

mod captures;
mod entry_rules;
mod threats;

mod majority_rule;

mod feeding;

mod movegen;

mod ending;

mod game;

pub mod notation;

#[cfg(feature = "arbitrary")]
mod arbitrary;
pub mod diagram;
pub mod perft;
#[cfg(feature = "serde")]
mod serialised_names;

pub use bitboard::Bitboard;
pub use column::Column;
pub use ending::{
    Blocked, EndReason, Ending, GameResult, Repetition, UnknownBlocked, UnknownEndReason,
    UnknownRepetition, UnknownResult,
};
pub use game::Game;
pub use moves::{Move, MoveHash, MoveKind, MoveList};
pub use notation::{Coordinates, read_move, read_position, write_move, write_position};
pub use packed::{PackedPosition, PackedPositionError};
pub use position::{PlacedPiece, Position, PositionError};
pub use side::Side;
pub use square::Square;
pub use stage::Stage;
pub use symmetry::Symmetry;
pub use threats::JumpLines;
pub use variant::{UnknownVariant, Variant};
pub use zobrist::Key;
