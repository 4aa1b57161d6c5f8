//! Files of tests: folders for what they write, and recorded games.

use emergo_records::{GameRecord, ReadOptions, read_records};
use std::panic::Location;
use std::path::{Path, PathBuf};

/// An empty folder for one test. Tests of different files may use the same name.
#[track_caller]
pub fn scratch(name: &str) -> PathBuf {
    let test_file = Path::new(Location::caller().file()).file_stem().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test_file).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A file of the tests of `emergo-records`.
pub fn data(name: &str) -> String {
    format!("{}/crates/records/tests/data/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The games of a text without errors.
pub fn read(text: &str) -> Vec<GameRecord> {
    let games = read_records(text, &ReadOptions::default()).games;
    games
        .into_iter()
        .map(|game| game.unwrap_or_else(|error| panic!("{}", error.sentence())))
        .collect()
}
