//! What several subcommands share: printing on standard output.

use crate::STDOUT;
use anyhow::{Context, Result};
use serde::Serialize;
use std::io::{self, Write};

/// Prints a text.
pub fn print(text: &str) -> Result<()> {
    write(text).context(STDOUT)
}

/// Prints a value as a line of JSON.
pub fn print_json(value: &impl Serialize) -> Result<()> {
    print(&(serde_json::to_string(value)? + "\n"))
}

/// Prints a line about the progress of a long work, which continues if standard output is closed.
pub fn print_progress(line: &str) {
    let _ = write(&format!("{line}\n"));
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}
