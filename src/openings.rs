//! `luctor openings`: makes a list of openings for matches.

use crate::arguments::{ThreadsArgs, number};
use crate::output::Destination;
use crate::progress::ProgressDisplay;
use anyhow::Result;
use clap::Args;
use emergo::Variant;
use emergo::notation::write_position;
use luctor_arena::number_range::NumberRange;
use luctor_arena::openings::search::{OpeningSearchSettings, find_openings, list_header};
use std::path::PathBuf;

/// Make a list of openings for matches: random play that a search evaluates as balanced.
///
/// With --games, the openings are also tested by games. Prints one position per line. The same arguments and
/// the same program make the same list on every machine.
#[derive(Args)]
pub struct OpeningsArgs {
    /// The file to write, which is replaced when the list is complete; - is standard output. A stop leaves FILE.part.
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// The board.
    #[arg(long, default_value_t, value_name = Variant::NAMES)]
    variant: Variant,
    /// Number of openings.
    #[arg(long, default_value_t = 2_000, value_name = "N", value_parser = number::<u32>(1..=1_000_000))]
    count: u32,
    /// Random seed.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = number::<u64>(..))]
    seed: u64,
    /// Plies of random play, at least and at most.
    #[arg(long, default_value = "6-10", value_name = "FROM-TO")]
    plies: NumberRange,
    /// Nodes of the search that evaluates an opening.
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = number::<u64>(1..))]
    nodes: u64,
    /// White's score of a balanced opening, in centimen. For matches between strong
    /// engines, use a negative score.
    #[arg(long, alias = "even", default_value_t = 0, value_name = "CENTIMEN", allow_negative_numbers = true, value_parser = number::<i32>(-20_000..=20_000))]
    score: i32,
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
        score: args.score,
        margin: args.margin,
        games: args.games,
        game_nodes: args.game_nodes,
    };
    let mut out = Destination::create(&args.out, &[])?;
    out.write_text(&list_header(&settings))?;
    let mut found = 0;
    let mut progress = ProgressDisplay::new("openings", found, Some(args.count.into()));
    args.threads.pool()?.install(|| {
        find_openings(&settings, &mut |position| {
            out.write_text(&(write_position(position, 1) + "\n"))?;
            found += 1;
            progress.show(found);
            anyhow::Ok(())
        })
    })?;
    progress.clear();
    out.finish()
}
