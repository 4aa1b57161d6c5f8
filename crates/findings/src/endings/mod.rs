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
//! | `combinatorics`, `board_sets` | numbers of sets and of distributions; the sets of cells of a board up to symmetry |
//! | `level` | the number of each position with given hands and a number of pieces |
//! | `value` | the value of a position |
//! | `number_set` | sets of the numbers of positions |
//! | `solver`, `solved_levels` | retrograde analysis of one level; all solved levels, values of positions and moves |
//! | `settings`, `table` | what a table covers; [`EndingTable`]: the values with few pieces |
//! | `whole_games` | [`WholeGames`]: the same from the empty board, with few men |
//! | `statistics`, `draws` | material classes, counts and the longest wins; why positions are drawn |
//! | `report` | the same with texts, for JSON |
//! | `comparison` | what the search finds in positions of a table |
//! | `report_text` | the reports as texts for a terminal |

mod board_sets;
mod combinatorics;
mod comparison;
mod draws;
mod level;
mod number_set;
mod report;
mod report_text;
mod settings;
mod solved_levels;
mod solver;
mod statistics;
mod table;
mod value;
mod whole_games;

pub use comparison::{
    ComparisonReport, ComparisonSettings, SearchComparison, SearchVerdict, VerdictCounts,
};
pub use draws::{DrawReason, DrawStatistics};
pub use report::{EndingLine, EndingMoveReport, EndingReport, PositionReport};
pub use settings::{EndingSettings, NotCovered, TableTooLarge};
pub use statistics::{ClassReport, EndingCounts};
pub use table::EndingTable;
pub use value::EndingValue;
pub use whole_games::{WholeGameReport, WholeGameSettings, WholeGames};
