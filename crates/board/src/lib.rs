//! The page (what a browser shows), its server, and one JSON interface to the rules.
//!
//! | module | contents |
//! |---|---|
//! | [`interface`] | requests and answers as types |
//! | `answers` | answers of the rules, of a [`Library`] and of a search ([`mod@study`]) |
//! | `server`, `page_files`, `report_page` | the server, the files of the page, and reports on games as files with the same board |
//!
//! The server listens on the loopback interface. It serves the page, answers requests about the rules in process, and
//! connects each WebSocket of the page to an engine process of its own. The server keeps no state of the game. Without
//! the feature `server` the crate is the interface only, for WebAssembly.

mod answers;
pub mod interface;
#[cfg(feature = "server")]
mod page_files;
#[cfg(feature = "server")]
mod report_page;
#[cfg(feature = "server")]
mod server;

pub use answers::{Library, answer, answer_json, study};
#[cfg(feature = "server")]
pub use report_page::write_report_page;
#[cfg(feature = "server")]
pub use server::{
    DEFAULT_PORT, EngineCommand, EngineCommandError, ServerError, ServerSettings, serve,
};
