//! Counts the move sequences from the start position, for each first move and in total.
//!
//! `cargo run --release --example perft -- [VARIANT [DEPTH]]`

use emergo::perft::{MAX_DEPTH, perft, write_divide};
use emergo::{Coordinates, Position, Variant};
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let variant: Variant = arguments.next().as_deref().unwrap_or("emergo").parse()?;
    let depth: u32 = arguments.next().as_deref().unwrap_or("4").parse()?;
    if !(1..=MAX_DEPTH).contains(&depth) {
        return Err(format!("the depth is from 1 to {MAX_DEPTH}").into());
    }

    let started = Instant::now();
    let start = Position::start(variant);
    let count = |mv| (mv, perft(&start.after(mv), depth - 1));
    let counts: Vec<_> = start.legal_moves().into_iter().map(count).collect();
    let seconds = started.elapsed().as_secs_f64();
    for line in write_divide(variant, Coordinates::Oblique, &counts) {
        println!("{line}");
    }
    println!("{seconds:.3} seconds");
    Ok(())
}
