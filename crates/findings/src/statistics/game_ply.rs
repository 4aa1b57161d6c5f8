//! A ply of a game, and its texts as an example in a report.

use emergo::{Coordinates, Move, Position, write_move, write_position};
use emergo_records::RecordedMove;
use serde::Serialize;

/// A position of a game with the move that was played.
#[derive(Clone, Copy)]
pub(super) struct GamePly<'a> {
    /// The position before the move.
    pub before: &'a Position,
    pub turn: u32,
    pub recorded: &'a RecordedMove,
}

impl GamePly<'_> {
    pub fn mv(&self) -> Move {
        self.recorded.mv
    }

    pub fn example(&self) -> ExamplePosition {
        ExamplePosition {
            position: write_position(self.before, self.turn),
            mv: write_move(self.before.variant(), Coordinates::Oblique, self.mv()),
        }
    }
}

/// A position and the move that was played in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ExamplePosition {
    /// The position text.
    pub position: String,
    /// The move, in oblique coordinates.
    #[serde(rename = "move")]
    pub mv: String,
}
