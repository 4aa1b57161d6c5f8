//! The game: boards, positions, legal moves, texts, perft. No input or output, no search.

pub mod bitboard;
pub mod board;
mod captures;
pub mod column;
pub mod diagram;
pub mod ending;
pub mod game;
pub mod movegen;
pub mod moves;
pub mod notation;
pub mod perft;
pub mod position;
pub mod side;
pub mod square;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use board::{Symmetry, UnknownVariant, Variant};
pub use column::Column;
pub use ending::{EndReason, Ending, GameResult};
pub use game::{Blocked, Game};
pub use moves::{Move, MoveHash, MoveKind, MoveList};
pub use notation::{Coordinates, read_move, read_position, write_move, write_position};
pub use position::{Position, PositionError};
pub use side::Side;
pub use square::Square;
pub use zobrist::Key;
