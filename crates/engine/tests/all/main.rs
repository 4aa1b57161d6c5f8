//! All tests of the crate in one program: it links once.

mod book;
mod fuzz;
mod network;
mod opponents;
mod perft;
mod search;
mod selfplay;
mod strength;
mod ugi;
