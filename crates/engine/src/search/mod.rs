//! The search: iterative deepening with principal variation search, a transposition table, extensions for forced
//! captures, and a quiescence search of captures and feeding moves. It prints nothing: it calls
//! a function with each [`SearchInfo`].
//!
//! Each file uses only files in its row and above:
//!
//! | files | contents |
//! |---|---|
//! | `params` | all constants of search and time management |
//! | `limits`, `control` | what the caller asks for, and how it ends a running search |
//! | `time` | how a clock becomes a time limit |
//! | `window`, `info` | windows and bounds; what a search tells its caller |
//! | `symmetry`, `table` | symmetric positions; the transposition table |
//! | `history`, `material`, `move_picker` | histories of quiet moves; a rough material balance; move ordering |
//! | `late_move_reductions` | how much less deep late moves are searched |
//! | `handicap` | weak play: few nodes, and an evaluation with errors |
//! | `position_sample` | a random sample of the positions that a search evaluates, for training |
//! | `node` | types of nodes |
//! | `root_moves` | the moves of the root; the deepest iteration that a thread has finished |
//! | `worker` | a thread below the root, its data, and what every node does |
//! | `quiescence`, `negamax`, `root` | the tree from its leaves to iterative deepening at the root |
//! | `thread_vote` | which line is played |
//! | `searcher` | the threads and their table together: [`Searcher`]; a search that has not started: [`SearchTask`] |
//! | `slices` | a search that returns to its caller from time to time: [`SlicedSearch`] |

mod control;
mod handicap;
mod history;
mod info;
mod late_move_reductions;
mod limits;
mod material;
mod move_picker;
mod negamax;
mod node;
mod params;
mod position_sample;
mod quiescence;
mod root;
mod root_moves;
mod searcher;
mod slices;
mod symmetry;
mod table;
mod thread_vote;
mod time;
mod window;
mod worker;

pub use control::SearchControl;
pub use handicap::Handicap;
pub use info::{ScoredLine, SearchInfo, SearchResult, nodes_per_second};
pub use limits::{Clock, Limits, game_to_search};
pub use params::{ParamEntry, ParamError, SearchParams};
pub use searcher::{SearchSettings, SearchTask, Searcher};
pub use slices::{SliceEnd, SlicedSearch};
pub use window::Bound;
