//! How the browser is told the address. Command lines can be read by everybody on a machine, and the address holds the
//! token; so the browser is given a file that only its owner can read, which leads there.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A page on disk that leads to the server's; removed with the value.
pub struct Doorway(PathBuf);

impl Doorway {
    /// Writes the page.
    ///
    /// # Errors
    ///
    /// The folder for temporary files can't be written.
    pub fn to(address: &str) -> io::Result<Doorway> {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let name = format!("luctor-{:016x}.html", u64::from_le_bytes(bytes));
        let path = std::env::temp_dir().join(name);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path)?;
        let doorway = Doorway(path);
        writeln!(
            file,
            "<!doctype html><meta charset=\"utf-8\"><title>Luctor</title>\
             <meta http-equiv=\"refresh\" content=\"0;url={address}\"><a href=\"{address}\">To the board</a>"
        )?;
        Ok(doorway)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Doorway {
    fn drop(&mut self) {
        // A file that is left behind leads nowhere any more.
        let _ = std::fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_leads_to_the_address_is_its_owners_alone_and_goes() {
        let address = "http://127.0.0.1:4000/0123456789abcdef/";
        let doorway = Doorway::to(address).unwrap();
        let path = doorway.path().to_owned();
        assert!(std::fs::read_to_string(&path).unwrap().contains(&format!("url={address}\"")));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        drop(doorway);
        assert!(!path.exists());
    }
}
