//! What a match shows while it runs: a bar on a terminal, plain lines into a pipe.

use super::runner::Watcher;
use super::settings::MatchSettings;
use super::tally::Tally;
use crate::record::GameRecord;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::time::Instant;

/// Shows a match on standard error if that is a terminal, else line by line on standard output.
pub struct Progress<'a> {
    settings: &'a MatchSettings,
    bar: Option<ProgressBar>,
    started: Instant,
    /// Games of this run, without those of an earlier one.
    played: u64,
}

impl<'a> Progress<'a> {
    /// Begins to show a match.
    pub fn new(settings: &'a MatchSettings) -> Progress<'a> {
        let bar = io::stderr().is_terminal().then(|| {
            let style =
                ProgressStyle::with_template("{bar:16} {pos}/{len}, {eta} left  {wide_msg}");
            let bar = ProgressBar::new(0);
            bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            bar
        });
        Progress { settings, bar, started: Instant::now(), played: 0 }
    }

    /// Takes the bar away.
    pub fn end(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }

    fn speed(&self) -> f64 {
        self.played as f64 * 60.0 / self.started.elapsed().as_secs_f64().max(0.001)
    }
}

impl Watcher for Progress<'_> {
    fn game(&mut self, _: &GameRecord, tally: &Tally, total: u64) {
        self.played += 1;
        let line = format!("{}, {:.0} games a minute", tally.line(self.settings), self.speed());
        let interval = self.settings.rating_interval;
        if let Some(bar) = &self.bar {
            bar.set_length(total);
            bar.set_position(tally.games());
            bar.set_message(line);
        } else if interval > 0 && tally.games().is_multiple_of(interval) {
            // A reader that has gone misses lines, the match does not care.
            let _ = writeln!(io::stdout(), "{line}");
        }
    }

    fn warn(&mut self, message: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| drop(writeln!(io::stderr(), "{message}"))),
            None => {
                let _ = writeln!(io::stderr(), "{message}");
            }
        }
    }
}
