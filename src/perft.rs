//! `luctor perft`: counts leaves, one line per depth or one line per move.

use crate::arguments::{GameArgs, ThreadsArgs, number};
use crate::output::print;
use anyhow::Result;
use clap::Args;
use emergo::perft::{MAX_DEPTH, write_divide};
use emergo::{Blocked, Coordinates, Position};
use luctor_engine::perft::{PerftMethod, divide, perft_parallel};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// Count the leaf nodes of the game tree, the standard test of a move generator.
///
/// Prints one line for each depth up to DEPTH: leaf nodes, time, and nodes per second. A capture counts once for each of
/// its routes. A finished game has no successors.
#[derive(Args)]
#[command(override_usage = "luctor perft <DEPTH> [OPTIONS]")]
pub struct PerftArgs {
    #[arg(help = format!("The depth in plies, 1 to {MAX_DEPTH}"), value_parser = number::<u32>(1..=MAX_DEPTH))]
    depth: u32,
    #[command(flatten)]
    game: GameArgs,
    /// Print the count below each move of the position, for DEPTH only.
    #[arg(long)]
    divide: bool,
    /// Generate and play every move, as the search does. Without this the last plies are counted without a list of moves.
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    threads: ThreadsArgs,
}

pub fn run(args: &PerftArgs) -> Result<()> {
    let game = args.game.game(Blocked::Draw);
    let coordinates = args.game.position.coordinates();
    let method = if args.plain { PerftMethod::Plain } else { PerftMethod::Bulk };
    args.threads.pool()?.install(|| match args.divide {
        true => print_divide(game.position(), args.depth, method, coordinates),
        false => print_depths(game.position(), args.depth, method),
    })
}

/// Prints leaves, time and leaves per second for each depth up to `depth`.
fn print_depths(position: &Position, depth: u32, method: PerftMethod) -> Result<()> {
    for depth in 1..=depth {
        let started = Instant::now();
        let nodes = perft_parallel(position, depth, method, &AtomicBool::new(false)).unwrap_or(0);
        let seconds = started.elapsed().as_secs_f64();
        let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
        print(&format!(
            "perft {depth:>2} {nodes:>20} nodes {seconds:>10.3} s {speed:>10.1} million nodes/s\n"
        ))?;
    }
    Ok(())
}

/// Prints the leaves below each move, in alphabetical order, and their sum.
fn print_divide(
    position: &Position,
    depth: u32,
    method: PerftMethod,
    coordinates: Coordinates,
) -> Result<()> {
    let counts = divide(position, depth, method, &AtomicBool::new(false)).unwrap_or_default();
    let lines = write_divide(position.variant(), coordinates, &counts);
    print(&(lines.join("\n") + "\n"))
}
