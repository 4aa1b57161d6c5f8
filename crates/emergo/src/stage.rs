//! The stages of a game.

use crate::named::named;
use crate::position::Position;
use crate::side::Side;

named! {
    UnknownStage, "stage";
    /// The stage of a position. A game never returns to an earlier stage, because men enter once and the number of pieces
    /// never increases afterwards.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Stage {
        /// A player has men in hand.
        Entering = "entering",
        /// Both hands are empty.
        Middle = "middle",
        /// Both hands are empty, and there are at most as many pieces as half the men of a player at the start.
        End = "end",
    }
}

impl Stage {
    /// The stage of a position.
    ///
    /// ```
    /// use emergo::{Position, Stage, Variant};
    ///
    /// assert_eq!(Stage::of(&Position::start(Variant::Emergo)), Stage::Entering);
    /// ```
    pub fn of(position: &Position) -> Stage {
        if Side::ALL.into_iter().any(|side| position.hand(side) > 0) {
            Stage::Entering
        } else if 2 * position.occupied().count() > u32::from(position.variant().men()) {
            Stage::Middle
        } else {
            Stage::End
        }
    }
}
