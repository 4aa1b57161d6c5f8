#![no_main]
//! Requests of the page to the rules and to the library.
use libfuzzer_sys::fuzz_target;
use luctor_board::{Library, answer, answer_json};
use std::sync::LazyLock;

static LIBRARY: LazyLock<Library> = LazyLock::new(Library::default);

fuzz_target!(|input: &[u8]| {
    let request = String::from_utf8_lossy(input);
    let answers =
        [answer_json(&request, answer), answer_json(&request, |request| LIBRARY.answer(request))];
    for answer in answers {
        serde_json::from_str::<serde_json::Value>(&answer).expect("an answer is JSON");
    }
});
