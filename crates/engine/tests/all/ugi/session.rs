//! The commands other than `go` and `setoption`: identity, position, query, stop, and commands for people.

use super::{BLOCKED, TWO_PIECES, start};
use emergo::Variant;
use luctor_engine::options::{OPTIONS, OptionKind};

/// Black has no men left.
const LOST: &str = "1/3/5/7/9/1(w3b5)(w2)4/5/3/1 b 0,0";

#[test]
fn ugi_and_uci_declare_all_options_and_end_with_ok() {
    let mut client = start();
    for (word, ok) in [("ugi", "ugiok"), ("uci", "uciok"), ("ugi", "ugiok")] {
        let lines = client.ask(word, ok);
        assert!(lines[0].starts_with("id name Luctor "), "{}", lines[0]);
        assert!(lines[1].starts_with("id author "), "{}", lines[1]);
        let options: Vec<String> = OPTIONS.iter().map(|option| option.line()).collect();
        assert_eq!(lines[2..lines.len() - 1], options);
        assert_eq!(lines[lines.len() - 1], ok);
    }
    for option in OPTIONS {
        let declared = option.line();
        assert!(declared.starts_with(&format!("option name {} type ", option.name)));
        assert_eq!(
            declared.contains(" default "),
            !matches!(option.kind, OptionKind::Button),
            "{declared}"
        );
    }
    assert_eq!(client.settle(), [""; 0]);
}

#[test]
fn the_standard_queries_describe_the_game() {
    let mut client = start();
    client.tell("position startpos moves e4");
    for (question, answer) in [
        ("gameover", "false"),
        ("p1turn", "false"),
        ("result", "none"),
        ("islegal e6", "true"),
        ("islegal e4", "false"),
        ("islegal nonsense", "false"),
        ("fen", "1/3/5/7/9/3w3/5/3/1 b 11,12 1"),
    ] {
        client.send(&format!("query {question}"));
        assert_eq!(client.line(), format!("response {answer}"), "{question}");
    }
    for (position, result) in [
        (TWO_PIECES, "none"),
        (BLOCKED, "draw"),
        (LOST, "p1win"),
        ("1/3/5/7/9/7/5/3/b w 0,0", "p2win"),
    ] {
        client.tell(&format!("position fen {position}"));
        assert_eq!(client.query("result"), result, "{position}");
        assert_eq!(client.query("gameover"), (result != "none").to_string(), "{position}");
        assert_eq!(client.query("p1turn"), position.contains(" w ").to_string(), "{position}");
    }
    client.quit();
}

#[test]
fn a_client_without_rules_can_query_duties_moves_and_their_stages() {
    const CAPTURE: &str = "fen 1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0";
    const SHADOW: &str = "fen 1/3/5/7/9/3w3/5/3/1 b 0,3";
    let opened = "startpos moves e4";
    let lost = format!("fen {LOST}");
    let lost = lost.as_str();
    let table = [
        (CAPTURE, "duty", "must capture"),
        (CAPTURE, "ending", "none"),
        (CAPTURE, "threats", "e4"),
        (CAPTURE, "move E4XC4XC6XE6XE4XC4", "e4xc4xc6xe6xe4xc4"),
        (CAPTURE, "move e4xc4", "e4xc4xc6xe6xe4xc4"),
        (CAPTURE, "move e4-e5", "none"),
        (CAPTURE, "why e4xc4xc6xe6xe4xc4", "legal"),
        (CAPTURE, "stages e4-e5", "none"),
        (SHADOW, "duty", "must enter its shadowpiece of 3"),
        (opened, "duty", "must enter a man"),
        (opened, "move E6", "e6"),
        (opened, "threats", "none"),
        (opened, "stages e6", "1/3/5/3b3/9/3w3/5/3/1"),
        ("fen 1/3/5/3b3/9/3w3/5/3/1 w 0,0", "duty", "must step"),
        (lost, "duty", "none"),
        (lost, "ending", "White wins (no men left)"),
        (lost, "move e4", "none"),
        (lost, "stages e4", "none"),
        (lost, "why e4", "the game has ended: White wins (no men left)"),
    ];
    let mut client = start();
    for (position, question, answer) in table {
        client.tell(&format!("position {position}"));
        assert_eq!(client.query(question), answer, "{position}: {question}");
    }
    client.tell(&format!("position {CAPTURE}"));
    let stages = client.query("stages e4xc4xc6xe6xe4xc4");
    let boards: Vec<&str> = stages.split(' ').collect();
    assert_eq!(boards.len(), 5, "one board per jump: {stages}");
    assert_eq!(boards[0], "1/3/5/2b4/2b1b4/1(w3b)(bw2)4/5/3/1");
    assert_eq!(Some(boards[4]), LOST.split(' ').next());
    client.quit();
}

#[test]
fn a_position_is_read_in_every_form() {
    const START: &str = "1/3/5/7/9/7/5/3/1 w 12,12 1";
    const AFTER: &str = "1/3/5/3b3/9/3w3/5/3/1 w 11,11 2";
    let table = [
        ("position startpos", START),
        ("position startpos moves", START),
        ("position startpos moves ", START),
        ("position startpos moves\r", START),
        ("position startpos moves e4 e6", AFTER),
        ("  position   startpos  moves   e4  e6  ", AFTER),
        ("\tposition\tstartpos\tmoves\te4\te6\r", AFTER),
        ("position startpos moves E4 E6*1", AFTER),
        ("position fen 1/3/5/7/9/7/5/3/1 w 12,12 1", START),
        ("position fen 1/3/5/7/9/7/5/3/1 w 12,12", START),
        ("position fen 1/3/5/7/9/7/5/3/1 w 12,12 1 moves", START),
        ("position fen 1/3/5/7/9/7/5/3/1 w 12,12 moves e4 e6", AFTER),
        ("position  fen  1/3/5/7/9/7/5/3/1  w\t12,12  1  moves e4  e6\r", AFTER),
        ("position fen 1/3/5/3B3/9/3(w)3/5/3/1 W 11,11 2", AFTER),
    ];
    let mut client = start();
    for (line, expected) in table {
        client.tell("position fen 1/3/5/7/4(w2b3)4/7/5/3/1 b 0,5 9");
        client.tell(line);
        assert_eq!(client.query("fen"), expected, "{line:?}");
    }
    // The last line may have no line feed.
    client.send_bytes(b"position startpos moves e4 e6\nquery fen");
    client.close_input();
    assert_eq!(client.line(), format!("response {AFTER}"));
    client.wait_for_end();
}

#[test]
fn a_new_game_can_start_from_any_state_without_isready() {
    let mut client = start();
    for (number, word) in ["uginewgame", "ucinewgame", "uginewgame"].into_iter().enumerate() {
        // Match managers send all lines at once.
        client.send("position startpos moves e4 e6 e6");
        client.send(word);
        client.send("position startpos");
        client.send("query p1turn");
        client.send("position startpos");
        client.send("query gameover");
        client.send("go depth 2");
        assert!(client.line().contains("'e6'"), "round {number}");
        assert_eq!(client.line(), "response true", "round {number}");
        assert_eq!(client.line(), "response false", "round {number}");
        assert_eq!(client.search().answer.len(), 1, "round {number}");
    }
    client.tell("position startpos moves e4");
    client.tell("uginewgame");
    assert_eq!(client.query("fen"), "1/3/5/7/9/7/5/3/1 w 12,12 1");
    client.quit();
}

#[test]
fn commands_without_an_answer_are_silent() {
    let mut client = start();
    for line in ["stop", "ponderhit", "debug on", "debug off", "", " ", "\t\r"] {
        client.tell(line);
    }
}

#[test]
fn an_illegal_move_forfeits_the_game_until_the_next_position() {
    // The list, the move in the message, and the result.
    let table = [
        ("e5", "e5", "p2win"),
        ("e4 e4", "e4", "p1win"),
        ("e4 e6 e4-e5 c4", "e4-e5", "p2win"),
        ("e4 e6 0000", "0000", "p2win"),
        ("e4 e6 c4 z9", "z9", "p1win"),
        ("e4 e6 c4 (none)", "(none)", "p1win"),
        ("nonsense", "nonsense", "p2win"),
        ("e4 \u{1}\u{0}", "\\u{1}\\u{0}", "p1win"),
        ("e4 ä5", "ä5", "p1win"),
    ];
    let mut client = start();
    for (list, culprit, result) in table {
        let message = client.refused(&format!("position startpos moves {list}"));
        assert!(message.contains(&format!("'{culprit}'")), "{list:?}: {message}");
        assert_eq!(client.query("gameover"), "true", "{list:?}");
        assert_eq!(client.query("result"), result, "{list:?}");
        let winner = if result == "p1win" { "White" } else { "Black" };
        let ending = format!("{winner} wins (illegal move)");
        for (question, answer) in [
            ("islegal c5", "false"),
            ("ending", &ending),
            ("why c5", &ending),
            ("duty", "none"),
            ("fen", "none"),
        ] {
            assert_eq!(client.query(question), answer, "{list:?}, query {question}");
        }
        assert_eq!(client.refused("show"), ending, "{list:?}");
        // The rule for a blocked side does not bring the game back.
        client.tell("setoption name Blocked value draw");
        let search = client.go("depth 3");
        assert_eq!((search.answer, search.infos.len()), (vec!["0000".to_owned()], 0), "{list:?}");
        assert_eq!(client.ask("moves", "moves"), ["moves"], "{list:?}");
        client.tell("position startpos moves e4 e6");
        assert_eq!(client.query("gameover"), "false");
        assert_eq!(client.query("result"), "none");
        assert_ne!(client.go("depth 1").answer, ["0000"]);
    }
    // A capture must be played in full: here it takes five men.
    let message =
        client.refused("position fen 1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0 moves e4xc4xc6");
    assert!(message.contains("'e4xc4xc6'"), "{message}");
    assert_eq!(client.query("result"), "p2win");
    client.refused("position startpos moves e5");
    client.tell("uginewgame");
    assert_eq!(client.query("result"), "none");
    client.quit();
}

#[test]
fn the_third_repetition_is_found_in_the_list_of_moves() {
    const CYCLE: &str = "a5-b5 i5-h5 b5-a5 h5-i5";
    let mut client = start();
    let position = format!("position fen {TWO_PIECES} moves {CYCLE}");
    for (moves, result) in [
        ("", "none"),
        (" a5-b5 i5-h5 b5-a5", "none"),
        (" a5-b5 i5-h5 b5-a5 h5-i5", "draw"),
        // The same cells, but another side to move: not the same position.
        (" a5-b5 i5-i5", "p1win"),
    ] {
        client.send(&format!("{position}{moves}"));
        client.settle();
        assert_eq!(client.query("result"), result, "{moves}");
        assert_eq!(client.query("gameover"), (result != "none").to_string(), "{moves}");
    }
    // An entry cannot be undone, so positions before it do not count.
    let entered = "position fen 1/3/5/7/w7b/7/5/3/1 w 0,1 moves a5-b5 i5-h5";
    let message = client.refused(entered);
    assert!(message.contains("men in hand"), "{message}");
    client.tell(
        "position fen 1/3/5/7/w7b/7/5/3/1 b 0,1 moves e5 a5-b5 i5-h5 b5-a5 h5-i5 a5-b5 i5-h5 b5-a5",
    );
    assert_eq!(client.query("result"), "none");
    client.quit();
}

#[test]
fn moves_after_the_end_are_ignored_and_the_result_stays() {
    let mut client = start();
    let cycle = "a5-b5 i5-h5 b5-a5 h5-i5 a5-b5 i5-h5 b5-a5 h5-i5";
    for (position, result) in [
        (format!("{TWO_PIECES} moves {cycle} a5-b5"), "draw"),
        (format!("{TWO_PIECES} moves {cycle} 0000"), "draw"),
        (format!("{BLOCKED} moves e1-e2"), "draw"),
        (format!("{BLOCKED} moves 0000 0000"), "draw"),
        (format!("{LOST} moves 0000"), "p1win"),
    ] {
        let message = client.refused(&format!("position fen {position}"));
        assert!(message.contains("ended"), "{position}: {message}");
        assert_eq!(client.query("result"), result, "{position}");
        assert_eq!(client.query("gameover"), "true", "{position}");
    }
    client.quit();
}

#[test]
fn stop_ends_every_job() {
    let mut client = start();
    for work in ["go infinite", "go", "go ponder", "go nodes 1000000000000", "go depth 120"] {
        client.ask(work, "info");
        client.send("stop");
        assert_eq!(client.search().answer.len(), 1, "{work}");
        assert_eq!(client.settle(), [""; 0], "{work}");
    }
    for (work, end) in [
        ("go perft 12", "info string perft was stopped"),
        ("bench 40", "info string bench: stopped before the end"),
    ] {
        client.send(work);
        client.send("stop");
        assert_eq!(client.settle().last().map(String::as_str), Some(end), "{work}");
    }
    client.quit();
}

#[test]
fn commands_for_people_answer_on_every_board_without_blanks_at_line_ends() {
    let mut client = start();
    assert!(client.ask("help", "Moves:").len() > 10);
    for variant in Variant::ALL {
        client.tell(&format!("setoption name UCI_Variant value {variant}"));
        for position in ["startpos", "startpos moves c4 e4"] {
            client.tell(&format!("position {position}"));
            let drawing = client.ask("show", "key:");
            assert!(drawing.len() > 7, "{drawing:?}");
            let text = format!("position: {}", client.query("fen"));
            assert!(drawing.contains(&text), "{drawing:?}");
            assert!(client.ask("eval", "evaluation").len() > 2);
            assert!(client.ask("moves", "moves")[0].split(' ').count() > 10);
        }
    }
    client.send("bench 1");
    while !client.line().ends_with(" nps") {}
    assert_eq!(client.quit(), [""; 0]);
}
