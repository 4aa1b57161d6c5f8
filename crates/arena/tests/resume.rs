//! Match files: the header, resuming by value of the settings, and files of version 1, which have no header.
//!
//! tests/data/version1.jsonl and .pgn were written by revision dbd8371.

use emergo_records::{GameRecord, json};
use luctor_arena::match_file::{MatchFile, MatchFileError};
use luctor_arena::match_options;
use luctor_arena::runner::{MatchObserver, run};
use luctor_arena::schedule::Schedule;
use luctor_arena::tally::Tally;
use luctor_engine::search::interrupt::Interrupt;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

const WORDS: &str = "-engine cmd=internal name=one nodes=300 -engine cmd=internal name=two depth=2 \
                     -each option.Hash=1 -variant emergo7 -openings file=DATA/openings.txt \
                     -rounds 2 -maxplies 12";

#[derive(Default)]
struct Warnings(Vec<String>);

impl MatchObserver for Warnings {
    fn game_ended(&mut self, _: &GameRecord, _: &Tally, _: u64) {}

    fn warning(&mut self, message: &str) {
        self.0.push(message.to_owned());
    }
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

/// An empty folder with this name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn arguments_in(folder: &Path, words: &str, more: &str) -> Vec<String> {
    let place = |word: &str| {
        let word = word.replace("DATA", data().to_str().unwrap());
        word.replace("FOLDER", folder.to_str().unwrap())
    };
    format!("{words} -out FOLDER/games.jsonl {more}").split_whitespace().map(place).collect()
}

/// Runs a match in a folder. Returns its warnings, or its error with all causes.
fn play(folder: &Path, more: &str) -> Result<Vec<String>, String> {
    play_words(folder, WORDS, more)
}

fn play_words(folder: &Path, words: &str, more: &str) -> Result<Vec<String>, String> {
    let settings = match_options::read(&arguments_in(folder, words, more)).unwrap();
    let mut warnings = Warnings::default();
    match run(&settings, &Interrupt::default(), &mut warnings) {
        Ok(_) => Ok(warnings.0),
        Err(error) => {
            let mut text = error.to_string();
            let mut cause = error.source();
            while let Some(error) = cause {
                text = format!("{text}: {error}");
                cause = error.source();
            }
            Err(text)
        }
    }
}

fn games(folder: &Path) -> Vec<GameRecord> {
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    json::read_games(&text).map(|game| game.expect("each line is a game")).collect()
}

#[test]
fn a_match_file_without_header_is_resumed_with_a_warning() {
    let folder = folder("version 1");
    let old = fs::read_to_string(data().join("version1.jsonl")).unwrap();
    let three_games: String = old.split_inclusive('\n').take(3).collect();
    fs::write(folder.join("games.jsonl"), &three_games).unwrap();
    fs::copy(data().join("version1.pgn"), folder.join("games.pgn")).unwrap();
    let warnings = play(&folder, "-resume -pgnout FOLDER/games.pgn").unwrap();
    assert!(warnings.iter().any(|warning| warning.contains("the file has no header")));
    let resumed = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    assert!(resumed.starts_with(&three_games), "the games are kept");
    let games = games(&folder);
    let places: Vec<_> = games.iter().map(|game| game.match_game.clone().unwrap()).collect();
    assert_eq!(places.iter().map(|place| place.game).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert!(places.iter().all(|place| place.match_id == "413161dbb7b90dff"), "{places:?}");
    // The fixture has all four games. The last one is played again, with the same moves.
    let fourth = json::read_line(old.lines().nth(3).unwrap()).unwrap();
    assert_eq!(games[3].game().moves(), fourth.game().moves());
    let pgn = fs::read_to_string(folder.join("games.pgn")).unwrap();
    assert!(pgn.starts_with(&fs::read_to_string(data().join("version1.pgn")).unwrap()));
}

#[test]
fn a_match_file_without_header_is_refused_if_its_games_are_not_in_the_schedule() {
    let folder = folder("version 1 refused");
    fs::copy(data().join("version1.jsonl"), folder.join("games.jsonl")).unwrap();
    fs::write(folder.join("other.txt"), "1/3/5/2w4/5/3/1 b 7,8 1\n1/3/5/7/5/3/1 w 8,8 1\n")
        .unwrap();
    fs::write(folder.join("big.txt"), "1/3/5/7/9/7/5/3/1 w 12,12 1\n").unwrap();
    for (old, new, what) in [
        ("name=two", "name=three", "engine names"),
        ("nodes=300", "nodes=5", "limits"),
        ("DATA/openings.txt", "FOLDER/other.txt", "opening"),
        (
            "emergo7 -openings file=DATA/openings.txt",
            "emergo -openings file=FOLDER/big.txt",
            "variant",
        ),
    ] {
        let changed = WORDS.replace(old, new);
        let error = play_words(&folder, &changed, "-resume").expect_err(what);
        assert!(
            error.ends_with(&format!("line 1: game 1 of this match has a different {what}")),
            "{error}"
        );
    }
    let old = fs::read(data().join("version1.jsonl")).unwrap();
    assert_eq!(fs::read(folder.join("games.jsonl")).unwrap(), old, "the file is not changed");
}

#[test]
fn the_error_names_the_setting_that_differs_with_both_values() {
    let folder = folder("differences");
    fs::write(folder.join("other.txt"), "1/3/5/2w4/5/3/1 b 7,8 1\n").unwrap();
    play(&folder, "-each proto=uci -resign score=500").unwrap();
    let file = folder.join("games.jsonl").display().to_string();
    for (more, difference) in [
        ("-resign score=600", "-resign score is 600 here and 500"),
        ("-resign score=500 -blocked loss", "-blocked is loss here and draw"),
        ("-resign score=500 -seed 9", "-seed is 9 here and 1"),
        ("-resign score=500 -tournament gauntlet", "-tournament is gauntlet here and round-robin"),
        ("-resign score=500 -each watchdog=9", "watchdog of engine one is 9 here and 60000"),
        (
            "-resign score=500 -each option.Threads=1",
            "option.Threads of engine one is 1 here and not set",
        ),
        (
            "-resign score=500 -openings file=DATA/openings.txt start=2",
            "-openings start is 1 here and 0",
        ),
        ("-resign score=500 -openings file=FOLDER/other.txt", "the checksum of the openings is "),
    ] {
        let error = play(&folder, &format!("-resume -each proto=uci {more}")).expect_err(more);
        assert!(error.contains(&format!("-resume: {difference}")), "{error}");
        assert!(error.ends_with(&format!(" in {file}")), "{error}");
    }
    // These settings do not decide the games.
    let same =
        "-resign score=500 -each proto=uci stderr=FOLDER/e -rounds 3 -concurrency 2 -event x -sprt";
    play(&folder, &format!("-resume {same}")).unwrap();
    assert_eq!(games(&folder).len(), 6);
}

#[test]
fn a_file_of_an_unknown_version_is_refused() {
    let folder = folder("version 3");
    fs::write(folder.join("games.jsonl"), "{\"luctor_match\":3,\"anything\":1}\n").unwrap();
    let error = play(&folder, "-resume").unwrap_err();
    assert!(
        error.ends_with("line 1: the format has version 3, this program reads version 2"),
        "{error}"
    );
}

#[test]
fn games_of_two_matches_in_one_file_are_refused() {
    let folder = folder("two matches");
    let old = fs::read_to_string(data().join("version1.jsonl")).unwrap();
    let other = old.replace("413161dbb7b90dff", "0000000000000000");
    fs::write(folder.join("games.jsonl"), old + &other).unwrap();
    let error = play(&folder, "-resume").unwrap_err();
    assert!(error.ends_with("line 5: a game of another match"), "{error}");
}

#[test]
fn a_file_that_another_match_is_writing_is_refused() {
    let folder = folder("in use");
    let settings = match_options::read(&arguments_in(&folder, WORDS, "")).unwrap();
    let schedule = Schedule::new(&settings, 0);
    let path = folder.join("games.jsonl");
    let open = || MatchFile::open(&path, &settings, &schedule, &[]).map(|(file, _)| file);
    let first = open().unwrap();
    assert!(matches!(open().err(), Some(MatchFileError::InUse(_))));
    drop(first);
    open().unwrap();
}

#[test]
fn a_file_with_only_a_header_is_used_for_a_new_match() {
    let folder = folder("only a header");
    // The log cannot be opened, after the header was written.
    play(&folder, "-log FOLDER/no/such/file").unwrap_err();
    play(&folder, "-maxplies 4").unwrap();
    assert_eq!(games(&folder).len(), 4);
    let error = play(&folder, "-maxplies 4").unwrap_err();
    assert!(error.contains("games.jsonl contains a match: use -resume to continue it"), "{error}");
}
