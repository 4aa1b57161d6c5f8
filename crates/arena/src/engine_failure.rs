//! How a player fails: a crash, a hang, an illegal move, a loss on time or a wrong claim about the end loses the game. A game is
//! not scored if a player does not start, or if the match is stopped. The player reports a crash, a hang and an answer without
//! a move; the referee judges moves, times and claims, and makes the result.

use emergo::Side;
use emergo_records::Termination;
use thiserror::Error;

/// Why a player gave no reply.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum PlayerError {
    /// The player loses the game.
    #[error("{reason}: {detail}")]
    Loses { reason: Termination, detail: String },
    #[error(transparent)]
    NotScored(#[from] NotScored),
}

/// Why a game is not scored.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum NotScored {
    /// A player cannot be started, or the machine lacks memory or threads.
    #[error("{0}")]
    NotStarted(String),
    /// The match is being stopped.
    #[error("the match was stopped")]
    Aborted,
}

impl PlayerError {
    /// The player loses the game.
    pub fn loses(reason: Termination, detail: impl Into<String>) -> PlayerError {
        PlayerError::Loses { reason, detail: detail.into() }
    }
}

/// A player that does not start or gave no reply, and the error.
#[derive(Debug)]
pub struct Failure<E = NotScored> {
    /// The side of the player.
    pub side: Side,
    /// What happened.
    pub error: E,
}
