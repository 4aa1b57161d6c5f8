//! Why an index cannot be read or written.

use luctor_system::files::FileError;
use std::io;
use thiserror::Error;

/// Why an index cannot be read or written.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum IndexError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error(transparent)]
    Output(#[from] FileError),
    #[error("not an index of games")]
    NotAnIndex,
    #[error("an index of another version of this program; build it again from its games")]
    OtherVersion,
    /// Another process adds games, or this one wants to add games and another one reads.
    #[error("another process uses the index")]
    InUse,
    #[error(
        "the index already has games of the source '{0}'; --source gives these games another name"
    )]
    SourceExists(String),
    #[error("the index is full")]
    Full,
    #[error("the index is damaged: {0}; build it again from its games")]
    Damaged(String),
}
