//! All tests of the crate in one program: it links once.

mod annotate;
mod known_answers;
mod puzzle;
