//! A file that gets its name only when it is complete. Until then it has the ending `.part`.

use luctor_engine::files::is_same_file;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why a file cannot be written.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum OutputFileError {
    #[error("{}: is a folder", .0.display())]
    IsFolder(PathBuf),
    #[error("{}: is not a regular file", .0.display())]
    NotRegular(PathBuf),
    #[error("{}: is a file of games to read", .0.display())]
    IsInput(PathBuf),
    #[error("cannot write {}", path.display())]
    Io { path: PathBuf, source: io::Error },
}

/// A file in progress. It is removed if [`OutputFile::finish`] is not called.
pub struct OutputFile {
    part: PathBuf,
    path: PathBuf,
}

impl OutputFile {
    /// Creates the part file. Do this before the work, so that a path that cannot be written is reported at once.
    ///
    /// # Errors
    ///
    /// The path is a folder, a device or one of the `inputs`, or the file cannot be created.
    pub fn create(path: &Path, inputs: &[PathBuf]) -> Result<OutputFile, OutputFileError> {
        let path = path.to_owned();
        if path.is_dir() {
            return Err(OutputFileError::IsFolder(path));
        }
        // The last step replaces the path. It must not replace a device such as /dev/null.
        if path.exists() && !path.is_file() {
            return Err(OutputFileError::NotRegular(path));
        }
        let mut part = path.clone().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        let is_input = |output: &Path| inputs.iter().any(|input| is_same_file(input, output));
        if is_input(&path) || is_input(&part) {
            return Err(OutputFileError::IsInput(path));
        }
        match File::create(&part) {
            Ok(_) => Ok(OutputFile { part, path }),
            Err(source) => Err(OutputFileError::Io { path: part, source }),
        }
    }

    /// Writes the file and gives it its name.
    ///
    /// # Errors
    ///
    /// The file cannot be written. An older file of this name is kept.
    pub fn finish(self, bytes: &[u8]) -> Result<(), OutputFileError> {
        fs::write(&self.part, bytes)
            .and_then(|()| fs::rename(&self.part, &self.path))
            .map_err(|source| OutputFileError::Io { path: self.path.clone(), source })
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        // After `finish` the file does not exist.
        let _ = fs::remove_file(&self.part);
    }
}
