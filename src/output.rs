//! What several subcommands share: files of results, and printing on standard output and on standard error.

use anyhow::{Context, Error, Result};
use emergo::{Coordinates, Move, Variant, write_move};
use luctor_system::files::OutputFile;
pub use luctor_system::text::count;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// What an error message calls the output that failed.
pub const STDOUT: &str = "standard output";

/// Is the path `-`, which means standard input or output?
pub fn is_stdio(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of a file in messages; of the path `-` it is `stdio`.
pub fn path_name(path: &Path, stdio: &str) -> String {
    if is_stdio(path) { stdio.to_owned() } else { path.display().to_string() }
}

/// Where a result goes: a file that is replaced as a whole, a device, or standard output. A file that is dropped without
/// [`Destination::finish`] is discarded.
pub struct Destination {
    name: String,
    out: Out,
}

enum Out {
    File(OutputFile),
    Stream(Box<dyn Write + Send>),
}

impl Destination {
    /// Opens it; the path `-` is standard output. A file gets its name in [`Destination::finish`], so a command that fails keeps
    /// the old one. Fails if a file with the same name or its part file is one of the inputs.
    pub fn create(path: &Path, inputs: &[PathBuf]) -> Result<Destination> {
        let name = path_name(path, STDOUT);
        let out = if is_stdio(path) {
            Out::Stream(Box::new(io::stdout()))
        } else if path.exists() && !path.is_file() {
            let device = File::options().write(true).open(path);
            Out::Stream(Box::new(device.with_context(|| name.clone())?))
        } else {
            Out::File(OutputFile::create(path, inputs)?)
        };
        Ok(Destination { name, out })
    }

    pub fn writer(&mut self) -> &mut dyn Write {
        match &mut self.out {
            Out::File(file) => file,
            Out::Stream(stream) => stream,
        }
    }

    /// Writes a text at once.
    pub fn write_text(&mut self, text: &str) -> Result<()> {
        let out = self.writer();
        let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        written.with_context(|| self.name.clone())
    }

    /// Gives a file its name.
    pub fn finish(self) -> Result<()> {
        match self.out {
            Out::File(file) => Ok(file.finish()?),
            Out::Stream(_) => Ok(()),
        }
    }
}

/// Is the reader of an output gone, such as `head` in `luctor ... | head`?
pub fn is_broken_pipe(error: &Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

pub fn print(text: &str) -> Result<()> {
    write(text).context(STDOUT)
}

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

/// Prints lines during a work that does not end by itself when one cannot be written.
pub struct LinePrinter(io::Result<()>);

impl LinePrinter {
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

pub fn moves_text(variant: Variant, moves: &[Move], coordinates: Coordinates) -> String {
    let texts = moves.iter().map(|mv| write_move(variant, coordinates, *mv));
    texts.collect::<Vec<_>>().join(" ")
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}
