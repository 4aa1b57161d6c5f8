//! All tests of the crate in one program: it links once.

mod collect;
mod match_options;
mod openings;
mod quick_match;
mod referee;
mod resume;
mod schedule;
mod sprt;
