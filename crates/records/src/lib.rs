//! Game records.
pub mod pgn;
pub mod record;
mod text;
