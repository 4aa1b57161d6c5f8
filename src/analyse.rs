//! `luctor analyse`: searches the positions of recorded games and marks the errors.

use crate::arguments::{
    Interrupted, NetworkArgs, TABLE_SIZES, ThreadsArgs, interrupt_on_ctrl_c, number, usage_error,
};
use crate::output::{Destination, count, is_broken_pipe, is_stdio, print_note};
use crate::progress::ProgressDisplay;
use crate::record_files::{
    GameErrors, ReadOptionsArgs, check_inputs, check_outputs, file_name, games_of,
};
use anyhow::{Result, bail, ensure};
use clap::Args;
use emergo::Variant;
use emergo_records::{GameRecord, json, pgn};
use luctor_study::{
    Annotated, GameReport, Mark, ONLY_MOVE_MARGIN, PositionLimit, SearchResources, annotate_games,
    annotated_record, earlier_annotator, write_report,
};
use std::io;
use std::path::{Path, PathBuf};

/// Find the errors of recorded games, and what was better.
///
/// Searches every position of each game and judges every move that was not forced by the expected points that it loses.
/// Prints a report for the terminal. Several games are analysed at the same time, each with its share of the threads; a
/// single game has all threads. With one thread and nodes or depth, the result is reproducible. docs/study.md explains the
/// judgements.
#[derive(Args)]
#[command(after_long_help = marks_help())]
pub struct AnalyseArgs {
    /// The files of games in any format of `luctor convert`; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<PathBuf>,
    /// Only this game of a single file, counted from 1.
    #[arg(long, value_name = "N", value_parser = number::<usize>(..))]
    number: Option<usize>,
    #[command(flatten)]
    read_options: ReadOptionsArgs,
    /// Nodes for each position.
    #[arg(long, default_value_t = 200_000, value_name = "N", value_parser = number::<u64>(1..))]
    nodes: u64,
    /// Time for each position in milliseconds, in place of nodes.
    #[arg(long, value_name = "MS", value_parser = number::<i64>(1..), conflicts_with_all = ["nodes", "depth"])]
    movetime: Option<i64>,
    /// Depth of the search of each position in plies, in place of nodes.
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..), conflicts_with = "nodes")]
    depth: Option<u32>,
    /// Write the games as PGN with comments, NAGs and variations to this file, which is replaced; - is standard output. What a
    /// game has already is kept.
    #[arg(long, value_name = "OUT")]
    pgn: Option<PathBuf>,
    /// Print the reports as JSON, one line per game.
    #[arg(long)]
    json: bool,
    /// Write a page with boards and graphs to this file, which is replaced; - is standard output. The page needs no other
    /// files. Only in a build with the board (--features gui).
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
    #[command(flatten)]
    network: NetworkArgs,
    /// Size of the transposition table in MiB, for each game that is analysed at the same time.
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = number::<u64>(TABLE_SIZES))]
    hash: u64,
    #[command(flatten)]
    threads: ThreadsArgs,
}

fn marks_help() -> String {
    let mut text = "Marks by the loss in expected points:\n".to_owned();
    for mark in Mark::ALL {
        let limit = match mark.least_loss() {
            Some(least) => format!("at least {least:.2}"),
            None => format!("the best move; all others lose more than {ONLY_MOVE_MARGIN:.2}"),
        };
        text += &format!("  {:<3} {limit}\n", mark.symbol());
    }
    text
}

impl AnalyseArgs {
    fn limit(&self) -> PositionLimit {
        match (self.movetime, self.depth) {
            (Some(milliseconds), _) => PositionLimit::MoveTime(milliseconds),
            (_, Some(depth)) => PositionLimit::Depth(depth),
            _ => PositionLimit::Nodes(self.nodes),
        }
    }

    /// The output files with their options.
    fn outputs(&self) -> [(&'static str, Option<&Path>); 3] {
        let json = self.json.then_some(Path::new("-"));
        [("--pgn", self.pgn.as_deref()), ("--json", json), ("--html", self.html.as_deref())]
    }
}

pub fn run(args: &AnalyseArgs) -> Result<()> {
    check_inputs(&args.inputs)?;
    check_outputs(&args.inputs, &args.outputs());
    if args.number.is_some() && args.inputs.len() > 1 {
        usage_error("--number", &"needs a single file");
    }
    #[cfg(not(feature = "gui"))]
    if args.html.is_some() {
        return Err(crate::missing_feature("the board", "gui").context("--html"));
    }
    let mut errors = GameErrors::default();
    let games = read_all(args, &mut errors)?;
    let has_games = |board: &Variant| games.iter().any(|game| game.variant == *board);
    let boards: Vec<Variant> = Variant::ALL.into_iter().filter(has_games).collect();
    let networks = args.network.networks(&boards)?;
    let mut outputs = Outputs::create(args)?;
    let interrupt =
        interrupt_on_ctrl_c("stopping after the running games; press again to stop at once")?;
    let threads = args.threads.count();
    let resources = SearchResources { networks, threads, table_mebibytes: args.hash };
    let total: usize = games.iter().map(|game| game.moves.len() + 1).sum();
    let (mut positions, mut done) = (0, 0);
    let mut display = ProgressDisplay::new("positions", 0, Some(total as u64));
    let mut report = |annotated: Annotated| match annotated {
        Annotated::Position => {
            positions += 1;
            display.show(positions);
            Ok(())
        }
        Annotated::Game(report) => {
            done += 1;
            display.suspend(|| outputs.write(*report))
        }
    };
    let result = annotate_games(&games, &resources, args.limit(), &interrupt, &mut report);
    display.clear();
    result?;
    if done > 0 {
        outputs.finish()?;
    }
    if done < games.len() {
        bail!(Interrupted(format!("{done} of {} analysed", count(games.len(), "game"))));
    }
    errors.finish("")
}

/// Reads the games. Reports games with errors, and keeps their legal parts.
fn read_all(args: &AnalyseArgs, errors: &mut GameErrors) -> Result<Vec<GameRecord>> {
    let options = args.read_options.options();
    let (mut games, mut found) = (Vec::new(), 0);
    for game in games_of(&args.inputs, &options) {
        let game = game?;
        let (name, number) = (file_name(game.path), game.number);
        found = number;
        if args.number.is_some_and(|wanted| wanted != number) {
            continue;
        }
        let Some(record) = errors.legal_part(game) else { continue };
        if record.moves.is_empty() {
            print_note(&format!("{name}: game {number} has no moves"));
            continue;
        }
        if args.pgn.is_some()
            && let Some(engine) = earlier_annotator(&record)
        {
            print_note(&format!(
                "{name}: game {number} keeps the comments of an analysis by {engine}"
            ));
        }
        games.push(record);
    }
    if let Some(number) = args.number.filter(|number| *number == 0 || *number > found) {
        let found = count(found, "game");
        usage_error("--number", &format!("there is no game {number}, only {found}"));
    }
    if games.is_empty() {
        bail!("there are no moves to analyse");
    }
    Ok(games)
}

/// Where the reports go. An output whose reader is gone becomes `None`.
struct Outputs {
    /// The text for a terminal, unless standard output has another format.
    text: Option<Destination>,
    pgn: Option<Destination>,
    json: Option<Destination>,
    html: Option<Destination>,
    /// The reports for the page.
    reports: Vec<GameReport>,
    games: usize,
}

impl Outputs {
    fn create(args: &AnalyseArgs) -> Result<Outputs> {
        let create = |path: Option<&Path>| {
            path.map(|path| Destination::create(path, &args.inputs)).transpose()
        };
        let [pgn, json, html] = args.outputs().map(|(_, path)| path);
        let has_text = ![pgn, json, html].into_iter().flatten().any(is_stdio);
        Ok(Outputs {
            text: create(has_text.then_some(Path::new("-")))?,
            pgn: create(pgn)?,
            json: create(json)?,
            html: create(html)?,
            reports: Vec::new(),
            games: 0,
        })
    }

    fn write(&mut self, report: GameReport) -> Result<()> {
        let separator = if self.games > 0 { "\n" } else { "" };
        self.games += 1;
        write_while_read(&mut self.pgn, || pgn::write_game(&annotated_record(&report)))?;
        write_while_read(&mut self.json, || json::write_line(&report))?;
        write_while_read(&mut self.text, || format!("{separator}{}", write_report(&report)))?;
        if self.html.is_some() {
            self.reports.push(report);
        }
        let mut outputs = [&self.text, &self.pgn, &self.json, &self.html].into_iter();
        ensure!(outputs.any(Option::is_some), io::Error::from(io::ErrorKind::BrokenPipe));
        Ok(())
    }

    /// Writes the page, which needs all reports, and gives the files their names.
    fn finish(&mut self) -> Result<()> {
        #[cfg(feature = "gui")]
        write_while_read(&mut self.html, || luctor_board::write_report_page(&self.reports))?;
        let mut outputs = [self.pgn.take(), self.html.take()].into_iter().flatten();
        outputs.try_for_each(Destination::finish)
    }
}

/// Writes to an output, or closes it if its reader is gone. The other outputs go on.
fn write_while_read(out: &mut Option<Destination>, text: impl FnOnce() -> String) -> Result<()> {
    match out.as_mut().map(|out| out.write_text(&text())) {
        Some(Err(error)) if is_broken_pipe(&error) => *out = None,
        Some(written) => written?,
        None => {}
    }
    Ok(())
}
