//! The thread that runs the jobs of a session (searches, perft, bench), one at a time. It is started once, so that a `go`
//! cannot fail because a thread cannot be started.

use crate::search::SearchControl;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

type Job = Box<dyn FnOnce() + Send>;

/// A thread that runs jobs. It has ended when this value is dropped.
pub(super) struct JobThread {
    /// `None` while the value is dropped.
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    /// Receives a message at the end of each job.
    finished: Receiver<()>,
    /// The control of the last job. `None` before the first job, and after [`JobThread::stop`] has waited for the end.
    current: Option<Arc<SearchControl>>,
}

/// Why sending to the thread and receiving from it does not fail.
const ALIVE: &str = "the job thread lives as long as the session and does not panic";

impl JobThread {
    pub fn start() -> io::Result<JobThread> {
        let (jobs, queue) = channel::<Job>();
        let (sender, finished) = channel();
        let thread = Builder::new().name("job".to_owned()).spawn(move || {
            for job in queue {
                job();
                // The session may have ended.
                let _ = sender.send(());
            }
        })?;
        Ok(JobThread { jobs: Some(jobs), thread: Some(thread), finished, current: None })
    }

    /// Starts a job. The caller has stopped the last one.
    pub fn run(
        &mut self,
        control: SearchControl,
        work: impl FnOnce(&SearchControl) + Send + 'static,
    ) {
        debug_assert!(self.current.is_none());
        let control = Arc::new(control);
        self.current = Some(Arc::clone(&control));
        let jobs = self.jobs.as_ref().expect(ALIVE);
        jobs.send(Box::new(move || work(&control))).expect(ALIVE);
    }

    /// Stops the current job, if there is one, and waits for its end.
    pub fn stop(&mut self) {
        if let Some(control) = self.current.take() {
            control.stop();
            self.finished.recv().expect(ALIVE);
        }
    }

    /// Tells the current job that the opponent played the expected move.
    pub fn ponder_hit(&self) {
        if let Some(control) = &self.current {
            control.ponder_hit();
        }
    }
}

impl Drop for JobThread {
    /// Stops the current job, and waits for the end of the thread.
    fn drop(&mut self) {
        self.stop();
        // The thread ends with its queue.
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dropped_thread_has_stopped_its_job() {
        let mut thread = JobThread::start().unwrap();
        let held = Arc::new(());
        let of_job = Arc::clone(&held);
        thread.run(SearchControl::default(), move |control| {
            while !control.is_stopped() {
                std::thread::yield_now();
            }
            drop(of_job);
        });
        drop(thread);
        assert_eq!(Arc::strong_count(&held), 1);
    }
}
