//! What is wrong with a command line of `luctor match`.

use crate::settings::SettingsError;
use crate::statistics::sprt::SprtError;
use crate::suggestion::Suggestion;
use emergo::notation::Excerpt;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// The command line is wrong.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum ArgumentError {
    #[error("there is no option {0}{1}")]
    UnknownOption(Excerpt, Suggestion),
    #[error("unexpected value {0}")]
    UnexpectedValue(Excerpt),
    #[error("{option} has no key {key}{suggestion} (keys: {known})")]
    UnknownKey { option: String, key: Excerpt, suggestion: Suggestion, known: String },
    #[error("-config {path}: {error}", path = .path.display())]
    ConfigFile { path: PathBuf, error: io::Error },
    #[error("-config {path}, line {line}: a quote is not closed", path = .path.display())]
    ConfigQuote { path: PathBuf, line: usize },
    #[error("-config {path}, line {line}: a config file cannot have -config", path = .path.display())]
    NestedConfig { path: PathBuf, line: usize },
    #[error("-score plays no games: it takes no engines")]
    ScoreWithEngines,
    #[error("-json is a form of -score")]
    JsonWithoutScore,
    #[error("{option}: expected {expected}, found {found}")]
    WrongValue { option: String, expected: String, found: Excerpt },
    #[error("{option}: expected {expected}, found nothing")]
    MissingValue { option: String, expected: String },
    #[error("-sprt: {0}")]
    Sprt(#[from] SprtError),
    #[error(transparent)]
    Settings(#[from] SettingsError),
}

impl ArgumentError {
    /// The value of an option is wrong.
    pub(super) fn wrong_value(option: &str, expected: &str, found: &str) -> ArgumentError {
        let (option, expected) = (option.to_owned(), expected.to_owned());
        ArgumentError::WrongValue { option, expected, found: Excerpt::of(found) }
    }
}
