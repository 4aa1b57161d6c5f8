//! What several crates of Luctor need from the system, and nothing about the game.
//!
//! | module | contents |
//! |---|---|
//! | [`files`] | reading, comparing, locking and replacing files |
//! | [`resources`] | threads and locks; errors of memory and threads |
//! | [`checksum`] | FNV-1a |
//! | [`random`] | seeds: SplitMix64 |

pub mod checksum;
pub mod files;
pub mod random;
pub mod resources;
