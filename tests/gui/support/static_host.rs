//! A plain static host, and the folder of the page without a server.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use test_support::skip::skip;

/// Python's static server. It is ended when the value is dropped.
pub struct StaticHost {
    child: Child,
    pub address: String,
}

impl StaticHost {
    /// Serves the parent of a folder, so that the page is not at the root of the host.
    pub fn start(folder: &Path) -> StaticHost {
        let (parent, name) = (folder.parent().unwrap(), folder.file_name().unwrap());
        let mut child = Command::new("python3")
            .args(["-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory"])
            .arg(parent)
            .arg("0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let port = line.split_once("port ").unwrap().1.split(' ').next().unwrap();
        let address = format!("http://127.0.0.1:{port}/{}/", name.display());
        StaticHost { address, child }
    }
}

impl Drop for StaticHost {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The folder that `scripts/site` has built.
pub fn site_folder() -> Option<OsString> {
    let reason = "LUCTOR_SITE is not the folder that scripts/site builds";
    std::env::var_os("LUCTOR_SITE").or_else(|| skip("LUCTOR_SITE", reason))
}
