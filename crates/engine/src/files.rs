//! Files that an option names.

use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{self, Path, PathBuf};
use thiserror::Error;

/// Why nothing was read from a file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}: {reason}", path.display())]
pub struct FileError {
    path: PathBuf,
    reason: String,
}

/// Reads a value from the first `limit` bytes of a file. A pipe is refused, because it could block the engine forever.
pub(crate) fn read_file<T, E: Display>(
    path: &Path,
    limit: u64,
    read: impl FnOnce(&[u8]) -> Result<T, E>,
) -> Result<T, FileError> {
    let failed = |reason| FileError { path: path.to_owned(), reason };
    let bytes = read_regular_file(path, limit).map_err(|error| failed(error.to_string()))?;
    read(&bytes).map_err(|error| failed(error.to_string()))
}

fn read_regular_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Do two paths name the same file? It need not exist yet.
///
/// ```
/// use luctor_engine::files::is_same_file;
/// use std::path::Path;
///
/// assert!(is_same_file(Path::new("new.pgn"), Path::new("./new.pgn")));
/// assert!(!is_same_file(Path::new("new.pgn"), Path::new("other.pgn")));
/// ```
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    resolved(one) == resolved(other)
}

/// The path without links, `.` and `..`. Of a file that does not exist, its folder is resolved.
fn resolved(path: &Path) -> PathBuf {
    let absolute = path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let in_folder = || Some(absolute.parent()?.canonicalize().ok()?.join(absolute.file_name()?));
    absolute.canonicalize().ok().or_else(in_folder).unwrap_or(absolute)
}
