//! What a command line of `luctor match` asks for.

use crate::settings::{MatchSettings, SettingsWarning};
use crate::statistics::sprt::Sprt;
use std::path::PathBuf;

/// What a command line asks for.
#[derive(Clone, Debug)]
pub enum MatchCommand {
    /// A match that is played here, or whose games are collected.
    Match(Box<MatchSettings>, Vec<SettingsWarning>),
    /// The results of record files.
    Score(ScoreCommand),
}

/// The results of record files.
#[derive(Clone, Debug)]
pub struct ScoreCommand {
    /// Match files and PGN files.
    pub files: Vec<PathBuf>,
    /// The test.
    pub sprt: Option<Sprt>,
    /// How the results are printed.
    pub format: ScoreFormat,
}

/// The form of results.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum ScoreFormat {
    /// A table for people.
    #[default]
    Table,
    /// One line of JSON: [`crate::statistics::report::MatchReport`].
    Json,
}
