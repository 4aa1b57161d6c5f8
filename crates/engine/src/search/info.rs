//! What a search tells its caller: infos during the search, and the result.

use super::window::Bound;
use crate::score::Score;
use emergo::Move;
use std::time::Duration;

/// A line of play with its score.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScoredLine {
    /// The score from the view of the side to move at the root.
    pub score: Score,
    /// How the score relates to the true one.
    pub bound: Bound,
    /// Legal moves from the root on.
    pub moves: Vec<Move>,
}

/// The state of a running search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchInfo {
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The length of the longest searched line, in plies.
    pub selective_depth: u32,
    /// The rank of the line, from 1.
    pub rank: usize,
    /// The line.
    pub line: ScoredLine,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Thousandths of the table that this search has filled.
    pub permille_used: u32,
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// The best line. It is empty only if there is no legal move.
    pub line: ScoredLine,
    /// The next best lines, best first. With the best line they are as many as
    /// [`SearchSettings::lines`](super::SearchSettings::lines), or as the moves that were searched. Each has another first
    /// move.
    pub other_lines: Vec<ScoredLine>,
    /// The last finished iteration, in plies: 1 if none is finished, 0 if the game has ended. The lines can be of the next one.
    pub depth: u32,
    /// The [`SearchInfo::selective_depth`] that was reported last.
    pub selective_depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// The [`SearchInfo::permille_used`] that was reported last.
    pub permille_used: u32,
}

impl SearchResult {
    /// A line that no search has found.
    pub(crate) fn without_search(line: ScoredLine, depth: u32, time: Duration) -> SearchResult {
        SearchResult {
            line,
            other_lines: Vec::new(),
            depth,
            selective_depth: depth,
            nodes: 0,
            time,
            permille_used: 0,
        }
    }

    /// The move to play.
    pub fn best_move(&self) -> Option<Move> {
        self.line.moves.first().copied()
    }

    /// The expected reply, which the engine can ponder on.
    pub fn ponder_move(&self) -> Option<Move> {
        self.line.moves.get(1).copied()
    }

    /// The lines, best first.
    pub fn infos(&self) -> impl Iterator<Item = SearchInfo> {
        let lines = std::iter::once(&self.line).chain(&self.other_lines);
        (1..).zip(lines).map(|(rank, line)| SearchInfo {
            depth: self.depth,
            selective_depth: self.selective_depth.max(line.moves.len() as u32),
            rank,
            line: line.clone(),
            nodes: self.nodes,
            time: self.time,
            permille_used: self.permille_used,
        })
    }

    /// The last info of a search, which shows the move that is going to be played. `None` if `last`, the last info of the
    /// best line, has this move. The line can be of another thread, or of an iteration that was stopped.
    pub(crate) fn final_info(&self, last: Option<&SearchInfo>) -> Option<SearchInfo> {
        if last.and_then(|last| last.line.moves.first()) == self.line.moves.first() {
            return None;
        }
        self.infos().next()
    }
}

/// The speed of a search.
pub fn nodes_per_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000 / time.as_micros().max(1)
}
