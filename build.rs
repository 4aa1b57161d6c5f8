//! Sets `LUCTOR_VERSION`: the version, and the commit if the program is built in its git repository.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Each commit and each checkout changes this file.
    if Path::new(".git/logs/HEAD").exists() {
        println!("cargo:rerun-if-changed=.git/logs/HEAD");
    }
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    match commit() {
        Some(commit) => println!("cargo:rustc-env=LUCTOR_VERSION={version} ({commit})"),
        None => println!("cargo:rustc-env=LUCTOR_VERSION={version}"),
    }
}

/// The commit of this folder's repository. A repository that contains this folder is ignored.
fn commit() -> Option<String> {
    if !Path::new(".git").exists() {
        return None;
    }
    let output = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).output().ok()?;
    let commit = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !commit.is_empty()).then_some(commit)
}
