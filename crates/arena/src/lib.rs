//! Matches between Emergo engines, with the rules of the game as the referee, and lists of openings.
//!
//! [`match_options`] reads the command line into [`settings`]. [`runner`] plays the games of the [`schedule`] with several
//! workers. [`referee`] plays one game between two [`player`]s: [`internal_player`], or [`ugi_client`] with an
//! `engine_process`. `engine_check` checks the engines before the first game. [`match_file`] stores and resumes a match.
//! [`tally`], [`elo`] and [`sprt`] evaluate the results, and [`score`] those of files. [`report`] is their form for other
//! programs. [`collector`] writes games that are played elsewhere.
//!
//! The crate does not print. The caller passes a [`runner::MatchObserver`].

mod append_file;
pub mod collector;
pub mod counts;
pub mod difference;
pub mod elo;
mod engine_check;
mod engine_process;
pub mod internal_player;
mod likelihood;
pub mod match_file;
pub mod match_options;
pub mod number_range;
pub mod open_match;
pub mod openings;
mod pgn_file;
pub mod player;
mod player_pool;
pub mod referee;
pub mod reply_timer;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod score;
pub mod settings;
pub mod sprt;
mod suggestion;
pub mod tally;
pub mod time_control;
pub mod traffic_log;
pub mod ugi_client;
