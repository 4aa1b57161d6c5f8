//! Wrong lines are answered by one message, change nothing, and do not end a search.

use super::start;
use test_support::client::Client;
use test_support::mutation::assert_is_a_sentence;

/// Texts that are not a position of the 9x9 board.
const BAD_POSITIONS: [&str; 10] = [
    "",
    "startpos",
    "1/3/5/7/9/7/5/3/1 w",
    "1/3/5/7/9/7/5/3/1 white 12,12",
    "1/3/5/7/9/7/5/3/1 w 13,12",
    "1/3/5/7/9/7/5/3/1 w 12,12 0",
    "1/3/5/7/9/7/5/3/1 w 12,12 1 1",
    "1/3/5/7/5/3/1 w 8,8",
    "1/3/5/7/9/7/5/3/é w 2,2",
    "1/3/5/7/9/7/5/3/(w w 2,2",
];

/// Lines that are not a complete command, or have words after one.
const BAD_COMMANDS: [&str; 48] = [
    "fly",
    "UGI",
    "isready?",
    "\u{feff}ugi",
    "go\u{a0}depth 1",
    "\0",
    "ugi\0",
    "position\0startpos",
    "\u{1b}[31m",
    "\u{2028}isready",
    "日本語",
    "position",
    "position startpo",
    "position start pos",
    "position startpos e4",
    "position startpos move e4",
    "position startpos startpos",
    "position e4 e6",
    "position moves e4",
    "position FEN 1/3/5/7/9/7/5/3/1 w 12,12",
    "query",
    "query weather",
    "query islegal",
    "query GAMEOVER",
    "query \0",
    "setoption",
    "setoption Hash 4",
    "setoption name",
    "setoption name value 4",
    "setoption name Hash",
    "setoption name Hash value",
    "setoption name Hash value four",
    "setoption name Hash value 0",
    "setoption name Hash value -4",
    "setoption name Hash value 99999999999999999999",
    "setoption name Hash value 4 5",
    "bench 0",
    "bench deep",
    "bench 1 2",
    "isready now",
    "stop now",
    "debug",
    "debug on off",
    "uginewgame emergo7",
    "ponderhit e4",
    "moves e4",
    "query result now",
    "query islegal e4 e5",
];

/// Values that options do not accept.
const BAD_VALUES: [&str; 13] = [
    "setoption name Threads value 0",
    "setoption name Threads value 257",
    "setoption name MultiPV value 0",
    "setoption name MultiPV value 1.5",
    "setoption name Ponder value maybe",
    "setoption name Ponder",
    "setoption name Move Overhead value -1",
    "setoption name UCI_Variant value chess",
    "setoption name UCI_Variant",
    "setoption name Coordinates value polar",
    "setoption name Blocked value win",
    "setoption name UCI_ShowWDL value 2",
    "setoption name Hash Hash value 4",
];

fn bad_lines() -> Vec<Vec<u8>> {
    let mut lines: Vec<Vec<u8>> = Vec::new();
    for text in BAD_POSITIONS {
        lines.push(format!("position fen {text}").into_bytes());
        lines.push(format!("position fen {text} moves e4 e6").into_bytes());
    }
    lines.extend(BAD_COMMANDS.iter().chain(&BAD_VALUES).map(|line| line.as_bytes().to_vec()));
    for bytes in [
        &b"\xff"[..],
        b"is\xffready",
        b"position startpos\xff",
        b"setoption name Hash value \xf0\x28\x8c\x28",
        b"\xed\xa0\x80 surrogate",
        b"query fen \x80",
    ] {
        lines.push(bytes.to_vec());
    }
    lines
}

const TEN_MEGABYTES: usize = 10 << 20;

fn long_lines() -> Vec<Vec<u8>> {
    let many = |beginning: &str, word: &str| {
        let mut line = beginning.to_owned();
        line.push_str(&word.repeat(TEN_MEGABYTES / word.len()));
        line.into_bytes()
    };
    vec![
        many("", "x"),
        many("", "go"),
        many("position ", "x "),
        many("position fen ", "w"),
        many("position fen 1/3/5/7/9/7/5/3/", "("),
        many("position fen ", "1/"),
        many("position fen 1/3/5/7/9/7/5/3/1 w ", "1"),
        many("position fen 1/3/5/7/9/7/5/3 w 12,12 moves ", "e4 "),
        many("position fen ", "1/3/5/7/9/7/5/3/1 w 12,12 "),
        many("setoption name ", "Hash "),
        many("setoption name Hash value ", "1"),
        many("query ", "fen"),
        vec![0; TEN_MEGABYTES],
        vec![0xff; TEN_MEGABYTES],
    ]
}

/// Sends a line, which must be answered by exactly one message of readable length.
fn refused(client: &mut Client, line: &[u8]) {
    assert_is_a_sentence(&client.refused(line));
}

#[test]
fn a_bad_line_is_answered_by_one_message_and_changes_nothing() {
    let mut client = start();
    client.tell("position startpos moves e4 e6");
    let position = client.query("fen");
    for line in bad_lines() {
        let message = client.refused(&line);
        assert_is_a_sentence(&message);
        let is_position = line == b"position" || line.starts_with(b"position ");
        assert_eq!(
            message.ends_with("; no game until the next position"),
            is_position,
            "{message}"
        );
        let shown = String::from_utf8_lossy(&line);
        let expected = if is_position { "none" } else { &position };
        assert_eq!(client.query("fen"), expected, "{shown:?}");
        assert_eq!(client.query("gameover"), is_position.to_string(), "{shown:?}");
        client.tell("position startpos moves e4 e6");
        assert_eq!(client.query("gameover"), "false");
    }
    client.quit();
}

/// The lines that a match manager sends in a game that the engine cannot read. cutegames ends this game without a result.
#[test]
fn after_an_unreadable_position_the_game_is_over_until_the_next_position() {
    // The queries, the answers after an unreadable position, and those in a game.
    let queries = [
        ("gameover", "true", "false"),
        ("result", "none", "none"),
        ("p1turn", "false", "true"),
        ("islegal c5", "false", "true"),
        ("ending", "the last position line could not be read", "none"),
        ("duty", "none", "must enter a man"),
        ("move c5", "none", "c5"),
        ("why c5", "the last position line could not be read", "legal"),
        ("stages c5", "none", "1/3/5/3b3/2w6/3w3/5/3/1"),
        ("threats", "none", "none"),
        ("fen", "none", "1/3/5/3b3/9/3w3/5/3/1 w 11,11 2"),
    ];
    let bad: [&[u8]; 7] = [
        b"position fen 1/3/5/7/5/3/1 w 8,8 1",
        b"position fen 1/3/5/7/5/3/1 w 8,8 1 moves c4 e4",
        b"position",
        b"position startpo",
        b" \tposition startpos e4",
        b"position e4",
        b"position fen 1/3/5/7/9/7/5/3/\xff w 12,12",
    ];
    let repairs = [
        "position startpos moves e4 e6",
        "position fen 1/3/5/3b3/9/3w3/5/3/1 w 11,11 2",
        "uginewgame",
        "setoption name UCI_Variant value emergo",
    ];
    let mut client = start();
    for (line, repair) in bad.into_iter().zip(repairs.into_iter().cycle()) {
        let shown = String::from_utf8_lossy(line);
        client.tell("position startpos moves e4 e6");
        for (question, _, answer) in queries {
            assert_eq!(client.query(question), answer, "query {question}");
        }
        refused(&mut client, line);
        for (question, answer, _) in queries {
            assert_eq!(client.query(question), answer, "{shown:?}, query {question}");
        }
        assert_eq!(client.ask("moves", "moves"), ["moves"], "{shown:?}");
        for command in ["go perft 1", "eval", "show"] {
            refused(&mut client, command.as_bytes());
        }
        for limit in ["depth 5", "movetime 50", "p1time 100 p2time 100", "mate 2"] {
            let search = client.go(limit);
            assert_eq!((search.answer, search.infos), (vec!["0000".to_owned()], vec![]));
        }
        for (go, end) in [("go infinite", "stop"), ("go ponder", "ponderhit"), ("go", "stop")] {
            client.send(go);
            assert_eq!(client.settle(), [""; 0], "{go}");
            client.send(end);
            assert_eq!(client.search().answer, ["0000"], "{shown:?}, {go}");
        }
        client.tell(repair);
        assert_eq!(client.query("gameover"), "false", "{shown:?}, {repair}");
        assert_ne!(client.go("depth 2").answer, ["0000"], "{shown:?}, {repair}");
    }
    client.quit();
}

#[test]
fn the_result_of_the_last_game_is_not_that_of_an_unreadable_position() {
    let mut client = start();
    client.refused("position startpos moves e5");
    assert_eq!(client.query("result"), "p2win");
    for text in BAD_POSITIONS {
        client.refused(&format!("position fen {text}"));
        assert_eq!(client.query("result"), "none", "{text}");
        assert_eq!(client.query("gameover"), "true", "{text}");
    }
    client.quit();
}

#[test]
fn a_bad_line_does_not_end_a_search() {
    let mut client = start();
    client.tell("position startpos moves e4 e6");
    client.ask("go infinite", "info");
    for line in bad_lines() {
        client.send_bytes(&line);
        client.send_bytes(b"\n");
        let shown = String::from_utf8_lossy(&line).into_owned();
        let lines = client.settle();
        let messages = lines.iter().filter(|line| line.starts_with("info string ")).count();
        let answers = lines.iter().filter(|line| !line.starts_with("info ")).count();
        assert_eq!((messages, answers), (1, 0), "{shown:?} during a search: {lines:?}");
    }
    client.send("stop");
    assert_eq!(client.search().answer.len(), 1);
    client.quit();
}

#[test]
fn lines_of_megabytes_are_refused_like_short_ones() {
    let mut client = start();
    client.tell("position startpos moves e4 e6");
    let position = client.query("fen");
    for line in long_lines() {
        refused(&mut client, &line);
        let expected = if line.starts_with(b"position") { "none" } else { &position };
        assert_eq!(client.query("fen"), expected);
        client.tell("position startpos moves e4 e6");
    }
    // The second move of the list is illegal, and many more follow.
    let list = "e4 ".repeat(TEN_MEGABYTES / 3);
    refused(&mut client, format!("position startpos moves {list}").as_bytes());
    assert_eq!(client.query("result"), "p1win");
    client.tell(&format!("position startpos moves{}e4 e6", " ".repeat(TEN_MEGABYTES)));
    assert_eq!(client.query("fen"), position);
    client.quit();
}
