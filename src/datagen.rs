//! `luctor datagen`: self-play games for training.

use crate::arguments::{
    NetworkArgs, ThreadsArgs, check_finished, end_with_stdin, interrupt_on_ctrl_c, number,
};
use crate::output::{print_json, print_report};
use crate::progress::ProgressDisplay;
use anyhow::{Context, Result};
use clap::Args;
use emergo::Variant;
use luctor_arena::number_range::NumberRange;
use luctor_trainer::self_play::datagen::{self, DatagenGoal, DatagenSettings};
use luctor_trainer::self_play::game_block::GameTotals;
use luctor_trainer::self_play::parts::{JoinedParts, RejectedPart, join_parts};
use luctor_trainer::self_play::player::SelfPlaySettings;
use std::path::PathBuf;

/// Play games of the engine against itself, as training data.
///
/// Each game begins with random play that a search evaluates as roughly balanced. Some searches also give positions that they
/// evaluated. The file depends only on the arguments and the network, not on the number of threads. Run the same command again
/// after an interruption to continue the file.
#[derive(Args)]
pub struct DatagenArgs {
    /// The game file to create or continue.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The board.
    #[arg(long, default_value_t, value_name = Variant::NAMES)]
    variant: Variant,
    /// Play only these blocks of 32 games, counted from 1, in a file that is a part of the whole file.
    #[arg(long, value_name = "FROM-TO", conflicts_with = "positions", value_parser = read_blocks)]
    blocks: Option<NumberRange>,
    /// Play nothing: append the blocks of these parts, in their order, until the file has enough positions.
    /// The list ends at the next option.
    #[arg(long, value_name = "PART", num_args = 0.., conflicts_with = "blocks")]
    parts: Option<Vec<PathBuf>>,
    /// Print the totals as a line of JSON.
    #[arg(long)]
    json: bool,
    /// Stop at once when standard input ends, for a program that starts this one.
    #[arg(long)]
    stdin: bool,
    /// Number of quiet positions in the file: those in which the side to move cannot capture.
    #[arg(long, default_value_t = 1_000_000, value_name = "N", value_parser = number::<u64>(..))]
    positions: u64,
    /// Number of nodes of the search for each move.
    #[arg(long, default_value_t = 1_000, value_name = "N", value_parser = number::<u64>(1..))]
    nodes: u64,
    /// Number of random plies at the start of a game: a range or one number.
    #[arg(long, default_value = "4-12", value_name = "FROM-TO")]
    plies: NumberRange,
    #[command(flatten)]
    network: NetworkArgs,
    /// The random seed.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = number::<u64>(..))]
    seed: u64,
    #[command(flatten)]
    threads: ThreadsArgs,
}

fn read_blocks(text: &str) -> Result<NumberRange, String> {
    let blocks = text.parse().ok().filter(|blocks: &NumberRange| blocks.first > 0);
    blocks.ok_or_else(|| "must be a number from 1 or a range such as 6-10".to_owned())
}

pub fn run(args: &DatagenArgs) -> Result<()> {
    let settings = DatagenSettings {
        path: args.out.clone(),
        networks: args.network.networks(&[args.variant])?,
        goal: args.blocks.map_or(DatagenGoal::Positions(args.positions), DatagenGoal::Part),
        games: SelfPlaySettings {
            variant: args.variant,
            nodes: args.nodes,
            random_plies: args.plies,
            seed: args.seed,
        },
    };
    let path = || args.out.display().to_string();
    if let Some(parts) = &args.parts {
        let joined = join_parts(&settings, parts).with_context(path)?;
        return args.print_joined(joined);
    }
    let interrupt = interrupt_on_ctrl_c(
        "stopping after the running blocks of games; press again to stop at once",
    )?;
    if args.stdin {
        end_with_stdin(interrupt.clone())?;
    }
    let noun = if args.blocks.is_some() { "blocks" } else { "positions" };
    let (mut display, mut is_finished) = (None, false);
    let pool = args.threads.pool()?;
    let totals = pool
        .install(|| {
            datagen::run(&settings, &interrupt, &mut |progress| {
                is_finished = progress.done >= progress.target;
                let display = display.get_or_insert_with(|| {
                    ProgressDisplay::new(noun, progress.done, Some(progress.target))
                });
                display.show(progress.done);
            })
        })
        .with_context(path)?;
    if let Some(display) = display {
        display.clear();
    }
    args.print(totals)?;
    check_finished(is_finished)
}

impl DatagenArgs {
    fn print(&self, totals: GameTotals) -> Result<()> {
        print_report(&totals, self.json, |GameTotals { games, plies, positions }| {
            format!("{games} games, {plies} plies, {positions} positions\n")
        })
    }

    fn print_joined(&self, joined: JoinedParts) -> Result<()> {
        if self.json {
            return print_json(&joined);
        }
        match joined.rejected {
            Some(RejectedPart { part, error }) => Err(error).context(part.display().to_string()),
            None => self.print(joined.totals),
        }
    }
}
