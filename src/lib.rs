//! Luctor, an engine for the board game Emergo.
//!
//! A file imports only from layers to its left:
//!
//! ```text
//! rules  <-  eval  <-  search  <-  engine, bench  <-  ugi, tools, gui  <-  main
//! score, checksum (leaves of their own: eval and search, eval and tools use them)
//! ```
//!
//! - [`rules`]: boards, positions, legal moves, texts, perft. No input or output, no search.
//! - [`score`]: centimen, wins and losses by distance.
//! - [`eval`]: a small network over columns, hands and what can be jumped; its sums, its files.
//! - [`search`]: iterative deepening on one or more threads. Prints nothing.
//! - [`options`], [`strength`] and [`engine`]: a game, options, levels and a pool of threads; no text. [`mod@bench`]: the signature.
//! - [`ugi`]: the protocol, as protocol.md describes it.
//! - [`tools`]: perft, matches, openings, games for training and the trainer.
//! - `gui`, with the feature of that name: a web server that joins a page with engines; imports nothing to its left.
//!
//! ```
//! use luctor::rules::{Blocked, Coordinates, Game, Variant, read_move, write_move};
//! use luctor::search::{Limits, Pool, SearchSettings, Signal};
//!
//! let mut game = Game::new(Variant::Emergo, Blocked::Draw);
//! game.play(read_move(game.position(), Coordinates::Oblique, "e4")?);
//! let mut pool = Pool::new(1, 1)?;
//! let (limits, signal) = (Limits::to_depth(3), Signal::new(false));
//! let outcome = pool.search(&game, &limits, SearchSettings::default(), &signal, &mut |_| ());
//! let answer = outcome.best_move().expect("the game goes on");
//! println!("{}", write_move(Variant::Emergo, Coordinates::Oblique, answer));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]
// Readers of the documentation are readers of the code.
#![allow(rustdoc::private_intra_doc_links)]

pub mod bench;
pub mod checksum;
pub mod engine;
pub mod eval;
#[cfg(feature = "gui")]
pub mod gui;
pub mod options;
pub mod rules;
pub mod score;
pub mod search;
pub mod strength;
pub mod tools;
pub mod ugi;
