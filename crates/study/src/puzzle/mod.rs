//! Puzzles: positions with exactly one winning or one saving move at every turn of the solver.
//!
//! | file | contents |
//! |---|---|
//! | `line` | [`Puzzle`], its form as a line of JSON, and its solution as text |
//! | `goal`, `difficulty`, `themes` | what the solver must reach; difficulty by the nodes of a search; themes by the moves of the solution |
//! | `verifier` | whether a position is a puzzle, and whether a puzzle holds in a deeper search |
//! | `finder` | candidates in a recorded game |
//! | `workers` | many puzzles, found and checked on several threads |
//! | `set` | symmetric duplicates; a selection of many puzzles |
//! | `attempt` | a player who solves a puzzle: judges moves, plays the answers, gives hints |
//! | `page` | a printable page with diagrams and solutions |
//! | `shipped` | the puzzles of the program |
//!
//! The rule for a blocked side is always a draw.

// CITE: the criteria follow lichess. https://github.com/ornicar/lichess-puzzler

mod attempt;
mod difficulty;
mod finder;
mod goal;
mod line;
mod page;
mod set;
mod shipped;
mod themes;
mod verifier;
mod workers;

pub use attempt::{Attempt, Hint, MoveReply};
pub use difficulty::{Difficulty, UnknownDifficulty};
pub use finder::{Finder, FinderSettings};
pub use goal::Goal;
pub use line::{Puzzle, PuzzleError, PuzzleLineError, PuzzleSource, read_puzzles};
pub use page::puzzle_page;
pub use set::PuzzleSet;
pub use shipped::{shipped_puzzle, shipped_puzzles};
pub use themes::{Theme, UnknownTheme};
pub use verifier::{CheckFailure, Flaw, OnlyMove, Verifier};
pub use workers::PuzzleWorkers;
