//! The data of a training: the positions of game files, with what is to be learnt about them.
//!
//! | file | contents |
//! |---|---|
//! | `dataset` | all samples of some game files: a training set and a validation set |
//! | `training_samples` | a position with its score and result, and its encoding as an input of the network |
//! | `score_curve` | what scores are worth: the curve from scores to expected points |

pub mod dataset;
pub mod score_curve;
pub mod training_samples;
