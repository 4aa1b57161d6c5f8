//! Why an index cannot be read or written.

use std::io;
use thiserror::Error;

/// Why an index cannot be read or written.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum IndexError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("not an index of games")]
    NotAnIndex,
    #[error("the index is incomplete: {found} of {expected} bytes; build it again from its games")]
    Incomplete { found: u64, expected: u64 },
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

impl From<redb::Error> for IndexError {
    fn from(error: redb::Error) -> IndexError {
        match error {
            redb::Error::UpgradeRequired(_) => IndexError::OtherVersion,
            redb::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
                IndexError::Damaged(error.to_string())
            }
            redb::Error::Io(error) => IndexError::Io(error),
            redb::Error::TableDoesNotExist(_) | redb::Error::TableTypeMismatch { .. } => {
                IndexError::NotAnIndex
            }
            other => IndexError::Damaged(other.to_string()),
        }
    }
}

/// The errors of the single steps of the store.
macro_rules! from_store_errors {
    ($($error:ty),*) => {
        $(impl From<$error> for IndexError {
            fn from(error: $error) -> IndexError {
                IndexError::from(redb::Error::from(error))
            }
        })*
    };
}

from_store_errors!(
    redb::TransactionError,
    redb::TableError,
    redb::StorageError,
    redb::CommitError,
    redb::DatabaseError
);
