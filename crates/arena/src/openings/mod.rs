//! Openings: the start positions of the games of a match, and the search for balanced ones.

pub mod list;
pub mod search;
