//! The protocol: UGI (Universal Game Interface) with its alias UCI, as protocol.md describes it.

mod command;
mod output;
mod report;
mod session;

pub use command::{Command, CommandError, GoArguments, Query, Start, parse};
pub use output::Output;
pub use session::Session;
