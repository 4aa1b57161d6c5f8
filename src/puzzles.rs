//! `luctor puzzles`: finds puzzles in recorded games, and checks puzzles.

use crate::STDOUT;
use crate::arguments::{interrupt_on_ctrl_c, networks, thread_pool, usage_error};
use crate::record_files::{count, file_name, print_note, read_bytes, read_games};
use crate::self_play_games::record_of;
use anyhow::{Context, Result, bail};
use clap::Args;
use emergo::{Blocked, Coordinates, Variant};
use emergo_records::{GameRecord, ReadOptions, decode};
use indicatif::{ProgressBar, ProgressStyle};
use luctor_engine::eval::Networks;
use luctor_engine::search::ResourceError;
use luctor_engine::search::interrupt::Interrupt;
use luctor_study::puzzle::{
    Finder, FinderSettings, Puzzle, PuzzleSet, Verifier, puzzle_page, read_puzzles,
};
use luctor_trainer::game_file::GameFileReader;
use rayon::prelude::*;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Find puzzles in recorded games.
///
/// A puzzle is a position with exactly one winning or one saving move at every turn of the solver. Candidates are the
/// positions around mistakes. Searches verify that the best move wins (at least 0.90 expected points, or a proved win) or
/// saves the game, and that every other move is at least 0.35 expected points worse and does not. Writes the puzzles as
/// JSON lines, from easy to hard, without symmetric duplicates. The result does not depend on the number of threads.
#[derive(Args)]
pub struct PuzzlesArgs {
    /// Files of games in any format of `luctor convert`; - is standard input. With --check, files of puzzles.
    #[arg(required = true, value_name = "GAMES")]
    inputs: Vec<PathBuf>,
    /// The file to write, which is replaced [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a page with diagrams and solutions for a printer.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Check puzzles instead: write those that hold in a search with --nodes, and report the others.
    #[arg(long, conflicts_with_all = ["games", "scan_nodes", "rescan"])]
    check: bool,
    /// Nodes of each search that verifies a move.
    #[arg(long, default_value_t = FinderSettings::default().nodes, value_name = "N", value_parser = clap::value_parser!(u64).range(1_000..))]
    nodes: u64,
    /// Nodes of the search of each position of a game without evaluations.
    #[arg(long, default_value_t = FinderSettings::default().scan_nodes, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    scan_nodes: u64,
    /// Search every position of games with evaluations too. This finds harder puzzles.
    #[arg(long)]
    rescan: bool,
    /// Read at most this number of games of each file.
    #[arg(long, value_name = "N")]
    games: Option<usize>,
    /// Write at most this number of puzzles, spread over lengths, difficulties and themes.
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// Names of squares on the page, and in games that do not tell: oblique or checkerboard.
    #[arg(long, value_name = "NAME")]
    coordinates: Option<Coordinates>,
    /// The board of games that do not name theirs: emergo, emergo7 or hexemergo.
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,
    /// A network of `luctor train` for the board of --variant [default: the network of the program].
    #[arg(long, value_name = "FILE")]
    net: Option<PathBuf>,
    /// Number of games at a time, each with one search thread [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

/// Runs the subcommand.
pub fn run(args: &PuzzlesArgs) -> Result<()> {
    for path in args.inputs.iter().filter(|path| path.as_os_str() != "-") {
        let input = path.canonicalize().with_context(|| file_name(path))?;
        for (argument, out) in [("--out", &args.out), ("--html", &args.html)] {
            if out.as_ref().and_then(|out| out.canonicalize().ok()).as_ref() == Some(&input) {
                usage_error("puzzles", argument, &format!("{} is also an input", path.display()));
            }
        }
    }
    let networks = networks(args.net.as_deref(), args.variant.unwrap_or_default())?;
    let interrupt = interrupt_on_ctrl_c("stopping after the running games")?;
    let errors = AtomicUsize::new(0);
    let work = Work { args, networks, interrupt, progress: progress_bar()?, errors };
    let set = thread_pool(args.threads)?.install(|| match args.check {
        true => work.check(),
        false => work.find(),
    })?;
    work.progress.finish_and_clear();
    let puzzles = match args.count {
        Some(count) => set.select(count),
        None => set.into_puzzles(),
    };
    print_note(&count(puzzles.len(), "puzzle"));
    write_puzzles(args, &puzzles)?;
    match work.errors.load(Ordering::Relaxed) {
        0 => Ok(()),
        errors => bail!("{} had errors", count(errors, "game")),
    }
}

/// Games or puzzles that are searched at the same time.
const BATCH: usize = 64;

struct Work<'a> {
    args: &'a PuzzlesArgs,
    networks: Networks,
    interrupt: Interrupt,
    progress: ProgressBar,
    /// Games with errors.
    errors: AtomicUsize,
}

impl Work<'_> {
    /// Finds the puzzles of all files, or of the games before an interrupt.
    fn find(&self) -> Result<PuzzleSet> {
        let settings = FinderSettings {
            nodes: self.args.nodes,
            scan_nodes: self.args.scan_nodes,
            ignore_evaluations: self.args.rescan,
        };
        let new = || Finder::new(self.networks.clone(), settings);
        let finders = Pool::new(&new);
        let mut found = Found::default();
        for path in &self.args.inputs {
            let file = path.file_name().map_or_else(String::new, |name| name.display().to_string());
            let mut number = 1;
            self.for_each_batch(path, &mut |games| {
                let find = |(index, record): (usize, &GameRecord)| {
                    if self.interrupt.is_finishing() {
                        return Ok(Vec::new());
                    }
                    finders.with(|finder| finder.find(record, &file, number + index))
                };
                let puzzles: Result<Vec<Vec<Puzzle>>, ResourceError> =
                    games.par_iter().enumerate().map(find).collect();
                number += games.len();
                found.add(games.len(), puzzles?.into_iter().flatten());
                self.progress.set_message(found.text());
                Ok(())
            })?;
        }
        print_note(&found.text());
        Ok(found.set)
    }

    /// Calls `each` with the games of a file in their order, until an interrupt.
    fn for_each_batch(
        &self,
        path: &Path,
        each: &mut dyn FnMut(&[GameRecord]) -> Result<()>,
    ) -> Result<()> {
        let most = self.args.games.unwrap_or(usize::MAX);
        let reader = match path.as_os_str() == "-" {
            true => None,
            false => GameFileReader::open(path).ok(),
        };
        let Some(mut reader) = reader else {
            let records = self.read_records(path, most)?;
            let mut batches = records.chunks(BATCH);
            return batches.try_for_each(|games| match self.interrupt.is_finishing() {
                true => Ok(()),
                false => each(games),
            });
        };
        let variant = reader.variant();
        let mut left = most;
        while left > 0 && !self.interrupt.is_finishing() {
            let Some(games) = reader.next_games().with_context(|| file_name(path))? else { break };
            let games: Vec<GameRecord> =
                games.iter().take(left).map(|game| record_of(variant, game)).collect();
            left -= games.len();
            each(&games)?;
        }
        Ok(())
    }

    /// The games of a file of records. A game with an error is reported and used up to the error.
    fn read_records(&self, path: &Path, most: usize) -> Result<Vec<GameRecord>> {
        let PuzzlesArgs { coordinates, variant, .. } = *self.args;
        let options =
            ReadOptions { coordinates, variant, blocked: Some(Blocked::Draw), format: None };
        let report = read_games(path, read_bytes(path)?, &options);
        let mut records = Vec::new();
        for game in report.games.into_iter().take(most) {
            match game {
                Ok(record) => records.push(record),
                Err(error) => {
                    self.errors.fetch_add(1, Ordering::Relaxed);
                    print_note(&format!("{}: {}", file_name(path), error.sentence()));
                    records.extend(error.legal_part().cloned());
                }
            }
        }
        Ok(records)
    }

    /// Checks the puzzles of all files, and keeps those that hold.
    fn check(&self) -> Result<PuzzleSet> {
        let new = || Verifier::new(self.networks.clone(), self.args.nodes);
        let verifiers = Pool::new(&new);
        let mut set = PuzzleSet::default();
        let (mut checked, mut failed) = (0, 0);
        for path in &self.args.inputs {
            let text = decode(read_bytes(path)?);
            let puzzles = read_puzzles(&text).with_context(|| file_name(path))?;
            let mut first = 1;
            for batch in puzzles.chunks(BATCH) {
                if self.interrupt.is_finishing() {
                    break;
                }
                let check = |puzzle: &Puzzle| verifiers.with(|verifier| verifier.check(puzzle));
                let results: Result<Vec<_>, ResourceError> = batch.par_iter().map(check).collect();
                for ((number, puzzle), result) in (first..).zip(batch).zip(results?) {
                    checked += 1;
                    match result {
                        Ok(()) => {
                            set.add(puzzle.clone());
                        }
                        Err(failure) => {
                            failed += 1;
                            let file = file_name(path);
                            self.progress.suspend(|| {
                                print_note(&format!("{file}: puzzle {number}: {failure}"));
                            });
                        }
                    }
                }
                first += batch.len();
                self.progress.set_message(format!("{}, {failed} failed", count(checked, "puzzle")));
            }
        }
        print_note(&format!("{} checked, {failed} failed", count(checked, "puzzle")));
        Ok(set)
    }
}

/// The puzzles found so far.
#[derive(Default)]
struct Found {
    set: PuzzleSet,
    games: usize,
    puzzles: usize,
}

impl Found {
    fn add(&mut self, games: usize, puzzles: impl Iterator<Item = Puzzle>) {
        self.games += games;
        for puzzle in puzzles {
            self.puzzles += usize::from(self.set.add(puzzle));
        }
    }

    fn text(&self) -> String {
        format!("{}, {}", count(self.games, "game"), count(self.puzzles, "puzzle"))
    }
}

/// Searchers that threads take and give back.
struct Pool<'a, T> {
    free: Mutex<Vec<T>>,
    new: &'a (dyn Fn() -> Result<T, ResourceError> + Sync),
}

impl<'a, T> Pool<'a, T> {
    fn new(new: &'a (dyn Fn() -> Result<T, ResourceError> + Sync)) -> Pool<'a, T> {
        Pool { free: Mutex::default(), new }
    }

    fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> Result<R, ResourceError> {
        const NOT_POISONED: &str = "no code panics while it holds the lock";
        let taken = self.free.lock().expect(NOT_POISONED).pop();
        let mut searcher = match taken {
            Some(searcher) => searcher,
            None => (self.new)()?,
        };
        let result = work(&mut searcher);
        self.free.lock().expect(NOT_POISONED).push(searcher);
        Ok(result)
    }
}

/// A line on a terminal that shows what was done so far.
fn progress_bar() -> Result<ProgressBar> {
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}")?;
    Ok(ProgressBar::new_spinner().with_style(style))
}

fn write_puzzles(args: &PuzzlesArgs, puzzles: &[Puzzle]) -> Result<()> {
    let mut lines = String::new();
    for puzzle in puzzles {
        lines.push_str(&serde_json::to_string(puzzle)?);
        lines.push('\n');
    }
    match &args.out {
        Some(path) => fs::write(path, lines).with_context(|| file_name(path))?,
        None => io::stdout().write_all(lines.as_bytes()).context(STDOUT)?,
    }
    if let Some(path) = &args.html {
        let page = puzzle_page(puzzles, args.coordinates.unwrap_or_default());
        fs::write(path, page).with_context(|| file_name(path))?;
    }
    Ok(())
}
