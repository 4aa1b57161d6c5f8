//! The rules that differ between sources and servers. A game is played with one value of each.

use crate::named::named;

/// The rule for a blocked side to move: it has a piece or a man in hand, but no legal move. The sources of the rules
/// differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Blocked {
    /// A draw: the readme of the designers, igGameCenter, World Abstract Games, AbstractPlay.
    #[default]
    Draw,
    /// A loss of the blocked side: Richard's PBeM server.
    Loss,
}

impl Blocked {
    /// Both rules.
    pub const ALL: [Blocked; 2] = [Blocked::Draw, Blocked::Loss];

    /// The name as an option value: `draw` or `loss`.
    pub const fn name(self) -> &'static str {
        match self {
            Blocked::Draw => "draw",
            Blocked::Loss => "loss",
        }
    }
}

named!(Blocked, UnknownBlocked, "rule for a blocked side");

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
    Draw,
    /// The game continues, as on AbstractPlay.
    Unlimited,
}

impl Repetition {
    /// Both rules.
    pub const ALL: [Repetition; 2] = [Repetition::Draw, Repetition::Unlimited];

    /// The name in game records: `draw` or `unlimited`.
    pub const fn name(self) -> &'static str {
        match self {
            Repetition::Draw => "draw",
            Repetition::Unlimited => "unlimited",
        }
    }
}

named!(Repetition, UnknownRepetition, "rule for repetition");
