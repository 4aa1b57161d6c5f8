//! Runs the jobs of a session, one at a time: on a thread, or in slices between the lines of the client.

use super::info_line::{InfoFormat, info_line, result_lines};
use super::job_thread::JobThread;
use super::output::Output;
use crate::search::{ScoredLine, SearchControl, SearchResult, SearchTask, SliceEnd, SlicedSearch};
use std::time::Duration;

/// Where jobs run.
#[allow(clippy::large_enum_variant, reason = "a session has one value")]
pub(super) enum Jobs {
    /// On a thread of their own.
    Thread(JobThread),
    /// On the thread of the session. A search is continued by [`Jobs::step`]; other jobs run to their end at once.
    Slices(Option<(SlicedSearch, SearchOutput)>),
}

/// Writes the infos and the result of a search.
pub(super) struct SearchOutput {
    pub output: Output,
    pub format: InfoFormat,
}

impl SearchOutput {
    fn result(&self, result: &SearchResult) {
        self.output.lines(result_lines(result, self.format));
    }

    /// Writes a move of the opening book as the result of a search without nodes.
    pub fn book_line(&self, line: ScoredLine) {
        let depth = line.moves.len() as u32;
        let result = SearchResult::without_search(line, depth, Duration::ZERO);
        self.output.message("book move");
        if let Some(info) = result.final_info(None) {
            self.output.line(&info_line(&info, self.format));
        }
        self.result(&result);
    }
}

impl Jobs {
    pub fn has_thread(&self) -> bool {
        matches!(self, Jobs::Thread(_))
    }

    /// Starts a search. The caller has stopped the last job.
    pub fn search(&mut self, task: SearchTask, control: SearchControl, to: SearchOutput) {
        match self {
            Jobs::Thread(thread) => thread.run(control, move |control| {
                let mut on_info =
                    |info: &_| to.output.line_of_job(&info_line(info, to.format), control);
                let result = task.run(control, &mut on_info);
                to.result(&result);
            }),
            Jobs::Slices(search) => *search = Some((SlicedSearch::new(task, control), to)),
        }
    }

    /// Starts another job. The caller has stopped the last one.
    pub fn run(
        &mut self,
        control: SearchControl,
        work: impl FnOnce(&SearchControl) + Send + 'static,
    ) {
        match self {
            Jobs::Thread(thread) => thread.run(control, work),
            Jobs::Slices(_) => work(&control.without_waiting()),
        }
    }

    /// Stops the current job, if there is one, and waits for its end.
    pub fn stop(&mut self) {
        match self {
            Jobs::Thread(thread) => thread.stop(),
            Jobs::Slices(search) => {
                if let Some((sliced, _)) = search {
                    sliced.stop();
                    self.step();
                }
            }
        }
    }

    /// Tells the current job that the opponent played the expected move.
    pub fn ponder_hit(&mut self) {
        match self {
            Jobs::Thread(thread) => thread.ponder_hit(),
            Jobs::Slices(Some((sliced, _))) => sliced.ponder_hit(),
            Jobs::Slices(None) => {}
        }
    }

    /// Continues a search for a slice. Returns whether there is more to search.
    pub fn step(&mut self) -> bool {
        let Jobs::Slices(search) = self else { return false };
        let Some((sliced, to)) = search else { return false };
        match sliced.step(&mut |info| to.output.line(&info_line(info, to.format))) {
            SliceEnd::Unfinished => true,
            SliceEnd::Waiting => false,
            SliceEnd::Finished(result) => {
                to.result(&result);
                *search = None;
                false
            }
        }
    }
}
