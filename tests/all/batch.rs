//! `luctor batch`: the examples of its specification, errors, and how it ends.

use crate::support::program::{client_of, program, refused};
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use test_support::client::{Client, TIMEOUT};
use test_support::examples::{Example, ExampleLine, examples, matches};
use test_support::process::ends;
use test_support::skip::skip;

const PAGE: &str = include_str!("../../docs/batch.md");

/// A client of `luctor batch` with a small table, which is cleared in no time.
fn start(arguments: &[&str]) -> Client {
    client_of(program().args(["batch", "--hash", "1"]).args(arguments).spawn().unwrap())
}

/// All lines that a finished input is answered with.
fn answers(arguments: &[&str], input: &[u8]) -> Vec<Value> {
    let mut client = start(arguments);
    client.send_bytes(input);
    client.close_input();
    let lines = client.wait_for_end();
    lines.iter().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

fn answer(client: &mut Client) -> Value {
    serde_json::from_str(&client.line()).expect("a line of JSON")
}

#[test]
fn every_example_of_the_specification_runs_as_written() {
    let examples = examples(PAGE, "batch");
    assert!(examples.len() >= 5, "{} examples", examples.len());
    for Example { first, lines } in examples {
        let mut client = start(&["--threads", "1"]);
        let mut any_number = false;
        for (number, line) in (first..).zip(&lines) {
            match line {
                ExampleLine::Sent(text) => client.send(text),
                ExampleLine::Expected("…") => any_number = true,
                ExampleLine::Expected(pattern) => loop {
                    let found = client.line();
                    if matches(&found, pattern) {
                        any_number = false;
                        break;
                    }
                    assert!(any_number, "line {number}: expected {pattern:?}, got {found:?}");
                },
            }
        }
        client.close_input();
        assert_eq!(client.wait_for_end(), [""; 0], "after the example at line {first}");
    }
}

/// Without Python the test is skipped, unless `LUCTOR_PYTHON=required`.
#[test]
fn the_python_program_of_the_specification_finds_the_errors_of_a_file() {
    let (_, rest) = PAGE.split_once("```python\n").expect("the program");
    let (source, _) = rest.split_once("```").expect("its end");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (script, games) = (folder.join("batch.py"), folder.join("batch-games.txt"));
    std::fs::write(&script, source).unwrap();
    // White feeds two men for nothing.
    std::fs::write(&games, "e4 e6 f4\nf4 e3 c5 e5 e4 g4 e4xe6 g4xe4 d5 f5 f7 d7 e8\n").unwrap();
    let program_folder = Path::new(env!("CARGO_BIN_EXE_luctor")).parent().unwrap().to_owned();
    let old = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths([program_folder].into_iter().chain(std::env::split_paths(&old)));
    let run = Command::new("python3").arg(script).arg(games).env("PATH", path.unwrap()).output();
    let missing = |error| skip("LUCTOR_PYTHON", &format!("python3: {error}"));
    let Some(output) = run.map_or_else(missing, Some) else { return };
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    assert!(text.contains("game 2, ply "), "{text}");
    assert!(text.lines().all(|line| matches(line, "game …, ply …: … lost 0.…, better …")));
}

#[test]
fn every_wrong_line_gets_one_error_with_its_field() {
    let lines = [
        ("[1,2]", "a request is a JSON object, not '[1,2]'"),
        ("\"text\"", "a request is a JSON object, not '\"text\"'"),
        (r#"{"id":"x""#, "the line is not JSON: EOF while parsing an object at byte 9"),
        (r#"{"id":"x","nodes":1e400}"#, "the line is not JSON: number out of range at byte …"),
        (r#"{"depth":1}"#, "id: this field is required"),
        (r#"{"id":5}"#, "id: expected a text, found '5'"),
        (r#"{"id":""}"#, "id: expected a text that is not empty, found '\"\"'"),
    ];
    let fields = [
        (r#""action":"fly""#, "action: expected query or cancel, found 'fly'"),
        (r#""action":"cancel""#, "cancel: this field is required"),
        (r#""variant":"chess""#, "variant: unknown variant 'chess': …"),
        (r#""variant":null"#, "variant: expected a text, found 'null'"),
        (r#""coordinates":"a""#, "coordinates: …'a'…"),
        (
            r#""variant":"hexemergo","coordinates":"checkerboard""#,
            "coordinates: hexemergo has oblique coordinates only",
        ),
        (r#""blocked":"win""#, "blocked: unknown rule for a blocked side 'win': expected one of …"),
        (r#""position":"e4""#, "position: the side to move is missing"),
        (
            r#""position":"1/3/5/7/9/7/5/3/1 w 13,12""#,
            "position: the position is not valid: too many men: White has 0 on the board and 13 in hand, …",
        ),
        (r#""moves":"e4""#, "moves: expected a list of texts, found '\"e4\"'"),
        (r#""moves":["e4",7]"#, "moves: expected a list of texts, found '7'"),
        (r#""moves":["e4","fly"]"#, "moves: ply 2: 'fly' is not a move …"),
        (
            r#""position":"1/3/5/7/4w4/7/5/3/1 b 0,0","moves":["e4"]"#,
            "moves: ply 1: the game has ended before this move: White wins (no men left)",
        ),
        (r#""turns":[]"#, "turns: the list is empty"),
        (r#""turns":[0,0]"#, "turns: turn 0 is in the list twice"),
        (r#""turns":[-1]"#, "turns: expected a list of whole numbers from 0, found '-1'"),
        (r#""turns":[99999999999999999999]"#, "turns: expected a list of whole …, found '1e+20'"),
        (r#""moves":["e4"],"turns":[2]"#, "turns: there is no turn 2: the query has 1 move"),
        (r#""depth":0"#, "depth: expected a whole number from 1 to …, found '0'"),
        (r#""depth":2.5"#, "depth: expected a whole number …, found '2.5'"),
        (r#""nodes":1e30"#, "nodes: expected a whole number …, found '1e+30'"),
        (r#""movetime":-5"#, "movetime: expected …, found '-5'"),
        (r#""multipv":257"#, "multipv: expected a whole … 256, found '257'"),
        (r#""priority":"a""#, "priority: expected a whole number …"),
        (r#""reportEvery":true"#, "reportEvery: …, found 'true'"),
        (r#""allow":[]"#, "allow: turn 0: no legal move is left"),
        (r#""allow":["e5"]"#, "allow: turn 0: illegal move 'e5': …"),
        (r#""allow":["e4"],"avoid":["e4"]"#, "avoid: turn 0: no legal move is left"),
    ];
    let lines = lines.map(|(line, error)| (line.to_owned(), error));
    let queries = fields.map(|(fields, error)| (format!(r#"{{"id":"x",{fields}}}"#), error));
    let mut client = start(&["--threads", "1"]);
    for (line, error) in lines.into_iter().chain(queries) {
        client.send(&line);
        let found = answer(&mut client);
        let text = found["error"].as_str().expect("an error");
        assert!(matches(text, error), "{line}: expected {error:?}, got {text:?}");
        // An error of a field begins with its name.
        let field = error.split_once(": ").filter(|(field, _)| !field.contains(' '));
        assert_eq!(found["field"].as_str(), field.map(|(field, _)| field), "{line}");
        let sent = serde_json::from_str::<Value>(&line).unwrap_or_default();
        assert_eq!(found["id"].as_str(), sent["id"].as_str(), "{line}");
    }
    client.close_input();
    assert_eq!(client.wait_for_end(), [""; 0]);
}

#[test]
fn a_long_line_gets_one_error_and_the_next_line_is_read() {
    let limit = 1 << 20;
    for (length, is_long) in [(limit, false), (limit + 1, true), (3 * limit, true)] {
        let mut input = br#"{"id":"long","depth":1}"#.to_vec();
        input.resize(length, b' ');
        input.extend(b"\n{\"id\":\"next\",\"depth\":1}");
        let found = answers(&["--threads", "1"], &input);
        let [first, second] = &found[..] else { panic!("{length}: {found:?}") };
        if is_long {
            assert_eq!(first["error"], "the line has more than 1048576 bytes", "{length}");
        } else {
            assert_eq!((&first["id"], &first["final"]), (&"long".into(), &true.into()));
        }
        assert_eq!((&second["id"], &second["final"]), (&"next".into(), &true.into()), "{length}");
    }
}

#[test]
fn bytes_that_are_not_text_get_one_error() {
    let found = answers(&[], b"{\"id\":\"\xff\"}\n\0\n");
    assert_eq!(found.len(), 2);
    for one in found {
        assert!(one["error"].as_str().unwrap().starts_with("the line is not JSON: "), "{one}");
    }
}

#[test]
fn every_turn_has_one_final_answer_on_all_threads() {
    let moves = ["f4", "e3", "c5", "e5", "e4", "g4", "e4xe6", "g4xe4"];
    let turns: Vec<usize> = (0..=moves.len()).collect();
    for arguments in [&["--threads", "3"][..], &["--threads", "4", "--threads-per-search", "2"]] {
        let query = |id: &String| serde_json::json!({"id": id, "moves": moves, "turns": turns, "nodes": 300, "reportEvery": 0});
        let ids: Vec<String> = (0..20).map(|number| format!("query {number}")).collect();
        let lines: Vec<String> = ids.iter().map(|id| query(id).to_string()).collect();
        let mut finals = BTreeMap::new();
        for answer in answers(arguments, lines.join("\n").as_bytes()) {
            let key = (answer["id"].as_str().unwrap().to_owned(), answer["turn"].as_u64().unwrap());
            assert!(!finals.contains_key(&key), "an answer after the final one: {answer}");
            if answer["final"] == true {
                assert!(!answer["moves"].as_array().unwrap().is_empty(), "{answer}");
                finals.insert(key, answer);
            }
        }
        assert_eq!(finals.len(), ids.len() * turns.len());
    }
}

#[test]
fn equal_queries_have_equal_answers_whatever_was_searched_before() {
    let query = |id: &str, moves: &[&str], priority: i32| serde_json::json!({"id": id, "moves": moves, "nodes": 3000, "multipv": 3, "priority": priority});
    let mut client = start(&["--threads", "1"]);
    let mut found = Vec::new();
    for id in ["a", "b"] {
        client.send(&query(id, &["e4", "e6"], 0).to_string());
        let mut answer = answer(&mut client);
        answer["id"] = Value::Null;
        answer["time"] = Value::Null;
        found.push(answer);
        client.send(&query("other", &["e4", "e6", "c4"], 0).to_string());
        client.line();
    }
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0]["moves"].as_array().unwrap().len(), 3);
    client.close_input();
    client.wait_for_end();
}

#[test]
fn a_query_with_a_higher_priority_is_searched_first() {
    let mut client = start(&["--threads", "1"]);
    // The first answer of the long search shows that it has started.
    client.send(r#"{"id":"long","movetime":86400000,"reportEvery":0}"#);
    while answer(&mut client)["depth"] != 1 {}
    for (id, priority) in [("low", -1), ("normal", 0), ("high", 9), ("second", 0)] {
        client.send(&format!(r#"{{"id":"{id}","priority":{priority},"depth":1}}"#));
    }
    client.send(r#"{"id":"cancel","action":"cancel","cancel":"long"}"#);
    client.close_input();
    let lines = client.wait_for_end();
    let finals: Vec<Value> = lines
        .iter()
        .map(|line| serde_json::from_str(line).unwrap())
        .filter(|answer: &Value| answer["final"] == true)
        .collect();
    let ids: Vec<&str> = finals.iter().map(|answer| answer["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["long", "high", "normal", "second", "low"]);
    assert_eq!(finals[0]["cancelled"], true);
    assert!(!finals[0]["moves"].as_array().unwrap().is_empty());
}

#[test]
fn an_id_is_free_after_the_last_answer_and_not_before() {
    let mut client = start(&["--threads", "1"]);
    client.send(r#"{"id":"a","movetime":86400000}"#);
    client.send(r#"{"id":"a","depth":1}"#);
    let error = answer(&mut client);
    assert_eq!(error["error"], "id: a query with this id is running");
    assert_eq!((&error["field"], &error["id"]), (&"id".into(), &"a".into()));
    client.send(r#"{"id":"c","action":"cancel","cancel":"a"}"#);
    let replies = [answer(&mut client), answer(&mut client)];
    assert_eq!(replies.iter().filter(|reply| reply["final"] == true).count(), 1);
    for _ in 0..2 {
        client.send(r#"{"id":"a","depth":1}"#);
        assert_eq!(answer(&mut client)["final"], true);
    }
    client.close_input();
    assert_eq!(client.wait_for_end(), [""; 0]);
}

#[test]
fn symmetric_positions_have_one_key_and_checkerboard_coordinates_are_answered() {
    let found = answers(
        &["--threads", "1"],
        br#"{"id":"a","moves":["e1"],"depth":1}
{"id":"b","moves":["a9"],"coordinates":"checkerboard","depth":1}
{"id":"c","moves":["e4"],"depth":1}"#,
    );
    assert_eq!(found[0]["key"], found[1]["key"]);
    assert_ne!(found[0]["key"], found[2]["key"]);
    assert_eq!(found[1]["contributions"]["pieces"][0]["square"], "a9");
}

#[test]
fn a_closed_output_ends_the_process_with_success() {
    let mut child = program().arg("batch").spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    input.write_all(b"{\"id\":\"a\",\"depth\":1}\n").unwrap();
    output.read_line(&mut String::new()).unwrap();
    drop(output);
    input.write_all(b"{\"id\":\"b\",\"movetime\":86400000}\n{\"id\":\"c\",\"depth\":1}\n").unwrap();
    // The input stays open. A process that another test starts holds the output open for a moment, so that the first answers
    // may still be written.
    let started = Instant::now();
    let status = loop {
        let _ = input.write_all(b"{\"id\":\"d\"\n");
        if let Some(status) = ends(&mut child, Duration::from_millis(20)) {
            break status;
        }
        assert!(started.elapsed() < TIMEOUT, "the process ends");
    };
    let mut errors = String::new();
    std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut errors).unwrap();
    assert_eq!((status.code(), errors.as_str()), (Some(0), ""));
}

#[test]
fn wrong_arguments_are_usage_errors() {
    let missing: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-network");
    for (arguments, code, message) in [
        (vec!["--threads", "0"], 2, "--threads"),
        (
            vec!["--threads", "1", "--threads-per-search", "2"],
            2,
            "--threads-per-search: 2 is more than the 1 of --threads",
        ),
        (vec!["--net", missing.to_str().unwrap()], 1, "no-network: No such file"),
    ] {
        refused(program().arg("batch").args(arguments), "", code, message);
    }
}
