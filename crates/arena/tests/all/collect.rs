//! Ranges of games, and the collector that writes the games of ranges to the file of a match.

use crate::quick_match::{self, Warnings, timeless_games};
use luctor_arena::files::collector::{Collected, GameCollector};
use luctor_arena::runner::{MatchEnd, run};
use luctor_arena::settings::MatchSettings;
use luctor_engine::interrupt::Interrupt;
use std::fs;
use std::path::Path;
use test_support::scratch::scratch_folder;

/// The settings of a match of ten games that are written to this file.
fn settings(file: &Path, more: &str) -> MatchSettings {
    let (folder, name) = (file.parent().unwrap(), file.file_name().unwrap().display());
    quick_match::settings(folder, &format!("-rounds 5 {more} -out file=FOLDER/{name}"))
}

fn play(file: &Path, more: &str) -> MatchEnd {
    run(&settings(file, more), &Interrupt::default(), &mut Warnings::default()).unwrap()
}

fn collector(file: &Path, more: &str) -> GameCollector {
    let settings = settings(file, &format!("-collect {more}"));
    assert!(settings.run.collects);
    GameCollector::open(&settings, &mut |_| ()).unwrap()
}

/// The games of a file as lines of a batch.
fn lines(file: &Path) -> Vec<String> {
    fs::read_to_string(file).unwrap().lines().skip(1).map(str::to_owned).collect()
}

fn add(collector: &mut GameCollector, lines: &[String]) -> Collected {
    let games = collector.read_batch(lines).unwrap();
    collector.add(games).unwrap()
}

/// Plays ranges in files of their own.
fn ranges(folder: &Path, ranges: &[&str]) -> Vec<Vec<String>> {
    let play_range = |range: &&str| {
        let file = folder.join(format!("{range}.jsonl"));
        assert!(play(&file, &format!("-range {range}")).is_finished);
        lines(&file)
    };
    ranges.iter().map(play_range).collect()
}

#[test]
fn collected_ranges_make_the_file_that_one_match_makes() {
    let folder = scratch_folder("ranges");
    let (whole, collected) = (folder.join("whole.jsonl"), folder.join("collected.jsonl"));
    play(&whole, "");
    let mut collector = collector(&collected, "");
    let first = serde_json::to_value(collector.start()).unwrap();
    assert_eq!((&first["total"], &first["score"]["games"]), (&10.into(), &0.into()));
    assert_eq!(first["missing"], serde_json::json!([{"first": 0, "last": 9}]));
    let batches = ranges(&folder, &["5-10", "1-4"]);
    // A cluster can send a batch twice.
    for (batch, expected) in [(0, (6, 0)), (1, (4, 0)), (0, (0, 6))] {
        let Collected { added, known, .. } = add(&mut collector, &batches[batch]);
        assert_eq!((added, known), expected);
    }
    assert_eq!(timeless_games(&collected), timeless_games(&whole));
    let header = |file: &Path| fs::read_to_string(file).unwrap().lines().next().unwrap().to_owned();
    assert_eq!(header(&collected), header(&whole));
}

#[test]
fn a_collected_match_is_continued_by_a_match_and_the_other_way_round() {
    let folder = scratch_folder("both");
    let (whole, file) = (folder.join("whole.jsonl"), folder.join("games.jsonl"));
    play(&whole, "");
    play(&file, "-range 3-4");
    let mut other = collector(&file, "-resume");
    let missing = serde_json::to_value(other.start().missing).unwrap();
    assert_eq!(missing, serde_json::json!([{"first": 0, "last": 1}, {"first": 4, "last": 9}]));
    add(&mut other, &ranges(&folder, &["7-8"])[0]);
    drop(other);
    let end = play(&file, "-resume");
    assert!(end.is_finished);
    assert_eq!((end.tally.games(), timeless_games(&file)), (10, timeless_games(&whole)));
}

#[test]
fn a_match_is_timed_if_the_last_limit_of_an_engine_is_a_time() {
    let file = scratch_folder("timed").join("games.jsonl");
    for (third, timed) in [
        ("", true),
        ("-each tc=10+0.1", true),
        ("nodes=10000 -each tc=10+0.1", false),
        ("tc=10+0.1 -each nodes=10000", true),
        ("-each st=1 depth=5", false),
        ("tc=inf depth=5 -each nodes=1000-2000", false),
    ] {
        let more = format!("-engine cmd=internal name=three {third}");
        assert_eq!(collector(&file, &more).start().timed, timed, "{third}");
    }
}

#[test]
fn a_batch_with_a_line_that_is_not_a_game_of_the_match_is_rejected_whole() {
    let folder = scratch_folder("rejected");
    let file = folder.join("games.jsonl");
    let mut collector = collector(&file, "");
    let good = ranges(&folder, &["1-2"]).remove(0);
    let foreign = folder.join("foreign.jsonl");
    play(&foreign, "-seed 7 -range 1-2");
    let no_result = good[1].replace("\"result\":", "\"was\":");
    let number = good[1].replace("\"game\":1,", "\"game\":10,");
    let place = good[1].replace("\"match\":", "\"was\":");
    for (line, error) in [
        ("{".to_owned(), "line 2 of the batch is not a game"),
        (place, "line 2 of the batch is a game without its place in a match"),
        (lines(&foreign).remove(1), "line 2 of the batch is a game of the match "),
        (number, "line 2 of the batch is game 11, the match has 10"),
        (no_result, "line 2 of the batch is a game without a result"),
    ] {
        let read = collector.read_batch(&[good[0].clone(), line]).unwrap_err().to_string();
        assert!(read.starts_with(error), "{read}");
    }
    assert_eq!(add(&mut collector, &good).added, 2);
}
