#![doc = include_str!("../README.md")]
//!
//! ## Modules
//!
//! Each module uses only modules in its row and above:
//!
//! | module | contents |
//! |---|---|
//! | [`score`] | scores and their conversion to game points |
//! | [`eval`] | evaluation of a position by a neural network |
//! | [`search`] | search of a position: time management, transposition table, threads |
//! | [`interrupt`] | ends long work, such as many games or searches |
//! | [`book`] | opening books: reading, writing, probing |
//! | [`strength`], [`mod@bench`], [`perft`] | weaker levels; the benchmark; move counts |
//! | [`options`] | the options of the protocol |
//! | [`engine`] | the options and a searcher |
//! | [`ugi`] | the text protocol |

/// The name and the version of the engine.
pub const ENGINE_NAME: &str = concat!("Luctor ", env!("CARGO_PKG_VERSION"));

pub mod bench;
pub mod book;
pub mod engine;
pub mod eval;
pub mod interrupt;
pub mod options;
pub mod perft;
pub mod score;
pub mod search;
pub mod strength;
pub mod ugi;
