//! Analysis of many positions: queries as JSON lines, answered in any order, as by KataGo's analysis engine. docs/batch.md
//! specifies the lines.
//!
//! [`Batch`] takes the lines and divides the queries among its search threads. It passes each [`Reply`] to a function of
//! the caller, who reads the input and writes the output.
//!
//! | file | contents |
//! |---|---|
//! | `query`, `fields` | how a line is read; the fields of its JSON object |
//! | `error` | why a line is not answered |
//! | `scheduler` | the queue of searches, and the threads that take them |
//! | `search` | the search of a position |
//! | `reply` | what is written |
// CITE: https://github.com/lightvector/KataGo/blob/master/docs/Analysis_Engine.md

mod error;
mod fields;
mod query;
mod reply;
mod scheduler;
mod search;

pub use query::MAX_LINE_BYTES;
pub use reply::{
    AnswerContribution, AnswerMove, BatchAnswer, Contributions, HandContributions, PieceValue,
    Reply,
};
pub use scheduler::{Batch, BatchSettings};
