//! All tests of the crate in one program: it links once.

mod arbitrary_text;
mod ending;
mod fixtures;
mod move_text;
mod oracle;
mod position_text;
mod rules;
mod svg;
mod symmetry;
