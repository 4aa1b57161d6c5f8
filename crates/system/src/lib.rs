//! What several crates of Luctor need from the system and for texts, and nothing about the game.
//!
//! | module | contents |
//! |---|---|
//! | [`files`] | reading, comparing, locking and replacing files |
//! | [`resources`] | threads and locks; errors of memory and threads |
//! | [`checksum`] | FNV-1a |
//! | [`header`] | words `key=value` |
//! | [`random`] | seeds: SplitMix64 |
//! | [`text`] | numbers; wrapped words; aligned columns |

pub mod checksum;
pub mod files;
pub mod header;
pub mod random;
pub mod resources;
pub mod text;
