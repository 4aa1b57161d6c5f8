//! Self-play games and training of the evaluation networks.
//!
//! [`datagen::run`] plays games of the engine against itself and writes them to a game file ([`game_file`]).
//! [`train::run`] fits the models to the positions of such files and writes a network. [`calibrate::run`] fits the
//! curve from search scores to expected points. [`tune::run`] tunes the parameters of the search. All of them work on the current rayon thread pool, give the same result
//! on any number of threads, and report their progress to a callback as typed data.

pub mod calibrate;
pub mod calibration_fit;
pub mod datagen;
pub mod dataset;
pub mod fit;
pub mod game_file;
pub mod linear_model;
pub mod model;
pub mod network_model;
pub mod output_file;
pub mod plot;
pub mod position_lines;
pub mod quantise;
pub mod self_play;
pub mod terms;
pub mod train;
pub mod training_samples;
pub mod tune;
