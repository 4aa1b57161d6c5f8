//! Errors for memory and threads that the system refuses.

use thiserror::Error;

/// The system refused the memory for a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("cannot allocate a table of {mebibytes} MiB")]
pub struct OutOfMemory {
    /// The requested size in MiB.
    pub mebibytes: u64,
}

/// The system refused memory or threads.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ResourceError {
    /// Memory for the table.
    #[error(transparent)]
    Memory(#[from] OutOfMemory),
    /// Threads.
    #[error("cannot start {count} threads: {reason}")]
    Threads {
        /// The requested number.
        count: usize,
        /// The error of the system.
        reason: String,
    },
}
