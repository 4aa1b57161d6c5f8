//! `luctor bench`: searches fixed positions; the number of nodes is the signature of search and evaluation.

use crate::arguments::{THREADS, number, usage_error};
use crate::output::LinePrinter;
use anyhow::Result;
use clap::Args;
use luctor_engine::bench;
use luctor_engine::eval::Networks;
use luctor_engine::search::SearchControl;

/// Search fixed positions to a fixed depth and print nodes and nodes per second.
///
/// With one thread the number of nodes is the same on every machine. It changes only when the search or the evaluation
/// changes.
#[derive(Args)]
pub struct BenchArgs {
    /// The depth in plies, 1 to 100.
    #[arg(default_value_t = bench::DEPTH, value_parser = number::<u32>(1..=100))]
    depth: u32,
    /// Number of search threads.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = number::<usize>(THREADS))]
    threads: usize,
    /// Compare the time to DEPTH of one thread and of N threads, position by position.
    #[arg(long)]
    time: bool,
}

pub fn run(args: &BenchArgs) -> Result<()> {
    if args.time && args.threads == 1 {
        usage_error("--time", &"needs --threads of two or more");
    }
    let mut lines = LinePrinter::new();
    let control = SearchControl::default();
    let measure = if args.time { bench::time_to_depth } else { bench::run };
    let networks = Networks::embedded();
    let finished = measure(&networks, args.depth, args.threads, &control, &mut |line| {
        if !lines.print(line) {
            control.stop();
        }
    });
    lines.finish()?;
    Ok(finished?)
}
