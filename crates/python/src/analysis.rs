//! `Analysis`: a search that runs on a thread of its own and sends its lines.

use crate::convert::Tuple;
use crate::engine::other_process;
use crate::interrupt;
use crate::search_result::{Line, SearchResult};
use emergo::Position;
use luctor_engine::search::{SearchControl, SearchInfo, SearchTask};
use luctor_system::resources::lock;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::{process, thread};

/// A search that has not started yet. The searches of an engine run in the order of their calls.
pub struct QueuedSearch {
    pub position: Position,
    pub task: SearchTask,
    pub control: Arc<SearchControl>,
    /// Is closed when the earlier search has ended.
    pub earlier: Receiver<()>,
    /// Is dropped at the end of the search, which lets the next one start.
    pub ended: Sender<()>,
}

#[doc = docs!(Analysis)]
#[pyclass(module = "emergo", frozen)]
pub struct Analysis {
    /// Ends the search.
    control: Arc<SearchControl>,
    new_lines: Mutex<Receiver<Line>>,
    /// Is closed when the search has ended.
    ended: Mutex<Receiver<()>>,
    found: Arc<Mutex<Found>>,
    /// The process that has the thread.
    process: u32,
}

/// What the search has found so far.
#[derive(Default)]
struct Found {
    /// The last line of each rank.
    lines: BTreeMap<usize, Line>,
    result: Option<SearchResult>,
}

impl Analysis {
    /// Starts a search, which waits for the earlier ones.
    pub fn start(search: QueuedSearch) -> PyResult<Analysis> {
        let control = Arc::clone(&search.control);
        let (sender, new_lines) = mpsc::channel();
        let (end, ended) = mpsc::channel();
        let found = Arc::<Mutex<Found>>::default();
        let of_thread = Arc::clone(&found);
        thread::Builder::new().spawn(move || {
            // Nothing is sent: the earlier search drops its sender.
            let _ = search.earlier.recv();
            search.control.begin();
            let line = |info: &SearchInfo| Line::of(&search.position, info);
            let result = search.task.run(&search.control, &mut |info| {
                let line = line(info);
                lock(&of_thread).lines.insert(line.rank, line.clone());
                // The receiver is gone if the analysis is not needed any more.
                let _ = sender.send(line);
            });
            drop(search.ended);
            let lines = Tuple(result.infos().map(|info| line(&info)).collect());
            // Before the senders are dropped, which ends the iterator and the waits.
            lock(&of_thread).result = Some(SearchResult { lines });
            drop((sender, end));
        })?;
        let (new_lines, ended) = (Mutex::new(new_lines), Mutex::new(ended));
        Ok(Analysis { control, new_lines, ended, found, process: process::id() })
    }

    /// Waits for the thread. An exception of a signal handler stops the search.
    fn receive<T: Send>(
        &self,
        py: Python<'_>,
        receiver: &Mutex<Receiver<T>>,
    ) -> PyResult<Option<T>> {
        if !self.is_of_this_process() {
            return Err(other_process());
        }
        interrupt::receive(py, receiver).inspect_err(|_| self.control.stop())
    }

    fn is_of_this_process(&self) -> bool {
        self.process == process::id()
    }
}

#[pymethods]
impl Analysis {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Line>> {
        self.receive(py, &self.new_lines)
    }

    #[doc = docs!(Analysis.lines)]
    #[getter]
    fn lines(&self) -> Tuple<Line> {
        Tuple(lock(&self.found).lines.values().cloned().collect())
    }

    #[doc = docs!(Analysis.is_running)]
    #[getter]
    fn is_running(&self) -> bool {
        lock(&self.found).result.is_none()
    }

    #[doc = docs!(Analysis.stop)]
    fn stop(&self) {
        self.control.stop();
    }

    #[doc = docs!(Analysis.wait)]
    pub fn wait(&self, py: Python<'_>) -> PyResult<SearchResult> {
        self.receive(py, &self.ended)?;
        let result = lock(&self.found).result.clone();
        result.ok_or_else(|| PyRuntimeError::new_err("the search ended without a result"))
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, PyAny>) -> PyResult<()> {
        self.control.stop();
        if self.is_of_this_process() {
            self.wait(py)?;
        }
        Ok(())
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.control.stop();
    }
}
