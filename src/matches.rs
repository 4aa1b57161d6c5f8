//! `luctor match`: plays engines against each other.

use crate::arguments::{Interrupted, end_with_stdin, interrupt_on_ctrl_c, usage_error};
use crate::output::{print, print_json, print_note, print_report};
use crate::record_files::{file_name, read_bytes};
use crate::{Cli, progress};
use anyhow::{Context, Error, Result, bail};
use clap::{Args, Parser};
use emergo_records::GameRecord;
use indicatif::ProgressBar;
use luctor_arena::files::collector::GameCollector;
use luctor_arena::files::scored_files::{ScoredFiles, score};
use luctor_arena::match_options::MatchCommand;
use luctor_arena::runner::MatchObserver;
use luctor_arena::settings::MatchSettings;
use luctor_arena::statistics::tally::Tally;
use luctor_arena::{match_options, runner};
use serde::Serialize;
use std::io::{self, BufRead};
use std::path::PathBuf;
use std::time::Instant;

/// Play engines against each other, with the rules of the game as the referee.
///
/// The options are named as in cutechess-cli, with one dash or two.
#[derive(Args)]
#[command(after_help = help(), override_usage = "luctor match -engine cmd=FILE|internal [KEY=VALUE ...] -engine ... [OPTIONS]")]
pub struct MatchArgs {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

const EXAMPLE: &str = "
Before the first game, each engine is started once. The match ends without a game if an engine does
not start, does not have an option, rejects a value, or disagrees about the legal moves. If an
engine cannot be started later, the match stops, and that game is not scored. -resume continues
the match.

Example:
  luctor match -engine cmd=./new name=new -engine cmd=./old name=old -each tc=10+0.1 \\
    -openings file=scripts/openings/emergo-balanced.txt order=random -rounds 500 -concurrency 2 \\
    -sprt elo0=0 elo1=10 -out match.jsonl";

fn help() -> String {
    match_options::help() + EXAMPLE
}

pub fn run(args: &MatchArgs) -> Result<()> {
    if args.words.iter().any(|word| ["-h", "-help", "--help"].contains(&word.as_str())) {
        Cli::parse_from(["luctor", "match", "--help"]);
    }
    match match_options::read(&args.words) {
        Ok(MatchCommand::Match(settings, warnings)) => {
            warnings.iter().for_each(|warning| write_warning(warning));
            if settings.run.collects { collect(&settings) } else { play(&settings) }
        }
        Ok(MatchCommand::Score { files, sprt, as_json }) => {
            let read = |path: &PathBuf| anyhow::Ok((file_name(path).into(), read_bytes(path)?));
            let files = files.iter().map(read).collect::<Result<Vec<_>>>()?;
            let ScoredFiles { tally, matches } = score(&files, sprt, &mut write_warning)?;
            if matches > 1 {
                write_warning(&format!("the files have {matches} matches with different settings"));
            }
            print_report(&tally.report(), as_json, |_| tally.table())
        }
        Err(error) => usage_error("match", &error),
    }
}

fn play(settings: &MatchSettings) -> Result<()> {
    let interrupt =
        interrupt_on_ctrl_c("finishing the running games; press again to stop at once")?;
    if settings.run.ends_with_stdin {
        end_with_stdin(interrupt.clone())?;
    }
    let mut display = MatchDisplay::new(settings);
    let result = runner::run(settings, &interrupt, &mut display);
    display.bar.finish_and_clear();
    let end = result?;
    print(&end.tally.table())?;
    if !end.is_finished {
        let has_file = settings.run.out.is_some();
        let end = if has_file { "-resume continues the match" } else { "there is no match file" };
        bail!(Interrupted(end.to_owned()));
    }
    Ok(())
}

/// A line of `-collect` after a batch that is not written.
#[derive(Serialize)]
struct RejectedBatch {
    error: String,
}

/// Writes games that are played elsewhere. Lines of standard input are games, an empty line ends a batch.
fn collect(settings: &MatchSettings) -> Result<()> {
    let mut collector = GameCollector::open(settings, &mut write_warning)?;
    print_json(&collector.start())?;
    let mut batch = Vec::new();
    for line in io::stdin().lock().lines() {
        let line = line.context("standard input")?;
        if !line.is_empty() {
            batch.push(line);
            continue;
        }
        match collector.read_batch(&std::mem::take(&mut batch)) {
            Ok(games) => print_json(&collector.add(games)?)?,
            Err(error) => {
                print_json(&RejectedBatch { error: format!("{:#}", Error::from(error)) })?
            }
        }
    }
    if !batch.is_empty() {
        bail!("standard input ends within a batch, which is not written");
    }
    Ok(())
}

fn write_warning(message: &str) {
    print_note(&format!("warning: {message}"));
}

/// Shows a match on standard error: as a bar if that is a terminal, or else as lines.
struct MatchDisplay<'a> {
    settings: &'a MatchSettings,
    /// Hidden if lines are printed, or nothing.
    bar: ProgressBar,
    started: Instant,
    /// Games of this run, without those of an earlier one.
    played: u64,
}

impl<'a> MatchDisplay<'a> {
    fn new(settings: &'a MatchSettings) -> MatchDisplay<'a> {
        let bar = match settings.run.quiet {
            true => ProgressBar::hidden(),
            false => progress::bar("{bar:16} {pos}/{len}, {eta} left  {wide_msg}"),
        };
        MatchDisplay { settings, bar, started: Instant::now(), played: 0 }
    }
}

impl MatchObserver for MatchDisplay<'_> {
    fn game_ended(&mut self, _: &GameRecord, tally: &Tally, total: u64) {
        self.played += 1;
        let minutes = self.started.elapsed().as_secs_f64().max(0.001) / 60.0;
        let speed = self.played as f64 / minutes;
        let line = format!("{}, {speed:.0} games per minute", tally.line());
        let interval = if self.settings.run.quiet { 0 } else { self.settings.run.rating_interval };
        if !self.bar.is_hidden() {
            self.bar.set_length(total);
            self.bar.set_position(tally.games());
            self.bar.set_message(line);
        } else if interval > 0 && tally.games().is_multiple_of(interval) {
            print_note(&line);
        }
    }

    fn warning(&mut self, message: &str) {
        self.bar.suspend(|| write_warning(message));
    }
}
