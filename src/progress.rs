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

/// Shows how much of a total is done.
pub struct ProgressDisplay {
    /// What is counted, such as `positions`.
    noun: &'static str,
    /// Set at the first call of [`ProgressDisplay::show`].
    shown: Option<Shown>,
}

/// What is shown. What was done at the first call does not count for the speed.
struct Shown {
    bar: ProgressBar,
    first_time: Instant,
    first_done: u64,
    last_line: Instant,
}

impl ProgressDisplay {
    /// A display that shows nothing before the first call of [`ProgressDisplay::show`].
    pub fn new(noun: &'static str) -> ProgressDisplay {
        ProgressDisplay { noun, shown: None }
    }

    /// Shows a state.
    pub fn show(&mut self, done: u64, total: u64) {
        let noun = self.noun;
        let shown = self.shown.get_or_insert_with(|| {
            let template = format!(
                "{{bar:24}} {{human_pos}} of {{human_len}} {noun}, {{per_sec}}, {{eta}} left"
            );
            let bar = bar(&template).with_position(done);
            bar.set_length(total);
            bar.reset_eta();
            let now = Instant::now();
            Shown { bar, first_time: now, first_done: done, last_line: now }
        });
        shown.bar.set_position(done);
        if shown.bar.is_hidden() && shown.last_line.elapsed() >= LINE_INTERVAL {
            shown.last_line = Instant::now();
            let seconds = shown.first_time.elapsed().as_secs_f64();
            let speed = (done - shown.first_done) as f64 / seconds.max(1e-3);
            let digits = if speed < 10.0 { 2 } else { 0 };
            print_note(&format!("{done} of {total} {noun}, {speed:.digits$} per second"));
        }
    }

    /// Runs a function that prints, with the bar out of the way.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.shown {
            Some(shown) => shown.bar.suspend(print),
            None => print(),
        }
    }

    /// Removes the bar.
    pub fn clear(&self) {
        if let Some(shown) = &self.shown {
            shown.bar.finish_and_clear();
        }
    }
}
