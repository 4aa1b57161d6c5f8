//! The value of a position, and its form in a table.

use serde::Serialize;
use std::fmt;

/// The value of a position for the side to move if both sides play best. The winner shortens the game, the loser
/// lengthens it. Plies count to the end of the game, as in the scores of the search: 1 if the next move wins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase", tag = "result")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum EndingValue {
    /// The side to move wins.
    Win {
        /// Plies to the end, odd.
        plies: u16,
    },
    /// The side to move loses.
    Loss {
        /// Plies to the end, even. 0: the game is over.
        plies: u16,
    },
    /// Neither side can force a win.
    Draw,
}

impl EndingValue {
    /// The value for the side that made the move to this position.
    pub fn before_move(self) -> EndingValue {
        match self {
            EndingValue::Win { plies } => EndingValue::Loss { plies: plies + 1 },
            EndingValue::Loss { plies } => EndingValue::Win { plies: plies + 1 },
            EndingValue::Draw => EndingValue::Draw,
        }
    }

    /// How good the value is for the side to move: larger is better. A quick win is better than a slow one, and a slow
    /// loss better than a quick one.
    pub fn rank(self) -> i32 {
        match self {
            EndingValue::Win { plies } => 100_000 - i32::from(plies),
            EndingValue::Draw => 0,
            EndingValue::Loss { plies } => i32::from(plies) - 100_000,
        }
    }
}

impl fmt::Display for EndingValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndingValue::Win { plies } => write!(f, "win in {plies}"),
            EndingValue::Loss { plies } => write!(f, "loss in {plies}"),
            EndingValue::Draw => f.write_str("draw"),
        }
    }
}

/// A value in two bytes: the plies, of which the parity tells wins from losses, or the largest number for a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PackedValue(u16);

impl PackedValue {
    /// A draw, or not known yet.
    pub const DRAW: PackedValue = PackedValue(u16::MAX);

    /// A win (odd) or a loss (even) in so many plies.
    pub const fn decided_in(plies: u16) -> PackedValue {
        debug_assert!(plies < u16::MAX);
        PackedValue(plies)
    }

    pub const fn value(self) -> EndingValue {
        match self.0 {
            u16::MAX => EndingValue::Draw,
            plies if plies % 2 == 1 => EndingValue::Win { plies },
            plies => EndingValue::Loss { plies },
        }
    }
}
