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

/// Is the line answered by `bestmove`?
fn is_search(line: &[u8]) -> bool {
    matches!(command_of(line), Some(Command::Go { .. }))
}

/// Mutated lines of all commands.
fn mutated_lines(seed: u64) -> Mutator {
    let [inputs, words] = [&LINES[..], &WORDS].map(|lines| [lines, &FOR_PEOPLE].concat());
    Mutator::new(seed, &inputs, &words)
}

/// The input of a session: mutated lines that write no files and take little memory and time.
struct Lines {
    mutator: Mutator,
    /// Number of lines that are left.
    left: u64,
    line: Vec<u8>,
    /// Number of `go` lines.
    searches: Arc<Mutex<u64>>,
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.line.is_empty() && self.left > 0 {
            let mut line = self.mutator.line();
            if !is_harmless(&line) {
                continue;
            }
            self.left -= 1;
            *self.searches.lock().unwrap() += u64::from(is_search(&line));
            line.push(b'\n');
            self.line = line;
        }
        let count = buffer.len().min(self.line.len());
        buffer[..count].copy_from_slice(&self.line[..count]);
        self.line.drain(..count);
        Ok(count)
    }
}

/// The output of a session.
#[derive(Clone, Default)]
struct Answers(Arc<Mutex<BestMoves>>);

/// Counts `bestmove` lines.
#[derive(Default)]
struct BestMoves {
    count: u64,
    line: Vec<u8>,
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut answers = self.0.lock().unwrap();
        for &byte in bytes {
            if byte == b'\n' {
                answers.count += u64::from(answers.line.starts_with(b"bestmove "));
                answers.line.clear();
            } else {
                answers.line.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_session_of_mutated_lines_answers_every_go_with_one_bestmove() {
    let searches = Arc::new(Mutex::new(0));
    let answers = Answers::default();
    let lines = Lines {
        mutator: mutated_lines(9),
        left: amount_from_env("LUCTOR_FUZZ", 4_000),
        line: Vec::new(),
        searches: Arc::clone(&searches),
    };
    let engine = Engine::new().unwrap();
    let mut session = Session::new(engine, Output::new(answers.clone())).unwrap();
    session.run(BufReader::new(lines)).unwrap();
    let asked = *searches.lock().unwrap();
    assert_eq!(answers.0.lock().unwrap().count, asked);
    assert!(asked > 0);
}
