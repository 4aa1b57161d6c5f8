//! `luctor go`: searches a position once.

use crate::arguments::{GameArgs, Interrupted, NetworkArgs, TABLE_SIZES, ThreadsArgs, number};
use crate::output::LinePrinter;
use anyhow::{Context, Result, bail};
use clap::Args;
use emergo::{Blocked, Game};
use luctor_engine::options::MAX_LINES;
use luctor_engine::search::{Limits, SearchControl, SearchSettings, Searcher};
use luctor_engine::ugi::{InfoFormat, info_line, result_lines};
use std::sync::Arc;

/// Search a position and print the best move.
///
/// Prints the `info` lines and the `bestmove` of the protocol, which protocol.md explains. The first limit that is reached
/// ends the search. Without a limit it ends with Ctrl-C.
#[derive(Args)]
pub struct GoArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Depth of the last iteration, in plies.
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..))]
    depth: Option<u32>,
    /// Nodes of all threads together.
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    nodes: Option<u64>,
    /// Time in milliseconds.
    #[arg(long, value_name = "MS", value_parser = number::<i64>(1..))]
    movetime: Option<i64>,
    /// Search for a win in at most N moves.
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..))]
    mate: Option<u32>,
    #[arg(long, help = format!("Number of best lines, 1 to {MAX_LINES}"), default_value_t = 1, value_name = "N", value_parser = number::<usize>(1..=MAX_LINES))]
    multipv: usize,
    /// Add the chances of win, draw and loss, in thousandths.
    #[arg(long)]
    wdl: bool,
    /// The result if the side to move has men but no legal move.
    #[arg(long, default_value_t, value_name = Blocked::NAMES)]
    blocked: Blocked,
    #[command(flatten)]
    network: NetworkArgs,
    /// Size of the transposition table in MiB.
    #[arg(long, default_value_t = 128, value_name = "MIB", value_parser = number::<u64>(TABLE_SIZES))]
    hash: u64,
    #[command(flatten)]
    threads: ThreadsArgs,
}

impl GoArgs {
    fn limits(&self, game: &Game) -> Limits {
        let GoArgs { depth, nodes, movetime: move_time, mate, .. } = *self;
        let limits = Limits { depth, nodes, move_time, mate, ..Limits::default() };
        // A game that has ended needs no search.
        Limits { infinite: limits == Limits::default() && game.ending().is_none(), ..limits }
    }
}

pub fn run(args: &GoArgs) -> Result<()> {
    let game = args.game.game(args.blocked);
    let variant = game.position().variant();
    let networks = args.network.networks(&[variant])?;
    let format = InfoFormat {
        variant,
        coordinates: args.game.position.coordinates(),
        show_wdl: args.wdl,
        draws: networks.of(variant).header().draws,
        show_reply: false,
    };
    let threads = args.threads.count();
    let mut searcher = Searcher::with_networks(args.hash, threads, networks)?;
    let control = Arc::new(SearchControl::default());
    let handler = Arc::clone(&control);
    ctrlc::set_handler(move || handler.stop()).context("cannot listen to Ctrl-C")?;
    let settings = SearchSettings { lines: args.multipv, ..SearchSettings::default() };
    let mut lines = LinePrinter::new();
    let limits = args.limits(&game);
    let result = searcher.search(&game, &limits, settings, &control, &mut |info| {
        if !lines.print(&info_line(info, format)) {
            control.stop();
        }
    });
    for line in result_lines(&result, format) {
        lines.print(&line);
    }
    lines.finish()?;
    if control.is_stopped() && !limits.infinite {
        bail!(Interrupted("the limit is not reached".to_owned()));
    }
    Ok(())
}
