//! The files of a match: its settings and games, and how it is resumed.
//!
//! | file | contents |
//! |---|---|
//! | `append_file` | a file that grows by whole records |
//! | `match_file` | the match file with settings and games |
//! | `difference` | the first difference between two settings |
//! | `open_match` | opens the files of a match: what is compared, what is refused, and what is continued |
//! | `collector` | games of a match that are played elsewhere |
//! | `scored_files` | the results in match files and other game records, without playing |

pub(crate) mod append_file;
pub mod collector;
pub mod difference;
pub mod match_file;
pub mod open_match;
pub mod scored_files;
