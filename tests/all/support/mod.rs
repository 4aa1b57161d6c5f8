//! What several of these tests share: a match, the program, and recorded games.

pub mod match_runner;
pub mod program;

use emergo_records::{GameRecord, ReadOptions, read_records};

/// The games of a text without errors.
pub fn read(text: &str) -> Vec<GameRecord> {
    let games = read_records(text, &ReadOptions::default()).games;
    games
        .into_iter()
        .map(|game| game.unwrap_or_else(|error| panic!("{}", error.sentence())))
        .collect()
}
