//! Starts thread pools.

use super::resources::ResourceError;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::thread;

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

/// Threads that the machine runs at the same time, at least 1.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
