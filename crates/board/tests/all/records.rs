//! Files of games: they are read by a library and written by the rules.

use crate::client::{ask_library, ask_rules};
use emergo::{Coordinates, Side, Variant};
use emergo_records::{BoardChoice, BoardCoordinates, Format, ReadOptions};
use luctor_board::Library;
use luctor_board::interface::{
    Answer, LibraryAnswer, LibraryQuestion, RecordEntry, RulesAnswer, RulesQuestion,
};
use serde_json::{Value, json};

fn read(text: &str, options: ReadOptions) -> Answer {
    let question = LibraryQuestion::ReadRecords { text: text.to_owned(), options };
    ask_library(question, &Library::default())
}

/// The answer as the page gets it.
fn read_json(text: &str) -> Value {
    serde_json::to_value(read(text, ReadOptions::default())).unwrap()
}

fn records(text: &str) -> Vec<RecordEntry> {
    match read(text, ReadOptions::default()) {
        Answer::Library(LibraryAnswer::Records { records, .. }) => records,
        other => panic!("no records: {other:?}"),
    }
}

/// Moves and board of a record.
fn summary(entry: &RecordEntry) -> (String, String) {
    let RecordEntry::Game { record, .. } = entry else { panic!("no game: {entry:?}") };
    let line = serde_json::to_value(record).unwrap();
    let moves = line["moves"].as_array().unwrap().iter().map(|mv| mv["move"].as_str().unwrap());
    (moves.collect::<Vec<_>>().join(" "), line["variant"].as_str().unwrap().to_owned())
}

#[test]
fn a_game_that_cannot_be_read_has_its_line_and_fault() {
    for (text, line, fault) in [
        ("[Variant \"chess\"]\n\n*", 1, json!({"kind": "variant"})),
        ("{\"moves\": [{}]}\n", 1, json!({"kind": "json"})),
        (
            "[FEN \"1/3\"]\n\n*",
            1,
            json!({"kind": "start", "fault": {"kind": "missing", "field": "side"}}),
        ),
    ] {
        let found = read_json(text)["records"].clone();
        let expected = json!([{"kind": "unreadable", "line": line, "fault": fault}]);
        assert_eq!(found, expected, "{text:?}");
    }
}

#[test]
fn the_moves_before_an_illegal_one_are_a_game_with_an_error() {
    let text = "[Event \"x\"]\n\n1. e4 e4 *\n\n[Event \"y\"]\n\n1. e4 e6 *";
    let moves: Vec<String> = records(text).iter().map(|entry| summary(entry).0).collect();
    assert_eq!(moves, ["e4", "e4 e6"]);
    let found = read_json(text);
    let fault = json!({"kind": "occupied", "square": "e4"});
    let fault = json!({"kind": "move", "number": 2, "columns": [6, 8], "fault": fault, "is_complete": false});
    assert_eq!(found["records"][0]["error"], json!({"line": 3, "fault": fault}));
    assert_eq!(found["records"][1]["error"], Value::Null);
}

#[test]
fn the_format_and_the_board_of_a_text_are_reported_and_can_be_given() {
    let board = |variant, coordinates| BoardCoordinates { variant, coordinates };
    let report = |text: &str, options| match read(text, options) {
        Answer::Library(LibraryAnswer::Records { format, board, records }) => {
            (format, board, summary(&records[0]))
        }
        other => panic!("no records: {other:?}"),
    };
    let (format, choice, _) = report("1. e4 e6 2. e4-e5", ReadOptions::default());
    assert_eq!(format, Format::Moves);
    let used = match choice {
        BoardChoice::Ambiguous { used, .. } | BoardChoice::NoneLegal { used } => used,
        other => panic!("{other:?}"),
    };
    assert_eq!(used, board(Variant::Emergo, Coordinates::Oblique));
    // The square a1 exists only on the checkerboard, and is e1 in oblique coordinates.
    let (_, choice, game) = report("1. a1 i9", ReadOptions::default());
    let used = board(Variant::Emergo, Coordinates::Checkerboard);
    assert_eq!(choice, BoardChoice::OnlyLegal { used });
    assert_eq!(game.0, "e1 e9");
    let options: ReadOptions =
        serde_json::from_value(json!({"variant": "emergo7", "coordinates": "checkerboard"}))
            .unwrap();
    let (_, choice, game) = report("1. a1 c3", options);
    assert_eq!((choice, game.1.as_str()), (BoardChoice::Given, "emergo7"));
}

#[test]
fn a_record_that_is_written_is_read_again() {
    let text = "[White \"A\\\\ \\\"B\"]\n[Black \"C\"]\n[Date \"2020.02.03\"]\n[TimeControl \"10+0.1\"]\n[Blocked \"loss\"]\n\
                [FEN \"1/3/5/7/9/7/5/3/1 b 12,12 4\"]\n[SetUp \"1\"]\n[Termination \"resignation\"]\n\n\
                4... e4 $1 {+0.35/12 0.10s, good} 5. e6 {-M3/7 1.25s} d4 0-1";
    let [RecordEntry::Game { record, first_side, first_turn, error: None }] = &records(text)[..]
    else {
        panic!("one game")
    };
    assert_eq!((*first_side, *first_turn), (Side::Black, 4));
    for format in [Format::Pgn, Format::Json] {
        let question = RulesQuestion::WriteRecord { record: record.clone(), format };
        let Answer::Rules(RulesAnswer::RecordText { text }) = ask_rules(question) else {
            panic!("no text")
        };
        let [RecordEntry::Game { record: again, .. }] = &records(&text)[..] else {
            panic!("one game: {text}")
        };
        assert_eq!(again, record);
    }
}
