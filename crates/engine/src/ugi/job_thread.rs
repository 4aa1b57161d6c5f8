//! The thread that runs the jobs of a session (searches, perft, bench), one at a time. It is started once, so that a `go`
//! cannot fail because a thread cannot be started.

use crate::search::SearchControl;
use luctor_system::resources::{ResourceError, start_threads};
use rayon::ThreadPool;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

/// A thread that runs jobs. Its job has ended when this value is dropped.
pub(super) struct JobThread {
    /// A pool of one thread.
    thread: ThreadPool,
    /// The control of the last job, and a channel that closes at its end. `None` after [`JobThread::stop`].
    pub current: Option<(Arc<SearchControl>, Receiver<()>)>,
}

impl JobThread {
    pub fn start() -> Result<JobThread, ResourceError> {
        Ok(JobThread { thread: start_threads(1, "job")?, current: None })
    }

    /// Starts a job. The caller has stopped the last one.
    pub fn run(
        &mut self,
        control: SearchControl,
        work: impl FnOnce(&SearchControl) + Send + 'static,
    ) {
        debug_assert!(self.current.is_none());
        let control = Arc::new(control);
        let (end, ended) = channel();
        self.current = Some((Arc::clone(&control), ended));
        self.thread.spawn(move || {
            work(&control);
            drop(end);
        });
    }

    /// Stops the current job, if there is one, and waits for its end.
    pub fn stop(&mut self) {
        if let Some((control, ended)) = self.current.take() {
            control.stop();
            // Nothing is sent: it returns when the channel is closed.
            let _ = ended.recv();
        }
    }

    /// Tells the current job that the opponent played the expected move.
    pub fn ponder_hit(&self) {
        if let Some((control, _)) = &self.current {
            control.ponder_hit();
        }
    }
}

impl Drop for JobThread {
    fn drop(&mut self) {
        self.stop();
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
