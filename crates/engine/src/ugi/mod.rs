//! The protocol: UGI (Universal Game Interface) and its alias UCI, as protocol.md specifies it.
//!
//! A [`Session`] reads lines, parses each one into a [`Command`] and runs it. Searches run on a thread of their own, or in
//! slices between the lines.
//!
//! | files | contents |
//! |---|---|
//! | `command`, `command_error` | a line becomes a [`Command`], or an error |
//! | `go`, `query` | the arguments of `go` and the limits of the search; queries and their answers |
//! | `display` | the answers to `help` and `moves` |
//! | `info_line` | infos and results of a search as `info` and `bestmove` |
//! | `output` | [`Output`]: whole lines to the client and to the debug log |
//! | `job_thread`, `jobs` | where searches, perft and bench run |
//! | `session` | [`Session`]: reads lines and runs commands |

mod command;
mod command_error;
mod display;
mod go;
mod info_line;
mod job_thread;
mod jobs;
mod output;
mod query;
mod session;

pub use command::{Command, Start, parse};
pub use command_error::CommandError;
pub use go::GoArguments;
pub use info_line::{InfoFormat, info_line, result_lines};
pub use output::{Output, SharedBuffer};
pub use query::{Query, result_word};
pub use session::Session;
