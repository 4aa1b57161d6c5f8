//! What several subcommands share: reading files of game records.

use anyhow::{Context, Result};
use emergo_records::{BoardChoice, ReadOptions, ReadReport, decode, read_records};
use std::io::{self, Read, Write};
use std::path::Path;

/// The bytes of a file, or of standard input if the path is `-`.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        io::stdin().read_to_end(&mut bytes).context("standard input")?;
        return Ok(bytes);
    }
    std::fs::read(path).with_context(|| path.display().to_string())
}

/// The name of a file in messages.
pub fn file_name(path: &Path) -> String {
    match path.as_os_str() == "-" {
        true => "standard input".to_owned(),
        false => path.display().to_string(),
    }
}

/// Reads the games of a file. Reports the format, and the board and the coordinates if the file does not name them, on
/// standard error.
pub fn read_games(path: &Path, bytes: Vec<u8>, options: &ReadOptions) -> ReadReport {
    let report = read_records(&decode(bytes), options);
    let (name, games) = (file_name(path), count(report.games.len(), "game"));
    print_note(&format!("{name}: {}, {games}", report.format.title()));
    let board = &report.board;
    match board {
        BoardChoice::Given => {}
        BoardChoice::OnlyLegal { .. } => print_note(&format!("{name}: {board}")),
        BoardChoice::Ambiguous { .. } | BoardChoice::NoneLegal { .. } => {
            print_note(&format!("{name}: {board} (--coordinates and --variant select others)"));
        }
    }
    report
}

/// A number and a noun, such as `2 games`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Prints a line on standard error, which may be closed.
pub fn print_note(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
