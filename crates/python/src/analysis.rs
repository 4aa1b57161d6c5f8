//! `Analysis`: a search that runs on a thread of its own and sends its lines.

use crate::engine::other_process;
use crate::interrupt;
use crate::search_result::{Line, QueuedSearch, SearchResult};
use luctor_engine::search::SearchControl;
use luctor_system::resources::lock;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::{process, thread};

enum Message {
    Line(Line),
    Result(SearchResult),
}

#[doc = docs!(Analysis)]
#[pyclass(module = "emergo", frozen)]
pub struct Analysis {
    /// Ends the search.
    pub control: Arc<SearchControl>,
    messages: Mutex<Receiver<Message>>,
    state: Mutex<AnalysisState>,
    /// The process that has the thread.
    process: u32,
}

#[derive(Default)]
struct AnalysisState {
    /// The last line of each rank.
    lines: BTreeMap<usize, Line>,
    result: Option<SearchResult>,
}

impl Analysis {
    pub fn start(search: QueuedSearch) -> PyResult<Analysis> {
        let control = Arc::clone(&search.control);
        let (sender, receiver) = mpsc::channel();
        thread::Builder::new().spawn(move || {
            // The receiver is gone if the analysis is not needed any more.
            let send = |message| drop(sender.send(message));
            let result = search.run(|line| send(Message::Line(line)));
            send(Message::Result(result));
        })?;
        let state = Mutex::new(AnalysisState::default());
        Ok(Analysis { control, messages: Mutex::new(receiver), state, process: process::id() })
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

    /// An exception of a signal handler stops the search.
    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Line>> {
        if !self.is_of_this_process() {
            return Err(other_process());
        }
        let received = interrupt::receive(py, &self.messages);
        let message = received.inspect_err(|_| self.control.stop())?;
        let mut state = lock(&self.state);
        match message {
            Some(Message::Line(line)) => {
                state.lines.insert(line.rank, line.clone());
                Ok(Some(line))
            }
            Some(Message::Result(result)) => {
                state.result = Some(result);
                Ok(None)
            }
            None => Ok(None),
        }
    }

    #[doc = docs!(Analysis.lines)]
    #[getter]
    fn lines(&self) -> Vec<Line> {
        lock(&self.state).lines.values().cloned().collect()
    }

    #[doc = docs!(Analysis.stop)]
    fn stop(&self) {
        self.control.stop();
    }

    #[doc = docs!(Analysis.wait)]
    fn wait(&self, py: Python<'_>) -> PyResult<SearchResult> {
        while self.__next__(py)?.is_some() {}
        let result = lock(&self.state).result.clone();
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
