//! Sets `LUCTOR_VERSION`: the version, and the commit if the program is built in its git repository.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Each commit and each checkout changes this file.
    if let Some(log) = git(&["--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists()) {
        println!("cargo:rerun-if-changed={log}");
    }
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    match git(&["--short=12", "HEAD"]) {
        Some(commit) => println!("cargo:rustc-env=LUCTOR_VERSION={version} ({commit})"),
        None => println!("cargo:rustc-env=LUCTOR_VERSION={version}"),
    }
}

/// What `git rev-parse` prints in this folder's repository. A repository that contains this folder is ignored.
fn git(arguments: &[&str]) -> Option<String> {
    if !Path::new(".git").exists() {
        return None;
    }
    let output = Command::new("git").arg("rev-parse").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}
