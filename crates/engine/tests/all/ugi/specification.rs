//! Runs all examples of protocol.md, and the session of the README.

use super::start;
use test_support::client::without_time;
use test_support::examples::{examples, matches};

#[test]
fn every_example_of_the_specification_runs_as_written() {
    let page = include_str!("../../../../../protocol.md");
    let examples = examples(page, "ugi");
    assert!(examples.len() >= 10, "{} examples", examples.len());
    for example in examples {
        example.run(&mut start(), |client, place| {
            client.send("isready");
            assert_eq!(client.line(), "readyok", "{place}");
        });
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
