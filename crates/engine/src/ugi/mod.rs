//! The protocol: UGI (Universal Game Interface) with its alias UCI, as protocol.md describes it.

mod command;
mod go;
mod output;
mod query;
mod report;
mod session;

pub use command::{Command, CommandError, Start, parse};
pub use go::GoArguments;
pub use output::Output;
pub use query::Query;
pub use session::Session;
