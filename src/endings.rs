//! `luctor endings`: exact values of positions with few pieces.

use crate::arguments::{PositionArgs, ThreadsArgs, check_coordinates, number, usage_error};
use crate::output::{count, print_note, print_report};
use anyhow::{Context, Result, bail};
use clap::Args;
use emergo::{Blocked, Coordinates, Variant, write_position};
use luctor_engine::eval::Networks;
use luctor_findings::endings::{
    ComparisonReport, ComparisonSettings, EndingSettings, EndingTable, SearchComparison,
    WholeGameReport, WholeGameSettings, WholeGames,
};

/// Solve all positions with few pieces exactly.
///
/// The hands are empty, and all men are on the board. Shows how many positions are won, lost and drawn for the side to
/// move, and a longest win with its best line. Lengths are in plies to the end of the game. With --position, shows the exact
/// value of a position and of each legal move. Three pieces take two minutes and 190 MB for a board. With --men, solves the
/// game from the empty board with few men.
#[derive(Args)]
#[command(mut_arg("variant", |arg| arg.help("The board [default: all, or emergo with --position]")))]
#[command(mut_arg("position", |arg| arg.help("The position text")))]
pub struct EndingsArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The largest number of pieces, of both sides; 4 fit into memory on emergo7 only [default: 2, or that of the position].
    #[arg(long, value_name = "N", value_parser = number::<usize>(EndingTable::PIECES))]
    pieces: Option<usize>,
    /// Solve the game from the empty board with N men a side: who wins, in how many plies, and after which first entries.
    /// Three men take minutes; four fit into memory on emergo7 only.
    #[arg(long, value_name = "N", conflicts_with_all = ["position", "pieces", "classes", "check"],
        value_parser = number::<u8>(WholeGames::MEN))]
    men: Option<u8>,
    /// Show the results for each material. The columns of the side to move come first.
    #[arg(long, conflicts_with_all = ["position", "check"])]
    classes: bool,
    /// Compare the search with the table in N random positions of each board and number of pieces.
    #[arg(long, value_name = "N", conflicts_with = "position", value_parser = number::<usize>(1..))]
    check: Option<usize>,
    /// Nodes of each search of --check.
    #[arg(long, default_value_t = 200_000, value_name = "N", requires = "check", value_parser = number::<u64>(1..))]
    nodes: u64,
    /// The seed of the random positions of --check.
    #[arg(long, default_value_t = 1, value_name = "N", requires = "check", value_parser = number::<u64>(..))]
    seed: u64,
    /// The result if the side to move has men but no legal move.
    #[arg(long, default_value_t, value_name = Blocked::NAMES)]
    blocked: Blocked,
    /// The largest size of a table in MiB.
    #[arg(long, default_value_t = 1024, value_name = "MIB", value_parser = number::<usize>(1..=1 << 20))]
    memory: usize,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// Print JSON, one object in a line.
    #[arg(long)]
    json: bool,
}

impl EndingsArgs {
    fn settings(&self, variant: Variant, pieces: usize) -> EndingSettings {
        let (blocked, memory) = (self.blocked, self.memory_bytes());
        EndingSettings { blocked, memory, ..EndingSettings::new(variant, pieces) }
    }

    fn memory_bytes(&self) -> usize {
        self.memory << 20
    }

    fn coordinates(&self, variant: Variant) -> Coordinates {
        self.position.coordinates().for_variant(variant)
    }
}

pub fn run(args: &EndingsArgs) -> Result<()> {
    args.threads.pool()?.install(|| match args.position.position {
        Some(_) => show_position(args),
        None => show_boards(args),
    })
}

/// Shows the tables, or the whole games, of one board or of all.
fn show_boards(args: &EndingsArgs) -> Result<()> {
    let variants = match args.position.variant {
        Some(variant) => {
            check_coordinates(args.position.coordinates(), variant);
            vec![variant]
        }
        None => Variant::ALL.to_vec(),
    };
    let mut contradictions = 0;
    for variant in variants {
        if let Some(men) = args.men {
            show_whole_game(args, variant, men)?;
            continue;
        }
        let table = solve(args, variant, args.pieces.unwrap_or(2))?;
        match args.check {
            None => show_statistics(args, &table)?,
            Some(count) => contradictions += check(args, &table, count)?,
        }
    }
    match contradictions {
        0 => Ok(()),
        _ => {
            let positions = count(contradictions, "position");
            bail!("the search and the tables contradict each other in {positions}")
        }
    }
}

fn solve(args: &EndingsArgs, variant: Variant, pieces: usize) -> Result<EndingTable> {
    let mut begin = |pieces| {
        if pieces > 2 {
            print_note(&format!("{variant}: solving {pieces} pieces"));
        }
    };
    EndingTable::solve(args.settings(variant, pieces), &mut begin)
        .with_context(|| variant.to_string())
}

fn show_position(args: &EndingsArgs) -> Result<()> {
    let game = args.position.game();
    let position = *game.position();
    let variant = position.variant();
    let pieces = args.pieces.unwrap_or_else(|| EndingTable::pieces_for(&position));
    if let Err(error) = args.settings(variant, pieces).covers(&position) {
        usage_error("--position", &error);
    }
    let table = solve(args, variant, pieces)?;
    let coordinates = args.coordinates(variant);
    let report = table.position_report(&position, coordinates)?;
    print_report(&report, args.json, |report| report.text(coordinates))
}

fn show_whole_game(args: &EndingsArgs, variant: Variant, men: u8) -> Result<()> {
    let (blocked, memory) = (args.blocked, args.memory_bytes());
    let settings = WholeGameSettings { variant, men, blocked, memory };
    let games = WholeGames::solve(settings).with_context(|| variant.to_string())?;
    print_report(&games.report(args.coordinates(variant)), args.json, WholeGameReport::text)
}

fn show_statistics(args: &EndingsArgs, table: &EndingTable) -> Result<()> {
    let coordinates = args.coordinates(table.settings().variant);
    for mut report in table.reports(coordinates) {
        if !args.classes {
            report.classes.clear();
        }
        print_report(&report, args.json, |report| report.text(coordinates))?;
    }
    Ok(())
}

/// Compares the search with the table, and returns the number of contradictions.
fn check(args: &EndingsArgs, table: &EndingTable, positions: usize) -> Result<usize> {
    let EndingSettings { variant, pieces, .. } = table.settings();
    let networks = Networks::embedded();
    let mut contradictions = 0;
    for pieces in 2..=pieces {
        let settings = ComparisonSettings { pieces, positions, seed: args.seed, nodes: args.nodes };
        let report = table.comparison_report(settings, &networks)?;
        for SearchComparison { position, value, score, .. } in &report.contradictions {
            let position = write_position(position, 1);
            print_note(&format!("{variant} {position}: table {value}, search {score}"));
        }
        contradictions += report.contradictions.len();
        print_report(&report, args.json, ComparisonReport::text)?;
    }
    Ok(contradictions)
}
