//! Matches between Emergo engines, with the rules of the game as the referee, and lists of openings.
//!
//! | module | contents |
//! |---|---|
//! | [`match_options`], `suggestion` | reads the command line into settings; the nearest name for an unknown one |
//! | [`settings`], [`time_control`], [`number_range`] | the settings of a match; limits and clocks; ranges of numbers |
//! | [`openings`], [`schedule`] | the start positions, and the search for balanced ones; which engines play which game |
//! | [`engine_failure`] | how an engine fails, and which failures lose the game |
//! | [`players`] | engines: of this program, and as processes |
//! | [`referee`], [`adjudication`] | plays one game; ends games that are decided by their scores |
//! | [`files`] | the match file and the PGN file, resuming, and games of other machines |
//! | [`statistics`] | tables, Elo, SPRT |
//! | [`runner`] | plays all games with several workers, and reports to a [`runner::MatchObserver`] |

pub mod adjudication;
pub mod engine_failure;
pub mod files;
pub mod match_options;
pub mod number_range;
pub mod openings;
pub mod players;
pub mod referee;
pub mod runner;
pub mod schedule;
pub mod settings;
pub mod statistics;
mod suggestion;
pub mod time_control;
