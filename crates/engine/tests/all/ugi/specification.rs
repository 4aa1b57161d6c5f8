//! Runs all examples of protocol.md, and the session of the README.

use super::start;
use test_support::client::without_time;
use test_support::examples::{Example, ExampleLine, examples, matches};

#[test]
fn every_example_of_the_specification_runs_as_written() {
    let page = include_str!("../../../../../protocol.md");
    let examples = examples(page, "ugi");
    assert!(examples.len() >= 10, "{} examples", examples.len());
    for Example { first, lines } in examples {
        let mut client = start();
        let mut any_number = false;
        for (number, line) in (first..).zip(&lines) {
            match line {
                ExampleLine::Sent(text) => {
                    // All answers to the previous command are in the example.
                    if !any_number {
                        client.send("isready");
                        let answer = client.line();
                        assert_eq!(answer, "readyok", "before line {number}: {text}");
                    }
                    client.send(text);
                }
                ExampleLine::Expected("…") => any_number = true,
                ExampleLine::Expected(pattern) => loop {
                    let answer = client.line();
                    if matches(&answer, pattern) {
                        any_number = false;
                        break;
                    }
                    // A `bestmove` is the last line of its search: no line after it can match.
                    let is_skipped = any_number && !answer.starts_with("bestmove");
                    assert!(is_skipped, "line {number}: expected {pattern:?}, got {answer:?}");
                },
            }
        }
    }
}

#[test]
fn the_session_of_the_readme_is_what_the_program_prints() {
    let page = include_str!("../../../../../README.md");
    let begin = page.find("> position startpos moves e4 e6 f4").expect("the session");
    let session = &page[begin..begin + page[begin..].find("```").expect("its end")];
    let mut client = start();
    let mut compared = 0;
    let mut is_searching = false;
    for line in session.lines() {
        if let Some(command) = line.strip_prefix("> ") {
            client.send(command);
            is_searching = command.starts_with("go");
            continue;
        }
        let pattern = without_time(line);
        let mut next = || without_time(&client.line());
        let mut found = next();
        // The session leaves out some lines of a search, but not its last line.
        while is_searching && !found.starts_with("bestmove") && !matches(&found, &pattern) {
            found = next();
        }
        assert!(matches(&found, &pattern), "expected {line:?}, got {found:?}");
        compared += 1;
    }
    assert!(compared >= 18, "{compared} lines");
}
