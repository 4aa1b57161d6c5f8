//! Writes whole lines to the client, from any thread, and to the debug log.

use crate::search::SearchControl;
use luctor_system::resources::lock;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};

/// The output to the client. Clones write to the same place.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Sink>>);

struct Sink {
    writer: Box<dyn Write + Send>,
    log: Option<File>,
    /// The first error of the writer.
    error: Option<io::Error>,
}

impl Output {
    /// Lines are written to `writer`, which is flushed after each call.
    pub fn new(writer: impl Write + Send + 'static) -> Output {
        let writer = Box::new(writer);
        Output(Arc::new(Mutex::new(Sink { writer, log: None, error: None })))
    }

    fn sink(&self) -> MutexGuard<'_, Sink> {
        lock(&self.0)
    }

    /// Writes a line.
    pub fn line(&self, line: &str) {
        self.lines([line]);
    }

    /// Writes lines without lines of other threads between them. Errors are kept for [`Output::finish`].
    pub fn lines(&self, lines: impl IntoIterator<Item = impl AsRef<str>>) {
        let mut sink = self.sink();
        let mut text = String::new();
        for line in lines {
            let line = line.as_ref();
            sink.log("<<", line);
            text += line;
            text += "\n";
        }
        sink.write(&text);
    }

    /// Writes a line of a running job. If the output is closed, it stops the job.
    pub(super) fn line_of_job(&self, line: &str, control: &SearchControl) {
        self.line(line);
        if self.is_closed() {
            control.stop();
        }
    }

    /// Writes `info string` and a message.
    pub fn message(&self, message: impl Display) {
        self.line(&format!("info string {message}"));
    }

    /// Has writing failed, for instance because the client closed the stream?
    pub fn is_closed(&self) -> bool {
        self.sink().error.is_some()
    }

    /// Returns the first error of all writes, once.
    ///
    /// # Errors
    ///
    /// Writing has failed.
    pub fn finish(&self) -> io::Result<()> {
        self.sink().error.take().map_or(Ok(()), Err)
    }

    /// Appends a line of the client to the log.
    pub fn log_input(&self, line: &str) {
        self.sink().log(">>", line);
    }

    /// Appends to the log at `path` from now on, or ends the log.
    ///
    /// # Errors
    ///
    /// The file cannot be opened. The old log continues.
    pub fn set_log(&self, path: Option<&Path>) -> io::Result<()> {
        let open = |path| File::options().append(true).create(true).open(path);
        let log = path.map(open).transpose()?;
        self.sink().log = log;
        Ok(())
    }
}

impl Sink {
    fn write(&mut self, text: &str) {
        let written = self.writer.write_all(text.as_bytes()).and_then(|()| self.writer.flush());
        if let Err(error) = written {
            self.error.get_or_insert(error);
        }
    }

    /// Appends to the log. If that fails, a message reports the end of the log, and the session goes on.
    fn log(&mut self, direction: &str, line: &str) {
        if let Some(log) = &mut self.log
            // One write, because other engines may append to the same file.
            && let Err(error) = log.write_all(format!("{direction} {line}\n").as_bytes())
        {
            self.log = None;
            self.write(&format!("info string the debug log ends here: {error}\n"));
        }
    }
}

/// A writer for an [`Output`] whose text stays in memory. Clones write to the same place.
#[derive(Clone, Default)]
pub struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl SharedBuffer {
    /// Removes the text that was written and returns it.
    pub fn take(&self) -> String {
        String::from_utf8_lossy(&std::mem::take(&mut *lock(&self.0))).into_owned()
    }
}

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        lock(&self.0).write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stream that was closed by its reader.
    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_failed_write_closes_the_output_and_is_returned_at_the_end() {
        let output = Output::new(Closed);
        assert!(!output.is_closed());
        output.line("readyok");
        assert!(output.is_closed());
        output.line("readyok");
        assert_eq!(output.finish().unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
