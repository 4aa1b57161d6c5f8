//! Makes the networks of the engine, and tunes its search.
//!
//! | module | contents |
//! |---|---|
//! | [`self_play`] | games of the engine against itself, and their files: `luctor datagen` |
//! | [`data`] | the positions of these games as training data |
//! | [`training`] | a network from the data: `luctor train`, and the scale of its scores: `luctor calibrate` |
//! | [`tune`] | the parameters of the search, tuned by games: `luctor tune` |
//! | `plot` | charts of a training, a calibration and a tuning |
//!
//! Everything works on the current rayon thread pool and gives the same result on any number of threads. Progress is reported
//! to a callback as typed data.

pub mod data;
mod plot;
pub mod self_play;
pub mod training;
pub mod tune;
