//! The browser, the server, and what several tests do on the page.

pub mod axe;
pub mod browser;
pub mod page;
pub mod server;
pub mod static_host;

use std::path::Path;
use std::process::Command;

/// Runs a command and returns what it prints. Fails if it fails.
pub fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success(), "{command:?}\n{out}{err}");
    out.into_owned()
}

/// Runs the program in a folder, and returns what it prints. Fails if it fails.
pub fn luctor(folder: &Path, arguments: &[&str]) -> String {
    run(Command::new(env!("CARGO_BIN_EXE_luctor")).args(arguments).current_dir(folder))
}
