//! The progress of a long command on standard error: a bar on a terminal, otherwise a line per minute.

use crate::output::print_note;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// Time between two progress lines if standard error is not a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(60);

/// A bar or a line with this template. It is hidden if standard error is not a terminal.
pub fn bar(template: &str) -> ProgressBar {
    ProgressBar::no_length().with_style(style(template))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates of the program are valid")
}

/// Shows how much is done, also of a total.
pub struct ProgressDisplay {
    /// What is counted, such as `positions`.
    noun: &'static str,
    bar: ProgressBar,
    /// What was done at the first call of [`ProgressDisplay::show`], which does not count for the speed.
    first_done: Option<u64>,
    last_line: Instant,
}

impl ProgressDisplay {
    /// A display that shows nothing before the first call of [`ProgressDisplay::show`].
    pub fn new(noun: &'static str) -> ProgressDisplay {
        let template =
            format!("{{bar:24}} {{human_pos}} of {{human_len}} {noun}, {{per_sec}}, {{eta}} left");
        let (bar, last_line) = (bar(&template), Instant::now());
        ProgressDisplay { noun, bar, first_done: None, last_line }
    }

    /// Shows a state. All states of a work have the same total, or none.
    pub fn show(&mut self, done: u64, total: Option<u64>) {
        let ProgressDisplay { noun, bar, first_done, last_line } = self;
        let first_done = *first_done.get_or_insert_with(|| {
            bar.update(|state| {
                state.set_pos(done);
                if let Some(total) = total {
                    state.set_len(total);
                }
            });
            if total.is_none() {
                bar.set_style(style(&format!("{{spinner}} {{human_pos}} {noun}, {{per_sec}}")));
            }
            bar.reset_elapsed();
            done
        });
        bar.set_position(done);
        if bar.is_hidden() && last_line.elapsed() >= LINE_INTERVAL {
            *last_line = Instant::now();
            let speed = (done - first_done) as f64 / bar.elapsed().as_secs_f64().max(1e-3);
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
