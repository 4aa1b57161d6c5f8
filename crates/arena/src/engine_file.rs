//! The engines of `engines.json`, the file in which cutechess keeps its engines, for `conf=NAME`.

use crate::settings::{EngineSettings, Protocol};
use serde::Deserialize;
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// `engines.json` has no such engine.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum EngineFileError {
    #[error("{path}: {error}", path = .path.display())]
    Io { path: PathBuf, error: io::Error },
    #[error("{path}: {error}", path = .path.display())]
    Json { path: PathBuf, error: serde_json::Error },
    #[error("{path}: no engine has the name '{name}', the file has {known}", path = .path.display())]
    NoEngine { path: PathBuf, name: String, known: String },
}

/// An engine of the file. Other keys of cutechess are ignored.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileEngine {
    name: String,
    command: String,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    working_directory: PathBuf,
    #[serde(default)]
    protocol: Protocol,
    #[serde(default)]
    init_strings: Vec<String>,
    #[serde(default)]
    options: Vec<FileOption>,
}

#[derive(Deserialize)]
struct FileOption {
    name: String,
    #[serde(default)]
    value: Value,
}

/// Copies an engine of the file into the settings.
///
/// # Errors
///
/// The file cannot be read, is not a list of engines, or has no engine of this name.
pub(crate) fn load(
    path: &Path,
    name: &str,
    settings: &mut EngineSettings,
) -> Result<(), EngineFileError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| EngineFileError::Io { path: path.to_owned(), error })?;
    let mut engines: Vec<FileEngine> = serde_json::from_str(&text)
        .map_err(|error| EngineFileError::Json { path: path.to_owned(), error })?;
    let Some(index) = engines.iter().position(|engine| engine.name == name) else {
        let known: Vec<String> = engines.into_iter().map(|engine| engine.name).collect();
        let (name, known) = (name.to_owned(), known.join(", "));
        return Err(EngineFileError::NoEngine { path: path.to_owned(), name, known });
    };
    let engine = engines.swap_remove(index);
    if !engine.working_directory.as_os_str().is_empty() {
        settings.directory = Some(engine.working_directory);
    }
    (settings.name, settings.command) = (engine.name, engine.command);
    (settings.arguments, settings.protocol) = (engine.arguments, engine.protocol);
    settings.init_lines = engine.init_strings;
    for FileOption { name, value } in engine.options {
        match value {
            Value::Null => {}
            Value::String(text) => settings.set_option(&name, &text),
            other => settings.set_option(&name, &other.to_string()),
        }
    }
    Ok(())
}
