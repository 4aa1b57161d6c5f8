//! Puzzles of the program that a player solves.

use super::{GameText, LegalMove};
use emergo::{Side, Variant};
use luctor_study::puzzle::{Difficulty, Goal, Theme};
use serde::{Deserialize, Serialize};

/// A puzzle in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleSummary {
    /// The side that solves the puzzle.
    pub side: Side,
    /// What it must reach.
    pub goal: Goal,
    /// The estimated difficulty.
    pub difficulty: Difficulty,
    /// The themes.
    pub themes: Vec<Theme>,
}

/// A puzzle of the program that is being solved.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleAttempt {
    /// The board.
    pub variant: Variant,
    /// The number of the puzzle, from 1.
    pub number: usize,
    /// The right moves of the player so far, without forced moves.
    pub found: Vec<String>,
}

/// A step of a player who solves a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PuzzleStep {
    /// Shows the position.
    Show,
    /// Plays a move.
    Move {
        /// The move.
        text: String,
    },
    /// Asks for a hint.
    Hint {
        /// The number of the hint to this move, from 1. Each one tells more.
        number: u8,
    },
    /// Asks for the solution.
    GiveUp,
}

/// The state of a puzzle that is being solved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct AttemptState {
    /// The position of the puzzle, and all moves so far.
    pub game: GameText,
    /// Unforced moves that the player still has to find, 0 if the puzzle is solved.
    pub moves_left: usize,
    /// The solution, if the puzzle is solved or the player gave up.
    pub solution: Option<PuzzleSolution>,
}

/// The reply to a step of a player who solves a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PuzzleReply {
    /// The move is the solution, or another route with the same result.
    Right {
        /// The move of the solution, and the moves that follow it: answers of the opponent, and forced moves.
        played: Vec<LegalMove>,
    },
    /// The move is not the solution.
    Wrong,
    /// A hint: the piece that moves. An entry has no such hint.
    HintPiece {
        /// The cell of the piece.
        cell: String,
    },
    /// A hint: where the move ends.
    HintTarget {
        /// The cell on which the move ends.
        cell: String,
    },
}

/// The solution of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PuzzleSolution {
    /// The moves of both sides, from the position of the puzzle.
    pub moves: Vec<String>,
    /// Moves of the solver until the end of the game, if the win is proved.
    pub win_in: Option<u32>,
}
