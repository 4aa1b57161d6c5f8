//! All tests of the crate in one program: it links once.

mod answer;
mod client;
mod library;
mod page;
mod puzzles;
mod records;
mod rules;
mod study;
#[cfg(feature = "typescript")]
mod types;
