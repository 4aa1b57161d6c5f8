//! `luctor openings`: makes a list of openings for matches.

use crate::arguments::{ThreadsArgs, number};
use crate::output::STDOUT;
use anyhow::{Context, Result};
use clap::Args;
use emergo::Variant;
use luctor_arena::number_range::NumberRange;
use luctor_arena::openings::search::{OpeningSearchError, OpeningSearchSettings, write_openings};
use std::io;

/// Make a list of openings for matches: random play that a search evaluates as balanced.
///
/// With --games, the openings are also tested by games. Prints one position per line. The same arguments and
/// the same program make the same list on every machine.
#[derive(Args)]
pub struct OpeningsArgs {
    /// The board.
    #[arg(long, default_value_t, value_name = Variant::NAMES)]
    variant: Variant,
    /// Number of openings.
    #[arg(long, default_value_t = 2_000, value_name = "N", value_parser = number::<u32>(1..=1_000_000))]
    count: u32,
    /// Random seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Plies of random play, at least and at most.
    #[arg(long, default_value = "6-10", value_name = "FROM-TO")]
    plies: NumberRange,
    /// Nodes of the search that evaluates an opening.
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = number::<u64>(1..))]
    nodes: u64,
    /// White's score of a balanced opening, in centimen. For matches between strong
    /// engines, use a negative score.
    #[arg(long, default_value_t = 0, value_name = "CENTIMEN", allow_negative_numbers = true, value_parser = number::<i32>(-20_000..=20_000))]
    even: i32,
    /// Greatest distance from that score, in centimen.
    #[arg(long, default_value_t = 50, value_name = "CENTIMEN", value_parser = number::<i32>(0..=20_000))]
    margin: i32,
    /// Games of the engine against itself from each opening. An opening is left out if a side is more than two games
    /// ahead. With 0, only the score counts.
    #[arg(long, default_value_t = 0, value_name = "N", value_parser = number::<u32>(0..=1_000))]
    games: u32,
    /// Nodes for each move of those games, changed at random by up to a quarter.
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = number::<u64>(4..=1_000_000_000))]
    game_nodes: u64,
    #[command(flatten)]
    threads: ThreadsArgs,
}

pub fn run(args: &OpeningsArgs) -> Result<()> {
    let settings = OpeningSearchSettings {
        variant: args.variant,
        count: args.count,
        seed: args.seed,
        plies: args.plies,
        nodes: args.nodes,
        even: args.even,
        margin: args.margin,
        games: args.games,
        game_nodes: args.game_nodes,
    };
    let mut out = io::BufWriter::new(io::stdout());
    match args.threads.pool()?.install(|| write_openings(&settings, &mut out)) {
        Err(OpeningSearchError::Io(error)) => Err(error).context(STDOUT),
        written => Ok(written?),
    }
}
