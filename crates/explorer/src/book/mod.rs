//! Makes opening books, by drop-out expansion.
//!
//! | file | contents |
//! |---|---|
//! | `expander` | [`Expander`]: which position is expanded next |
//! | `leaf_search` | [`LeafSearch`]: searches the positions after the moves of an expanded position |
//! | `lines` | [`main_lines`]: the most important lines of a book |
//!
//! The book itself, [`Book`](luctor_engine::book::Book), is part of `luctor-engine`, which plays its moves.

mod expander;
mod leaf_search;
mod lines;

pub use expander::{Expander, OtherBook};
pub use leaf_search::LeafSearch;
pub use lines::{BookLine, LinesReport, MainLine, main_lines};
