//! The log of all lines between the runner and the engines.

use luctor_system::files::FileError;
use luctor_system::resources::lock;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Characters of a line that are logged. It is enough for the `position` line of a long game.
const LOGGED_CHARACTERS: usize = 4_000;

/// A log that threads share. Without a file it does nothing.
#[derive(Clone)]
pub struct TrafficLog {
    started: Instant,
    /// The file, or the error of writing.
    file: Option<Arc<Mutex<io::Result<File>>>>,
}

impl TrafficLog {
    /// Opens a log that appends to a file.
    ///
    /// # Errors
    ///
    /// The file cannot be opened.
    pub fn open(path: Option<&Path>) -> Result<TrafficLog, FileError> {
        let open = |path: &Path| {
            let opened = File::options().append(true).create(true).open(path);
            opened.map_err(|error| FileError::new(path, error))
        };
        let file = path.map(open).transpose()?;
        let file = file.map(|file| Arc::new(Mutex::new(Ok(file))));
        Ok(TrafficLog { started: Instant::now(), file })
    }

    /// The error of writing, after which lines are missing.
    pub fn error(&self) -> Option<String> {
        lock(self.file.as_ref()?).as_ref().err().map(ToString::to_string)
    }

    /// Adds a line that an engine reads (`>`) or writes (`<`), as in protocol.md. An error, such as a full disk, does not affect
    /// the match: see [`TrafficLog::error`].
    pub fn add(&self, engine: &str, direction: char, line: &str) {
        let Some(file) = &self.file else { return };
        let milliseconds = self.started.elapsed().as_millis();
        let beginning: String = line.chars().take(LOGGED_CHARACTERS).collect();
        let ellipsis = if beginning.len() < line.len() { "…" } else { "" };
        let line = format!("{milliseconds:>9} {engine} {direction} {beginning}{ellipsis}\n");
        let mut file = lock(file);
        if let Ok(open) = &mut *file
            && let Err(error) = open.write_all(line.as_bytes())
        {
            *file = Err(error);
        }
    }
}
