//! The rules that differ between sources and servers. A game is played with one value of each.

use crate::named::named;

named! {
    UnknownBlocked, "rule for a blocked side";
    /// The rule for a blocked side to move: it has a piece or a man in hand, but no legal move. The sources of the rules
    /// differ.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
    pub enum Blocked {
        /// A draw: the readme of the designers, igGameCenter, World Abstract Games, AbstractPlay.
        #[default]
        Draw = "draw",
        /// A loss of the blocked side: Richard's PBeM server.
        Loss = "loss",
    }
}

named! {
    UnknownRepetition, "rule for repetition";
    /// The rule for the third occurrence of a position in a game.
    ///
    /// ```
    /// use emergo::Repetition;
    ///
    /// assert_eq!("unlimited".parse(), Ok(Repetition::Unlimited));
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
    pub enum Repetition {
        /// The game is a draw.
        #[default]
        Draw = "draw",
        /// The game continues, as on AbstractPlay.
        Unlimited = "unlimited",
    }
}
