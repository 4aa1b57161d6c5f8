//! Measures the time of answers from an index of `luctor explore`: walks at random through the games of a board.
//!
//! `cargo run --release -p luctor-study --example explore_speed -- games.index [BOARD]`

use emergo::{Coordinates, Position, Variant, read_move};
use luctor_study::explore::Index;
use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which index?")?;
    let variant: Variant = arguments.next().as_deref().unwrap_or("emergo").parse()?;
    let started = Instant::now();
    let index = Index::open(Path::new(&path))?;
    let opening = started.elapsed();
    let mut random = StdRng::seed_from_u64(1);
    let mut times: Vec<Duration> = Vec::new();
    while times.len() < 10_000 {
        let mut position = Position::start(variant);
        // Games that ended by repetition contain cycles.
        for _ in 0..100 {
            let started = Instant::now();
            let answer = index.lookup(&position, Coordinates::Oblique)?;
            times.push(started.elapsed());
            let Some(mv) = answer.moves.choose(&mut random) else { break };
            position.play(read_move(&position, Coordinates::Oblique, &mv.mv)?);
        }
    }
    times.sort_unstable();
    let at = |share: f64| times[(share * (times.len() - 1) as f64) as usize];
    let mean = times.iter().sum::<Duration>() / times.len() as u32;
    println!(
        "{} answers: mean {mean:.1?}, median {:.1?}, 99 % within {:.1?}, longest {:.1?}; opening the index {opening:.1?}",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0),
    );
    Ok(())
}
