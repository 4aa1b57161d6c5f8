//! The progress of a long command on standard error: a bar on a terminal, otherwise a line per minute.

use crate::output::print_note;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// Time between two progress lines if standard error is not a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(60);

/// Shows how much of a total is done.
pub struct ProgressDisplay {
    /// What is counted, such as `positions`.
    noun: &'static str,
    start: Option<ProgressStart>,
    form: ProgressForm,
}

/// What was done at the first call of [`ProgressDisplay::show`]. It does not count for the speed.
struct ProgressStart {
    time: Instant,
    done: u64,
}

enum ProgressForm {
    /// The bar appears at the first call of [`ProgressDisplay::show`].
    Bar(Option<ProgressBar>),
    /// When the last line was printed.
    Lines(Instant),
}

/// The style of a bar or a line with this template.
pub fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates of the program are valid")
}

impl ProgressDisplay {
    /// A display that shows nothing before the first call of [`ProgressDisplay::show`].
    pub fn new(noun: &'static str) -> ProgressDisplay {
        let form = match io::stderr().is_terminal() {
            true => ProgressForm::Bar(None),
            false => ProgressForm::Lines(Instant::now()),
        };
        ProgressDisplay { noun, start: None, form }
    }

    /// Shows a state.
    pub fn show(&mut self, done: u64, total: u64) {
        let noun = self.noun;
        let start = self.start.get_or_insert_with(|| ProgressStart { time: Instant::now(), done });
        match &mut self.form {
            ProgressForm::Bar(Some(bar)) => bar.set_position(done),
            ProgressForm::Bar(bar) => {
                let template = format!(
                    "{{bar:24}} {{human_pos}} of {{human_len}} {noun}, {{per_sec}}, {{eta}} left"
                );
                let new = ProgressBar::new(total).with_style(style(&template));
                new.set_position(done);
                new.reset_eta();
                *bar = Some(new);
            }
            ProgressForm::Lines(last) if last.elapsed() >= LINE_INTERVAL => {
                *last = Instant::now();
                let seconds = start.time.elapsed().as_secs_f64();
                let speed = (done - start.done) as f64 / seconds.max(1e-3);
                let digits = if speed < 10.0 { 2 } else { 0 };
                print_note(&format!("{done} of {total} {noun}, {speed:.digits$} per second"));
            }
            ProgressForm::Lines(_) => {}
        }
    }

    /// Runs a function that prints, with the bar out of the way.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.form {
            ProgressForm::Bar(Some(bar)) => bar.suspend(print),
            _ => print(),
        }
    }

    /// Removes the bar.
    pub fn clear(&self) {
        if let ProgressForm::Bar(Some(bar)) = &self.form {
            bar.finish_and_clear();
        }
    }
}
