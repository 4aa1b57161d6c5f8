//! The stages of a game.

use crate::position::Position;
use crate::side::Side;
use std::fmt;

/// The stage of a position. A game never returns to an earlier stage, because men enter once and the number of pieces
/// decreases afterwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Stage {
    /// A player has men in hand.
    Entering,
    /// Both hands are empty.
    Middle,
    /// Both hands are empty, and there are at most as many pieces as half the men of a player at the start.
    End,
}

impl Stage {
    /// All stages in their order.
    pub const ALL: [Stage; 3] = [Stage::Entering, Stage::Middle, Stage::End];

    /// The stage of a position.
    ///
    /// ```
    /// use emergo::{Position, Stage, Variant};
    ///
    /// assert_eq!(Stage::of(&Position::start(Variant::Emergo)), Stage::Entering);
    /// ```
    pub fn of(position: &Position) -> Stage {
        let pieces: u32 = Side::ALL.into_iter().map(|side| position.pieces(side).count()).sum();
        if Side::ALL.into_iter().any(|side| position.hand(side) > 0) {
            Stage::Entering
        } else if 2 * pieces > u32::from(position.variant().men()) {
            Stage::Middle
        } else {
            Stage::End
        }
    }

    /// The name: `entering`, `middle` or `end`.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Entering => "entering",
            Stage::Middle => "middle",
            Stage::End => "end",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
