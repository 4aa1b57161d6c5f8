//! Runs all examples of protocol.md, and the session of the README.

use crate::start;

/// A line of an example.
#[derive(Debug)]
enum Line<'a> {
    Sent(&'a str),
    Expected(&'a str),
}

/// The examples: the number of the first line, and the lines.
fn examples(page: &str) -> Vec<(usize, Vec<Line<'_>>)> {
    let mut examples = Vec::new();
    let mut current: Option<(usize, Vec<Line>)> = None;
    for (number, line) in (1..).zip(page.lines()) {
        match &mut current {
            None if line == "```ugi" => current = Some((number + 1, Vec::new())),
            None => {}
            Some(_) if line == "```" => examples.extend(current.take()),
            Some((_, lines)) => {
                if let Some(text) = line.strip_prefix("> ") {
                    lines.push(Line::Sent(text));
                } else if let Some(text) = line.strip_prefix("< ") {
                    lines.push(Line::Expected(text));
                } else {
                    panic!("line {number} of the page is neither sent nor received: {line}");
                }
            }
        }
    }
    assert!(current.is_none(), "the last example has no end");
    examples
}

/// Does the text match the pattern, in which `…` stands for any text?
fn matches(text: &str, pattern: &str) -> bool {
    let mut parts = pattern.split('…');
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else {
        return false;
    };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(index) => rest = &rest[index + part.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

#[test]
fn every_example_of_the_specification_runs_as_written() {
    let page = include_str!("../../../../protocol.md");
    let examples = examples(page);
    assert!(examples.len() >= 10, "{} examples", examples.len());
    for (first, lines) in examples {
        let mut client = start();
        let mut any_number = false;
        for (number, line) in (first..).zip(&lines) {
            match line {
                Line::Sent(text) => {
                    // All answers to the previous command are in the example.
                    if !any_number {
                        client.send("isready");
                        let answer = client.line();
                        assert_eq!(answer, "readyok", "before line {number}: {text}");
                    }
                    client.send(text);
                }
                Line::Expected("…") => any_number = true,
                Line::Expected(pattern) => loop {
                    let answer = client.line();
                    if matches(&answer, pattern) {
                        any_number = false;
                        break;
                    }
                    assert!(any_number, "line {number}: expected {pattern:?}, got {answer:?}");
                },
            }
        }
    }
}

/// The line with `…` in place of the speed and the time, which depend on the machine.
fn without_speed(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for index in 1..words.len() {
        if matches!(words[index - 1], "nps" | "time") {
            words[index] = "…";
        }
    }
    words.join(" ")
}

#[test]
fn the_session_of_the_readme_is_what_the_program_prints() {
    let page = include_str!("../../../../README.md");
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
        let pattern = without_speed(line);
        let mut found = client.line();
        // The session leaves out some lines of a search, but not its last line.
        while is_searching && !found.starts_with("bestmove") && !matches(&found, &pattern) {
            found = client.line();
        }
        assert!(matches(&found, &pattern), "expected {line:?}, got {found:?}");
        compared += 1;
    }
    assert!(compared >= 19, "{compared} lines");
}

#[test]
fn a_pattern_matches_the_whole_text() {
    for (text, pattern, expected) in [
        ("readyok", "readyok", true),
        ("readyok ", "readyok", false),
        ("info depth 1 time 3 pv e4", "info depth 1 … pv …", true),
        ("info depth 12 time 3", "info depth 1 …", false),
        ("bestmove e4", "bestmove … ponder …", false),
    ] {
        assert_eq!(matches(text, pattern), expected, "{text:?} against {pattern:?}");
    }
}
