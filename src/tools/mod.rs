//! What the command line offers besides the protocol.

pub mod matches;
pub mod openings;
pub mod perft;
