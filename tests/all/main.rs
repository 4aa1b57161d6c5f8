//! The tests that need the built program or several crates, in one program: it links once. The tests of the page are in tests/gui.

mod analyse;
mod batch;
#[cfg(all(unix, feature = "bot"))]
mod bot;
mod command_line;
mod convert;
mod datagen;
mod endings;
mod explore;
mod faults;
mod fuzz;
mod match_faults;
mod match_stops;
mod matches;
mod module_tables;
mod opening_book;
mod protocol;
mod puzzles;
mod statistics;
mod support;
