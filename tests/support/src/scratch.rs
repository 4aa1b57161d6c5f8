//! Files and folders that tests write, and the recorded games that they read.

use std::fs;
use std::panic::Location;
use std::path::{Path, PathBuf};

/// A path for a file or folder of one test. Nothing exists there. Tests of different files may use the same name.
#[track_caller]
pub fn scratch_path(name: &str) -> PathBuf {
    let test_file = Path::new(Location::caller().file()).with_extension("");
    let folder = target_folder().join("tmp").join(test_file);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    // It exists after an earlier run.
    let _ = fs::remove_file(&path).or_else(|_| fs::remove_dir_all(&path));
    path
}

/// Such a path as an argument of a program.
#[track_caller]
pub fn scratch_text(name: &str) -> String {
    scratch_path(name).display().to_string()
}

/// An empty folder for one test.
#[track_caller]
pub fn scratch_folder(name: &str) -> PathBuf {
    let folder = scratch_path(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A file with recorded games: one of the tests of `emergo-records`.
pub fn game_file(name: &str) -> String {
    // A browser does not open a path with `..`.
    let root = env!("CARGO_MANIFEST_DIR").strip_suffix("tests/support").unwrap();
    format!("{root}crates/records/tests/data/{name}")
}

/// The folder of all builds: the test program is in `target/PROFILE/deps`.
fn target_folder() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    program.ancestors().nth(3).unwrap().to_owned()
}
