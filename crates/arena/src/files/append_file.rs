//! A file that grows by whole records while one process holds it: the match file and the PGN file.

use luctor_system::files::{FileError, open_locked};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

pub(crate) struct AppendFile {
    file: File,
    path: PathBuf,
}

impl AppendFile {
    /// Opens or creates a file, and reads it. Fails if it is not a regular file, or if another process holds it.
    pub fn open(path: &Path) -> Result<(AppendFile, Vec<u8>), FileError> {
        let open = || {
            if path.exists() && !path.is_file() {
                return Err(io::Error::other("is not a regular file"));
            }
            let in_use = || io::Error::other("another match is writing to this file");
            let mut file = open_locked(path)?.ok_or_else(in_use)?;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes)?;
            Ok((AppendFile { file, path: path.to_owned() }, bytes))
        };
        open().map_err(|error| FileError::new(path, error))
    }

    fn error(&self, error: io::Error) -> FileError {
        FileError::new(&self.path, error)
    }

    /// Cuts the file off.
    pub fn truncate(&mut self, length: usize) -> Result<(), FileError> {
        let cut = self.file.set_len(length as u64).and_then(|()| self.file.seek(SeekFrom::End(0)));
        cut.map(|_| ()).map_err(|error| self.error(error))
    }

    /// Appends a record and synchronises it. After an error, the file has no part of the record.
    pub fn append(&mut self, record: &[u8]) -> Result<(), FileError> {
        let start = self.file.stream_position().map_err(|error| self.error(error))?;
        let written = self.file.write_all(record).and_then(|()| self.file.sync_data());
        if written.is_err() {
            // If this fails too, -resume repairs the file.
            let _ = self.file.set_len(start);
            let _ = self.file.seek(SeekFrom::Start(start));
        }
        written.map_err(|error| self.error(error))
    }
}
