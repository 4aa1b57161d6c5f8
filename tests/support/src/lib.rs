//! Helpers for the tests of several crates. Those for positions are in crates/emergo: the tests of that crate use no other
//! folder.

pub mod amount;
pub mod client;
pub mod coordinates;
pub mod examples;
pub mod http;
pub mod mutation;
pub mod process;
pub mod scratch;
pub mod skip;

#[path = "../../../crates/emergo/tests/support/mod.rs"]
mod positions;

pub use positions::*;
