//! Luctor, an engine for the board game Emergo.
//!
//! A file imports only from layers to its left:
//!
//! ```text
//! rules  <-  eval  <-  search  <-  engine  <-  ugi, tools  <-  main
//! score (a leaf of its own: eval and search both use it)
//! ```
//!
//! - [`rules`]: boards, positions, legal moves, texts, perft.
#![forbid(unsafe_code)]

pub mod engine;
pub mod eval;
pub mod options;
pub mod rules;
pub mod score;
pub mod search;
pub mod tools;
pub mod ugi;
