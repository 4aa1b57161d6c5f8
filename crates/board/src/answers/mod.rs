//! The answer to a request, by the rules or by a [`Library`].
//!
//! | file | contents |
//! |---|---|
//! | `rules`, `describe`, `game_text` | answers of the rules |
//! | `library`, `puzzles`, `endings` | answers of a library |
//! | [`mod@study`] | answers that take a search |

pub(crate) mod describe;
mod endings;
mod game_text;
pub(crate) mod library;
mod puzzles;
mod rules;
pub mod study;

pub use library::Library;

use crate::interface::{Answer, LibraryAnswer, LibraryQuestion, Refusal, Request};

/// Answers a request in JSON by [`answer`] or [`Library::answer`]. A text that is not a request is refused with
/// [`Refusal::BadRequest`].
pub fn answer_json(request: &str, answer: impl FnOnce(&Request) -> Answer) -> String {
    let answer = match serde_json::from_str::<Request>(request) {
        Ok(request) => answer(&request),
        Err(error) => {
            Answer::Refused { refusal: Refusal::BadRequest { message: error.to_string() } }
        }
    };
    serde_json::to_string(&answer).expect("all keys of an answer are strings")
}

/// Answers a request by the rules alone. A question for a library is refused with [`Refusal::BadRequest`].
pub fn answer(request: &Request) -> Answer {
    respond(request, |_| {
        Err(Refusal::BadRequest { message: "a question for the library".to_owned() })
    })
}

/// Answers a request by the rules or by `library`.
fn respond(
    request: &Request,
    library: impl FnOnce(&LibraryQuestion) -> Result<LibraryAnswer, Refusal>,
) -> Answer {
    let answer = match request {
        Request::Rules(question) => rules::answer(question).map(Answer::Rules),
        Request::Library(question) => library(question).map(Answer::Library),
    };
    answer.unwrap_or_else(|refusal| Answer::Refused { refusal })
}
