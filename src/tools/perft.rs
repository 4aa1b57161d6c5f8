//! `luctor perft`: counts leaves, a line a depth or a line a move.

use crate::rules::notation::write_divide;
use crate::rules::perft::{divide, perft_parallel};
use crate::rules::{Coordinates, Position};
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Prints leaves, time and leaves a second for each depth up to `depth`.
///
/// # Errors
///
/// `out` can't be written.
pub fn count(position: &Position, depth: u32, out: &mut impl Write) -> io::Result<()> {
    for depth in 1..=depth {
        let started = Instant::now();
        let nodes = perft_parallel(position, depth, &AtomicBool::new(false)).unwrap_or(0);
        let seconds = started.elapsed().as_secs_f64();
        let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
        writeln!(
            out,
            "perft {depth:>2} {nodes:>20} nodes {seconds:>10.3} s {speed:>10.1} million nodes/s"
        )?;
        out.flush()?;
    }
    Ok(())
}

/// Prints the leaves below each move, in alphabetical order, and their sum.
///
/// # Errors
///
/// `out` can't be written.
pub fn print_divide(
    position: &Position,
    depth: u32,
    coordinates: Coordinates,
    out: &mut impl Write,
) -> io::Result<()> {
    let counts = divide(position, depth, &AtomicBool::new(false)).unwrap_or_default();
    for line in write_divide(position.variant(), coordinates, &counts) {
        writeln!(out, "{line}")?;
    }
    out.flush()
}
