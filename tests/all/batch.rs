//! `luctor batch`: the examples of its specification, the limit of a line, and how it ends.

use crate::support::program::{client_of, ends_silently, program, refused};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::Command;
use test_support::client::{Client, TIMEOUT};
use test_support::examples::{examples, matches};
use test_support::process::comes_true;
use test_support::scratch::{scratch_folder, scratch_text};
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

#[test]
fn every_example_of_the_specification_runs_as_written() {
    let examples = examples(PAGE, "batch");
    assert!(examples.len() >= 5, "{} examples", examples.len());
    for example in examples {
        let mut client = start(&["--threads", "1"]);
        example.run(&mut client, |_, _| {});
        client.close_input();
        assert_eq!(client.wait_for_end(), [""; 0], "after the example at line {}", example.first);
    }
}

/// Without Python the test is skipped, unless `LUCTOR_PYTHON=required`.
#[test]
fn the_python_program_of_the_specification_finds_the_errors_of_a_file() {
    let (_, rest) = PAGE.split_once("```python\n").expect("the program");
    let (source, _) = rest.split_once("```").expect("its end");
    let folder = scratch_folder("python");
    let (script, games) = (folder.join("batch.py"), folder.join("games.txt"));
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
fn a_long_line_gets_one_error_and_the_next_line_is_read() {
    let limit = 1 << 20;
    for (length, is_long) in [(limit, false), (limit + 1, true), (3 * limit, true)] {
        let mut input = br#"{"id":"long","depth":1}"#.to_vec();
        input.resize(length, b' ');
        input.extend(b"\n{\"id\":\"next\",\"depth\":1}");
        let found = answers(&["--threads", "2", "--threads-per-search", "2"], &input);
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
    let ends = comes_true(TIMEOUT, || {
        let _ = input.write_all(b"{\"id\":\"d\"\n");
        child.try_wait().unwrap().is_some()
    });
    assert!(ends, "the process ends");
    ends_silently(&mut child, "batch");
}

#[test]
fn wrong_arguments_are_usage_errors() {
    let missing = scratch_text("no-network");
    for (arguments, code, message) in [
        (
            vec!["--threads", "1", "--threads-per-search", "2"],
            2,
            "--threads-per-search: 2 is more than the 1 of --threads",
        ),
        (vec!["--net", &missing], 1, "no-network: No such file"),
    ] {
        refused(program().arg("batch").args(arguments), "", code, message);
    }
}
