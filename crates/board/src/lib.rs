//! The page (what a browser shows), its server, and one JSON interface to the rules.
//!
//! [`answer_json`] answers short questions, [`study::study_json`] those that take a search.
//!
//! The server listens on the loopback interface. It serves the page, answers requests about the rules in process, and
//! connects each WebSocket of the page to an engine process of its own. The server keeps no state of the game.
//! [`write_report_page`] writes reports on games as files with the same board. Without the feature `server` the crate is
//! the interface only, for WebAssembly.

mod answer;
mod click;
mod describe;
mod fair_starts;
mod game_text;
pub mod interface;
mod library;
#[cfg(feature = "server")]
mod page;
mod puzzles;
mod records;
#[cfg(feature = "server")]
mod report_page;
#[cfg(feature = "server")]
mod server;
pub mod study;

pub use answer::{answer, answer_json};
pub use library::{Library, Lookup};
#[cfg(feature = "server")]
pub use report_page::write_report_page;
#[cfg(feature = "server")]
pub use server::{
    DEFAULT_PORT, EngineCommand, EngineCommandError, LaunchFile, PageAddress, ServerError,
    ServerSettings, serve,
};
