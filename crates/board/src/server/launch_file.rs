//! A file that leads the browser to the page. The address contains the token, and every user of a machine can read
//! command lines. So the browser is given the path of a file that only its owner can read.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A page on disk that forwards to the address. The file is removed when the value is dropped.
pub struct LaunchFile(PathBuf);

impl LaunchFile {
    /// Writes the file into the folder for temporary files.
    ///
    /// # Errors
    ///
    /// The file cannot be written, or the system has no random numbers for its name.
    pub fn create(address: &str) -> io::Result<LaunchFile> {
        let number = getrandom::u64().map_err(io::Error::other)?;
        let path = std::env::temp_dir().join(format!("luctor-{number:016x}.html"));
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path)?;
        let launch_file = LaunchFile(path);
        writeln!(
            file,
            "<!doctype html><meta charset=\"utf-8\"><title>Luctor</title>\
             <meta http-equiv=\"refresh\" content=\"0;url={address}\"><a href=\"{address}\">Open the page</a>"
        )?;
        Ok(launch_file)
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for LaunchFile {
    fn drop(&mut self) {
        // The address in a file that is left behind is not valid any more.
        let _ = std::fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_owner_can_read_the_file_and_it_is_removed() {
        let address = "http://127.0.0.1:4000/0123456789abcdef/";
        let file = LaunchFile::create(address).unwrap();
        let path = file.path().to_owned();
        assert!(std::fs::read_to_string(&path).unwrap().contains(&format!("url={address}\"")));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        drop(file);
        assert!(!path.exists());
    }
}
