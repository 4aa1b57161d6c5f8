//! The page (what a browser shows), its server, and one JSON interface to the rules.
//!
//! | module | contents |
//! |---|---|
//! | [`interface`] | requests and answers as types |
//! | `answer` | the answer to a request, by the rules or by a library |
//! | `rules`, `describe`, `game_text` | answers of the rules |
//! | `library`, `puzzles`, `endings` | answers of a library |
//! | [`mod@study`] | answers that take a search |
//! | `server`, `page_files`, `report_page` | the server, the files of the page, and reports on games as files with the same board |
//!
//! The server listens on the loopback interface. It serves the page, answers requests about the rules in process, and
//! connects each WebSocket of the page to an engine process of its own. The server keeps no state of the game. Without
//! the feature `server` the crate is the interface only, for WebAssembly.

mod answer;
mod describe;
mod endings;
mod game_text;
pub mod interface;
mod library;
#[cfg(feature = "server")]
mod page_files;
mod puzzles;
#[cfg(feature = "server")]
mod report_page;
mod rules;
#[cfg(feature = "server")]
mod server;
pub mod study;

pub use answer::{answer, answer_json};
pub use library::{Library, Lookup};
#[cfg(feature = "server")]
pub use report_page::write_report_page;
#[cfg(feature = "server")]
pub use server::{
    DEFAULT_PORT, EngineCommand, EngineCommandError, LaunchFile, ServerError, ServerSettings, serve,
};
