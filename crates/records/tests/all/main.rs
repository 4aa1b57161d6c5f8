//! All tests of the crate in one program: it links once.

mod formats;
mod json;
mod pgn;
mod random_games;
mod record;
mod round_trip;
