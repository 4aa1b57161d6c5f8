//! PGN as this project, other programs and people write it.

use crate::formats::{only, read_as};
use emergo::{
    Blocked, Coordinates, EndReason, GameResult, Repetition, Variant, write_move, write_position,
};
use emergo_records::{
    Evaluation, Format, GameError, GameRecord, MatchGame, MoveInfo, PlayerInfo, ReadError,
    ReadOptions, RecordedMove, Termination, json, pgn, read_records,
};
use std::error::Error;
use std::time::Duration;

fn read_games(text: &str) -> impl Iterator<Item = Result<GameRecord, ReadError>> {
    read_as(Format::Pgn, text).games.into_iter()
}

/// The only game of a text.
fn read(text: &str) -> GameRecord {
    only(read_as(Format::Pgn, text))
}

fn texts(moves: &[RecordedMove]) -> String {
    let text =
        |recorded: &RecordedMove| write_move(Variant::Emergo, Coordinates::Oblique, recorded.mv);
    moves.iter().map(text).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_game_is_written_in_a_fixed_form() {
    let text = "[FEN \"1/3/5/3b3/9/3ww2/5/3/1 b 10,11 2\"]\n2... d5 e2 0-1";
    let mut record = GameRecord {
        players: ["A \"the first\"", "B\\C"].map(|name| PlayerInfo {
            name: Some(name.to_owned()),
            limit: Some("10+0.1".to_owned()),
        }),
        event: Some("test".to_owned()),
        date: Some("2026.11.21".to_owned()),
        match_game: Some(MatchGame { match_id: "f".to_owned(), game: 3, pair: 1 }),
        tags: vec![("WhiteElo".to_owned(), "1500".to_owned())],
        comment: "a game".to_owned(),
        reason: Some(Termination::TimeLoss),
        detail: "White: 12 ms taken".to_owned(),
        ..read(text)
    };
    for (recorded, evaluation) in
        record.moves.iter_mut().zip([Evaluation::Centimen(35), Evaluation::Mate(-3)])
    {
        recorded.info = MoveInfo { evaluation: Some(evaluation), depth: Some(12), nodes: Some(9) };
        recorded.time = Some(Duration::from_millis(104));
    }
    record.moves[0].nags = vec![1, 22];
    record.moves[1].info.nodes = None;
    record.wall_time = Some(Duration::from_millis(65_250));
    let other = RecordedMove { comment: "or this".to_owned(), ..record.moves[0].mv.into() };
    record.moves[0].variations = vec![vec![other]];
    let expected = r#"[Event "test"]
[Site "?"]
[Date "2026.11.21"]
[Round "2.4"]
[White "A \"the first\""]
[Black "B\\C"]
[Result "0-1"]
[Variant "emergo"]
[Coordinates "oblique"]
[TimeControl "10+0.1"]
[SetUp "1"]
[FEN "1/3/5/3b3/9/3ww2/5/3/1 b 10,11 2"]
[PlyCount "2"]
[GameDuration "00:01:05.25"]
[Termination "time loss: White: 12 ms taken"]
[Match "f"]
[WhiteElo "1500"]

{a game} 2... d5 $1 $22 {+0.35/12 0.104s n=9} (2... d5 {or this}) 3. e2 {-M3/12 0.104s} 0-1

"#;
    assert_eq!(pgn::write_game(&record), expected);

    let rules = GameRecord {
        coordinates: Coordinates::Checkerboard,
        blocked: Blocked::Loss,
        repetition: Repetition::Unlimited,
        ..GameRecord::default()
    };
    let text = pgn::write_game(&rules);
    for line in [
        "[Coordinates \"checkerboard\"]",
        "[Blocked \"loss\"]",
        "[Repetition \"unlimited\"]",
        "[Date \"????.??.??\"]",
        "*",
    ] {
        assert!(text.lines().any(|written| written == line), "{line} is missing in\n{text}");
    }
}

#[test]
fn people_write_moves_in_many_ways() {
    for text in [
        "1. e4 e6 2. f4 d6 *",
        "1.e4 e6 2.f4 d6",
        "1 e4 e6 2 f4 d6",
        "1. e4 1... e6 2. f4 2... d6",
        "1.e4 1...e6 2. f4 ... d6",
        "e4 e6\r\nf4 d6\r\n*\r\n",
        "\u{feff}e4 e6 f4 d6",
        "\u{feff}[Event \"x\"]\r\n\r\n1. e4 e6 2. f4 d6 *\r\n",
        "E4 E6 F4 D6",
        "1. e4 ; a remark with ( and {\n e6 2. f4{good} d6",
        "% of another program [ { (\n1. e4 e6 2. f4\n% more\nd6",
        "1. e4! e6? 2. f4!! d6?! *",
        "1. e4 ! e6 $2 2. f4 $3 d6 $999",
        "1. e4 (1. e3) (1. d4 d6 (1... c6) {x}) 1... e6 2. f4 d6 ()",
        "1. e4 e6 2. f4 (2. d4 *) d6 *",
        "[Event \"x]\"]\n[Event \"y\"]1. e4 e6 2. f4 d6",
        "[event\"x\"] [VARIANT \"Emergo\"] e4 e6 f4 d6",
    ] {
        let game = read(text);
        assert_eq!(texts(&game.moves), "e4 e6 f4 d6", "{text:?}");
        assert_eq!(game.result, None, "{text:?}");
    }
}

#[test]
fn a_game_without_a_variant_has_the_board_of_its_start() {
    let text = include_str!("../data/cutegames.pgn");
    let games: Result<Vec<_>, ReadError> = read_games(text).collect();
    let games = games.unwrap_or_else(|error| panic!("{}", error.sentence()));
    let boards: Vec<Variant> = games.iter().map(|game| game.variant).collect();
    assert_eq!(boards, [Variant::Emergo7, Variant::Hexemergo, Variant::Emergo]);
    for game in &games {
        assert_eq!(game.site.as_deref(), Some("CuteGames"));
        let start = game.start_text();
        let start = write_position(&start.position, start.turn);
        let line = format!(r#"{{"opening":"{start}","moves":[]}}"#);
        assert_eq!(json::read_line(&line).unwrap().variant, game.variant);
        assert!(!game.moves.is_empty());
        let ending = game.game().ending().expect("the game was played to its end");
        assert_eq!(game.result, Some(GameResult::from_winner(ending.winner)));
    }
    // A tag precedes the FEN.
    let error = read_games("[Variant \"emergo\"]\n[FEN \"1/3/5/7/5/3/1 w 8,8 1\"]\n\n1. c4 *");
    let error = error.map(|game| game.unwrap_err().sentence()).collect::<String>();
    assert!(error.contains("emergo has 9, emergo7 7, hexemergo 7"), "{error}");
}

#[test]
fn notes_stay_with_their_moves() {
    let game = read(
        "{before}\n1. e4!? {first\n  line} ; second\n $10 (1. d4 {other} d6 (1... c6)) (1. c4)\n1... e6 {+0.35/12 0.10s, book} 1-0 {behind}",
    );
    assert_eq!(game.comment, "before");
    let [first, second] = &game.moves[..] else { panic!("{game:?}") };
    assert_eq!(first.nags, [5, 10]);
    assert_eq!(first.comment, "first line second");
    let variations: Vec<_> = first.variations.iter().map(|line| texts(line)).collect();
    assert_eq!(variations, ["d4 d6", "c4"]);
    assert_eq!(first.variations[0][0].comment, "other");
    assert_eq!(texts(&first.variations[0][1].variations[0]), "c6");
    assert_eq!(second.info.depth, Some(12));
    assert_eq!(second.comment, "book behind");
    assert_eq!(read(&pgn::write_game(&game)), game);
}

#[test]
fn the_report_of_an_engine_is_told_from_other_comments() {
    let centimen = |score| Some(Evaluation::Centimen(score));
    let mate = |moves| Some(Evaluation::Mate(moves));
    let seconds = |seconds| Some(Duration::from_secs_f64(seconds));
    let table = [
        ("+0.35/12 0.10s", centimen(35), Some(12), seconds(0.1), ""),
        ("-0.05/1 12s", centimen(-5), Some(1), seconds(12.0), ""),
        (" 0.00/3 0.104s ", centimen(0), Some(3), seconds(0.104), ""),
        ("+M3/12 0.10s", mate(3), Some(12), seconds(0.1), ""),
        ("-M0", mate(0), None, None, ""),
        ("-M99999999999", mate(i32::MIN), None, None, ""),
        ("+2", centimen(200), None, None, ""),
        ("1.5s", None, None, seconds(1.5), ""),
        ("+0.10/5 1s, White wins", centimen(10), Some(5), seconds(1.0), "White wins"),
        ("+0.10, 1s", centimen(10), None, None, "1s"),
        ("2 men", None, None, None, "2 men"),
        ("12", None, None, None, "12"),
        ("/7 1.5s", None, Some(7), seconds(1.5), ""),
        ("+0.35/12 0.10s, book", centimen(35), Some(12), seconds(0.1), "book"),
        ("n=x", None, None, None, "n=x"),
        ("/", None, None, None, "/"),
        ("/x 1s", None, None, None, "/x 1s"),
        ("+0.35 is too much", None, None, None, "+0.35 is too much"),
        ("+0.35/x", None, None, None, "+0.35/x"),
        ("inf", None, None, None, "inf"),
        ("NaNs", None, None, None, "NaNs"),
        ("+M/1", None, None, None, "+M/1"),
        ("1e9s", None, None, None, "1e9s"),
        // Numbers in other forms, which Rust would read.
        ("+M+3", None, None, None, "+M+3"),
        ("+0.35/+1", None, None, None, "+0.35/+1"),
        ("n=+5", None, None, None, "n=+5"),
        ("++1.5", None, None, None, "++1.5"),
        ("+inf", None, None, None, "+inf"),
        ("-1e2", None, None, None, "-1e2"),
        ("+1.", None, None, None, "+1."),
        ("+.5", None, None, None, "+.5"),
        ("+5s", None, None, None, "+5s"),
    ];
    for (comment, evaluation, depth, time, text) in table {
        let game = read(&format!("e4 {{{comment}}}"));
        let recorded = &game.moves[0];
        let info = MoveInfo { evaluation, depth, nodes: None };
        assert_eq!((recorded.info, recorded.time), (info, time), "{comment}");
        assert_eq!(recorded.comment, text, "{comment}");
    }
    for comment in ["+0.35/12 0.10s n=4838", "+0.35/12 0.10s, n=4838", "+0.35/12 0.10s n=4838,"] {
        let info = read(&format!("e4 {{{comment}}}")).moves[0].info;
        assert_eq!(info.nodes, Some(4838), "{comment}");
    }
    // A report is in braces, and a move has one.
    assert_eq!(read("e4 ; +0.35/12 0.10s\n").moves[0].comment, "+0.35/12 0.10s");
    let game = read("1. e4 {+0.35/12} {+0.40/13} *");
    assert_eq!(game.moves[0].info.depth, Some(12));
    assert_eq!(game.moves[0].comment, "+0.40/13");
}

#[test]
fn a_variation_has_its_comments_and_none_belongs_to_an_illegal_move() {
    let game = read("1. e4 ({first} 1. e3) *");
    assert_eq!(game.moves[0].variations[0][0].comment, "first");
    let error = read_games("1. e4 e4 (1... e6) *").next().expect("there is a game");
    let legal = error.as_ref().unwrap_err().legal_part().expect("a move is illegal").clone();
    assert_eq!((texts(&legal.moves), legal.moves[0].variations.len()), ("e4".to_owned(), 0));
}

#[test]
fn moves_are_numbered_and_the_names_of_tags_are_words() {
    let tags = [("", "a"), ("two words", "b"), ("event", "c"), ("Elo_1", "d")];
    let game = GameRecord {
        tags: tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec(),
        ..read("1. e4 e6 2. d4 *")
    };
    let text = pgn::write_game(&game);
    assert!(text.contains("\n1. e4 e6 2. d4 *"), "{text}");
    assert!(text.contains("[Elo_1 \"d\"]"), "{text}");
    assert!(["\"a\"", "\"b\"", "\"c\""].iter().all(|value| !text.contains(value)), "{text}");
}

#[test]
fn a_word_that_only_contains_a_move_is_not_a_move() {
    for text in ["1. e4 %x\ne6 *", "1. e4 12e6 *", "1. e4 1e6 *"] {
        let game = read_games(text).next().expect("there is a game");
        assert!(game.is_err(), "{text}: {game:?}");
    }
}

#[test]
fn tags_are_typed() {
    let game = read(
        "[Event \"?\"]\n[Site \"Genève\"]\n[Date \"????.??.??\"]\n[White \"A\"]\n[Black \"?\"]\n\
         [TimeControl \"5+1\"]\n[BlackTimeControl \"-\"]\n[Round \"3.1\"]\n[Result \"1-0\"]\n\
         [Termination \"Time forfeit\"]\n[Variant \"emergo7\"]\n[Blocked \"Loss\"]\n\
         [Coordinates \"checkerboard\"]\n[BlackElo \"1500\"]\n\nc3 c5 *",
    );
    assert_eq!((game.event, game.date), (None, None));
    assert_eq!(game.site.as_deref(), Some("Genève"));
    // Without a match it is any text.
    assert_eq!((game.round.as_deref(), game.match_game), (Some("3.1"), None));
    let [white, black] = game.players;
    assert_eq!((white.name.as_deref(), white.limit.as_deref()), (Some("A"), Some("5+1")));
    assert_eq!(black, PlayerInfo::default());
    assert_eq!(game.result, Some(GameResult::WhiteWins));
    assert_eq!((game.reason, &*game.detail), (Some(Termination::TimeLoss), ""));
    assert_eq!((game.variant, game.blocked), (Variant::Emergo7, Blocked::Loss));
    assert_eq!(game.coordinates, Coordinates::Checkerboard);
    assert_eq!(game.tags, [("BlackElo".to_owned(), "1500".to_owned())]);
    assert_eq!(write_move(game.variant, Coordinates::Checkerboard, game.moves[1].mv), "c5");
}

#[test]
fn the_duration_of_a_game_is_hours_minutes_and_seconds() {
    let duration = |text| read(&format!("[GameDuration \"{text}\"]\n\ne4 *")).wall_time;
    for (text, seconds) in [
        ("00:01:05.25", 65.25),
        ("0:0:0", 0.0),
        ("25:61:61", 93_721.0),
        ("01:00:00.000001", 3_600.000_001),
    ] {
        assert_eq!(duration(text), Some(Duration::from_secs_f64(seconds)), "{text}");
    }
    // The last two have more seconds than a number holds.
    let texts = " 65 1:05 :01:05 00::05 00:01: 00:01:05. 00:01:+5 a:01:05 1:2:3.-5 \
                 18446744073709551615:00:00 00:18446744073709551615:00";
    for text in texts.split(' ') {
        assert_eq!(duration(text), None, "{text}");
    }
}

#[test]
fn the_end_has_a_reason_or_free_text() {
    let table = [
        ("blocked", Some(EndReason::Blocked.into()), ""),
        ("crash: Black: exit status: 3", Some(Termination::Crash), "Black: exit status: 3"),
        ("Black resigned", Some(Termination::Resignation), ""),
        ("White's time is up", Some(Termination::TimeLoss), ""),
        ("rules infraction", Some(Termination::IllegalMove), ""),
        ("by the engines", None, "by the engines"),
        ("disagreement: White: p1win", None, "disagreement: White: p1win"),
        ("normal", None, "normal"),
        ("?", None, ""),
    ];
    for (text, reason, detail) in table {
        let game = read(&format!("[Termination \"{text}\"]\n\n*"));
        assert_eq!((game.reason, &*game.detail), (reason, detail), "{text}");
    }
    for reason in Termination::all() {
        assert_eq!(read(&format!("[Termination \"{reason}\"]\n\n*")).reason, Some(reason));
    }
}

#[test]
fn the_result_behind_the_moves_replaces_the_tag() {
    for (text, result) in [
        ("[Result \"1-0\"]\n\n1. e4 0-1", Some(GameResult::BlackWins)),
        ("[Result \"1-0\"]\n\n1. e4 *", Some(GameResult::WhiteWins)),
        ("[Result \"1-0\"]\n\n1. e4", Some(GameResult::WhiteWins)),
        ("[Result \"won\"]\n\n1. e4 1/2-1/2", Some(GameResult::Draw)),
        ("[Result \"*\"]\n\n1. e4 (1. e3 1-0) *", None),
    ] {
        assert_eq!(read(text).result, result, "{text}");
    }
}

#[test]
fn an_error_names_game_line_ply_and_rule_and_other_games_are_read() {
    let good = "[Event \"good\"]\n\n1. e4 1-0\n\n";
    let table = [
        ("1. e4 {never closed", "a { without its end"),
        ("{never closed", "a { without its end"),
        ("1. e4 (1. e3 *", "a ( without its end"),
        ("1. e4 ) *", "unexpected )"),
        ("1. e4 ((1. e3)) *", "unexpected ("),
        ("(1. e4) *", "unexpected ("),
        ("[White \"x\n\n1. e4 *", "a [ without its end"),
        ("[Variant \"chess\"]\n\n1. e4 *", "the variant: unknown variant 'chess': "),
        ("[FEN \"1/3\"]\n\n1. e4 *", "the start position: the side to move is missing"),
        ("[Coordinates \"x\"]\n\n*", "the coordinates: unknown coordinates 'x': "),
        (
            "[Blocked \"x\"]\n\n*",
            "the rule for a blocked side: unknown rule for a blocked side 'x'",
        ),
        ("[Repetition \"x\"]\n\n*", "the rule for repetition: unknown rule for repetition 'x'"),
        ("1. e4 e4 *", "ply 2: illegal move 'e4': e4 is not vacant"),
        ("1. e5 e4 *", "ply 1: illegal move 'e5': White's first entry may not be on the centre"),
        (
            "1. e4 e6 (1... e6 2. e6) *",
            "ply 3, in a variation: illegal move 'e6': e6 is not vacant",
        ),
        ("1. e4 xyzzy {comment", "ply 2: 'xyzzy' is not a move"),
    ];
    for (bad, sentence) in table {
        let text = format!("{good}[Event \"bad\"]\n{bad}\n\n{good}");
        let mut games = read_games(&text);
        assert_eq!(games.next().unwrap().unwrap().event.as_deref(), Some("good"), "{bad}");
        let error = games.next().unwrap().expect_err(bad);
        let line = text[..text.find(bad).unwrap()].lines().count() + 1;
        assert_eq!(error.game, 2, "{bad}");
        assert!((line..line + bad.lines().count() + 2).contains(&error.line), "{bad}: {error}");
        let start = format!("game 2, line {}: {sentence}", error.line);
        assert!(error.sentence().starts_with(&start), "{start} is not {}", error.sentence());
        assert!(error.source().is_some());
        assert_eq!(games.next().unwrap().unwrap().event.as_deref(), Some("good"), "{bad}");
        assert!(games.next().is_none(), "{bad}");
    }
    let deep = format!("1. e4 {}", "(1. e3 ".repeat(100_000));
    let error = read_games(&deep).next().unwrap().unwrap_err();
    assert_eq!(error.sentence(), "game 1, line 1: variations are nested too deep");
}

#[test]
fn an_illegal_move_in_a_variation_does_not_end_the_main_line() {
    const END: &str = "[Result \"1-0\"]\n[Termination \"crash: x\"]";
    for (bad, ply, main, variations, is_whole) in [
        ("1. e4 e6 2. f4 d5 (1. e4 1... e6) 3. f5 *", 4, "e4 e6 f4 d5 f5", ["", "", "", ""], true),
        ("1. e4 (1. d4 d4 2. e3) e6 2. f4 *", 2, "e4 e6 f4", ["d4", "", "", ""], true),
        ("1. e4 e6 (1... x {no} $1 (y) 2. f4) 2. f4 *", 2, "e4 e6 f4", ["", "", "", ""], true),
        // The line around a bad variation goes on, too.
        ("1. e4 e6 (1... d6 (1... e4) 2. d4) 2. f4 *", 2, "e4 e6 f4", ["", "d6 d4", "", ""], true),
        ("1. e4 e6 (1... e4) (1... d6) 2. f4 f6 (x) *", 2, "e4 e6 f4 f6", ["", "d6", "", ""], true),
        // The main line up to a variation that is not closed.
        ("1. e4 e6 (1... e4 2. d4 *", 2, "e4 e6", ["", "", "", ""], false),
        ("1. e4 e6 (1... e4 {2. d4) *", 2, "e4 e6", ["", "", "", ""], false),
        // An illegal move of the main line is the graver one.
        ("1. e4 (1. e3 e3) e6 2. e6 (2. x) d5 *", 3, "e4 e6", ["e3", "", "", ""], false),
    ] {
        let text = format!("[White \"A\"]\n{END}\n{bad}\n[Event \"next\"]\n1. e4 *");
        let mut games = read_games(&text);
        let error = games.next().unwrap().expect_err(bad);
        let GameError::Move { ply: found, is_complete, legal_part, .. } = error.source else {
            panic!("{bad}")
        };
        assert_eq!(is_complete, is_whole, "{bad}");
        // A game that is cut has no result.
        let GameRecord { result, reason, detail, .. } = &*legal_part;
        let end = [result.is_some(), reason.is_some(), !detail.is_empty()];
        assert_eq!(end, [is_whole; 3], "{bad}");
        assert_eq!((found, &*texts(&legal_part.moves)), (ply, main), "{bad}");
        assert_eq!(legal_part.players[0].name.as_deref(), Some("A"), "{bad}");
        let lines = |mv: &RecordedMove| mv.variations.iter().map(|line| texts(line)).collect();
        let found: Vec<String> = legal_part.moves.iter().map(lines).collect();
        assert!(
            found.iter().zip(variations).all(|(found, line)| found == line),
            "{bad}: {found:?}"
        );
        assert!(legal_part.moves.iter().all(|mv| mv.comment.is_empty()), "{bad}");
        assert_eq!(texts(&games.next().unwrap().unwrap().moves), "e4", "{bad}");
    }
}

#[test]
fn a_text_has_any_number_of_games() {
    for (text, count) in [
        ("", 0),
        (" \n; only a remark\n", 0),
        ("*", 1),
        ("[Event \"x\"]\n", 1),
        ("1. e4 * 1. e4 1-0", 2),
        ("[Event \"x\"]\n\n1. e4\n\n[Event \"y\"]\n\n1. e4 1-0\n", 2),
        ("[Event \"x\"]\n\n[Event \"y\"]\n\n1. e4 1-0\n; the next\n[Event \"z\"]\n*", 2),
    ] {
        assert_eq!(read_games(text).filter(Result::is_ok).count(), count, "{text:?}");
    }
}

#[test]
fn a_game_with_an_error_ends_where_it_would_end_without() {
    for bad in [
        "1. e4 e4 *",
        "1. e4 (1. e5 e6 * (x)) 1... e6 *",
        "1. e4 ) e6 *",
        "[x\n1. e4 *",
        "[FEN \"x\"]\n1. e4 (1. e3 *) 1... e6 *",
    ] {
        let text = format!("e4 *\n{bad}\ne4 e6 *");
        let read: Vec<_> = read_games(&text).collect();
        assert_eq!(
            read.iter().map(Result::is_ok).collect::<Vec<_>>(),
            [true, false, true],
            "{bad}"
        );
        assert_eq!(read[1].as_ref().unwrap_err().line, 2, "{bad}");
    }
}

#[test]
fn a_comment_on_a_line_behind_the_result_belongs_to_the_next_game_if_there_is_one() {
    let games: Vec<_> = read_games("e4 * {a}\n{b} e3 *").map(Result::unwrap).collect();
    assert_eq!((&*games[0].moves[0].comment, &*games[0].comment), ("a", ""));
    assert_eq!((&*games[1].moves[0].comment, &*games[1].comment), ("", "b"));
    let games = ["e4 * {a}\n{b}", "e4 *\n; b"].map(read);
    assert_eq!(games.map(|game| game.moves[0].comment.clone()), ["a b", "b"]);
    assert_eq!(read("[Round \"1\"]\n*\n{b}").comment, "b");
}

#[test]
fn a_game_continues_after_a_third_repetition() {
    let fen = "[FEN \"1/3/5/2b4/9/7/5/1w1/1 w 0,0\"]\n";
    let cycle = "e2-e3 d6-d5 e3-e2 d5-d6 ";
    let game = read(&format!("{fen}{} *", cycle.repeat(2)));
    assert_eq!(game.game().ending().map(|ending| ending.reason), Some(EndReason::Repetition));
    // With a further move, repetition has no effect: neither there nor at the end.
    let text = format!("{fen}{} e2-e3", cycle.repeat(3));
    let game = read(&text);
    for copy in [pgn::write_game(&game), json::write_line(&game), format!("{text} z9")] {
        let read = read_records(&copy, &ReadOptions::default()).games.remove(0);
        let game =
            read.unwrap_or_else(|error| error.legal_part().expect("a move is illegal").clone());
        assert_eq!(game.moves.len(), 13, "{copy}");
        assert_eq!((game.result, game.repetition), (None, Repetition::Unlimited), "{copy}");
        assert!((0..=13).all(|ply| game.game_at(ply).ending().is_none()), "{copy}");
    }
}
