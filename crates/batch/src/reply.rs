//! Replies: what is written for a request, as types of serde.

use emergo::{Ending, Side};
use emergo_records::Evaluation;
use serde::Serialize;

/// One line of the output.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Reply {
    /// The result of a search.
    Answer(Box<BatchAnswer>),
    /// A request to cancel was executed.
    Cancel {
        /// The name of the request.
        id: String,
        /// `cancel`.
        action: &'static str,
        /// The name of the query.
        cancel: String,
        /// The turns of the query without a final answer so far. 0 if there is no such query, or not any more.
        turns: usize,
    },
    /// A request was refused. There is no other answer to it.
    Error {
        /// The reason, a sentence.
        error: String,
        /// The field with the problem. `None` if the line is not a JSON object.
        field: Option<&'static str>,
        /// The name of the request. `None` if the line has none.
        id: Option<String>,
    },
    /// A part of a request was ignored.
    Warning {
        /// What is wrong, a sentence.
        warning: String,
        /// The field that was ignored.
        field: String,
        /// The name of the request. `None` if the line has none.
        id: Option<String>,
    },
}

/// The state or the result of the search of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BatchAnswer {
    /// The name of the query.
    pub id: String,
    /// The number of moves before the position.
    pub turn: usize,
    /// Is it the result? A search that is running has answers that are not final.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// Was the query cancelled before the search reached its limit?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cancelled: bool,
    /// The end of the game, if it has ended in the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// The side to move.
    pub side: Side,
    /// The position text.
    pub position: String,
    /// The key that all symmetric positions share, 16 hexadecimal digits.
    #[serde(rename = "canonicalKey")]
    pub canonical_key: String,
    /// Do all legal moves lead to the same position?
    pub forced: bool,
    /// The last finished iteration, in plies: 1 if none is finished, 0 without a search.
    pub depth: u32,
    /// Nodes of the search.
    pub nodes: u64,
    /// Time since the search began, in milliseconds.
    pub time: u64,
    /// The best moves, best first.
    pub moves: Vec<AnswerMove>,
    /// The evaluation without a search. None if the game has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contributions: Option<Contributions>,
}

/// A move with its score, from the view of the side to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AnswerMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The score: `{"centimen":35}`, or `{"mate":3}` for a win in 3 moves and `{"mate":-3}` for a loss.
    pub score: Evaluation,
    /// `lower` or `upper` if the true score is at least or at most this: the search was stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<&'static str>,
    /// The share of the points that the side to move makes, 0.0..=1.0, with four decimals.
    pub expected: f64,
    /// The move and its best continuation.
    pub pv: Vec<String>,
}

/// The evaluation of a position without a search, and what each piece contributes to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Contributions {
    /// The evaluation from White's view, in centimen.
    pub evaluation: i32,
    /// The contribution of each piece.
    pub pieces: Vec<PieceValue>,
    /// The contribution of each hand.
    pub hands: HandContributions,
}

/// The contribution of a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PieceValue {
    /// Its square.
    pub square: String,
    /// The contribution.
    #[serde(flatten)]
    pub contribution: AnswerContribution,
}

/// The contributions of the hands. None of an empty hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct HandContributions {
    /// White's hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<AnswerContribution>,
    /// Black's hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<AnswerContribution>,
}

/// The evaluation minus the evaluation without a piece or hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct AnswerContribution {
    /// From White's view, in centimen.
    pub centimen: i32,
    /// Could the side to move capture without the piece? Then the contribution is not reliable.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub doubtful: bool,
}
