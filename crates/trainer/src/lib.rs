//! Self-play games and network training.
pub mod datagen;
pub mod gamefile;
pub mod train;
