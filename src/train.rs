//! `luctor train`: trains a network on self-play games.

use crate::arguments::thread_pool;
use anyhow::Result;
use clap::Args;
use luctor_trainer::train::{self, TrainSettings};
use std::io::{self, Write};

/// Train a network on games of `luctor datagen`.
///
/// Fits material, a linear model of named terms and a network to the same positions and compares them on held-out games.
/// Writes the network, plots and the linear weights. The same arguments make the same network on any number of threads.
#[derive(Args)]
pub struct TrainArgs {
    #[command(flatten)]
    settings: TrainSettings,
    /// Number of threads [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Runs the subcommand.
pub fn run(args: &TrainArgs) -> Result<()> {
    let mut out = io::stdout();
    // If standard output is closed, the training goes on.
    let mut print = |line: &str| drop(writeln!(out, "{line}").and_then(|()| out.flush()));
    thread_pool(args.threads)?.install(|| train::run(&args.settings, &mut print))
}
