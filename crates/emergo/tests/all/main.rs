//! All tests of the crate in one program: it links once.

mod ending;
mod fixtures;
mod move_text;
mod oracle;
mod packed;
mod position_text;
mod rules;
mod stage;
mod svg;
mod symmetry;

#[path = "../support/mod.rs"]
mod support;
