//! What a search tells its caller: a report an iteration, and the outcome.

use super::window::Window;
use crate::score::Score;
use emergo::Move;
use std::time::Duration;

/// What a score says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    Lower,
    /// The true one is at most this.
    Upper,
}

impl Bound {
    /// What the best score of a node says that was searched with this window.
    #[inline]
    pub(super) fn of(score: Score, window: Window) -> Bound {
        if score >= window.beta {
            Bound::Lower
        } else if score > window.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// A line of play with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The score from the view of the side to move at the root.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The line, legal moves from the root on.
    pub moves: Vec<Move>,
}

/// The state of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchReport {
    /// The iteration, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// The rank of the line, from 1.
    pub rank: usize,
    /// The line.
    pub line: Line,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Since the search began.
    pub time: Duration,
    /// Thousandths of the table in use.
    pub permille_used: u32,
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The best line; empty only where there is no legal move.
    pub line: Line,
    /// The last iteration that was finished.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl SearchResult {
    /// The move to play.
    pub fn best_move(&self) -> Option<Move> {
        self.line.moves.first().copied()
    }

    /// The answer expected.
    pub fn ponder_move(&self) -> Option<Move> {
        self.line.moves.get(1).copied()
    }
}
