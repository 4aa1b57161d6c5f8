//! All tests of the crate in one program: it links once.

mod answer;
mod page;
mod study;
#[cfg(feature = "typescript")]
mod types;
