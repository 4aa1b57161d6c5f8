//! The answer to a request, by the rules or by a [`Library`](crate::Library).

use crate::interface::{Answer, LibraryAnswer, LibraryQuestion, Refusal, Request};
use crate::rules;

/// Answers a request in JSON by [`answer`] or [`Library::answer`]. A text that is not a request is refused with
/// [`Refusal::BadRequest`].
///
/// [`Library::answer`]: crate::Library::answer
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
pub(crate) fn respond(
    request: &Request,
    library: impl FnOnce(&LibraryQuestion) -> Result<LibraryAnswer, Refusal>,
) -> Answer {
    let answer = match request {
        Request::Rules(question) => rules::answer(question).map(Answer::Rules),
        Request::Library(question) => library(question).map(Answer::Library),
    };
    answer.unwrap_or_else(|refusal| Answer::Refused { refusal })
}
