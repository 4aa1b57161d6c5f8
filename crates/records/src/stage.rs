//! The stages of a game of Emergo.

use emergo::{Position, Side};
use serde::Serialize;
use std::fmt;

/// The stage of a position. A game never returns to an earlier stage, because men enter once and the number of pieces
/// decreases afterwards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
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
    /// use emergo::{Position, Variant};
    /// use emergo_records::stage::Stage;
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

#[cfg(test)]
mod tests {
    use super::*;
    use emergo::{Variant, read_position};

    #[test]
    fn hands_and_pieces_define_the_stage() {
        for (variant, text, expected) in [
            (Variant::Emergo, "1/3/5/7/4w2b1/7/5/3/1 w 0,1", Stage::Entering),
            (Variant::Emergo, "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0", Stage::End),
            (Variant::Emergo, "1/3/1www1/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0", Stage::Middle),
            (Variant::Emergo7, "1/3/1w1b1/2(w3b2)4/1b3/3/1 w 0,0", Stage::End),
            (Variant::Emergo7, "1/3/1w1b1/2(w3b2)4/1b1b1/3/1 w 0,0", Stage::Middle),
        ] {
            let position = read_position(variant, text).unwrap().position;
            assert_eq!(Stage::of(&position), expected, "{text}");
        }
    }
}
