//! Openings: the start positions of the games of a match.
//!
//! | file | contents |
//! |---|---|
//! | `list` | the list of openings of a match, and how it is read |
//! | `random` | random play from the start |
//! | `search` | `luctor openings`: a list of balanced openings, found by random play and searches |

pub mod list;
pub mod random;
pub mod search;
