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
    /// What ended the log, until the client is told.
    complaint: Option<String>,
    /// Why nothing more can be written.
    closed: Option<io::Error>,
}

impl Output {
    /// Lines go to `writer`, each flushed.
    pub fn new(writer: impl Write + Send + 'static) -> Output {
        let writer = Box::new(writer);
        Output(Arc::new(Mutex::new(Sink { writer, log: None, complaint: None, closed: None })))
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
            // Elsewhere a line that nobody asked for would come between a question and its answer.
            if line == "readyok" || line.starts_with("info ") {
                text.extend(sink.complaint.take());
            }
            text.push_str(line);
            text.push('\n');
        }
        sink.write(&text);
    }

    /// Writes a message for people.
    pub fn message(&self, message: &str) {
        self.line(&format!("info string {message}"));
    }

    /// Has the client stopped listening?
    pub fn is_closed(&self) -> bool {
        self.sink().closed.is_some()
    }

    /// Why the client can't be written to any more, if so.
    pub fn error(&self) -> Option<io::Error> {
        // An error can't be cloned, and this one has to stay.
        self.sink().closed.as_ref().map(|error| io::Error::new(error.kind(), error.to_string()))
    }

    /// Tells the client at the end what no line came along to tell.
    pub fn finish(&self) {
        let mut sink = self.sink();
        if let Some(complaint) = sink.complaint.take() {
            sink.write(&complaint);
        }
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
    fn write(&mut self, text: &str) {
        let written = self.writer.write_all(text.as_bytes()).and_then(|()| self.writer.flush());
        if let Err(error) = written {
            self.closed.get_or_insert(error);
        }
    }

    /// A log that can't be written is given up, and the client told: the game matters more.
    fn note(&mut self, direction: &str, line: &str) {
        if let Some(log) = &mut self.log
            && let Err(error) = writeln!(log, "{direction} {line}")
        {
            self.complaint = Some(format!("info string the debug log ends here: {error}\n"));
            self.log = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A client that has gone.
    struct Gone;

    impl Write for Gone {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::Error::new(io::ErrorKind::BrokenPipe, "it has gone"))
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_client_that_has_gone_stays_gone_when_the_reason_was_asked() {
        let output = Output::new(Gone);
        assert!(!output.is_closed() && output.error().is_none());
        output.line("readyok");
        for _ in 0..2 {
            let error = output.error().unwrap();
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
            assert_eq!(error.to_string(), "it has gone");
            assert!(output.is_closed());
        }
    }
}
