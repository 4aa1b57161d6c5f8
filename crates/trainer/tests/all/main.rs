//! All tests of the crate in one program: it links once.

mod datagen;
mod fuzz;
mod game_file;
mod position_lines;
mod train;
mod tune;
