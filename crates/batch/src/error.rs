//! Why a line is not answered.

use emergo::notation::{Excerpt, MoveTextError, PositionTextError};
use emergo::{Ending, Variant};
use thiserror::Error;

/// The longest line, in bytes.
pub const MAX_LINE_BYTES: usize = 1 << 20;

/// Why a line is not a request, or not one that can be answered.
#[derive(Debug, Error)]
#[error("{}{problem}", field.map(|field| format!("{field}: ")).unwrap_or_default())]
pub struct RequestError {
    /// The field with the problem. `None` if the line is not a JSON object.
    pub field: Option<&'static str>,
    /// The problem.
    pub problem: QueryProblem,
}

impl RequestError {
    /// A problem of a field.
    pub fn new(field: &'static str, problem: QueryProblem) -> RequestError {
        RequestError { field: Some(field), problem }
    }
}

/// What is wrong with a request.
#[derive(Debug, Error)]
pub enum QueryProblem {
    /// The line is too long.
    #[error("the line has more than {MAX_LINE_BYTES} bytes")]
    LineTooLong,
    /// The line is not JSON.
    #[error("the line is not JSON: {reason} at byte {column}")]
    Json {
        /// The reason.
        reason: String,
        /// The byte of the line, from 1.
        column: usize,
    },
    /// The line is JSON, but not an object.
    #[error("a request is a JSON object, not {0}")]
    NotAnObject(Excerpt),
    /// A field is required.
    #[error("this field is required")]
    Missing,
    /// A field has a value of another type or outside of its range.
    #[error("expected {expected}, found {found}")]
    Value {
        /// The values that the field takes.
        expected: String,
        /// The value.
        found: Excerpt,
    },
    /// A field has an unknown name as value.
    #[error("{0}")]
    Name(String),
    /// A query with this `id` has turns without a final answer.
    #[error("a query with this id is running")]
    Running,
    /// The board has no such coordinates.
    #[error("{0} has oblique coordinates only")]
    Coordinates(Variant),
    /// The text is not a position of the board.
    #[error("{0:#}")]
    Position(PositionTextError),
    /// A move is not legal.
    #[error("ply {ply}: {reason}")]
    Move {
        /// The number of the move, from 1.
        ply: usize,
        /// The reason.
        reason: MoveTextError,
    },
    /// A move follows the end of the game.
    #[error("ply {ply}: the game has ended before this move: {ending}")]
    AfterEnd {
        /// The number of the move, from 1.
        ply: usize,
        /// The end.
        ending: Ending,
    },
    /// The list of turns is empty.
    #[error("the list is empty")]
    NoTurns,
    /// The game has no such turn.
    #[error("there is no turn {turn}: the query has {} {}", plies, if *plies == 1 { "move" } else { "moves" })]
    Turn {
        /// The turn.
        turn: u64,
        /// The number of moves of the query.
        plies: usize,
    },
    /// The turns have a number twice.
    #[error("turn {0} is in the list twice")]
    SameTurn(u64),
    /// A root move is not legal.
    #[error("turn {turn}: {reason}")]
    RootMove {
        /// The turn.
        turn: usize,
        /// The reason.
        reason: MoveTextError,
    },
    /// `allow` and `avoid` leave no root move.
    #[error("turn {0}: no legal move is left")]
    NoRootMoves(usize),
}
