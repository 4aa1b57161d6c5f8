//! Recorded games.

use emergo_records::{GameRecord, ReadOptions, read_records};

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
