//! The data of a training: the positions of game files, with what is to be learnt about them.

pub mod dataset;
pub mod score_curve;
pub mod training_samples;
