//! Helpers for the tests of several crates. Those for positions are in the tests of the crate emergo, which need nothing
//! outside it.

pub mod amount;
pub mod client;
pub mod commands;
pub mod examples;
pub mod mutation;
pub mod process;
pub mod scratch;
pub mod skip;

#[path = "../../../crates/emergo/tests/support/mod.rs"]
mod positions;

pub use positions::*;
