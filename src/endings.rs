//! `luctor endings`: exact values of positions with few pieces.

use crate::arguments::{PositionArgs, ThreadsArgs, check_coordinates, usage_error};
use crate::output::{count, print_note, print_report};
use anyhow::{Context, Result, bail};
use clap::{Args, value_parser};
use emergo::diagram::draw_board;
use emergo::{Blocked, Coordinates, Variant, write_position};
use luctor_engine::eval::Networks;
use luctor_findings::endings::{
    ComparisonReport, ComparisonSettings, DrawStatistics, EndingCounts, EndingLine,
    EndingMoveReport, EndingReport, EndingSettings, EndingTable, PositionReport, SearchComparison,
    VerdictCounts, WholeGameReport, WholeGameSettings, WholeGames,
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
    #[arg(long, value_name = "N", value_parser = value_parser!(u8).range(2..=4))]
    pieces: Option<u8>,
    /// Solve the game from the empty board with N men a side: who wins, in how many plies, and after which first entries.
    /// Three men take minutes; four fit into memory on emergo7 only.
    #[arg(long, value_name = "N", conflicts_with_all = ["position", "pieces", "classes", "check"],
        value_parser = value_parser!(u8).range(1..=5))]
    men: Option<u8>,
    /// Show the results for every material: the columns of both sides, those of the side to move first.
    #[arg(long, conflicts_with_all = ["position", "check"])]
    classes: bool,
    /// Compare the search with the table in N random positions of each board and number of pieces.
    #[arg(long, value_name = "N", conflicts_with = "position", value_parser = value_parser!(u32).range(1..))]
    check: Option<u32>,
    /// Nodes of each search of --check.
    #[arg(long, default_value_t = 200_000, value_name = "N", requires = "check", value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of the random positions of --check.
    #[arg(long, default_value_t = 1, value_name = "N", requires = "check")]
    seed: u64,
    /// The result if the side to move has men but no legal move.
    #[arg(long, default_value_t, value_name = Blocked::NAMES)]
    blocked: Blocked,
    /// The largest size of a table in MiB.
    #[arg(long, default_value_t = 1024, value_name = "MIB", value_parser = value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
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
        (self.memory as usize) << 20
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
        let table = solve(args, variant, args.pieces.map_or(2, usize::from))?;
        match args.check {
            None => show_statistics(args, &table)?,
            Some(count) => contradictions += check(args, &table, count as usize)?,
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
    let pieces = args.pieces.map_or_else(|| EndingTable::pieces_for(&position), usize::from);
    if let Err(error) = args.settings(variant, pieces).covers(&position) {
        usage_error("--position", &error);
    }
    let table = solve(args, variant, pieces)?;
    let coordinates = args.coordinates(variant);
    let report = table.position_report(&position, coordinates)?;
    print_report(&report, args.json, |report| position_text(report, coordinates))
}

fn position_text(report: &PositionReport, coordinates: Coordinates) -> String {
    let PositionReport { best, moves, .. } = report;
    let mut text = draw_board(&best.position, coordinates);
    text += &format!("{} to move: {}\n", best.position.side(), best.value);
    let width = moves.iter().map(|mv| mv.mv.len()).max().unwrap_or(0);
    for mv in moves {
        text += &format!("  {:width$}  {}\n", mv.mv, mv.value);
    }
    if !best.line.is_empty() {
        text += &format!("line: {}\n", best.line.join(" "));
    }
    text
}

fn show_whole_game(args: &EndingsArgs, variant: Variant, men: u8) -> Result<()> {
    let (blocked, memory) = (args.blocked, args.memory_bytes());
    let settings = WholeGameSettings { variant, men, blocked, memory };
    let games = WholeGames::solve(settings).with_context(|| variant.to_string())?;
    print_report(&games.report(args.coordinates(variant)), args.json, whole_game_text)
}

fn whole_game_text(report: &WholeGameReport) -> String {
    let WholeGameReport { variant, men, value, positions, longest_win, entries, centre, line } =
        report;
    let man = if *men == 1 { "man" } else { "men" };
    let ply = if *longest_win == 1 { "ply" } else { "plies" };
    let mut text = format!(
        "{variant}, {men} {man} a side: {value} for White; {positions} positions, longest win {longest_win} {ply}\n"
    );
    for EndingMoveReport { mv, value } in entries {
        text += &format!("  {mv}  {value}\n");
    }
    text += &format!("  the centre, if it were allowed: {centre}\n");
    if !line.is_empty() {
        text += &format!("line: {}\n", line.join(" "));
    }
    text
}

fn show_statistics(args: &EndingsArgs, table: &EndingTable) -> Result<()> {
    let coordinates = args.coordinates(table.settings().variant);
    for mut report in table.reports(coordinates) {
        if !args.classes {
            report.classes.clear();
        }
        print_report(&report, args.json, |report| statistics_text(report, coordinates))?;
    }
    Ok(())
}

/// The columns of the tables of results.
const RESULT_COLUMNS: &str = "     positions      won     lost    drawn";

fn percent(part: u64, all: u64) -> f64 {
    100.0 * part as f64 / all as f64
}

fn counts_text(counts: &EndingCounts) -> String {
    let EndingCounts { positions, won, lost, drawn, .. } = *counts;
    let [won, lost, drawn] = [won, lost, drawn].map(|part| percent(part, positions));
    format!("{positions:>14} {won:>6.1} % {lost:>6.1} % {drawn:>6.1} %")
}

fn statistics_text(report: &EndingReport, coordinates: Coordinates) -> String {
    let EndingReport { variant, pieces, counts, longest_win, draws, classes } = report;
    let mut text = format!("{variant}, {pieces} pieces, results for the side to move\n");
    text += &format!("{RESULT_COLUMNS}\n{}\n", counts_text(counts));
    text += &format!("{} positions of which none is symmetric to another\n", counts.distinct);
    if let Some(EndingLine { position, value, line }) = longest_win {
        text += &format!("\nLongest {value}:\n{}\n", draw_board(position, coordinates));
        let position = write_position(position, 1);
        text += &format!("position: {position}\nline: {}\n", line.join(" "));
    }
    for DrawStatistics { reason, positions, only_move, example } in draws {
        let (share, only) =
            (percent(*positions, counts.positions), percent(*only_move, *positions));
        let reason = reason.to_string();
        let example = write_position(example, 1);
        text += &format!(
            "drawn, {reason}: {share:.2} % of all positions; in {only:.0} % of them only one move holds\n  {example}\n"
        );
    }
    if !classes.is_empty() {
        let width = classes.iter().map(|class| class.columns.len()).max().unwrap_or(0);
        text += &format!("\n{:width$}{RESULT_COLUMNS}  longest win\n", "columns");
        for class in classes {
            let longest = class.longest_win.map_or("-".to_owned(), |plies| plies.to_string());
            let counts = counts_text(&class.counts);
            text += &format!("{:width$}{counts}  {longest:>11}\n", class.columns);
        }
    }
    text.push('\n');
    text
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
        print_report(&report, args.json, check_text)?;
    }
    Ok(contradictions)
}

fn check_text(report: &ComparisonReport) -> String {
    let ComparisonReport { variant, pieces, nodes, won, lost, drawn, .. } = report;
    let mut text = format!("{variant}, {pieces} pieces, at most {nodes} nodes\n");
    text += "       positions   agrees   longer     open   contradicts\n";
    for (name, counts) in [("won", won), ("lost", lost), ("drawn", drawn)] {
        let VerdictCounts { positions, agrees, longer, open, contradicts } = counts;
        text += &format!(
            "{name:5} {positions:>10} {agrees:>8} {longer:>8} {open:>8} {contradicts:>13}\n"
        );
    }
    text.push('\n');
    text
}
