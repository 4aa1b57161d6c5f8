//! The JSON interface between the page and the rules: one request, one answer.
//!
//! [`crate::answer()`] and [`crate::Library`] answer a request without input or output, so that a server and WebAssembly
//! modules can offer the same interface. Cells and moves are in oblique coordinates. Errors are data: the page chooses the words.
//! A type with the name `XData` is the JSON form of the type `X` of `emergo`. `page/package/interface.d.ts`, the same types for
//! TypeScript, is generated: see the test `the_types_of_the_page_are_those_of_the_interface`.

mod library;
mod puzzles;
mod rules;
mod study;

pub use library::*;
pub use puzzles::*;
pub use rules::*;
pub use study::*;

use emergo::notation::{GameMoveError, PositionTextError};
use serde::{Deserialize, Serialize};

/// A request that takes no search.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Request {
    /// The rules alone can answer it.
    Rules(RulesQuestion),
    /// Only a [`Library`](crate::Library) can answer it.
    Library(LibraryQuestion),
}

/// The answer to a [`Request`].
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Answer {
    /// The request cannot be answered.
    Refused {
        /// Why.
        refusal: Refusal,
    },
    /// The answer of the rules.
    #[serde(untagged)]
    Rules(RulesAnswer),
    /// The answer of a library.
    #[serde(untagged)]
    Library(LibraryAnswer),
}

/// Why a request cannot be answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Refusal {
    /// The request is not JSON of this interface, or it names an unknown cell, a format that cannot hold the game, a question
    /// that only a library answers, or a found move that is not one of the solution. This is a defect of the client.
    BadRequest {
        /// The reader's message, for developers.
        message: String,
    },
    /// The start of the game, or the position text, is not valid.
    Position {
        /// What is wrong.
        fault: PositionTextError,
    },
    /// A move is not legal.
    Move {
        /// The number of the move in the game, from 1.
        number: usize,
        /// The move as it was written.
        text: String,
        /// What is wrong.
        fault: GameMoveError,
    },
    /// The board has no puzzle of this number.
    NoPuzzle {
        /// The number of puzzles.
        count: usize,
    },
    /// The index of games cannot be read.
    Index {
        /// The error, for people.
        message: String,
    },
    /// The system refuses memory or threads for the search.
    Resources {
        /// The error, for people.
        message: String,
    },
}
