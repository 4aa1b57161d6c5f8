//! One reader for all formats: it detects the format, the board, the coordinates and the games.

use emergo::{
    Blocked, Coordinates, EndReason, GameResult, Repetition, Variant, write_move, write_position,
};
use emergo_records::convert::{GameOutput, TextOutput};
use emergo_records::{
    BoardChoice, BoardCoordinates, CanonicalGame, Format, GameError, GameRecord, ReadOptions,
    ReadReport, Termination, WriteError, decode, pgn, read_records,
};

use Coordinates::{Checkerboard, Oblique};
use Variant::{Emergo, Emergo7, Hexemergo};

fn detect(text: &str) -> ReadReport {
    read_records(text, &ReadOptions::default())
}

pub fn read_as(format: Format, text: &str) -> ReadReport {
    read_records(text, &ReadOptions { format: Some(format), ..ReadOptions::default() })
}

/// The moves of a game in its own coordinates.
fn moves(record: &GameRecord) -> String {
    let text = |mv| write_move(record.variant, record.coordinates, mv);
    record.moves.iter().map(|recorded| text(recorded.mv)).collect::<Vec<_>>().join(" ")
}

/// The moves of each game of a report.
fn games(report: &ReadReport) -> Vec<String> {
    let game = |read: &Result<GameRecord, emergo_records::ReadError>| match read {
        Ok(record) => moves(record),
        Err(error) => error.sentence(),
    };
    report.games.iter().map(game).collect()
}

/// The only game, which has no error.
pub fn only(report: ReadReport) -> GameRecord {
    let mut all = report.games;
    assert_eq!(all.len(), 1);
    all.remove(0).unwrap_or_else(|error| panic!("{}", error.sentence()))
}

fn data(name: &str) -> String {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    decode(std::fs::read(path).expect(name))
}

#[test]
fn a_file_of_each_format_is_detected_and_read() {
    use Format::{AbstractPlay, Json, MindSports, Moves, Tutor, Zillions};
    let board = |variant, coordinates| BoardCoordinates { variant, coordinates };
    // Format, board, plies of each game, and the last position of the first game.
    let won = "1/1w(wb4)/5/7/3(w5)(w2b)4/5(wb)1/3(w2b6)1/3/1 b 0,0 77";
    let lost = "1/(bw)2/(b3w)(b3)3/7/9/1(bw7)5/1(b4w3)3/3/1 w 0,0 37";
    let hexagonal = "2w(w2b8)/5/5(wb2)/5(w2b2)1/4(w6)1/5/4 b 0,0 48";
    let table: [(&str, Format, BoardCoordinates, &[usize], &str); 8] = [
        ("abstractplay.json", AbstractPlay, board(Emergo, Checkerboard), &[153, 61, 153], won),
        ("match.jsonl", Json, board(Hexemergo, Oblique), &[95, 191, 95, 191], hexagonal),
        ("mindsports.txt", MindSports, board(Emergo, Oblique), &[153], won),
        ("mindsports_columns.txt", MindSports, board(Emergo, Oblique), &[72], lost),
        ("moves.txt", Moves, board(Emergo, Oblique), &[153, 72, 153], won),
        ("moves_checkerboard.txt", Moves, board(Emergo, Checkerboard), &[72], lost),
        ("tutor.txt", Tutor, board(Hexemergo, Oblique), &[95], hexagonal),
        ("zillions.zsg", Zillions, board(Emergo, Oblique), &[153], won),
    ];
    for (name, format, BoardCoordinates { variant, coordinates }, plies, end) in table {
        let report = detect(&data(name));
        assert_eq!(report.format, format, "{name}");
        let records: Vec<&GameRecord> =
            report.games.iter().map(|game| game.as_ref().expect(name)).collect();
        let lengths: Vec<usize> = records.iter().map(|record| record.moves.len()).collect();
        assert_eq!(lengths, plies, "{name}");
        let first = records[0];
        assert_eq!((first.variant, first.coordinates), (variant, coordinates), "{name}");
        let game = first.game();
        let position = write_position(game.position(), game.turn());
        assert_eq!(position, end, "{name}");
        let is_list = matches!(format, Moves | MindSports | Tutor);
        let used = BoardCoordinates { variant, coordinates };
        let expected = if is_list { BoardChoice::OnlyLegal { used } } else { BoardChoice::Given };
        assert_eq!(report.board, expected, "{name}");
        assert_eq!(first.reason, Some(EndReason::NoMen.into()), "{name}");
        // The name of the format selects the same reader.
        let again = read_as(format.name().to_uppercase().parse().unwrap(), &data(name));
        assert_eq!(games(&again), games(&report), "{name}");
    }
}

#[test]
fn an_annotated_pgn_file_is_read_in_utf_8_and_in_latin_1() {
    for name in ["annotated.pgn", "latin1.pgn"] {
        let report = detect(&data(name));
        assert_eq!(report.format, Format::Pgn, "{name}");
        let expected = [
            "f4 e3 c5 e5 e4 g4 e4xe6 g4xe4 d5 f5",
            "d4-c3",
            "game 3, line 33: ply 3: illegal move 'e6': e6 is not vacant",
            "e4 e6",
        ];
        assert_eq!(games(&report), expected, "{name}");
        let first = report.games[0].as_ref().unwrap();
        assert_eq!(first.event.as_deref(), Some("Café tournament, round 1"), "{name}");
    }
}

#[test]
fn the_format_of_a_text_is_detected() {
    use Format::{AbstractPlay, Json, MindSports, Moves, Pgn, Tutor, Zillions};
    for (text, format) in [
        ("", Moves),
        ("e4 e6", Moves),
        ("1. e4 e6 1-0", Moves),
        ("1. e4 e6 2. f4-f5 e6xe4", Moves),
        ("nonsense", Moves),
        ("[Event \"x\"]", Pgn),
        ("\u{feff}\r\n [ Event \"x\"]", Pgn),
        ("1. e4! e6", Pgn),
        ("1. e4 $1 e6", Pgn),
        ("1. e4 (1. e3) e6", Pgn),
        ("{a comment} 1. e4", Pgn),
        ("1. e4 ; a comment", Pgn),
        ("{\"moves\":[]}", Json),
        ("\u{feff} {\"version\":1}\n{\"moves\":[]}", Json),
        ("{}", Json),
        ("{\"mov", Json),
        ("{ \"moves\": [[\"d4\"]], \"header\": {} }", AbstractPlay),
        ("{\"header\":{\"ga", AbstractPlay),
        ("[]", AbstractPlay),
        ("[\n {\"header\"", AbstractPlay),
        ("1. e4 e6 2. e4-c4", MindSports),
        ("e4-c4-c6-e6-e4", MindSports),
        ("e4xc4x", MindSports),
        ("E4\u{2013}C4", MindSports),
        ("e4-e5 d4-e4", Moves),
        // A step in checkerboard coordinates.
        ("c3-d4", Moves),
        ("c45", Tutor),
        ("cd4", Tutor),
        ("e4 e6 bd4x", Tutor),
        ("d6b4x", Tutor),
        ("d6b4", Moves),
        ("1/3/5/7/4(w12b12)4/7/5/3/1 b 0,0\ne4-c4", MindSports),
        ("Zillions Save Game File Version 0.02 CC\r\n", Zillions),
        ("VariantName=Emergo\n1. man a5", Zillions),
    ] {
        assert_eq!(detect(text).format, format, "{text:?}");
    }
    assert!("chess".parse::<Format>().is_err());
}

#[test]
fn a_list_is_read_in_the_coordinates_in_which_all_moves_are_legal() {
    let board = |variant, coordinates| BoardCoordinates { variant, coordinates };
    let oblique = board(Emergo, Oblique);
    let checkerboard = board(Emergo, Checkerboard);
    let read = |text: &str| detect(text).board;
    // e4 is a square of the diamond only, a1 and d4-c3 of the checkerboard only. The 9x9 board has no b2.
    assert_eq!(read("e4 f7 i5"), BoardChoice::OnlyLegal { used: oblique });
    assert_eq!(read("a1 i9 e3"), BoardChoice::OnlyLegal { used: checkerboard });
    assert_eq!(read("e3 i5"), BoardChoice::Ambiguous { used: oblique, others: vec![checkerboard] });
    let seven = detect("b2 f6 c3 a7");
    assert_eq!(
        seven.board,
        BoardChoice::Ambiguous { used: checkerboard, others: vec![board(Emergo7, Checkerboard)] }
    );
    assert_eq!(read("i5 f7 a1"), BoardChoice::NoneLegal { used: oblique });
    assert_eq!(
        games(&detect("i5 f7 a1")),
        ["game 1, line 1: ply 3: illegal move 'a1': emergo has no square a1"]
    );
    assert_eq!(read(""), BoardChoice::Given);
    assert_eq!(games(&detect("a1\ni9\ne3")), ["a1 i9 e3"]);
    assert_eq!(detect("a1 i9 e3").games[0].as_ref().unwrap().coordinates, Checkerboard);

    // The caller names them.
    let options = ReadOptions { coordinates: Some(Checkerboard), ..ReadOptions::default() };
    let report = read_records("e3 i5", &options);
    assert_eq!(report.board, BoardChoice::OnlyLegal { used: checkerboard });
    assert_eq!(only(report).coordinates, Checkerboard);
    let report = read_records("e4 e6", &options);
    assert!(report.games[0].is_err(), "{:?}", games(&report));
    let options = ReadOptions { variant: Some(Hexemergo), ..ReadOptions::default() };
    assert_eq!(only(read_records("e4 e6", &options)).variant, Hexemergo);
    let options = ReadOptions {
        variant: Some(Emergo7),
        format: Some(Format::MindSports),
        ..ReadOptions::default()
    };
    assert_eq!(only(read_records("c4 d5", &options)).variant, Emergo7);
}

#[test]
fn pgn_without_coordinates_is_oblique_unless_more_moves_are_legal_on_the_checkerboard() {
    let text = "[Event \"x\"]\n\n1. d4 f6 2. a1 i9 *";
    let used = |variant| BoardCoordinates { variant, coordinates: Checkerboard };
    let wrong = "game 2, line 7: ply 2: illegal move";
    for (text, board, expected) in [
        (text, BoardChoice::OnlyLegal { used: used(Emergo) }, &["d4 f6 a1 i9"][..]),
        (
            "[Variant \"emergo7\"]\n\n1. b2 f6 2. c3 a7 *",
            BoardChoice::OnlyLegal { used: used(Emergo7) },
            &["b2 f6 c3 a7"],
        ),
        // A wrong game does not make the others unreadable.
        (
            &format!("{text}\n\n[Event \"y\"]\n\n1. d4 d4 *"),
            BoardChoice::NoneLegal { used: used(Emergo) },
            &["d4 f6 a1 i9", &format!("{wrong} 'd4': d4 is not vacant")],
        ),
        (
            "[Event \"x\"]\n\n1. e4 e6 *\n\n[Event \"y\"]\n\n1. e4 e4 *",
            BoardChoice::Given,
            &["e4 e6", &format!("{wrong} 'e4': e4 is not vacant")],
        ),
        // A game with a syntax error does not count. On the checkerboard an illegal move precedes the error.
        (
            "[Event \"x\"]\n\n1. f4 d6 *\n\n[Event \"y\"]\n\n1. d4 f6 2. c5 e3 3. e5 {x *",
            BoardChoice::Given,
            &["f4 d6", "game 2, line 7: a { without its end"],
        ),
    ] {
        let report = detect(text);
        assert_eq!(report.board, board, "{text}");
        assert_eq!(games(&report), expected, "{text}");
    }
    assert_eq!(only(detect(text)).coordinates, Checkerboard);
    // With the tag, the squares are what the tag tells.
    let tagged = text.replace("\n\n", "\n[Coordinates \"oblique\"]\n\n");
    assert!(detect(&tagged).games[0].is_err());
    let options = ReadOptions { coordinates: Some(Checkerboard), ..ReadOptions::default() };
    assert!(read_records(&tagged, &options).games[0].is_err());
    assert_eq!(
        only(read_records("[Event \"x\"]\n\n1. d4 f6 *", &options)).coordinates,
        Checkerboard
    );
    assert_eq!(only(detect("[Event \"x\"]\n\n1. d4 f6 *")).coordinates, Oblique);
}

#[test]
fn options_apply_to_games_that_do_not_name_their_own() {
    let options = ReadOptions {
        variant: Some(Emergo7),
        coordinates: Some(Checkerboard),
        blocked: Some(Blocked::Loss),
        ..ReadOptions::default()
    };
    // In JSON a game without these keys is oblique, and a blocked side draws.
    for (text, coordinates, blocked) in [
        ("[Event \"a\"]\n\n1. d2 *", Checkerboard, Blocked::Loss),
        (r#"{"moves":[{"move":"d2"}]}"#, Oblique, Blocked::Draw),
        ("VariantName=Tournament\r\n1. man d2", Checkerboard, Blocked::Loss),
        ("Zillions Save Game File Version 0.02 CC\r\n1. man d2", Checkerboard, Blocked::Loss),
    ] {
        let game = only(read_records(text, &options));
        assert_eq!((game.variant, game.coordinates), (Emergo7, coordinates), "{text}");
        assert_eq!((game.blocked, moves(&game)), (blocked, "d2".to_owned()), "{text}");
    }
    for text in [
        "[Variant \"hexemergo\"]\n[Blocked \"draw\"]\n\n1. a1 *",
        "[Variant \"hexemergo\"]\n[Coordinates \"checkerboard\"]\n[Blocked \"draw\"]\n\n1. a1 *",
        r#"{"variant":"hexemergo","coordinates":"checkerboard","moves":[{"move":"a1"}]}"#,
        "VariantName=Hexagonal Emergo\r\n1. man a1",
    ] {
        let game = only(read_records(text, &options));
        assert_eq!((game.variant, game.coordinates), (Hexemergo, Oblique), "{text}");
    }
}

#[test]
fn a_list_is_divided_into_games() {
    let table: [(&str, &[&str]); 25] = [
        ("e4 e6 f4 d6", &["e4 e6 f4 d6"]),
        ("1. e4 e6\n2. f4 d6", &["e4 e6 f4 d6"]),
        ("1.e4 e6 2.f4 d6", &["e4 e6 f4 d6"]),
        ("1 e4 e6 2 f4 d6", &["e4 e6 f4 d6"]),
        ("e4\ne6\nf4\nd6", &["e4 e6 f4 d6"]),
        ("e4\n\ne6\n\nf4\n", &["e4 e6 f4"]),
        ("White  Black\r\n1. e4  e6\r\n2. f4  d6\r\n", &["e4 e6 f4 d6"]),
        ("1. | e4 | e6 |\n2. | f4 | d6 |", &["e4 e6 f4 d6"]),
        ("e4, e6, f4, d6", &["e4 e6 f4 d6"]),
        // A game on two lines, because its second line is not a game.
        ("f4 e3 c5 e5 e4 g4\ne4-e6 g4-e4 d5 f5", &["f4 e3 c5 e5 e4 g4 e4xe6 g4xe4 d5 f5"]),
        ("f4 e3 c5\ne5 e4", &["f4 e3 c5 e5 e4"]),
        // Two games.
        ("e4 e6 f4 d6\ne4 e6", &["e4 e6 f4 d6", "e4 e6"]),
        ("e4 e6 f4\ne4 d6 f4", &["e4 e6 f4", "e4 d6 f4"]),
        ("e4 e6 f4\nd4 d6 c4\n", &["e4 e6 f4", "d4 d6 c4"]),
        ("e4\ne6\nf4\n\ne4\nd6\nc4\n", &["e4 e6 f4", "e4 d6 c4"]),
        ("1. e4 e6\n2. f4\n\n1. e4 d6\n2. c4", &["e4 e6 f4", "e4 d6 c4"]),
        ("1. e4 e6\n\n1. e4 d6\n", &["e4 e6", "e4 d6"]),
        ("1. e4\n1... e6\n2. f4\n\n1. e4\n1... d6", &["e4 e6 f4", "e4 d6"]),
        ("1. e4\n1. e6\n2. f4", &["e4 e6 f4"]),
        ("1. e4 e6 1-0\n1. e4 d6 0-1", &["e4 e6", "e4 d6"]),
        ("1. e4 e6 resign\n1. e4 e7 draw\n1. e4 d6 2. f4", &["e4 e6", "e4 e7", "e4 d6 f4"]),
        ("1. e4 e6 2. f4 d6\n1. e4 e6 2. c5 d6\n", &["e4 e6 f4 d6", "e4 e6 c5 d6"]),
        ("1/3/5/7/3w5/7/5/3/b b 0,0 5\n1. e1-e2 d5-e5\n2. e2-e1", &["e1-e2 d5-e5 e2-e1"]),
        (
            "1/3/5/7/3w5/7/5/3/b b 0,0\ne1-e2 d5-e5\n1/3/5/7/3w5/7/5/3/b b 0,0 1\ne1-e2",
            &["e1-e2 d5-e5", "e1-e2"],
        ),
        ("", &[]),
    ];
    for (text, expected) in table {
        let report = detect(text);
        // Some of these short games are legal on several boards, or with other divisions.
        assert_eq!(games(&report), expected, "{text:?} {:?}", report.board);
    }
}

#[test]
fn a_list_with_a_position_is_read_on_the_board_of_the_position() {
    // The moves are also legal from the start of the 9x9 board, which is tried first.
    for (text, variant) in
        [("1/3/5/2w4/5/3/1 b 7,8\nd5 d3", Emergo7), ("4/5/6/2w4/6/5/4 b 11,12\ne3 c6", Hexemergo)]
    {
        let report = detect(text);
        let used = BoardCoordinates { variant, coordinates: Oblique };
        assert_eq!(report.board, BoardChoice::OnlyLegal { used }, "{text:?}");
        let game = only(report);
        assert_eq!((game.variant, game.start.is_some()), (variant, true), "{text:?}");
        // The error is that of the move, on the right board.
        let error = &detect(&format!("{text} z9")).games[0];
        let legal_part = error.as_ref().unwrap_err().legal_part().expect("a move is illegal");
        assert_eq!((legal_part.variant, legal_part.moves.len()), (variant, 2), "{text:?}");
        // The caller names another board.
        let options = ReadOptions { variant: Some(Emergo), ..ReadOptions::default() };
        let error = &games(&read_records(text, &options))[0];
        assert!(error.starts_with("game 1, line 1: the start position: "), "{error}");
    }
    // A tag names another board.
    let text = "1/3/5/7/9/7/5/3/1 w 12,12\n\n[Variant \"emergo7\"]\n1. d2";
    let error = &games(&read_as(Format::Moves, text))[0];
    assert!(error.starts_with("game 1, line 3: the start position: "), "{error}");
    let error = &games(&detect("\n1/3/5/2w4/5/3/1 b 7,8\nz9"))[0];
    assert!(error.starts_with("game 1, line 3: ply 1: illegal move 'z9': emergo7 "), "{error}");
}

#[test]
fn a_list_may_end_with_a_result_or_a_word() {
    use Termination::{Abandoned, Agreement, Resignation, TimeLoss};
    for (end, result, reason) in [
        ("", None, None),
        ("1-0", Some(GameResult::WhiteWins), None),
        ("*", None, None),
        ("resigns", Some(GameResult::BlackWins), Some(Resignation)),
        ("Resign", Some(GameResult::BlackWins), Some(Resignation)),
        ("timeout", Some(GameResult::BlackWins), Some(TimeLoss)),
        ("draw", Some(GameResult::Draw), Some(Agreement)),
        ("abandoned", None, Some(Abandoned)),
        ("resigns 0-1", Some(GameResult::BlackWins), Some(Resignation)),
        ("draw\n1/2-1/2", Some(GameResult::Draw), Some(Agreement)),
        ("abandoned *", None, Some(Abandoned)),
        // A result counts more than a word.
        ("draw 1-0", Some(GameResult::WhiteWins), None),
        ("resigns 1-0", Some(GameResult::WhiteWins), Some(Resignation)),
    ] {
        let game = only(detect(&format!("1. e4 e6 2. f4 d6 3. {end}")));
        assert_eq!((game.moves.len(), game.result, game.reason), (4, result, reason), "{end}");
    }
}

#[test]
fn the_end_by_the_rules_completes_a_game_of_any_format_but_replaces_nothing() {
    use GameResult::{BlackWins, WhiteWins};
    // Black has no men left.
    let (start, won) = ("1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0", "e4xc4xc6xe6xe4xc4");
    let no_men = Some(Termination::from(EndReason::NoMen));
    let resignation = Some(Termination::Resignation);
    for (end, known, result, reason) in [
        ("*", "", Some(WhiteWins), no_men),
        ("*", "no men left", Some(WhiteWins), no_men),
        ("1-0", "", Some(WhiteWins), no_men),
        ("1-0", "resignation", Some(WhiteWins), resignation),
        ("0-1", "", Some(BlackWins), None),
        ("*", "abandoned", None, Some(Termination::Abandoned)),
    ] {
        let list = format!("{start}\n1. {won} {end}");
        let pgn = format!("[FEN \"{start}\"]\n[Termination \"{known}\"]\n\n1. {won} {end}");
        let json = format!(
            r#"{{"opening":"{start}","moves":[{{"move":"{won}"}}],"result":"{end}","reason":"{known}"}}"#
        );
        let lists = known.is_empty().then_some(list);
        for text in lists.into_iter().chain([pgn, json]) {
            let game = only(detect(&text));
            assert_eq!((game.result, game.reason), (result, reason), "{text}");
        }
    }
}

/// White is blocked after Black's step.
const BLOCKED: &str = "1/3/5/7/9/3b3/5/1b1/w b 0,0\n1... e4-e3";

#[test]
fn a_blocked_side_draws_or_loses_by_the_rules_of_the_source() {
    let draw = (Blocked::Draw, Some(GameResult::Draw));
    let loss = (Blocked::Loss, Some(GameResult::BlackWins));
    for (format, (blocked, result)) in
        [(Format::MindSports, loss), (Format::Moves, draw), (Format::Tutor, draw)]
    {
        let game = only(read_as(format, BLOCKED));
        assert_eq!((game.blocked, game.result), (blocked, result), "{format}");
        assert_eq!(game.reason, Some(EndReason::Blocked.into()), "{format}");
        // The rule is part of the record.
        for copy in [pgn::write_game(&game), emergo_records::json::write_line(&game)] {
            assert_eq!(only(detect(&copy)), game, "{copy}");
        }
    }
    let options = ReadOptions { blocked: Some(Blocked::Loss), ..ReadOptions::default() };
    assert_eq!(only(read_records(BLOCKED, &options)).result, Some(GameResult::BlackWins));
    assert_eq!(only(read_as(Format::AbstractPlay, &ap("[]"))).blocked, Blocked::Draw);
}

/// A record of AbstractPlay with these rounds.
fn ap(rounds: &str) -> String {
    format!(r#"{{"header":{{"game":{{"name":"Emergo"}},"players":[]}},"moves":{rounds}}}"#)
}

#[test]
fn the_entries_of_abstractplay_are_read() {
    for rounds in [
        r#"[["d4","f6"],["c5","g5"]]"#,
        r#"[["D4"," f 6 "],["c5*","g5*"]]"#,
        r#"[["d4","f6"],["c5",{"move":"g5","sequence":2,"result":[]}]]"#,
        r#"[["d4","f6"],["c5",null],[null,"g5"]]"#,
        r#"[["d4"],[null,"f6"],["c5","g5"],["timeout"]]"#,
    ] {
        let game = only(detect(&ap(rounds)));
        assert_eq!(moves(&game), "d4 f6 c5 g5", "{rounds}");
        assert_eq!(game.repetition, Repetition::Unlimited);
        assert!(pgn::write_game(&game).contains("[Repetition \"unlimited\"]"));
    }
    let error = &games(&detect(&ap(r#"[["d4","d4"]]"#)))[0];
    assert_eq!(error, "game 1, line 1: ply 2: illegal move 'd4': d4 is not vacant");
    for bad in [r#"[["d4",5]]"#, r#"["d4"]"#, r#"{}"#] {
        assert!(detect(&ap(bad)).games[0].is_err(), "{bad}");
    }
    let chess = ap("[]").replace("Emergo", "Chess");
    assert!(games(&detect(&chess))[0].contains("unknown variant 'Chess'"));
}

#[test]
fn a_resignation_of_either_side_is_written_for_abstractplay() {
    for rounds in [r#"[["d4","f6"],["resigned"]]"#, r#"[["d4","f6"],[null,"resigned"]]"#] {
        let game = only(detect(&ap(rounds)));
        let again = only(detect(&written(Format::AbstractPlay, std::slice::from_ref(&game)).0));
        assert_eq!(again.reason, Some(Termination::Resignation), "{rounds}");
        assert_eq!((game.reason, game.result), (again.reason, again.result), "{rounds}");
    }
}

#[test]
fn an_array_of_abstractplay_is_read_up_to_its_damage() {
    let array = format!("[{},\n{},\n{}]", ap("[]"), ap(r#"[["d4"]]"#), ap("[]"));
    for (text, damage) in [
        (&array[..array.len() - 5], "line 3: not a game record: it is incomplete"),
        (&array.replace("\n", ";\n"), "line 1: not a game record: expected value"),
        (&format!("{array};"), "line 3: not a game record: trailing characters"),
    ] {
        let games = detect(text).games;
        let (last, before) = games.split_last().unwrap();
        let sentence = last.as_ref().unwrap_err().sentence();
        let place = format!("game {}, {damage}", games.len());
        assert!(sentence.starts_with(&place), "{sentence}");
        assert!(!before.is_empty() && before.iter().all(Result::is_ok), "{text}");
    }
}

#[test]
fn the_results_of_abstractplay_are_read() {
    use GameResult::{BlackWins, Draw, WhiteWins};
    use Termination::{Abandoned, Agreement, Resignation, TimeLoss};
    for (results, last, result, reason) in [
        ("1,0", "resign", Some(WhiteWins), Some(Resignation)),
        ("0,1", "timeout", Some(BlackWins), Some(TimeLoss)),
        ("0.5,0.5", "draw", Some(Draw), Some(Agreement)),
        ("1,1", "draw", Some(Draw), Some(Agreement)),
        ("0,0", "abandoned", None, Some(Abandoned)),
        ("1,0", "f6", Some(WhiteWins), None),
    ] {
        let [white, black] = results.split(',').collect::<Vec<_>>()[..] else { panic!() };
        let text = ap(&format!(r#"[["d4","{last}"]]"#)).replace(
            r#""players":[]"#,
            &format!(
                r#""players":[{{"name":"A","result":{white}}},{{"name":"B","result":{black}}}]"#
            ),
        );
        let game = only(detect(&text));
        assert_eq!((game.result, game.reason), (result, reason), "{results} {last}");
        let names = game.players.each_ref().map(|player| player.name.as_deref());
        assert_eq!(names, [Some("A"), Some("B")]);
    }
    let games: Vec<GameRecord> =
        detect(&data("abstractplay.json")).games.into_iter().flatten().collect();
    let ends: Vec<_> = games.iter().map(|game| (game.result, game.reason)).collect();
    let won = (Some(WhiteWins), Some(Termination::from(EndReason::NoMen)));
    assert_eq!(ends, [won, (Some(WhiteWins), Some(Resignation)), won]);
    assert_eq!(games[1].players[0].name.as_deref(), Some("Perlkönig fan"));
    assert_eq!(games[0].date.as_deref(), Some("2026.01.10"));
    assert_eq!((games[2].round.as_deref(), games[1].event.as_deref()), (Some("2"), None));

    // They are written and read back equal.
    let (text, left_out) = written(Format::AbstractPlay, &games);
    assert_eq!(left_out, []);
    let again: Vec<GameRecord> = detect(&text).games.into_iter().flatten().collect();
    assert_eq!(again, games, "{text}");
}

#[test]
fn the_shorthand_of_the_tutor_is_read() {
    let start = "4/5/2b3/1w1b3/1b4/1w3/4 w 0,0";
    for text in ["b5d5x", "c45", "nothing"] {
        let report = read_as(Format::Tutor, &format!("{start}\n{text}"));
        assert!(report.games[0].is_err(), "{text}");
    }
    // One capture on the hexagonal board, by its ends: along a letter, along a digit, and along both.
    for (start, text, expected) in [
        ("4/5/6/1w5/1b4/5/4 w 0,0", "b42x", "b4xb2"),
        ("4/5/6/1wb4/6/5/4 w 0,0", "bd4x", "b4xd4"),
        ("4/5/6/3b3/2w3/5/4 w 0,0", "c3e5x", "c3xe5"),
        ("4/5/6/1w5/6/5/4 w 0,0", "b43", "b4-b3"),
        ("4/5/6/1w5/6/5/4 w 0,0", "bc4", "b4-c4"),
    ] {
        let game = only(detect(&format!("{start}\n{text}")));
        assert_eq!((game.variant, &*moves(&game)), (Hexemergo, expected), "{text}");
    }
}

#[test]
fn a_saved_game_of_zillions_names_its_board() {
    let text = "Zillions Save Game File Version 0.02 CC\r\n\r\nVariantName=Chess\r\n1. man e4\r\n";
    assert!(games(&detect(text))[0].starts_with("game 1, line 3: the variant: "));
    let other = games(&read_as(Format::Zillions, "e4 e6\nf4 d6\n"));
    assert_eq!(other, ["game 1, line 1: not a saved game of Zillions"]);
}

#[test]
fn an_illegal_move_ends_its_game_and_the_others_are_read() {
    let abstractplay = format!("[{},\n{}]", ap(r#"[["e3","e3"]]"#), ap(r#"[["e3","e7"],["f4"]]"#));
    for (format, text, line) in [
        (Format::AbstractPlay, &*abstractplay, 1),
        (Format::Moves, "e4 e4 f4\ne4 e6 f4\n", 1),
        (Format::MindSports, "1. e4\n1... e4\n2. f4-h4\n\n1. e4 e6\n2. f4\n", 2),
        (Format::Tutor, "1. e4 e4\n2. c45\n\n1. e4 e6\n2. f4\n", 1),
    ] {
        let report = detect(text);
        assert_eq!((report.format, report.games.len()), (format, 2), "{text}");
        let error = report.games[0].as_ref().unwrap_err();
        let place = format!("game 1, line {line}: ply 2: ");
        assert!(error.sentence().starts_with(&place), "{}", error.sentence());
        assert_eq!(error.legal_part().unwrap().moves.len(), 1, "{text}");
        let next = report.games[1].as_ref().unwrap();
        let expected = if format == Format::AbstractPlay { "e3 e7 f4" } else { "e4 e6 f4" };
        assert_eq!(moves(next), expected, "{text}");
    }
    for (ply, refused) in [
        ("man e4", "illegal move 'e4'"),
        ("man zz", "'man zz' is not a move"),
        ("pass", "'pass' is not a move"),
    ] {
        let report = detect(&format!("VariantName=Emergo\n1. man e4\n1. {ply}\n2. man f4"));
        let error = report.games[0].as_ref().unwrap_err();
        let sentence = error.sentence();
        assert!(sentence.starts_with(&format!("game 1, line 3: ply 2: {refused}")), "{sentence}");
        assert_eq!(moves(error.legal_part().unwrap()), "e4");
    }
}

#[test]
fn an_illegal_move_of_a_list_or_of_pgn_has_its_columns() {
    for (text, columns) in [
        ("1. e4! {👍} e4 *", [12, 14]),
        ("e4 e6 z9", [6, 8]),
        ("White | Black\n 1.  e4 | e6\n 2.z4–z5x | d6", [3, 9]),
    ] {
        let error = detect(text).games.remove(0).unwrap_err();
        let GameError::Move { columns: found, .. } = error.source else { panic!("{text}") };
        assert_eq!(found, Some(columns), "{text}");
    }
}

/// The text of games in a format, and the games that it cannot hold with the reasons.
pub fn written(format: Format, games: &[GameRecord]) -> (String, Vec<(usize, String)>) {
    let (mut text, mut left_out) = (Vec::new(), Vec::new());
    let mut output = TextOutput::new(&mut text, format.writer().unwrap());
    for (index, game) in games.iter().enumerate() {
        if let Err(error) = output.add(game) {
            left_out.push((index, error.to_string()));
        }
    }
    output.finish().unwrap();
    (String::from_utf8(text).unwrap(), left_out)
}

#[test]
fn games_are_written_as_moves_and_for_abstractplay() {
    let all: Vec<GameRecord> =
        detect(&data("abstractplay.json")).games.into_iter().flatten().collect();
    let (text, left_out) = written(Format::Moves, &all);
    assert_eq!(left_out, []);
    assert_eq!(text.lines().count(), 3);
    assert_eq!(text.lines().next(), data("moves.txt").lines().next());
    assert!(text.bytes().all(|byte| b"abcdefghix-123456789 \n".contains(&byte)), "{text}");

    // What a format cannot hold is left out.
    let start = only(detect(BLOCKED));
    let hexagonal = only(detect(&data("tutor.txt")));
    let games = [start.clone(), hexagonal.clone(), all[0].clone()];
    let (text, left_out) = written(Format::Moves, &games);
    assert_eq!(left_out, [(0, WriteError::MovesStart.to_string())]);
    assert_eq!(text.lines().count(), 2);
    let errors = [WriteError::AbstractPlayStart, WriteError::AbstractPlayVariant(Hexemergo)];
    let (text, left_out) = written(Format::AbstractPlay, &games);
    assert_eq!(left_out, [(0, errors[0].to_string()), (1, errors[1].to_string())]);
    assert_eq!(detect(&text).games.len(), 1);
    assert_eq!(written(Format::Moves, &[]).0, "");

    // An unfinished game is not an abandoned one.
    for reason in [None, Some(Termination::Abandoned)] {
        let moves = all[0].moves[..4].to_vec();
        let game = GameRecord { moves, result: None, reason, ..all[0].clone() };
        let copy = only(detect(&written(Format::AbstractPlay, &[game]).0));
        assert_eq!((copy.result, copy.reason), (None, reason));
    }
}

#[test]
fn games_are_equal_under_every_symmetry_of_the_board_and_no_other_change() {
    for (name, count) in [("moves.txt", 8), ("tutor.txt", 12)] {
        let record = detect(&data(name)).games.remove(0).unwrap();
        let symmetries = record.variant.symmetries();
        assert_eq!(symmetries.len(), count);
        let canonical = CanonicalGame::of(&record);
        for symmetry in symmetries {
            let text = |recorded: &emergo_records::RecordedMove| {
                let path = recorded.mv.path(record.variant).map(|square| symmetry.image(square));
                let name = |square| Oblique.name_of(record.variant, square).to_string();
                path.map(name).collect::<String>()
            };
            let image: Vec<String> = record.moves.iter().map(text).collect();
            let options = ReadOptions { variant: Some(record.variant), ..ReadOptions::default() };
            let image = only(read_records(&image.join(" "), &options));
            assert_eq!(CanonicalGame::of(&image), canonical);
            let mut shorter = image.clone();
            shorter.moves.pop();
            assert_ne!(CanonicalGame::of(&shorter), canonical);
        }
        let other = GameRecord { start: Some(record.start_text()), ..record.clone() };
        assert_eq!(CanonicalGame::of(&other), canonical, "the start is the same position");
    }
}
