//! The limits of a search, as the user sets them, and the game to search. `time.rs` turns clocks into time limits.

use emergo::{Game, Move, Repetition};

/// The clock of the side to move. Times can be 0 or negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// Milliseconds left.
    pub time: i64,
    /// Milliseconds added after each move.
    pub increment: i64,
    /// Moves until the next time control, if there is one.
    pub moves_to_go: Option<u32>,
}

/// The limits of a search. They can be combined. The first limit that is reached ends the search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes of all threads.
    pub nodes: Option<u64>,
    /// Time for this move, in milliseconds.
    pub move_time: Option<i64>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Search for a win in this number of moves.
    pub mate: Option<u32>,
    /// Return no result before `stop`.
    pub infinite: bool,
    /// The opponent is still thinking: the clock does not run, and there is no result before `ponderhit` or `stop`. A
    /// [`Searcher`](super::Searcher) learns this from its [`SearchControl`](super::SearchControl::of).
    pub ponder: bool,
    /// Search only these root moves. Empty: all legal moves.
    pub search_moves: Vec<Move>,
}

impl Limits {
    /// A fixed depth in plies.
    pub fn to_depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A fixed number of nodes.
    pub fn to_nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A fixed time in milliseconds.
    pub fn to_move_time(milliseconds: i64) -> Limits {
        Limits { move_time: Some(milliseconds), ..Limits::default() }
    }
}

/// The game to search for a score. A search scores repetition as a draw, also of positions of the game. Where repetition is
/// unlimited, the moves so far are left out. To avoid repetition in such a game, search the game itself.
pub fn game_to_search(game: &Game) -> Game {
    match game.repetition() {
        Repetition::Draw => game.clone(),
        Repetition::Unlimited => Game::from_position(*game.position(), game.turn(), game.blocked()),
    }
}
