//! Lines to the client, whole and at once, from any thread; and the debug log of both directions.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where lines go. Clones write to the same place.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Sink>>);

struct Sink {
    writer: Box<dyn Write + Send>,
    log: Option<File>,
    closed: bool,
}

impl Output {
    /// Lines go to `writer`, each flushed.
    pub fn new(writer: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(Sink { writer: Box::new(writer), log: None, closed: false })))
    }

    fn sink(&self) -> MutexGuard<'_, Sink> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a line. A client that has gone is noted, not complained of: see [`Output::is_closed`].
    pub fn line(&self, line: &str) {
        self.lines([line]);
    }

    /// Writes lines with nothing between them.
    pub fn lines<'a>(&self, lines: impl IntoIterator<Item = &'a str>) {
        let mut sink = self.sink();
        let mut text = String::new();
        for line in lines {
            sink.note("<<", line);
            text.push_str(line);
            text.push('\n');
        }
        let written = sink.writer.write_all(text.as_bytes()).and_then(|()| sink.writer.flush());
        sink.closed |= written.is_err();
    }

    /// Writes a message for people.
    pub fn message(&self, message: &str) {
        self.line(&format!("info string {message}"));
    }

    /// Has the client stopped listening?
    pub fn is_closed(&self) -> bool {
        self.sink().closed
    }

    /// Notes a line of the client in the log.
    pub fn note_input(&self, line: &str) {
        self.sink().note(">>", line);
    }

    /// Appends to the log at `path` from now on, or ends the log.
    ///
    /// # Errors
    ///
    /// The file can't be opened; the old log goes on.
    pub fn set_log(&self, path: Option<&str>) -> io::Result<()> {
        let log = match path {
            Some(path) => Some(File::options().append(true).create(true).open(path)?),
            None => None,
        };
        self.sink().log = log;
        Ok(())
    }
}

impl Sink {
    /// A log that can't be written is given up: the game matters more.
    fn note(&mut self, direction: &str, line: &str) {
        if let Some(log) = &mut self.log
            && let Err(error) = writeln!(log, "{direction} {line}")
        {
            log::warn!("the debug log ends here: {error}");
            self.log = None;
        }
    }
}
