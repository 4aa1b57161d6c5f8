//! The files of a match: its settings and games, and how it is resumed.
//!
//! | file | contents |
//! |---|---|
//! | `append_file` | a file that grows by whole records |
//! | `match_file` | the match file: settings and games |
//! | `pgn_file` | the PGN file |
//! | `difference` | the first difference between two settings |
//! | `open_match` | opens all files of a match, and reads the games of earlier runs |
//! | `collector` | games of a match that are played elsewhere |

pub(crate) mod append_file;
pub mod collector;
pub mod difference;
pub mod match_file;
pub mod open_match;
pub(crate) mod pgn_file;
