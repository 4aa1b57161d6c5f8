#![doc = include_str!("../README.md")]

// The modules by layer. A module imports only from its layer and those above.

// Cells, columns, sides, and enums with names.
mod bitboard;
mod column;
mod excerpt;
mod named;
mod side;
mod square;

// Boards, rules that differ, moves and keys.
mod geometry;
mod moves;
mod rule_options;
mod symmetry;
mod variant;
mod zobrist;

// Positions.
mod canonical;
mod packed;
mod position;
mod stage;
mod view;

// Legal moves.
mod captures;
mod entry_rules;
mod feeding;
mod jumps;
mod majority_rule;
mod movegen;

// Games.
mod ending;
mod game;

// Texts, pictures and counts.
pub mod diagram;
pub mod notation;
pub mod perft;
#[cfg(feature = "serde")]
mod serialised_names;

pub use bitboard::Bitboard;
pub use column::Column;
pub use ending::{EndReason, Ending, GameResult, UnknownEndReason, UnknownResult};
pub use game::Game;
pub use jumps::JumpLines;
pub use moves::{Move, MoveHash, MoveKind, UnknownMoveKind};
pub use notation::{Coordinates, read_move, read_position, write_move, write_position};
pub use packed::{PackedPosition, PackedPositionError};
pub use position::{PlacedPiece, Position, PositionError};
pub use rule_options::{Blocked, Repetition, UnknownBlocked, UnknownRepetition};
pub use side::Side;
pub use square::Square;
pub use stage::{Stage, UnknownStage};
pub use symmetry::Symmetry;
pub use variant::{UnknownVariant, Variant};
pub use zobrist::Key;
