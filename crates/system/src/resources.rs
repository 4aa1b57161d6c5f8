//! Thread pools and locks, and the error if the system refuses memory or threads.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use thiserror::Error;

/// The system refused memory or threads.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum ResourceError {
    #[error("cannot allocate a table of {mebibytes} MiB")]
    Memory { mebibytes: u64 },
    #[error("cannot start {count} threads: {reason}")]
    Threads { count: usize, reason: String },
}

/// Starts a pool of `count` threads, named `name` with their numbers from 1.
///
/// # Errors
///
/// The system refuses a thread.
pub fn start_threads(count: usize, name: &'static str) -> Result<ThreadPool, ResourceError> {
    ThreadPoolBuilder::new()
        .num_threads(count)
        .thread_name(move |index| format!("{name} {}", index + 1))
        .build()
        .map_err(|error| ResourceError::Threads { count, reason: error.to_string() })
}

/// The results of `work` in the order of the items, on the threads of the current rayon pool. Calls `new_worker` once for each
/// run of items that a thread takes.
///
/// # Errors
///
/// A call of `new_worker` fails.
pub fn map_with_workers<T: Send, W, R: Send>(
    items: impl IntoParallelIterator<Item = T, Iter: IndexedParallelIterator>,
    new_worker: impl Fn() -> Result<W, ResourceError> + Sync + Send,
    work: impl Fn(&mut W, T) -> R + Sync + Send,
) -> Result<Vec<R>, ResourceError> {
    let results = items.into_par_iter().map_init(new_worker, |worker, item| match worker {
        Ok(worker) => Ok(work(worker, item)),
        Err(error) => Err(error.clone()),
    });
    results.collect()
}

/// Threads that the machine runs at the same time, at least 1.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Why a lock cannot be poisoned.
pub const NOT_POISONED: &str = "no code panics while it holds the lock";

/// Locks a mutex.
///
/// # Panics
///
/// Another thread panicked while it held the lock.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect(NOT_POISONED)
}
