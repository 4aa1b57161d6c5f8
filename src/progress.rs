//! The progress of a long command on standard error: a bar on a terminal, otherwise a line per minute.

use crate::output::print_note;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// Time between two progress lines if standard error is not a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(60);

/// A bar or a line with this template. It is hidden if standard error is not a terminal.
pub fn bar(template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template);
    ProgressBar::no_length().with_style(style.expect("the templates of the program are valid"))
}

/// Shows how much is done, also of a total.
pub struct ProgressDisplay {
    /// What is counted, such as `positions`.
    noun: &'static str,
    total: Option<u64>,
    bar: ProgressBar,
    /// What an earlier run did, which does not count for the speed.
    first_done: u64,
    last_line: Instant,
}

impl ProgressDisplay {
    /// Shows what an earlier run did.
    pub fn new(noun: &'static str, first_done: u64, total: Option<u64>) -> ProgressDisplay {
        let template = match total {
            Some(_) => "{bar:24} {human_pos} of {human_len} NOUN, {per_sec}, {eta} left",
            None => "{spinner} {human_pos} NOUN, {per_sec}",
        };
        let bar = bar(&template.replace("NOUN", noun)).with_position(first_done);
        match total {
            Some(total) => bar.set_length(total),
            None => bar.tick(),
        }
        bar.reset_elapsed();
        ProgressDisplay { noun, total, bar, first_done, last_line: Instant::now() }
    }

    pub fn show(&mut self, done: u64) {
        let ProgressDisplay { noun, total, bar, first_done, last_line } = self;
        bar.set_position(done);
        if bar.is_hidden() && last_line.elapsed() >= LINE_INTERVAL {
            *last_line = Instant::now();
            let speed = (done - *first_done) as f64 / bar.elapsed().as_secs_f64().max(1e-3);
            let digits = if speed < 10.0 { 2 } else { 0 };
            let of_total = total.map_or_else(String::new, |total| format!(" of {total}"));
            print_note(&format!("{done}{of_total} {noun}, {speed:.digits$} per second"));
        }
    }

    /// Runs a function that prints, with the bar out of the way.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
