//! `luctor match`: engine against engine, refereed by the rules, with everything written down.
//!
//! [`arguments`] reads the command line into [`settings`]; [`schedule`] says which game is which; a
//! [`player`] is [`internal`] or a [`conversation`] with a [`process`], in the [`roster`] of a worker; the [`referee`] plays one game, the [`runner`] all of them;
//! [`record`], [`pgn`] and [`traffic`] are the files; [`tally`], [`counts`] and [`sprt`] say what it means, [`progress`]
//! shows it.

pub mod arguments;
pub mod conversation;
pub mod counts;
pub mod internal;
pub mod limit;
pub mod openings;
pub mod pgn;
pub mod player;
pub mod process;
pub mod progress;
pub mod pulse;
pub mod record;
pub mod referee;
pub mod roster;
pub mod runner;
pub mod schedule;
pub mod settings;
pub mod sprt;
pub mod tally;
mod text;
pub mod traffic;
pub mod wait;
