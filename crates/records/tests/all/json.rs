//! Lines of JSON as this project and other programs write them.

use crate::formats::read_as;
use emergo::notation::{read_position, write_position};
use emergo::{Blocked, Coordinates, EndReason, GameResult, Repetition, Variant};
use emergo_records::{
    Evaluation, Format, GameError, GameRecord, MatchGame, ReadOptions, RecordedMove, json,
    read_records,
};
use serde_json::json;
use std::time::Duration;

#[test]
fn a_line_has_these_keys() {
    let text = "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0 1";
    let start = read_position(Variant::Emergo, text).unwrap();
    let mut record = GameRecord { start: Some(start), ..GameRecord::default() };
    assert_eq!(
        serde_json::to_value(&record).unwrap(),
        json!({"variant": "emergo", "opening": text, "moves": [], "result": "*", "end": text})
    );
    let line = r#"{"opening":"1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0","moves":[{"move":"E4C4c6e6e4c4"}]}"#;
    record = json::read_line(line).unwrap();
    let game = record.game();
    record.coordinates = Coordinates::Checkerboard;
    record.blocked = Blocked::Loss;
    record.repetition = Repetition::Unlimited;
    record.players[0].name = Some("A".to_owned());
    record.players[1].limit = Some("depth 3".to_owned());
    record.match_game = Some(MatchGame { match_id: "00ff".to_owned(), game: 3, pair: 1 });
    record.date = Some("2026.11.21".to_owned());
    record.moves[0].info.evaluation = Some(Evaluation::Mate(1));
    record.moves[0].info.nodes = Some(u64::MAX);
    record.moves[0].time = Some(Duration::from_micros(1_500));
    record.moves[0].nags = vec![3];
    record.result = Some(GameResult::WhiteWins);
    record.reason = Some(EndReason::NoMen.into());
    record.wall_time = Some(Duration::from_millis(2));
    let expected = json!({
        "match": "00ff", "game": 3, "pair": 1, "variant": "emergo", "coordinates": "checkerboard",
        "blocked": "loss", "repetition": "unlimited", "white": "A", "limits": ["-", "depth 3"], "opening": text,
        "moves": [{"move": "d4xb6xd8xf6xd4xb6", "mate": 1, "nodes": u64::MAX, "ms": 1.5, "nags": [3]}],
        "result": "1-0", "reason": "no men left",
        "end": write_position(game.position(), game.turn()), "date": "2026.11.21", "wall_ms": 2.0,
    });
    assert_eq!(serde_json::to_value(&record).unwrap(), expected);
    assert_eq!(serde_json::from_value::<GameRecord>(expected).unwrap(), record);
}

#[test]
fn only_the_moves_are_required_and_unknown_keys_are_skipped() {
    let game = json::read_line(r#"{"moves":[{"move":"e4"},{"move":"e6","x":1}],"y":{}}"#).unwrap();
    assert_eq!(game.moves.len(), 2);
    assert_eq!((game.variant, game.result, game.match_game), (Variant::Emergo, None, None));
    // A game without a match, as the page of version 0.1 saved it.
    let line = r#"{"match":"","game":0,"pair":0,"white":"?","limits":["-","-"],"moves":[]}"#;
    let game = json::read_line(line).unwrap();
    assert_eq!(game, GameRecord::default());
}

#[test]
fn a_bad_line_is_refused_with_the_reason() {
    let table = [
        ("{}", "not a game record: missing field `moves`"),
        ("[]", "not a game record: "),
        (r#"{"variant":"chess","moves":[]}"#, "the variant: unknown variant 'chess'"),
        (r#"{"opening":"1/3","moves":[]}"#, "the start position: the side to move is missing"),
        (r#"{"coordinates":"x","moves":[]}"#, "the coordinates: "),
        (r#"{"blocked":"x","moves":[]}"#, "the rule for a blocked side: "),
        (r#"{"repetition":"x","moves":[]}"#, "the rule for repetition: "),
        (
            r#"{"result":"1-1","moves":[]}"#,
            "the result: unknown result '1-1': expected one of 1-0, 1/2-1/2, 0-1",
        ),
        (r#"{"moves":[{"move":"e4"},{"move":"e4"}]}"#, "ply 2: illegal move 'e4': e4 is not"),
        (
            r#"{"moves":[{"move":"e4","variations":[[{"move":"e3"},{"move":"e3"}]]}]}"#,
            "ply 2, in a variation: illegal move 'e3': e3 is not vacant",
        ),
    ];
    let good = r#"{"moves":[]}"#;
    for (bad, sentence) in table {
        let text = format!("{good}\n\n{bad}\n{good}\n");
        let read = read_as(Format::Json, &text).games;
        assert!(read.len() == 3 && read[0].is_ok() && read[2].is_ok(), "{bad}");
        let error = read[1].as_ref().unwrap_err();
        assert_eq!((error.game, error.line), (2, 3), "{bad}");
        let start = format!("game 2, line 3: {sentence}");
        assert!(error.sentence().starts_with(&start), "{start} is not {}", error.sentence());
        // Inside other JSON the same reason is given.
        let error = serde_json::from_str::<GameRecord>(bad).unwrap_err().to_string();
        let reason = sentence.trim_start_matches("not a game record: ");
        assert!(error.contains(reason), "{reason} is not in {error}");
    }
    let deep = format!("{}{{}}", r#"{"moves":[{"move":"e4","variations":[["#.repeat(1_000));
    assert!(matches!(json::read_line(&deep), Err(GameError::Json(_))));

    // The message does not repeat a long text.
    let long = format!("{good}\n\"{}\"\n", "\u{7f}".repeat(10_000));
    let error = read_as(Format::Json, &long).games.remove(1).unwrap_err().sentence();
    assert!(error.chars().count() < 300, "{error}");
    let [start, end] = ["not a game record: invalid type: string", "at byte 10002"];
    assert!(error.contains(start) && error.ends_with(end), "{error}");
}

#[test]
fn an_illegal_move_in_a_variation_does_not_end_the_main_line() {
    let bad = r#"{"move":"d4"},{"move":"d4","variations":[[{"move":"e3"}]]},{"move":"e3"}"#;
    let line = format!(
        r#"{{"moves":[{{"move":"e4","variations":[[{bad}],[]]}},{{"move":"e6"}}],"result":"1-0"}}"#
    );
    let Err(GameError::Move { ply, is_complete, legal_part, .. }) = json::read_line(&line) else {
        panic!("{line}")
    };
    assert_eq!((ply, legal_part.moves.len(), is_complete), (2, 2, true));
    assert_eq!(legal_part.result_name(), "1-0");
    let variations = &legal_part.moves[0].variations;
    assert_eq!(variations.iter().map(Vec::len).collect::<Vec<_>>(), [1]);
    // An illegal move of the main line is the graver one.
    let line = line.replace(r#""e6"}]"#, r#""e4"},{"move":"d6"}]"#).replace(r#""d4"}"#, r#""x"}"#);
    let Err(GameError::Move { ply, is_complete, legal_part, .. }) = json::read_line(&line) else {
        panic!("{line}")
    };
    assert_eq!((ply, legal_part.moves.len(), is_complete), (2, 1, false));
    assert_eq!(legal_part.result_name(), "*");
}

#[test]
fn variations_are_nested_up_to_the_limit_in_both_formats() {
    let most = RecordedMove::MAX_NESTING;
    for depth in [most, most + 1] {
        let text = format!("e4 {} {} *", "(e3".repeat(depth), ")".repeat(depth));
        let open = r#"{"move":"e3","variations":[["#.repeat(depth);
        let line = format!("{{\"moves\":[{open}{{\"move\":\"e3\"}}{}]}}", "]]}".repeat(depth));
        let read = [read_as(Format::Pgn, &text).games.remove(0).map_err(|error| error.source)];
        for read in read.into_iter().chain([json::read_line(&line)]) {
            match read {
                Ok(_) => assert_eq!(depth, most),
                Err(error) => {
                    assert!(depth > most && matches!(error, GameError::Nesting), "{error}");
                }
            }
        }
    }
}

#[test]
fn headers_are_skipped_and_a_torn_line_is_an_error() {
    let good = r#"{"moves":[{"move":"e4"}]}"#;
    for (text, count) in [
        (format!("{good}\n{good}\n"), 2),
        (format!("{good}\r\n\r\n{good}"), 2),
        (format!("\u{feff} \n{good}\n"), 1),
        (format!("{{\"luctor_match\":2}}\n{good}\n").repeat(2), 2),
    ] {
        let read = read_records(&text, &ReadOptions::default());
        assert_eq!(read.games.iter().flatten().count(), count, "{text}");
        assert_eq!(read.games.len(), count, "{text}");
    }
    // These are bad lines.
    let bad_lines = [
        r#"{"version":1}"#,
        r#"{"Moves":[{"move":"e4"}]}"#,
        r#"{"mov"#,
        r#"{"luctor_match":2,"match":"2{"moves":[{"move":"e4"}]}"#,
    ];
    for bad in bad_lines {
        for text in [format!("{bad}\n{good}\n"), format!("{good}\n{bad}\n")] {
            let read = read_as(Format::Json, &text).games;
            assert_eq!(read.iter().filter(|read| read.is_err()).count(), 1, "{text}");
        }
    }
    for text in [format!("{good}\n{{\"match\":\"f\",\"mov"), "{\"moves\":[]".to_owned()] {
        let error = read_as(Format::Json, &text).games.pop().unwrap().unwrap_err().sentence();
        assert!(error.ends_with(": not a game record: it is incomplete"), "{error}");
    }
}
