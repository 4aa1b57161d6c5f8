//! The log of the traffic between the runner and its engines.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Characters of a line that are noted: the `position` lines of long games fit.
const LONGEST_LINE: usize = 4_000;

/// A log that threads share; without a file it does nothing.
#[derive(Clone)]
pub struct TrafficLog {
    started: Instant,
    file: Option<Arc<Mutex<LogFile>>>,
}

struct LogFile {
    file: File,
    /// The first one.
    error: Option<io::Error>,
}

impl TrafficLog {
    /// Appends to a file, if there is one.
    ///
    /// # Errors
    ///
    /// It can't be opened.
    pub fn open(path: Option<&Path>) -> io::Result<TrafficLog> {
        let file = path.map(|path| File::options().append(true).create(true).open(path));
        let file =
            file.transpose()?.map(|file| Arc::new(Mutex::new(LogFile { file, error: None })));
        Ok(TrafficLog { started: Instant::now(), file })
    }

    /// What kept lines out of the log first.
    pub fn error(&self) -> Option<String> {
        let file = self.file.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        file.error.as_ref().map(io::Error::to_string)
    }

    /// Notes a line to (`<`) or from (`>`) an engine. A full disk loses log lines, not games: see [`TrafficLog::error`].
    pub fn note(&self, engine: &str, direction: char, line: &str) {
        if let Some(file) = &self.file {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            let milliseconds = self.started.elapsed().as_millis();
            // The beginning of a line tells what it was, and a flood stays small.
            let beginning: String = line.chars().take(LONGEST_LINE).collect();
            let cut = if beginning.len() < line.len() { "…" } else { "" };
            let line = format!("{milliseconds:>9} {engine} {direction} {beginning}{cut}\n");
            if let Err(error) = file.file.write_all(line.as_bytes()) {
                file.error.get_or_insert(error);
            }
        }
    }
}
