//! Self-play games and training of the evaluation networks.
//!
//! [`datagen::run`] plays games of the engine against itself and writes them to a game file ([`game_file`]).
//! [`train::run`] fits a network to the positions of such files and writes it. [`calibrate::run`] gives it
//! the scale with which 200 centimen double the odds. [`tune::run`] tunes the parameters of the search. [`opening_search`] finds
//! balanced openings for matches. They work on the current rayon thread pool and give the same result on any number of
//! threads. Progress is reported to a callback as typed data.

mod adjudication;
pub mod calibrate;
pub mod calibration_fit;
pub mod datagen;
pub mod dataset;
pub mod fit;
pub mod game_file;
pub mod game_records;
pub mod loss;
pub mod network_model;
pub mod opening_search;
pub mod plot;
pub mod position_lines;
pub mod quantise;
pub mod self_play;
pub mod train;
pub mod training_samples;
pub mod tune;
