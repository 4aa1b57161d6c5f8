//! What the command line offers besides the protocol.

pub mod datagen;
pub mod gamefile;
pub mod matches;
pub mod openings;
pub mod perft;
mod selfplay;
pub mod train;
