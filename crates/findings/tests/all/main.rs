//! All tests of the crate in one program: it links once.

mod endings;
mod statistics;
