//! A match of two internal engines with short games, for the tests of match files.

use crate::match_options::read_match;
use emergo_records::{GameRecord, ReadOptions, read_records};
use luctor_arena::runner::MatchObserver;
use luctor_arena::settings::MatchSettings;
use luctor_arena::statistics::tally::Tally;
use std::fs;
use std::path::Path;

/// Games that are equal in every run, because the limits are nodes and depth.
const WORDS: &str = "-engine cmd=internal name=one nodes=300 -engine cmd=internal name=two depth=2 \
                     -each option.Hash=1 -variant emergo7 -openings file=DATA/openings.txt \
                     -maxplies 12";

/// The warnings of a match.
#[derive(Default)]
pub struct Warnings(pub Vec<String>);

impl MatchObserver for Warnings {
    fn game_ended(&mut self, _: &GameRecord, _: &Tally, _: u64) {}

    fn warning(&mut self, message: &str) {
        self.0.push(message.to_owned());
    }
}

/// The settings of the match with more arguments. In these `FOLDER` is the folder, and `DATA` is that of the test data.
pub fn settings(folder: &Path, more: &str) -> MatchSettings {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let place = |word: &str| {
        let word = word.replace("DATA", data.to_str().unwrap());
        word.replace("FOLDER", folder.to_str().unwrap())
    };
    let words: Vec<String> = format!("{WORDS} {more}").split_whitespace().map(place).collect();
    read_match(&words).0
}

/// The games of a file by number, without their times.
pub fn timeless_games(file: &Path) -> Vec<(u64, GameRecord)> {
    let text = fs::read_to_string(file).unwrap();
    let timeless = |game: Result<GameRecord, _>| {
        let mut game: GameRecord = game.unwrap();
        game.wall_time = None;
        game.moves.iter_mut().for_each(|played| played.time = None);
        (game.match_game.as_ref().unwrap().game, game)
    };
    let games = read_records(&text, &ReadOptions::default()).games;
    let mut games: Vec<_> = games.into_iter().map(timeless).collect();
    games.sort_by_key(|(number, _)| *number);
    games
}
