//! The search: iterative deepening principal variation search with a transposition table, forced captures
//! and a quiescence that follows captures and feeding. It prints nothing: the caller passes a handler that
//! takes reports.

mod handicap;
mod history;
pub mod limits;
mod mirrors;
mod negamax;
mod pace;
pub mod params;
mod picker;
mod pool;
mod quiescence;
mod report;
mod signal;
mod table;
mod threads;
mod vote;
mod window;
mod worker;

pub use handicap::Handicap;
pub use limits::{Clock, Limits};
pub use pool::{Pool, SearchSettings, Unavailable};
pub use report::{Bound, Line, Outcome, Report};
pub use signal::Signal;
pub use table::{OutOfMemory, Table};
pub use threads::{cores, has_room_for_threads, start_threads, with_all_threads};
