//! Files: reading a limited part, comparing paths, locks, replacing a file as a whole.

use std::fmt::Display;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{self, Path, PathBuf};
use thiserror::Error;

/// A file that cannot be used, and why.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}: {reason}", path.display())]
pub struct FileError {
    path: PathBuf,
    reason: String,
    /// The error number of the system.
    os_error: Option<i32>,
}

impl FileError {
    /// The error of a file.
    pub fn new(path: &Path, reason: impl Display) -> FileError {
        FileError { path: path.to_owned(), reason: reason.to_string(), os_error: None }
    }

    fn not_written(path: &Path, cause: io::Error) -> FileError {
        let error = FileError::new(path, format!("cannot be written: {cause}"));
        FileError { os_error: cause.raw_os_error(), ..error }
    }
}

/// The error of the system, or else one with the sentence.
impl From<FileError> for io::Error {
    fn from(error: FileError) -> io::Error {
        match error.os_error {
            Some(number) => io::Error::from_raw_os_error(number),
            None => io::Error::other(error),
        }
    }
}

/// Reads a value from the first `limit` bytes of a file. A pipe is refused, because it could block the engine forever.
pub fn read_file<T, E: Display>(
    path: &Path,
    limit: u64,
    read: impl FnOnce(&[u8]) -> Result<T, E>,
) -> Result<T, FileError> {
    let bytes = read_regular_file(path, limit).map_err(|error| FileError::new(path, error))?;
    read(&bytes).map_err(|error| FileError::new(path, error))
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
/// use luctor_system::files::is_same_file;
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

/// Whether this process has locked a file, by the result of [`File::try_lock`]. `false` if another process holds it. A file system
/// without locks is used without them.
///
/// # Errors
///
/// The system refuses the lock for another reason.
pub fn is_locked(result: Result<(), TryLockError>) -> io::Result<bool> {
    match result {
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) if error.kind() != io::ErrorKind::Unsupported => Err(error),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(true),
    }
}

/// Opens a file to read and to write it, creates it if there is none, and locks it. `None` if another process holds it.
///
/// # Errors
///
/// The system refuses the file or the lock.
pub fn open_locked(path: &Path) -> io::Result<Option<File>> {
    let file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
    Ok(is_locked(file.try_lock())?.then_some(file))
}

/// Does the path still name the open file? Another process may have renamed it before it was locked here.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    file.metadata().map(identity).ok() == fs::metadata(path).map(identity).ok()
}

/// Other systems rename no open file.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// A file in progress. It gets its name only when it is complete; until then it has the ending `.part`. It is removed if
/// [`OutputFile::finish`] is not called, unless a signal ends the process.
pub struct OutputFile {
    file: File,
    part: PathBuf,
    path: PathBuf,
}

impl OutputFile {
    /// Creates the part file. Do this before the work, so that a path that cannot be written is reported at once.
    ///
    /// # Errors
    ///
    /// The path is a folder, a device or one of the `inputs`, or the file cannot be created.
    pub fn create(path: &Path, inputs: &[PathBuf]) -> Result<OutputFile, FileError> {
        // A link to a file stays one, also if the file does not exist yet.
        let folder = path.parent().unwrap_or(Path::new(""));
        let link_target = || path.read_link().map(|target| folder.join(target));
        let target = path.canonicalize().or_else(|_| link_target());
        let path = &target.unwrap_or_else(|_| path.to_owned());
        if path.is_dir() {
            return Err(FileError::new(path, "is a folder"));
        }
        // The last step replaces the path. It must not replace a device such as /dev/null.
        if path.exists() && !path.is_file() {
            return Err(FileError::new(path, "is not a regular file"));
        }
        let mut part = path.to_owned().into_os_string();
        part.push(".part");
        let part = PathBuf::from(part);
        let is_input = |output: &&PathBuf| inputs.iter().any(|input| is_same_file(input, output));
        if let Some(input) = [path, &part].into_iter().find(is_input) {
            return Err(FileError::new(input, "is also an input"));
        }
        let create = || {
            let in_use = || io::Error::other("another process writes this file");
            let file = open_locked(&part)?.filter(|file| is_at(file, &part)).ok_or_else(in_use)?;
            file.set_len(0)?;
            // A private file stays private.
            if let Ok(old) = fs::metadata(path) {
                file.set_permissions(old.permissions())?;
            }
            Ok(file)
        };
        let file = create().map_err(|cause| {
            FileError::not_written(if part.exists() { &part } else { path }, cause)
        })?;
        Ok(OutputFile { file, part, path: path.to_owned() })
    }

    /// Writes the whole contents, and finishes the file.
    ///
    /// # Errors
    ///
    /// Those of [`OutputFile::finish`].
    pub fn finish_with(mut self, contents: &[u8]) -> Result<(), FileError> {
        self.write_all(contents).map_err(|cause| FileError::not_written(&self.path, cause))?;
        self.finish()
    }

    /// Gives the file its name. After a crash it has the old or the new contents.
    ///
    /// # Errors
    ///
    /// The system refuses it. An older file of this name is kept, unless only the folder could not be synchronised.
    pub fn finish(mut self) -> Result<(), FileError> {
        self.replace().map_err(|cause| FileError::not_written(&self.path, cause))
    }

    fn replace(&mut self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.part, &self.path)?;
        // Another process may create the next part file from now on.
        self.part.clear();
        #[cfg(unix)]
        if let Some(folder) = path::absolute(&self.path)?.parent() {
            File::open(folder)?.sync_all()?;
        }
        Ok(())
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if !self.part.as_os_str().is_empty() {
            let _ = fs::remove_file(&self.part);
        }
    }
}

/// Replaces a file as a whole: an [`OutputFile`] whose contents are known.
///
/// # Errors
///
/// The path is a folder or a device, or the system refuses it, as in [`OutputFile::create`] and [`OutputFile::finish`].
pub fn replace_file(path: &Path, contents: &[u8]) -> Result<(), FileError> {
    OutputFile::create(path, &[])?.finish_with(contents)
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_support::scratch::scratch_folder;

    #[test]
    #[cfg(unix)]
    fn a_part_file_that_got_its_name_before_it_was_locked_is_not_emptied() {
        let folder = scratch_folder("renamed");
        let (part, path) = (folder.join("new.net.part"), folder.join("new.net"));
        let file = File::create(&part).unwrap();
        assert!(is_at(&file, &part));
        fs::rename(&part, &path).unwrap();
        assert!(!is_at(&file, &part) && is_at(&file, &path));
        File::create(&part).unwrap();
        assert!(!is_at(&file, &part));
    }

    #[test]
    fn a_file_that_is_being_written_is_not_written_by_another() {
        let path = scratch_folder("output file").join("new.net");
        let first = OutputFile::create(&path, &[]).unwrap();
        let refused = OutputFile::create(&path, &[]).err().expect("a refusal");
        assert!(refused.to_string().ends_with("another process writes this file"), "{refused}");
        let part = path.with_file_name("new.net.part");
        let refused = OutputFile::create(&path, &[part]).err().expect("a refusal");
        assert!(refused.to_string().ends_with("new.net.part: is also an input"), "{refused}");
        first.finish_with(b"first").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"first");
        replace_file(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
    }

    #[test]
    #[cfg(unix)]
    fn a_link_to_a_private_file_stays_a_link_to_a_private_file() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = scratch_folder("link");
        let (path, link) = (folder.join("new.net"), folder.join("link.net"));
        fs::write(&path, b"old").unwrap();
        fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
        symlink(&path, &link).unwrap();
        replace_file(&link, b"new").unwrap();
        assert!(link.is_symlink() && fs::read(&path).unwrap() == b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    #[cfg(unix)]
    fn a_link_to_a_file_that_does_not_exist_yet_stays_a_link() {
        let folder = scratch_folder("dangling link");
        let link = folder.join("link.net");
        std::os::unix::fs::symlink("new.net", &link).unwrap();
        replace_file(&link, b"new").unwrap();
        assert!(link.is_symlink() && fs::read(folder.join("new.net")).unwrap() == b"new");
    }
}
