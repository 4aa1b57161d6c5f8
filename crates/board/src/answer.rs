//! The response to a request: the rules answer its question, or a [`Library`](crate::Library).

use crate::interface::{
    Answer, LibraryAnswer, LibraryQuestion, Question, Refusal, Request, Response, VERSION,
};
use crate::rules;

/// Answers a request in JSON by [`answer`] or [`Library::answer`]. A text that is not a request is refused with
/// [`Refusal::BadRequest`].
///
/// [`Library::answer`]: crate::Library::answer
pub fn answer_json(request: &str, answer: impl FnOnce(&Request) -> Response) -> String {
    let response = match serde_json::from_str::<Request>(request) {
        Ok(request) => answer(&request),
        Err(error) => response(Err(Refusal::BadRequest { message: error.to_string() })),
    };
    serde_json::to_string(&response).expect("all keys of a response are strings")
}

/// Answers a request by the rules alone. A question for a library is refused with [`Refusal::BadRequest`].
pub fn answer(request: &Request) -> Response {
    respond(request, |_| {
        Err(Refusal::BadRequest { message: "a question for the library".to_owned() })
    })
}

/// Answers a request by the rules or by `library`. A request of another version is refused.
pub(crate) fn respond(
    request: &Request,
    library: impl FnOnce(&LibraryQuestion) -> Result<LibraryAnswer, Refusal>,
) -> Response {
    response(match &request.question {
        _ if request.version != VERSION => Err(Refusal::OtherVersion { supported: VERSION }),
        Question::Rules(question) => rules::answer(question).map(Answer::Rules),
        Question::Library(question) => library(question).map(Answer::Library),
    })
}

fn response(answer: Result<Answer, Refusal>) -> Response {
    let answer = answer.unwrap_or_else(|refusal| Answer::Refused { refusal });
    Response { version: VERSION, answer }
}
