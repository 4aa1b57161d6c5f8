//! Files of games, puzzles, and what is known of positions.

use luctor_board::answer_json;
use wasm_bindgen::prelude::*;

/// Answers all requests, also those that need more than the rules.
#[wasm_bindgen]
#[derive(Default)]
pub struct Library(luctor_board::Library);

#[wasm_bindgen]
impl Library {
    /// An empty library.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Library {
        Library::default()
    }

    /// Adds the games of a board, and its book, if it has one.
    ///
    /// # Errors
    ///
    /// There is no such board, or the book cannot be read.
    pub fn add(&self, variant: &str, games: &str, book: Option<Vec<u8>>) -> Result<(), JsError> {
        Ok(self.0.add(variant.parse()?, games, book.as_deref())?)
    }

    /// Answers a request of the JSON interface, as [`luctor_board::Library::answer`].
    pub fn answer(&self, request: &str) -> String {
        answer_json(request, |asked| self.0.answer(asked))
    }
}
