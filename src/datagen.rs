//! `luctor datagen`: self-play games for training.

use crate::STDOUT;
use crate::arguments::{interrupt_on_ctrl_c, thread_pool};
use crate::progress::ProgressDisplay;
use anyhow::{Context, Result};
use clap::Args;
use emergo::Variant;
use luctor_engine::eval::Networks;
use luctor_engine::ply_range::PlyRange;
use luctor_trainer::datagen::{self, DatagenSettings};
use luctor_trainer::self_play::SelfPlaySettings;
use std::io::{self, Write};
use std::path::PathBuf;

/// Play games of the engine against itself, as training data.
///
/// Each game begins with random play that a search evaluates as roughly balanced. The file depends only on the arguments
/// and the network, not on the number of threads. Run the same command again after an interruption to continue the file.
#[derive(Args)]
pub struct DatagenArgs {
    /// The game file to create or continue.
    out: PathBuf,
    /// The board: emergo, emergo7 or hexemergo.
    #[arg(long, default_value_t, value_name = "NAME")]
    variant: Variant,
    /// Number of positions in the file, without those in which the side to move can capture.
    #[arg(long, default_value_t = 1_000_000, value_name = "N")]
    positions: u64,
    /// Number of nodes of the search for each move.
    #[arg(long, default_value_t = 1_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Number of random plies at the start of a game: a range or one number.
    #[arg(long, default_value = "4-12", value_name = "FROM-TO")]
    plies: PlyRange,
    /// A network file to play with, in place of the embedded network of its board.
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// The random seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Number of games at a time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Runs the subcommand.
pub fn run(args: &DatagenArgs) -> Result<()> {
    let interrupt =
        interrupt_on_ctrl_c("stopping after the running games; press again to stop at once")?;
    let settings = DatagenSettings {
        path: args.out.clone(),
        networks: Networks::with_file(args.network.as_deref())?,
        positions: args.positions,
        games: SelfPlaySettings {
            variant: args.variant,
            nodes: args.nodes,
            random_plies: args.plies,
            seed: args.seed,
        },
    };
    let mut display = ProgressDisplay::new("positions");
    let totals = thread_pool(args.threads)?
        .install(|| {
            datagen::run(&settings, &interrupt, &mut |progress| {
                display.show(progress.positions, progress.target);
            })
        })
        .with_context(|| args.out.display().to_string())?;
    display.clear();
    let (games, plies, positions) = (totals.games, totals.plies, totals.positions);
    writeln!(io::stdout(), "{games} games, {plies} plies, {positions} positions").context(STDOUT)
}
