//! The rules.

use wasm_bindgen::prelude::*;

/// Answers a request that the rules alone can answer, as [`luctor_board::answer`].
#[wasm_bindgen]
pub fn answer(request: &str) -> String {
    luctor_board::answer_json(request, luctor_board::answer)
}
