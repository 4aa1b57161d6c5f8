//! Findings about the game of Emergo.
//!
//! - [`endings`]: exact values of positions with few pieces.
//! - [`statistics`]: statistics of many games.

pub mod endings;
pub mod statistics;
