//! `luctor analyse`: searches the positions of recorded games and marks the errors.

use crate::STDOUT;
use crate::arguments::{interrupt_on_ctrl_c, networks, usage_error};
use crate::progress::ProgressDisplay;
use crate::record_files::{count, file_name, print_note, read_bytes, read_games};
use anyhow::{Context, Result, bail};
use clap::{Args, value_parser};
use emergo::{Blocked, Coordinates, Variant};
use emergo_records::{GameRecord, ReadOptions, SourceFormat, pgn};
use luctor_engine::search::interrupt::Interrupt;
use luctor_engine::search::{Searcher, cores};
use luctor_study::annotate::{AnnotateSettings, annotate};
use luctor_study::annotated_record::annotated_record;
use luctor_study::report::{GameReport, PositionLimit};
use luctor_study::{html, terminal};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// Find the errors of recorded games, and what was better.
///
/// Searches every position of each game and judges every move that was not forced by the expected points that it loses:
/// ?! from 0.05, ? from 0.10, ?? from 0.15; ! marks a best move by far. Prints a report for the terminal. Several games
/// are analysed at the same time, each with its share of the threads; a single game has all threads. docs/study.md
/// explains the judgements.
#[derive(Args)]
pub struct AnalyseArgs {
    /// The files of game records; - is standard input. All formats of `luctor convert` are read, except training data.
    #[arg(required = true, value_name = "FILE")]
    inputs: Vec<PathBuf>,
    /// The format to read: pgn, json, abstractplay, mindsports, tutor, zillions or moves [default: detected].
    #[arg(long, value_name = "FORMAT")]
    from: Option<SourceFormat>,
    /// Only this game of the files, counted from 1.
    #[arg(long, value_name = "N")]
    number: Option<usize>,
    /// The coordinates of games that do not name theirs: oblique or checkerboard [default: those of the format, or those in
    /// which the moves are legal].
    #[arg(long, value_name = "NAME")]
    coordinates: Option<Coordinates>,
    /// The board of games that do not name theirs: emergo, emergo7 or hexemergo.
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,
    /// The result for a blocked side, draw or loss, in games that do not tell it [default: the rule of the source].
    #[arg(long, value_name = "RULE")]
    blocked: Option<Blocked>,
    /// Nodes for each position [default: 200000].
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Time for each position in milliseconds, in place of nodes.
    #[arg(long, value_name = "MS", value_parser = value_parser!(i64).range(1..), conflicts_with_all = ["nodes", "depth"])]
    movetime: Option<i64>,
    /// Depth of the search of each position in plies, in place of nodes.
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..), conflicts_with = "nodes")]
    depth: Option<u32>,
    /// Write the games as PGN with comments, NAGs and variations to this file; - is standard output.
    #[arg(long, value_name = "OUT")]
    pgn: Option<PathBuf>,
    /// Write the reports as JSON, one line per game, to this file; - is standard output.
    #[arg(long, value_name = "OUT")]
    json: Option<PathBuf>,
    /// Write a page with boards and graphs, which needs no other files, to this file; - is standard output.
    #[arg(long, value_name = "OUT")]
    html: Option<PathBuf>,
    /// A network of `luctor train` [default: the network of the program].
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Size of the transposition table in MiB, for each game that is analysed at the same time.
    #[arg(long, default_value_t = 64, value_name = "MIB", value_parser = value_parser!(u64).range(1..=1 << 25))]
    hash: u64,
    /// Number of search threads [default: one per core]. With one thread and nodes or depth, the result is reproducible.
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl AnalyseArgs {
    fn limit(&self) -> PositionLimit {
        const DEFAULT_NODES: u64 = 200_000;
        match (self.movetime, self.depth) {
            (Some(milliseconds), _) => PositionLimit::MoveTime(milliseconds),
            (_, Some(depth)) => PositionLimit::Depth(depth),
            _ => PositionLimit::Nodes(self.nodes.unwrap_or(DEFAULT_NODES)),
        }
    }

    /// The output files with their options.
    fn outputs(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let all = [("--pgn", &self.pgn), ("--json", &self.json), ("--html", &self.html)];
        all.into_iter().filter_map(|(option, path)| Some((option, path.as_deref()?)))
    }

    /// Ends the program with a usage error if an output would destroy an input or another output.
    fn check_outputs(&self) {
        let is_same = |one: &Path, other: &Path| {
            one == other
                || one
                    .canonicalize()
                    .is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
        };
        for (index, (option, path)) in self.outputs().enumerate() {
            let is_file = path.as_os_str() != "-";
            if is_file && self.inputs.iter().any(|input| is_same(input, path)) {
                usage_error("analyse", option, &format!("{} is also an input", path.display()));
            }
            if let Some((other, _)) = self.outputs().take(index).find(|(_, one)| is_same(one, path))
            {
                usage_error("analyse", option, &format!("{} is also for {other}", path.display()));
            }
        }
    }
}

/// Runs the subcommand.
pub fn run(args: &AnalyseArgs) -> Result<()> {
    args.check_outputs();
    let Games { games, errors } = read_all(args)?;
    let mut outputs = Outputs::create(args)?;
    let variant = games.first().map(|game| game.variant).unwrap_or_default();
    let networks = networks(args.net.as_deref(), variant)?;
    let interrupt =
        interrupt_on_ctrl_c("stopping after the running games; press again to stop at once")?;
    let threads = args.threads.map_or_else(|| cores().min(256), usize::from);
    // Several games at a time need no cooperation of threads.
    let workers = threads.min(games.len()).max(1);
    let mut searchers = Vec::new();
    for worker in 0..workers {
        let share = threads / workers + usize::from(worker < threads % workers);
        let mut searcher = Searcher::new(args.hash, share)?;
        searcher.set_networks(networks.clone());
        searchers.push(searcher);
    }
    let settings =
        AnnotateSettings { engine: format!("Luctor {}", crate::VERSION), limit: args.limit() };
    let done = analyse_games(&games, searchers, &settings, &interrupt, &mut outputs)?;
    outputs.finish()?;
    if done < games.len() {
        bail!("interrupted after {done} of {}", count(games.len(), "game"));
    }
    if errors > 0 {
        bail!("{} with errors", count(errors, "game"));
    }
    Ok(())
}

/// The games of all files.
struct Games {
    games: Vec<GameRecord>,
    /// Games that were cut or left out because of an error.
    errors: usize,
}

/// Reads the games. Reports games with errors, and keeps their legal parts.
fn read_all(args: &AnalyseArgs) -> Result<Games> {
    let AnalyseArgs { from: format, coordinates, variant, blocked, .. } = *args;
    let options = ReadOptions { format, coordinates, variant, blocked };
    let (mut games, mut errors, mut found) = (Vec::new(), 0, 0);
    for path in &args.inputs {
        for game in read_games(path, read_bytes(path)?, &options).games {
            found += 1;
            if args.number.is_some_and(|number| number != found) {
                continue;
            }
            let record = match game {
                Ok(record) => Some(record),
                Err(error) => {
                    errors += 1;
                    print_note(&format!("{}: {}", file_name(path), error.sentence()));
                    error.legal_part().cloned()
                }
            };
            match record {
                Some(record) if record.moves.is_empty() => {
                    print_note(&format!("{}: game {found} has no moves", file_name(path)));
                }
                Some(record) => games.push(record),
                None => {}
            }
        }
    }
    if let Some(number) = args.number.filter(|number| *number == 0 || *number > found) {
        let message = format!("there is no game {number}, there are {found}");
        usage_error("analyse", "--number", &message);
    }
    if games.is_empty() {
        bail!("there are no moves to analyse");
    }
    Ok(Games { games, errors })
}

/// What a worker sends.
enum Message {
    /// A position was analysed.
    Position,
    /// A game was analysed.
    Game { index: usize, report: Box<GameReport> },
}

/// Analyses games, one at a time with each searcher, and writes the reports in the order of the games. Returns the number
/// of games that were written.
fn analyse_games(
    games: &[GameRecord],
    searchers: Vec<Searcher>,
    settings: &AnnotateSettings,
    interrupt: &Interrupt,
    outputs: &mut Outputs,
) -> Result<usize> {
    let next = AtomicUsize::new(0);
    let total: usize = games.iter().map(|game| game.moves.len() + 1).sum();
    let mut display = ProgressDisplay::new("positions");
    let work = |mut searcher: Searcher, sender: Sender<Message>| {
        while !interrupt.is_finishing() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = games.get(index) else { return };
            // The receiver is gone after an error of an output.
            let mut position_done = || drop(sender.send(Message::Position));
            match annotate(game, &mut searcher, settings, interrupt, &mut position_done) {
                Some(report) => {
                    let report = Box::new(report);
                    if sender.send(Message::Game { index, report }).is_err() {
                        return;
                    }
                }
                None => return,
            }
        }
    };
    let mut write_report = |report, display: &ProgressDisplay| {
        let written = display.suspend(|| outputs.write(report));
        if written.is_err() {
            // The running games stop at once.
            interrupt.abort();
        }
        written
    };
    let result = thread::scope(|scope| {
        let (sender, messages) = channel();
        for searcher in searchers {
            let sender = sender.clone();
            scope.spawn(move || work(searcher, sender));
        }
        drop(sender);
        let mut positions = 0;
        let mut written = 0;
        let mut waiting = BTreeMap::new();
        display.show(0, total as u64);
        for message in messages {
            match message {
                Message::Position => {
                    positions += 1;
                    display.show(positions, total as u64);
                }
                Message::Game { index, report } => {
                    waiting.insert(index, *report);
                }
            }
            while let Some(report) = waiting.remove(&written) {
                write_report(report, &display)?;
                written += 1;
            }
        }
        // After an interruption, games after one that was not finished.
        for (_, report) in waiting {
            write_report(report, &display)?;
            written += 1;
        }
        Ok(written)
    });
    display.clear();
    result
}

/// Where the reports go.
struct Outputs {
    /// The text for a terminal, unless standard output has another format.
    has_text: bool,
    pgn: Option<Destination>,
    json: Option<Destination>,
    html: Option<Destination>,
    /// The reports for the page.
    reports: Vec<GameReport>,
    games: usize,
}

impl Outputs {
    fn create(args: &AnalyseArgs) -> Result<Outputs> {
        let create = |path: &Option<PathBuf>| path.as_deref().map(Destination::create).transpose();
        Ok(Outputs {
            has_text: args.outputs().all(|(_, path)| path.as_os_str() != "-"),
            pgn: create(&args.pgn)?,
            json: create(&args.json)?,
            html: create(&args.html)?,
            reports: Vec::new(),
            games: 0,
        })
    }

    fn write(&mut self, report: GameReport) -> Result<()> {
        if self.has_text {
            let separator = if self.games > 0 { "\n" } else { "" };
            let text = terminal::write_report(&report);
            write!(io::stdout(), "{separator}{text}").context(STDOUT)?;
        }
        self.games += 1;
        if let Some(out) = &mut self.pgn {
            out.write(&pgn::write_game(&annotated_record(&report)))?;
        }
        if let Some(out) = &mut self.json {
            out.write(&report.to_json_line())?;
        }
        if self.html.is_some() {
            self.reports.push(report);
        }
        Ok(())
    }

    /// Writes the page, which needs all reports.
    fn finish(&mut self) -> Result<()> {
        match &mut self.html {
            Some(out) => out.write(&html::write_page(&self.reports)),
            None => Ok(()),
        }
    }
}

/// A file, or standard output.
struct Destination {
    name: String,
    writer: Box<dyn Write>,
}

impl Destination {
    fn create(path: &Path) -> Result<Destination> {
        if path.as_os_str() == "-" {
            return Ok(Destination { name: STDOUT.to_owned(), writer: Box::new(io::stdout()) });
        }
        let name = path.display().to_string();
        let file = File::create(path).with_context(|| name.clone())?;
        Ok(Destination { name, writer: Box::new(file) })
    }

    /// Writes a text at once, so that the finished games are in the file after an interruption.
    fn write(&mut self, text: &str) -> Result<()> {
        let written = self.writer.write_all(text.as_bytes()).and_then(|()| self.writer.flush());
        written.with_context(|| self.name.clone())
    }
}
