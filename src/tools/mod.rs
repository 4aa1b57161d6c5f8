//! What the command line offers besides the protocol.

pub mod bench;
pub mod perft;
