//! `luctor datagen`: self-play games for training.

use crate::STDOUT;
use crate::arguments::{interrupt_on_ctrl_c, thread_pool};
use anyhow::{Context, Result};
use clap::Args;
use luctor_trainer::datagen::{self, DatagenSettings};
use std::io::{self, Write};

/// Play games of the engine against itself, as training data.
///
/// Each game begins with random play that a search evaluates as roughly balanced. The file depends only on the arguments
/// and the network, not on the number of threads. Run the same command again after an interruption to continue the file.
#[derive(Args)]
pub struct DatagenArgs {
    #[command(flatten)]
    settings: DatagenSettings,
    /// Number of games at a time [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Runs the subcommand.
pub fn run(args: &DatagenArgs) -> Result<()> {
    let interrupt =
        interrupt_on_ctrl_c("stopping after the running games; press again to stop at once")?;
    let made = thread_pool(args.threads)?
        .install(|| datagen::run(&args.settings, &interrupt))
        .with_context(|| args.settings.out.display().to_string())?;
    let (games, plies, positions) = (made.games, made.plies, made.positions);
    writeln!(io::stdout(), "{games} games, {plies} plies, {positions} positions").context(STDOUT)
}
