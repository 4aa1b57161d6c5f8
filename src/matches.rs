//! `luctor match`: plays engines against each other.

use crate::STDOUT;
use crate::arguments::{interrupt_on_ctrl_c, usage_error};
use anyhow::{Context, Result};
use clap::Args;
use emergo_records::GameRecord;
use indicatif::{ProgressBar, ProgressStyle};
use luctor_arena::runner::MatchObserver;
use luctor_arena::settings::MatchSettings;
use luctor_arena::tally::Tally;
use luctor_arena::{match_options, runner};
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

/// Play engines against each other, with the rules of the game as the referee.
///
/// The options are those of cutechess-cli: one dash, followed by values or key=value pairs.
#[derive(Args)]
#[command(after_long_help = help(), override_usage = "luctor match -engine cmd=FILE|internal [KEY=VALUE ...] -engine ... [OPTIONS]")]
pub struct MatchArgs {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

const EXAMPLE: &str = "
If the machine lacks memory, threads or files for an engine, the match stops with exit code 1 and
that game is not scored. -resume continues the match.

Example:
  luctor match -engine cmd=./new name=new -engine cmd=./old name=old -each tc=10+0.1 \\
    -openings file=scripts/openings/emergo.txt order=random -rounds 500 -concurrency 2 \\
    -sprt elo0=0 elo1=10 -out match.jsonl";

fn help() -> String {
    match_options::help() + EXAMPLE
}

/// Runs the subcommand.
pub fn run(args: &MatchArgs) -> Result<()> {
    let settings = match match_options::read(&args.words) {
        Ok(settings) => settings,
        Err(error) => usage_error("match", "match", &error),
    };
    let interrupt =
        interrupt_on_ctrl_c("finishing the running games; press again to stop at once")?;
    let mut display = ProgressDisplay::new(&settings);
    let result = runner::run(&settings, &interrupt, &mut display);
    if let Some(bar) = display.bar {
        bar.finish_and_clear();
    }
    write!(io::stdout(), "{}", result?.table(&settings)).context(STDOUT)
}

/// Shows a match as a bar on standard error if that is a terminal, or else as lines on standard output.
struct ProgressDisplay<'a> {
    settings: &'a MatchSettings,
    bar: Option<ProgressBar>,
    started: Instant,
    /// Games of this run, without those of an earlier one.
    played: u64,
}

impl<'a> ProgressDisplay<'a> {
    fn new(settings: &'a MatchSettings) -> ProgressDisplay<'a> {
        let bar = io::stderr().is_terminal().then(|| {
            let style =
                ProgressStyle::with_template("{bar:16} {pos}/{len}, {eta} left  {wide_msg}");
            let bar = ProgressBar::new(0);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        ProgressDisplay { settings, bar, started: Instant::now(), played: 0 }
    }
}

impl MatchObserver for ProgressDisplay<'_> {
    fn game_ended(&mut self, _: &GameRecord, tally: &Tally, total: u64) {
        self.played += 1;
        let minutes = self.started.elapsed().as_secs_f64().max(0.001) / 60.0;
        let speed = self.played as f64 / minutes;
        let line = format!("{}, {speed:.0} games per minute", tally.line(self.settings));
        let interval = self.settings.rating_interval;
        if let Some(bar) = &self.bar {
            bar.set_length(total);
            bar.set_position(tally.games());
            bar.set_message(line);
        } else if interval > 0 && tally.games().is_multiple_of(interval) {
            // If stdout is closed, the match continues.
            let _ = writeln!(io::stdout(), "{line}");
        }
    }

    fn warning(&mut self, message: &str) {
        // If stderr is closed, the match continues.
        let write = || drop(writeln!(io::stderr(), "{message}"));
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}
