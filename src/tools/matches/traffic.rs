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
    file: Option<Arc<Mutex<File>>>,
}

impl TrafficLog {
    /// Appends to a file, if there is one.
    ///
    /// # Errors
    ///
    /// It can't be opened.
    pub fn open(path: Option<&Path>) -> io::Result<TrafficLog> {
        let file = path.map(|path| File::options().append(true).create(true).open(path));
        let file = file.transpose()?.map(|file| Arc::new(Mutex::new(file)));
        Ok(TrafficLog { started: Instant::now(), file })
    }

    /// Notes a line to (`<`) or from (`>`) an engine. A full disk loses log lines, not games.
    pub fn note(&self, engine: &str, direction: char, line: &str) {
        if let Some(file) = &self.file {
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            let milliseconds = self.started.elapsed().as_millis();
            // The beginning of a line tells what it was, and a flood stays small.
            let beginning: String = line.chars().take(LONGEST_LINE).collect();
            let cut = if beginning.len() < line.len() { "…" } else { "" };
            let _ = writeln!(file, "{milliseconds:>9} {engine} {direction} {beginning}{cut}");
        }
    }
}
