//! Game records: PGN and the JSON lines of matches.

use crate::mutation::Mutator;
use crate::{assert_is_a_sentence, inputs};
use emergo_records::{GameRecord, ReadError, json, pgn};

const RECORDS: [&str; 4] = [
    "[Event \"x\"]\n[Variant \"emergo\"]\n[Result \"*\"]\n\n1. e4 {+0.35/12 0.10s} e6 2. d4 d6 *\n\n",
    "[Event \"y\"]\n[Variant \"emergo7\"]\n[Round \"1.2\"]\n[Match \"00ff\"]\n\n1. d3 d5 0-1\n\n[Event \"z\"]\n[Variant \"hexemergo\"]\n\n1. d5 d3 1/2-1/2\n",
    "[FEN \"1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5 7\"]\n[SetUp \"1\"]\n\n7. g6 g7xg5xe5xe3xc3xc5 {-M3/12 1s} 8. c6 g3xe3 ; end\n9. c6xc4 1-0",
    "1. e4! (1. e3 $5 (1. e2 {low}) 1... e6) (1. d4) 1... e6 * {behind}",
];

#[test]
fn any_game_record_is_read_or_refused() {
    let words = [
        "[",
        "]",
        "{",
        "}",
        "\"",
        "\\",
        ";",
        "\n\n",
        "1.",
        "1...",
        "1-0",
        "*",
        "[FEN \"",
        "[Variant \"",
        "e4",
        "x",
        "[Event ",
        "[Match \"00ff\"]",
    ];
    let mut mutator = Mutator::new(4, &RECORDS, &words);
    for _ in 0..inputs(10_000) {
        let input = mutator.input();
        let text = String::from_utf8_lossy(&input);
        for read in pgn::read_games(&text) {
            check_game(read);
        }
        let found = pgn::match_games(text.as_bytes(), "00ff").expect("it is text");
        assert!(text.is_char_boundary(found.complete_length), "{text:?}");
        match pgn::match_games(&input, "00ff") {
            Ok(found) => assert!(found.complete_length <= input.len(), "{text:?}"),
            Err(error) => assert!(error.error_len().is_some(), "{text:?}"),
        }
    }
}

/// A game that was read is the same game when it is written and read again, in both formats. An error is one sentence.
fn check_game(read: Result<GameRecord, ReadError>) {
    let record = match read {
        Ok(record) => record,
        Err(error) => return assert_is_a_sentence(&error.sentence()),
    };
    assert_eq!(record.game().position().check(), Ok(()));
    let line = json::write_line(&record);
    assert_eq!(json::read_line(&line).expect(&line).game().position(), record.game().position());
    let text = pgn::write_game(&record);
    let games: Result<Vec<_>, _> = pgn::read_games(&text).collect();
    let games = games.unwrap_or_else(|error| panic!("{}: {text}", error.sentence()));
    assert_eq!(games.len(), 1, "{text}");
    assert_eq!(games[0].game().position(), record.game().position(), "{text}");
}

const GAMES: [&str; 2] = [
    "{\"match\":\"00ff\",\"game\":1,\"pair\":0,\"variant\":\"emergo\",\"white\":\"a\",\"black\":\"b\",\"limits\":[\"0.1 s a move\",\"0.1 s a move\"],\"opening\":\"1/3/5/3b3/9/3ww2/5/3/1 b 10,11 2\",\"black_first\":true,\"moves\":[{\"move\":\"e5\",\"score\":-167,\"depth\":8,\"nodes\":48386,\"ms\":90.21},{\"move\":\"e1\",\"mate\":3,\"ms\":91.0}],\"result\":\"1-0\",\"reason\":\"resignation\",\"end\":\"1/3/5/3b3/9/3ww2/5/3/1 b 10,11 2\",\"date\":\"2026.11.21\"}\n",
    "{\"match\":\"00ff\",\"game\":0,\"pair\":0,\"variant\":\"emergo7\",\"white\":\"a\",\"black\":\"b\",\"limits\":[\"\",\"\"],\"moves\":[],\"result\":\"1/2-1/2\",\"reason\":\"x\",\"end\":\"\",\"date\":\"\"}\n",
];

#[test]
fn any_line_of_a_match_is_read_or_refused() {
    let words = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        ":",
        ",",
        "null",
        "\n",
        "1e999",
        "-1",
        "18446744073709551616",
        "\\u0000",
        "\"game\":",
        "\"result\":\"0-1\"",
        "\"variations\":[[{\"move\":\"e4\"}]]",
    ];
    for seed in GAMES {
        assert!(json::read_games(seed).all(|read| read.is_ok()), "the seeds are games");
    }
    let mut mutator = Mutator::new(5, &GAMES, &words);
    for _ in 0..inputs(10_000) {
        let input = mutator.input();
        let text = String::from_utf8_lossy(&input);
        let lines = text.lines().count();
        for read in json::read_games(&text) {
            assert!(read.as_ref().err().is_none_or(|error| (1..=lines).contains(&error.line)));
            check_game(read);
        }
    }
}
