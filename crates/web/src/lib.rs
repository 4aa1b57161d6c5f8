//! Luctor as WebAssembly, for a page without a server: three modules, one for each feature, so that the page shows its board
//! before it has loaded the others.
//!
//! `rules` runs in the page and answers what a board asks. `library` answers the other questions of the JSON interface of
//! `luctor-board`, and `engine` searches: both run in Workers.

#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "library")]
mod library;
#[cfg(feature = "rules")]
mod rules;
