//! Mutated lines of the protocol are read or refused with a message, and every `go` is answered. A long-run test:
//! `LUCTOR_FUZZ=10000000 cargo test fuzz`. `LUCTOR_SEED=1` selects other mutations.

use crate::ugi::protocol_lines::{WORDS, command_of, is_harmless};
use luctor_engine::engine::Engine;
use luctor_engine::ugi::{Command, Output, Session, SharedBuffer, parse};
use std::io::{self, BufReader, Read};
use test_support::amount::amount_from_env;
use test_support::mutation::{Mutator, assert_is_a_sentence, corpus};

/// Commands with an answer of many lines.
const FOR_PEOPLE: [&str; 3] = ["show", "eval", "help"];

#[test]
fn a_mutated_line_is_a_command_or_is_refused() {
    let mut mutator = mutated_lines(3);
    for _ in 0..amount_from_env("LUCTOR_FUZZ", 40_000) {
        let input = mutator.input();
        let text = String::from_utf8_lossy(&input);
        match parse(&text) {
            Ok(Some(Command::Go { errors, .. })) => errors.iter().for_each(assert_is_a_sentence),
            Ok(_) => {}
            Err(error) => assert_is_a_sentence(&error),
        }
    }
}

/// Mutated lines of all commands.
fn mutated_lines(seed: u64) -> Mutator {
    let sessions = corpus("ugi_session");
    let lines: Vec<&str> =
        sessions.iter().flat_map(|session| session.lines()).chain(FOR_PEOPLE).collect();
    Mutator::new(seed, &lines, WORDS.into_iter().chain(FOR_PEOPLE))
}

/// Numbers of lines that a session has to answer.
#[derive(Default)]
struct Sent {
    /// `go` lines.
    searches: u64,
    /// `isready` lines.
    ready: u64,
    /// Lines that are not a command.
    wrong: u64,
}

/// The last lines: the session still works.
const LAST_LINES: &[u8] =
    b"stop\nsetoption name Coordinates value oblique\nsetoption name UCI_Variant value emergo\n\
    position startpos moves e4 e6\nquery fen\n";

/// The input of a session: mutated lines that write no files and take little memory and time, then [`LAST_LINES`]. Counts
/// the answers.
struct Lines {
    mutator: Mutator,
    /// Send the commands of [`FOR_PEOPLE`], too.
    for_people: bool,
    /// Number of lines that are left.
    left: u64,
    line: Vec<u8>,
    sent: Sent,
    written: SharedBuffer,
    received: Received,
    /// The number of messages before the last line, if it is not a command.
    messages_before: Option<u64>,
}

impl Lines {
    /// Counts a line that is sent next. The one before it must be answered.
    fn count(&mut self, line: &[u8]) {
        self.received.read(&self.written.take());
        let messages = self.received.messages;
        let is_answered = self.messages_before.is_none_or(|before| messages > before);
        assert!(is_answered, "no message before {}", String::from_utf8_lossy(line));
        let command = command_of(line);
        let is_wrong = parse(String::from_utf8_lossy(line).trim_end()).is_err();
        self.messages_before = is_wrong.then_some(messages);
        let sent = &mut self.sent;
        sent.searches += u64::from(matches!(command, Some(Command::Go { .. })));
        sent.ready += u64::from(matches!(command, Some(Command::IsReady)));
        sent.wrong += u64::from(is_wrong);
    }
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.line.is_empty() && self.left > 0 {
            let mut line = self.mutator.line();
            let command = command_of(&line);
            let is_for_people =
                matches!(command, Some(Command::Show | Command::Eval | Command::Help));
            if !is_harmless(&line) || is_for_people && !self.for_people {
                continue;
            }
            self.left -= 1;
            self.count(&line);
            line.push(b'\n');
            self.line = line;
            if self.left == 0 {
                self.line.extend_from_slice(LAST_LINES);
            }
        }
        let count = buffer.len().min(self.line.len());
        buffer[..count].copy_from_slice(&self.line[..count]);
        self.line.drain(..count);
        Ok(count)
    }
}

/// Numbers of lines that a session wrote.
#[derive(Default)]
struct Received {
    best_moves: u64,
    ready: u64,
    messages: u64,
    /// The first line with an unknown beginning.
    other: Option<String>,
    last: String,
}

impl Received {
    /// Counts whole lines.
    fn read(&mut self, text: &str) {
        const BEGINNINGS: [&str; 7] =
            ["info ", "bestmove ", "readyok", "response ", "moves", "id ", "option "];
        for line in text.split_terminator('\n') {
            self.best_moves += u64::from(line.starts_with("bestmove "));
            self.ready += u64::from(line == "readyok");
            self.messages += u64::from(line.starts_with("info string "));
            let is_known = BEGINNINGS.iter().any(|beginning| line.starts_with(beginning));
            if !is_known && !["ugiok", "uciok"].contains(&line) {
                self.other.get_or_insert(line.to_owned());
            }
            line.clone_into(&mut self.last);
        }
    }
}

#[test]
fn a_session_of_mutated_lines_answers_every_go_and_every_wrong_line() {
    for for_people in [false, true] {
        let written = SharedBuffer::default();
        let mut lines = Lines {
            mutator: mutated_lines(9),
            for_people,
            left: amount_from_env("LUCTOR_FUZZ", 4_000),
            line: Vec::new(),
            sent: Sent::default(),
            written: written.clone(),
            received: Received::default(),
            messages_before: None,
        };
        let engine = Engine::new().unwrap();
        let mut session = Session::new(engine, Output::new(written)).unwrap();
        session.run(BufReader::new(&mut lines)).unwrap();
        lines.received.read(&lines.written.take());
        let (sent, received) = (lines.sent, lines.received);
        assert!(sent.searches > 0 && sent.wrong > 0);
        assert_eq!((received.best_moves, received.ready), (sent.searches, sent.ready));
        assert_eq!(received.last, "response 1/3/5/3b3/9/3w3/5/3/1 w 11,11 2");
        assert!(for_people || received.other.is_none(), "{:?}", received.other);
    }
}
