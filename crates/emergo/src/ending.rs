//! How games end: the result, and the reason with its one spelling in records, on the page and in the protocol.
//!
//! The first reasons follow from the rules. The others are decided by players, clocks and match managers.

use crate::side::Side;
use std::fmt;
use std::str::FromStr;

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// Written `1-0`.
    WhiteWins,
    /// Written `1/2-1/2`.
    Draw,
    /// Written `0-1`.
    BlackWins,
}

impl GameResult {
    /// All results.
    pub const ALL: [GameResult; 3] =
        [GameResult::WhiteWins, GameResult::Draw, GameResult::BlackWins];

    /// The result with this winner; `None` is a draw.
    pub const fn from_winner(winner: Option<Side>) -> GameResult {
        match winner {
            Some(Side::White) => GameResult::WhiteWins,
            Some(Side::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        }
    }

    /// The winner; `None` of a draw.
    pub const fn winner(self) -> Option<Side> {
        match self {
            GameResult::WhiteWins => Some(Side::White),
            GameResult::Draw => None,
            GameResult::BlackWins => Some(Side::Black),
        }
    }

    /// Half points of a side: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points(self, side: Side) -> u8 {
        match self.winner() {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        }
    }

    /// The result as records write it: `1-0`, `1/2-1/2` or `0-1`.
    pub const fn name(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::BlackWins => "0-1",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownResult;

impl fmt::Display for UnknownResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result is 1-0, 1/2-1/2 or 0-1")
    }
}

impl std::error::Error for UnknownResult {}

impl FromStr for GameResult {
    type Err = UnknownResult;

    fn from_str(text: &str) -> Result<GameResult, UnknownResult> {
        GameResult::ALL.into_iter().find(|result| result.name() == text).ok_or(UnknownResult)
    }
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The winner, or `None` of a draw.
    pub winner: Option<Side>,
    /// Why the game ended.
    pub reason: EndReason,
}

impl Ending {
    /// The result of the game.
    pub const fn result(self) -> GameResult {
        GameResult::from_winner(self.winner)
    }
}

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EndReason {
    /// The side to move has no piece and no man in hand. It loses.
    NoMen,
    /// The side to move has a piece or a man in hand, but no legal move.
    Blocked,
    /// The position occurred for the third time. The game is drawn.
    Repetition,
    /// A player made an illegal move and loses.
    IllegalMove,
    /// A player resigned, or a match manager resigned for a player by the score.
    Resignation,
    /// Both players agreed to a draw.
    Agreement,
    /// A match manager ended the game as a draw by the scores of both players.
    DrawByScore,
    /// A match manager ended the game as a draw after a number of plies.
    MoveLimit,
    /// A player exceeded the time limit.
    TimeLoss,
    /// An engine ended during the game.
    Crash,
    /// An engine did not answer.
    Hang,
    /// An engine gave a wrong answer about the end of the game.
    WrongClaim,
    /// An engine could not be started.
    EngineFailedToStart,
    /// The game was not finished.
    Abandoned,
}

impl EndReason {
    /// All reasons.
    pub const ALL: [EndReason; 14] = [
        EndReason::NoMen,
        EndReason::Blocked,
        EndReason::Repetition,
        EndReason::IllegalMove,
        EndReason::Resignation,
        EndReason::Agreement,
        EndReason::DrawByScore,
        EndReason::MoveLimit,
        EndReason::TimeLoss,
        EndReason::Crash,
        EndReason::Hang,
        EndReason::WrongClaim,
        EndReason::EngineFailedToStart,
        EndReason::Abandoned,
    ];

    /// The reason as records, the page and the protocol write it.
    pub const fn name(self) -> &'static str {
        match self {
            EndReason::NoMen => "no men left",
            EndReason::Blocked => "blocked",
            EndReason::Repetition => "third repetition",
            EndReason::IllegalMove => "illegal move",
            EndReason::Resignation => "resignation",
            EndReason::Agreement => "agreement",
            EndReason::DrawByScore => "draw by score",
            EndReason::MoveLimit => "move limit",
            EndReason::TimeLoss => "time loss",
            EndReason::Crash => "crash",
            EndReason::Hang => "hang",
            EndReason::WrongClaim => "wrong claim",
            EndReason::EngineFailedToStart => "engine failed to start",
            EndReason::Abandoned => "abandoned",
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not the reason for the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnknownEndReason;

impl fmt::Display for UnknownEndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a reason for the end of a game")
    }
}

impl std::error::Error for UnknownEndReason {}

impl FromStr for EndReason {
    type Err = UnknownEndReason;

    fn from_str(text: &str) -> Result<EndReason, UnknownEndReason> {
        EndReason::ALL.into_iter().find(|reason| reason.name() == text).ok_or(UnknownEndReason)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins ({})", self.reason),
            None => write!(f, "draw ({})", self.reason),
        }
    }
}
