//! Exact endings: the value of every position with few pieces and empty hands.
//!
//! Captures never add a piece, so the positions with at most `k` pieces are closed under moves. [`EndingTable::solve`]
//! enumerates them and finds, by retrograde analysis, which are won and in how many plies. What is neither won nor lost is
//! drawn, because the third repetition is a draw. Positions that are symmetric, or equal with colours exchanged, are one
//! entry. The table has all positions in which every man of the game is on the board; others occur in composed positions
//! only and have no entry.
//!
//! | file | contents |
//! |---|---|
//! | `classes` | material: the columns of both sides |
//! | `level` | the number of each position with given hands and a number of pieces |
//! | `value` | the value of a position |
//! | `number_set` | a set of the numbers of positions |
//! | `solver` | retrograde analysis of one level |
//! | `table` | [`EndingTable`]: all levels, values of positions and moves |
//! | `whole_games` | [`WholeGames`]: the same from the empty board, with few men |
//! | `statistics`, `report` | counts and the longest wins; the same with texts, for JSON |
//! | `draws` | why positions are drawn |
//! | `comparison` | what the search finds in positions of a table |

mod classes;
mod comparison;
mod draws;
mod level;
mod number_set;
mod report;
mod solver;
mod statistics;
mod table;
mod value;
mod whole_games;

pub use classes::MaterialClass;
pub use comparison::{
    ComparisonError, ComparisonReport, SearchComparison, SearchVerdict, VerdictCounts,
};
pub use draws::{DrawReason, DrawStatistics};
pub use report::{
    ClassReport, DrawReport, EndingLine, EndingMoveReport, EndingReport, PositionReport,
};
pub use solver::SolverPass;
pub use statistics::{ClassStatistics, EndingCounts, LevelStatistics, LongestWin};
pub use table::{EndingSettings, EndingTable, NotCovered, SolveError, ValuedMove};
pub use value::EndingValue;
pub use whole_games::{WholeGameReport, WholeGameSettings, WholeGames};
