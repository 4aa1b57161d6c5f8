//! Mutated lines of the protocol are read or refused with a message, and every `go` is answered. A long-run test:
//! `LUCTOR_FUZZ=10000000 cargo test fuzz`. `LUCTOR_SEED=1` selects other mutations.

use crate::ugi::protocol_lines::{LINES, WORDS, command_of, is_harmless};
use luctor_engine::engine::Engine;
use luctor_engine::ugi::{Command, Output, Session, parse};
use std::io::{self, BufReader, Read, Write};
use std::sync::{Arc, Mutex};
use test_support::amount::amount_from_env;
use test_support::mutation::{Mutator, assert_is_a_sentence};

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
    let [inputs, words] = [&LINES[..], &WORDS].map(|lines| [lines, &FOR_PEOPLE].concat());
    Mutator::new(seed, &inputs, &words)
}

/// Numbers of lines that a session has to answer.
#[derive(Clone, Copy, Default)]
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

/// The input of a session: mutated lines that write no files and take little memory and time, then [`LAST_LINES`].
struct Lines {
    mutator: Mutator,
    /// Send the commands of [`FOR_PEOPLE`], too.
    for_people: bool,
    /// Number of lines that are left.
    left: u64,
    line: Vec<u8>,
    sent: Arc<Mutex<Sent>>,
    answers: Answers,
    /// The number of messages before the last line, if it is not a command.
    messages_before: Option<u64>,
}

impl Lines {
    /// Counts a line that is sent next. The one before it must be answered.
    fn count(&mut self, line: &[u8]) {
        let messages = self.answers.0.lock().unwrap().messages;
        let is_answered = self.messages_before.is_none_or(|before| messages > before);
        assert!(is_answered, "no message before {}", String::from_utf8_lossy(line));
        let command = command_of(line);
        let text = std::str::from_utf8(line);
        let is_wrong = text.map_or(true, |text| parse(text.trim_end()).is_err());
        self.messages_before = is_wrong.then_some(messages);
        let mut sent = self.sent.lock().unwrap();
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

/// The output of a session.
#[derive(Clone, Default)]
struct Answers(Arc<Mutex<Received>>);

/// Counts the lines of a session.
#[derive(Default)]
struct Received {
    best_moves: u64,
    ready: u64,
    messages: u64,
    /// The first line with an unknown beginning.
    other: Option<String>,
    /// The last whole line.
    last: String,
    line: Vec<u8>,
}

impl Received {
    /// Counts the line that has ended.
    fn end_line(&mut self) {
        const BEGINNINGS: [&str; 7] =
            ["info ", "bestmove ", "readyok", "response ", "moves", "id ", "option "];
        let line = String::from_utf8(std::mem::take(&mut self.line)).unwrap();
        self.best_moves += u64::from(line.starts_with("bestmove "));
        self.ready += u64::from(line == "readyok");
        self.messages += u64::from(line.starts_with("info string "));
        let is_known = BEGINNINGS.iter().any(|beginning| line.starts_with(beginning));
        if !is_known && !["ugiok", "uciok"].contains(&line.as_str()) {
            self.other.get_or_insert(line.clone());
        }
        self.last = line;
    }
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut received = self.0.lock().unwrap();
        for &byte in bytes {
            if byte == b'\n' {
                received.end_line();
            } else {
                received.line.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_session_of_mutated_lines_answers_every_go_and_every_wrong_line() {
    for for_people in [false, true] {
        let sent = Arc::default();
        let answers = Answers::default();
        let lines = Lines {
            mutator: mutated_lines(9),
            for_people,
            left: amount_from_env("LUCTOR_FUZZ", 4_000),
            line: Vec::new(),
            sent: Arc::clone(&sent),
            answers: answers.clone(),
            messages_before: None,
        };
        let engine = Engine::new().unwrap();
        let mut session = Session::new(engine, Output::new(answers.clone())).unwrap();
        session.run(BufReader::new(lines)).unwrap();
        let (sent, received) = (*sent.lock().unwrap(), answers.0.lock().unwrap());
        assert!(sent.searches > 0 && sent.wrong > 0);
        assert_eq!((received.best_moves, received.ready), (sent.searches, sent.ready));
        assert_eq!(received.last, "response 1/3/5/3b3/9/3w3/5/3/1 w 11,11 2");
        assert!(for_people || received.other.is_none(), "{:?}", received.other);
    }
}
