//! A board in the browser: the page, its server, and one JSON interface to the rules.
//!
//! [`answer_json`] answers short questions, [`study_json`] those that take a search.
//!
//! The server listens on the loopback interface. It serves the page, answers requests about the rules in process, and
//! connects each WebSocket of the page to an engine process of its own. The server keeps no state of the game. Without the
//! feature `server` the crate is the interface only, for WebAssembly.

#[cfg(feature = "server")]
mod access;
mod answer;
#[cfg(feature = "server")]
mod engine_command;
#[cfg(feature = "server")]
mod engine_socket;
#[cfg(feature = "server")]
mod gui;
pub mod interface;
#[cfg(feature = "server")]
mod launch_file;
mod puzzles;
#[cfg(feature = "server")]
mod server;
pub mod study;
#[cfg(feature = "server")]
mod study_socket;

pub use answer::{Lookup, answer, answer_json};
#[cfg(feature = "server")]
pub use engine_command::{EngineCommand, EngineCommandError};
#[cfg(feature = "server")]
pub use gui::{GuiError, GuiSettings, serve};
#[cfg(feature = "server")]
pub use launch_file::LaunchFile;
pub use study::study_json;
