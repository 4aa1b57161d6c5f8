//! What several subcommands share: printing on standard output and on standard error.

use anyhow::{Context, Error, Result};
use emergo::{Coordinates, Move, Variant, write_move};
pub use luctor_system::text::count;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// What an error message calls the output that failed.
pub const STDOUT: &str = "standard output";

/// Is the path `-`, which means standard input or output?
pub fn is_stdio(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Creates a file. The path `-` is standard output. A file that exists is emptied when it is first written or flushed, so a
/// command that fails before it has a result keeps the old one.
pub fn create(path: &Path) -> io::Result<Box<dyn Write>> {
    if is_stdio(path) {
        return Ok(Box::new(io::stdout()));
    }
    let file = File::options().write(true).create(true).truncate(false).open(path)?;
    let has_old_contents = file.metadata()?.is_file();
    Ok(Box::new(ReplacedFile { file, has_old_contents }))
}

struct ReplacedFile {
    file: File,
    has_old_contents: bool,
}

impl ReplacedFile {
    fn emptied(&mut self) -> io::Result<&mut File> {
        if self.has_old_contents {
            self.file.set_len(0)?;
            self.has_old_contents = false;
        }
        Ok(&mut self.file)
    }
}

impl Write for ReplacedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.emptied()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.emptied()?.flush()
    }
}

/// The name of a file in messages; of the path `-` it is `stdio`.
pub fn path_name(path: &Path, stdio: &str) -> String {
    if is_stdio(path) { stdio.to_owned() } else { path.display().to_string() }
}

/// A file, or standard output.
pub struct Destination {
    name: String,
    writer: Box<dyn Write>,
}

impl Destination {
    /// Opens it as [`create`] does.
    pub fn create(path: &Path) -> Result<Destination> {
        let name = path_name(path, STDOUT);
        let writer = create(path).with_context(|| name.clone())?;
        Ok(Destination { name, writer })
    }

    /// Writes a text at once, so that the finished games are in the file after an interruption.
    pub fn write(&mut self, text: &str) -> Result<()> {
        let written = self.writer.write_all(text.as_bytes()).and_then(|()| self.writer.flush());
        written.with_context(|| self.name.clone())
    }
}

/// Is the reader of an output gone, such as `head` in `luctor ... | head`?
pub fn is_broken_pipe(error: &Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Prints a text.
pub fn print(text: &str) -> Result<()> {
    write(text).context(STDOUT)
}

/// Prints a value as a line of JSON.
pub fn print_json(value: &impl Serialize) -> Result<()> {
    print(&(serde_json::to_string(value)? + "\n"))
}

/// Prints a report as a line of JSON, or as `text` writes it.
pub fn print_report<R: Serialize>(
    report: &R,
    as_json: bool,
    text: impl FnOnce(&R) -> String,
) -> Result<()> {
    if as_json { print_json(report) } else { print(&text(report)) }
}

/// Prints a line about the progress of a long work, which continues if standard output is closed.
pub fn print_progress(line: &str) {
    let _ = write(&format!("{line}\n"));
}

/// Prints lines during a work that does not end by itself when one cannot be written.
pub struct LinePrinter(io::Result<()>);

impl LinePrinter {
    /// A printer without lines.
    pub fn new() -> LinePrinter {
        LinePrinter(Ok(()))
    }

    /// Prints a line, unless one before it failed. Returns whether it was written.
    pub fn print(&mut self, line: &str) -> bool {
        if self.0.is_ok() {
            self.0 = write(&format!("{line}\n"));
        }
        self.0.is_ok()
    }

    /// The first error.
    pub fn finish(self) -> Result<()> {
        self.0.context(STDOUT)
    }
}

/// Prints a line on standard error, which may be closed.
pub fn print_note(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Moves with blanks between them.
pub fn moves_text(variant: Variant, moves: &[Move], coordinates: Coordinates) -> String {
    let texts = moves.iter().map(|mv| write_move(variant, coordinates, *mv));
    texts.collect::<Vec<_>>().join(" ")
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}
