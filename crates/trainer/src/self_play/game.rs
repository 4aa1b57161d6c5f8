//! A self-play game: its moves with the searches before them, and its result.

use emergo::{GameResult, Move, Position, Variant};
use luctor_engine::score::Score;

/// The result of the search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlySearch {
    /// The best move.
    pub best_move: Move,
    /// Its score, from the view of the side to move.
    pub score: Score,
}

/// One ply of a self-play game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SelfPlayPly {
    /// The move played.
    pub played: Move,
    /// The search before the move. `None` for a random opening move and for the only legal move.
    pub search: Option<PlySearch>,
}

impl SelfPlayPly {
    /// Whether a random move was played instead of the best move of the search.
    pub fn is_deviation(&self) -> bool {
        self.search.is_some_and(|search| search.best_move != self.played)
    }
}

/// A position with the score of its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoredPosition {
    /// The position. The side to move has no capture.
    pub position: Position,
    /// The score, from the view of the side to move.
    pub score: Score,
}

/// A self-play game from the start position of its board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlayGame {
    /// The board.
    pub variant: Variant,
    /// All plies in order.
    pub plies: Vec<SelfPlayPly>,
    /// Positions that searches of the game evaluated. Some of them also occur in the game.
    pub sampled: Vec<ScoredPosition>,
    /// The result, by the rules or by adjudication.
    pub result: GameResult,
}
