//! Reads a file that an option names.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// The first `limit` bytes of a file. A pipe is refused, because it could block the engine forever.
pub(crate) fn read_regular_file(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::other("not a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}
