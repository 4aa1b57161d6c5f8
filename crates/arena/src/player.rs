//! What the referee needs of a player, whatever it is: a move for a position, and what is wrong if there
//! is none.

use super::limit::PlayerClock;
use crate::record::Opinion;
use emergo::Side;
use emergo::notation::Excerpt;
use std::fmt;
use std::time::Duration;

/// The position a player is asked about.
pub struct Question<'a> {
    /// The position text the game began with; `None` is the start of the variant.
    pub start: Option<&'a str>,
    /// The moves since then.
    pub moves: &'a [String],
    /// Whose move is asked for.
    pub side: Side,
    /// White's and Black's clocks.
    pub clocks: &'a [PlayerClock; 2],
}

/// A player's move and what it said of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Answer {
    /// The move, as the player wrote it.
    pub text: String,
    /// Its opinion.
    pub opinion: Opinion,
    /// How long the referee waited.
    pub taken: Duration,
}

/// What a player did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It could not be started, or never introduced itself.
    NoStart(String),
    /// Its process ended.
    Crash(String),
    /// It did not answer within the watchdog's time.
    Hang(String),
    /// Its move is illegal.
    IllegalMove(String),
    /// Its time was over.
    TimeLoss(String),
    /// It is wrong about the end of the game.
    WrongClaim(String),
    /// Not its fault: the machine has no room to start it.
    Shortage(String),
    /// Not its fault either: the match is being stopped.
    Aborted,
}

impl Fault {
    /// The reason in one or two words, as records write it.
    pub fn reason(&self) -> &'static str {
        match self {
            Fault::NoStart(_) => "no start",
            Fault::Crash(_) => "crash",
            Fault::Hang(_) => "hang",
            Fault::IllegalMove(_) => "illegal move",
            Fault::TimeLoss(_) => "time loss",
            Fault::WrongClaim(_) => "wrong claim",
            Fault::Shortage(_) => "shortage",
            Fault::Aborted => "aborted",
        }
    }

    /// Is it no player's fault, and the game not one that counts?
    pub fn is_nobodys(&self) -> bool {
        matches!(self, Fault::Shortage(_) | Fault::Aborted)
    }

    /// What happened.
    pub fn detail(&self) -> &str {
        match self {
            Fault::NoStart(detail)
            | Fault::Crash(detail)
            | Fault::Hang(detail)
            | Fault::IllegalMove(detail)
            | Fault::TimeLoss(detail)
            | Fault::WrongClaim(detail)
            | Fault::Shortage(detail) => detail,
            Fault::Aborted => "the match was stopped",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.reason(), self.detail())
    }
}

/// What a player says of the end of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    /// `query gameover`
    pub over: bool,
    /// `query result`: `p1win`, `p2win`, `draw` or `none`.
    pub result: String,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "gameover {}, result {}", self.over, Excerpt::of(&self.result))
    }
}

/// A player of a match.
pub trait Player {
    /// A new game begins.
    ///
    /// # Errors
    ///
    /// The player failed.
    fn begin(&mut self) -> Result<(), Fault>;

    /// The player's move.
    ///
    /// # Errors
    ///
    /// The player failed, which includes an answer too late by its clock.
    fn choose(&mut self, question: &Question) -> Result<Answer, Fault>;

    /// Can it play another game?
    fn is_alive(&mut self) -> bool {
        true
    }

    /// What it says of the state of the game; `None` if it does not know the question.
    ///
    /// # Errors
    ///
    /// The player failed.
    fn claim(&mut self, question: &Question) -> Result<Option<Claim>, Fault>;

    /// Is White to move, in the player's opinion? For games without a referee.
    ///
    /// # Errors
    ///
    /// The player failed.
    fn is_white_to_move(&mut self, question: &Question) -> Result<bool, Fault>;
}
