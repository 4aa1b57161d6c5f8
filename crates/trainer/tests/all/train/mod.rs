//! Training: data, gradients, training loop and calibration.

mod data;
mod gradients;
mod measures;
