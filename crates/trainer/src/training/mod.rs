//! Makes a network of the engine from the data.
//!
//! | file | contents |
//! |---|---|
//! | `train` | `luctor train`: all steps, from game files to a network file |
//! | `fit` | the training loop: targets, losses, gradients of batches, and the optimiser |
//! | `network_model` | the network in floating point, its output and its gradient |
//! | `quantise` | rounds the weights to integers, and chooses the scale of the scores |
//! | `calibrate` | `luctor calibrate`: the scale for the scores of searches |

pub mod calibrate;
pub mod fit;
pub mod network_model;
pub mod quantise;
pub mod train;
