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
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum QueryProblem {
    #[error("the line has more than {MAX_LINE_BYTES} bytes")]
    LineTooLong,
    #[error("the line is not JSON: {reason} at byte {column}")]
    Json {
        reason: String,
        /// The byte of the line, from 1.
        column: usize,
    },
    #[error("a request is a JSON object, not {0}")]
    NotAnObject(Excerpt),
    #[error("this field is required")]
    Missing,
    #[error("expected {expected}, found {found}")]
    Value { expected: String, found: Excerpt },
    #[error("{0}")]
    Name(String),
    #[error("a query with this id is running")]
    Running,
    #[error("{0} has oblique coordinates only")]
    Coordinates(Variant),
    #[error("{0:#}")]
    Position(PositionTextError),
    #[error("ply {ply}: {reason}")]
    Move {
        /// The number of the move, from 1.
        ply: usize,
        reason: MoveTextError,
    },
    #[error("ply {ply}: the game has ended before this move: {ending}")]
    AfterEnd {
        /// The number of the move, from 1.
        ply: usize,
        ending: Ending,
    },
    #[error("the list is empty")]
    NoTurns,
    #[error("there is no turn {turn}: the query has {} {}", plies, if *plies == 1 { "move" } else { "moves" })]
    Turn { turn: u64, plies: usize },
    #[error("turn {0} is in the list twice")]
    SameTurn(u64),
    #[error("turn {turn}: {reason}")]
    RootMove { turn: usize, reason: MoveTextError },
    #[error("turn {0}: no legal move is left")]
    NoRootMoves(usize),
}
