//! Long work without the GIL: it runs on its own thread, and Ctrl-C ends it.

use luctor_system::resources::lock;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// The time between two looks at the signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Does the work on a new thread. If a signal handler of Python raises, calls `stop` and returns the exception: the work can
/// wait for a search of another thread, so its end is not awaited.
pub fn run<T: Send + 'static>(
    py: Python<'_>,
    stop: impl Fn(),
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (sender, receiver) = mpsc::channel();
    thread::Builder::new().spawn(move || drop(sender.send(work())))?;
    let result = receive(py, &Mutex::new(receiver)).inspect_err(|_| stop())?;
    result.ok_or_else(|| PyRuntimeError::new_err("the work ended without a result"))
}

/// Waits for a message without the GIL. `None` if the sender is gone. The error is what a signal handler raised.
pub fn receive<T: Send>(py: Python<'_>, receiver: &Mutex<Receiver<T>>) -> PyResult<Option<T>> {
    loop {
        match py.detach(|| lock(receiver).recv_timeout(SIGNAL_INTERVAL)) {
            Ok(message) => return Ok(Some(message)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
        }
    }
}
