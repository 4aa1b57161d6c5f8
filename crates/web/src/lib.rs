//! Luctor as WebAssembly, for a page without a server: three modules, one for each feature, so that the page shows its board
//! before it has loaded the others.
//!
//! `rules` runs in the page and answers what a board asks. `library` answers all questions of the JSON interface of
//! `luctor-board`; the page asks it those that need more than the rules. `engine` searches. Both run in Workers.

#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "library")]
mod library;
#[cfg(feature = "rules")]
mod rules;
