//! `luctor puzzles`: finds puzzles in recorded games, and checks puzzles. `solve.rs` presents them.

pub mod solve;

use crate::arguments::{Interrupted, NetworkArgs, ThreadsArgs, interrupt_on_ctrl_c, number};
use crate::output::{Destination, count, print_note};
use crate::progress::ProgressDisplay;
use crate::record_files::{
    DataFormat, FaultyGame, FormatArgs, GameErrors, check_outputs, file_name, open_games, read_text,
};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand};
use emergo::{Blocked, Coordinates, Variant};
use emergo_records::{GameRecord, json};
use luctor_engine::eval::Networks;
use luctor_study::puzzle::{
    FinderSettings, MARGIN, Puzzle, PuzzleSet, PuzzleWorkers, WON, puzzle_page, read_puzzles,
};
use solve::SolveArgs;
use std::cell::RefCell;
use std::path::{Path, PathBuf};

/// Solve puzzles in the terminal, or find new ones.
///
/// A puzzle is a position with exactly one winning or one saving move at every turn of the solver.
#[derive(Args)]
pub struct PuzzlesArgs {
    #[command(subcommand)]
    command: PuzzlesCommand,
}

#[derive(Subcommand)]
enum PuzzlesCommand {
    Solve(SolveArgs),
    Find(FindArgs),
    Check(CheckArgs),
}

/// Find puzzles in recorded games.
///
/// Candidates are the positions around mistakes. Searches verify that exactly one move wins or saves the game. Writes the
/// puzzles as JSON lines, from easy to hard, without symmetric duplicates. The result does not depend on the number of
/// threads.
#[derive(Args)]
#[command(after_long_help = format!(
    "A move wins with at least {WON:.2} expected points or by a proved win. All other moves are at least {MARGIN:.2} expected \
     points worse."
))]
struct FindArgs {
    /// Files of games in any format of `luctor convert`; - is standard input.
    #[arg(required = true, value_name = "GAMES")]
    inputs: Vec<PathBuf>,
    #[arg(long, value_name = "FORMAT", help = DataFormat::help())]
    from: Option<DataFormat>,
    /// The board of games that do not name theirs.
    #[arg(long, value_name = Variant::NAMES)]
    variant: Option<Variant>,
    /// Nodes of the search that looks for mistakes, in each position of a game without evaluations.
    #[arg(long, default_value_t = FinderSettings::default().scan_nodes, value_name = "N", value_parser = number::<u64>(1..))]
    scan_nodes: u64,
    /// Search every position of games with evaluations too. This finds harder puzzles.
    #[arg(long)]
    rescan: bool,
    /// Read at most this number of games of each file.
    #[arg(long, value_name = "N", value_parser = number::<usize>(..))]
    games: Option<usize>,
    #[command(flatten)]
    work: WorkArgs,
}

/// Check puzzles: write those that hold in a search, without symmetric ones, and report the others.
#[derive(Args)]
struct CheckArgs {
    /// Files of puzzles; - is standard input.
    #[arg(required = true, value_name = "PUZZLES")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    work: WorkArgs,
}

#[derive(Args)]
struct WorkArgs {
    /// Nodes of each search that verifies a move, at least 1,000.
    #[arg(long, default_value_t = FinderSettings::default().nodes, value_name = "N", value_parser = number::<u64>(1_000..))]
    nodes: u64,
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    threads: ThreadsArgs,
    /// The file to write, which is replaced; - is standard output.
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
    /// Write a page with diagrams and solutions for a printer to this file, which is replaced.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write at most this number of puzzles, spread over lengths, difficulties and themes.
    #[arg(long, value_name = "N", value_parser = number::<usize>(..))]
    count: Option<usize>,
    /// Names of squares in --html, and for `find` in games that do not name theirs.
    #[arg(long, value_name = Coordinates::NAMES)]
    coordinates: Option<Coordinates>,
}

pub fn run(args: &PuzzlesArgs) -> Result<()> {
    match &args.command {
        PuzzlesCommand::Solve(args) => solve::run(args),
        PuzzlesCommand::Find(args) => find(args),
        PuzzlesCommand::Check(args) => check(args),
    }
}

/// The threads of the searches, and where the puzzles go.
struct Work<'a> {
    workers: PuzzleWorkers,
    args: &'a WorkArgs,
    out: Destination,
    html: Option<Destination>,
}

impl<'a> Work<'a> {
    /// Opens the outputs and gives Ctrl-C its handler. The inputs are open already, so Ctrl-C ends a read that waits.
    fn begin(inputs: &[PathBuf], networks: &Networks, args: &'a WorkArgs) -> Result<Work<'a>> {
        let out = Destination::create(&args.out, inputs)?;
        let html = args.html.as_deref();
        let html = html.map(|path| Destination::create(path, inputs)).transpose()?;
        let interrupt =
            interrupt_on_ctrl_c("stopping after the running games; press again to stop at once")?;
        let workers = PuzzleWorkers::new(networks.clone(), args.threads.count(), interrupt)?;
        Ok(Work { workers, args, out, html })
    }

    /// Writes the puzzles of a set, from easy to hard. `held` puzzles were given to it. Fails after that if there was an
    /// interrupt.
    fn finish(mut self, set: PuzzleSet, held: usize) -> Result<()> {
        let puzzles = match self.args.count {
            Some(count) => set.select(count),
            None => set.into_puzzles(),
        };
        print_note(&format!("{} of {held} written", count(puzzles.len(), "puzzle")));
        if self.args.count.is_none() && puzzles.len() < held {
            print_note("the others are symmetric to one of these, or part of its solution");
        }
        self.out.write_text(&puzzles.iter().map(json::write_line).collect::<String>())?;
        self.out.finish()?;
        if let Some(mut html) = self.html {
            html.write_text(&puzzle_page(&puzzles, self.args.coordinates.unwrap_or_default()))?;
            html.finish()?;
        }
        if self.workers.is_interrupted() {
            bail!(Interrupted("the output is not complete".to_owned()));
        }
        Ok(())
    }
}

impl WorkArgs {
    fn check_outputs(&self, inputs: &[PathBuf]) {
        check_outputs(inputs, &[("--out", Some(&self.out)), ("--html", self.html.as_deref())]);
    }
}

/// Finds the puzzles of all files, or of the games before an interrupt. A game with an error is reported and used up to the
/// error.
fn find(args: &FindArgs) -> Result<()> {
    let settings = FinderSettings {
        nodes: args.work.nodes,
        scan_nodes: args.scan_nodes,
        ignore_evaluations: args.rescan,
    };
    // A blocked side draws in all puzzles.
    let format = FormatArgs { from: args.from, blocked: Some(Blocked::Draw) };
    let options = format.options(args.variant, args.work.coordinates);
    args.work.check_outputs(&args.inputs);
    let networks = args.work.network.networks(&Variant::ALL)?;
    let inputs = args.inputs.iter().map(|path| Ok((path, open_games(path, &options)?)));
    let inputs = inputs.collect::<Result<Vec<_>>>()?;
    let work = Work::begin(&args.inputs, &networks, &args.work)?;
    let progress = RefCell::new(ProgressDisplay::new("games", 0, None));
    let mut set = PuzzleSet::default();
    let (mut games_read, mut found) = (0, 0);
    let mut errors = GameErrors::default();
    for (path, opened) in inputs {
        let file = path.file_name().map_or_else(String::new, |name| name.display().to_string());
        let on_board = |record: GameRecord, number: usize| {
            let checked = networks.check_board(record.variant).map(|()| record);
            checked.map_err(|error| FaultyGame::unusable(format!("game {number}: --net: {error}")))
        };
        let games = opened.take(args.games.unwrap_or(usize::MAX)).filter_map(|game| {
            let mut game = match game {
                Ok(game) => game,
                Err(error) => return Some(Err(error)),
            };
            let number = game.number;
            game.record = game.record.and_then(|record| on_board(record, number));
            let record = progress.borrow().suspend(|| errors.legal_part(game))?;
            Some(Ok((number, record)))
        });
        work.workers.find(settings, &file, games, &mut |puzzles| {
            games_read += 1;
            found += puzzles.into_iter().filter(|puzzle| set.add(puzzle.clone())).count();
            progress.borrow_mut().show(games_read as u64);
        })?;
    }
    progress.borrow().clear();
    print_note(&format!("{}, {}", count(games_read, "game"), count(found, "puzzle")));
    if found == 0 && !work.workers.is_interrupted() {
        errors.finish("")?;
    }
    work.finish(set, found)?;
    errors.finish("")
}

/// The puzzles of a file. Fails if there are none.
fn read_file(path: &Path) -> Result<Vec<Puzzle>> {
    let puzzles = read_puzzles(&read_text(path)?).with_context(|| file_name(path))?;
    ensure!(!puzzles.is_empty(), "{}: there are no puzzles", file_name(path));
    Ok(puzzles)
}

fn check(args: &CheckArgs) -> Result<()> {
    args.work.check_outputs(&args.inputs);
    let networks = args.work.network.networks(&Variant::ALL)?;
    let mut inputs = Vec::new();
    for path in &args.inputs {
        let puzzles = read_file(path)?;
        let mut boards = puzzles.iter().map(|puzzle| puzzle.variant());
        boards
            .try_for_each(|board| networks.check_board(board))
            .with_context(|| format!("{}: --net", file_name(path)))?;
        inputs.push((path, puzzles));
    }
    let work = Work::begin(&args.inputs, &networks, &args.work)?;
    let total: usize = inputs.iter().map(|(_, puzzles)| puzzles.len()).sum();
    let mut progress = ProgressDisplay::new("puzzles", 0, Some(total as u64));
    let mut set = PuzzleSet::default();
    let (mut checked, mut failed) = (0, 0);
    for (path, puzzles) in inputs {
        work.workers.check(args.work.nodes, puzzles, &mut |number, puzzle, result| {
            checked += 1;
            if let Err(failure) = result {
                failed += 1;
                let note = format!("{}: puzzle {number}: {failure}", file_name(path));
                progress.suspend(|| print_note(&note));
            } else {
                set.add(puzzle);
            }
            progress.show(checked as u64);
        })?;
    }
    progress.clear();
    print_note(&format!("{} checked, {failed} failed", count(checked, "puzzle")));
    work.finish(set, checked - failed)
}
