//! What several of these tests share.

pub mod files;
pub mod match_runner;
pub mod program;
