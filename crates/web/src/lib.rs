//! Luctor as WebAssembly, for a page without a server: three modules, one for each feature, so that the page shows its board
//! before it has loaded the others.
//!
//! `rules` runs in the page and answers what a board asks. `library` answers all questions of the JSON interface of
//! `luctor-board`; the page asks it those that need more than the rules. `engine` searches. Both run in Workers.

#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "library")]
mod library;

/// Answers a request that the rules alone can answer, as [`luctor_board::answer`].
#[cfg(feature = "rules")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn answer(request: &str) -> String {
    luctor_board::answer_json(request, luctor_board::answer)
}
