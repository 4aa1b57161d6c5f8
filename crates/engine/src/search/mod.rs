//! The search: iterative deepening principal variation search with a transposition table, forced captures
//! and a quiescence that follows captures and feeding. It prints nothing: the caller passes a handler that
//! takes reports.

mod control;
mod handicap;
mod history;
pub mod interrupt;
pub mod limits;
mod negamax;
pub mod params;
mod picker;
mod quiescence;
mod report;
mod searcher;
mod symmetry;
mod table;
mod thread_vote;
mod threads;
mod time;
mod window;
mod worker;

pub use control::SearchControl;
pub use handicap::Handicap;
pub use limits::{Clock, Limits};
pub use report::{Bound, Line, SearchReport, SearchResult};
pub use searcher::{ResourceError, SearchSettings, Searcher};
pub use table::{OutOfMemory, Table};
pub use threads::{cores, has_room_for_threads, start_threads, with_all_threads};
