//! Tells the program its version with the commit it is built from, where there is a repository.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    // Every commit and checkout writes there.
    if Path::new(".git/logs/HEAD").exists() {
        println!("cargo:rerun-if-changed=.git/logs/HEAD");
    }
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    match commit() {
        Some(commit) => println!("cargo:rustc-env=LUCTOR_VERSION={version} ({commit})"),
        None => println!("cargo:rustc-env=LUCTOR_VERSION={version}"),
    }
}

/// The commit of this folder's own repository, not of one around it.
fn commit() -> Option<String> {
    if !Path::new(".git").exists() {
        return None;
    }
    let output = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).output().ok()?;
    let commit = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !commit.is_empty()).then_some(commit)
}
