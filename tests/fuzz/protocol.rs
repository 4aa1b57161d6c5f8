//! Lines of the protocol, and sessions of them.

use crate::mutation::Mutator;
use crate::mutation::protocol::{FOR_PEOPLE, LINES, WORDS, is_harmless, is_search};
use crate::{assert_is_a_sentence, inputs};
use luctor_engine::engine::Engine;
use luctor_engine::ugi::{Command, Output, Session, parse};
use std::io::{self, BufReader, Read, Write};
use std::sync::{Arc, Mutex};

#[test]
fn any_line_of_the_protocol_is_a_command_or_refused() {
    let mut mutator = protocol_lines(3);
    for _ in 0..inputs(40_000) {
        let input = mutator.input();
        let text = String::from_utf8_lossy(&input);
        match parse(&text) {
            Ok(Some(Command::Go { errors, .. })) => errors.iter().for_each(assert_is_a_sentence),
            Ok(_) => {}
            Err(error) => assert_is_a_sentence(&error),
        }
    }
}

/// Lines of the protocol, those for people among them.
fn protocol_lines(number: u64) -> Mutator {
    let [seeds, words] = [&LINES[..], &WORDS].map(|lines| [lines, &FOR_PEOPLE].concat());
    Mutator::new(number, &seeds, &words)
}

/// Lines without end for a session, none of which writes files or takes the machine's memory and time.
struct Lines {
    mutator: Mutator,
    left: u64,
    line: Vec<u8>,
    /// `go` lines that want an answer.
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

/// Counts the moves that were answered, and forgets the rest.
#[derive(Clone, Default)]
struct Answers(Arc<Mutex<(u64, Vec<u8>)>>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut answers = self.0.lock().unwrap();
        for &byte in bytes {
            if byte == b'\n' {
                answers.0 += u64::from(answers.1.starts_with(b"bestmove "));
                answers.1.clear();
            } else {
                answers.1.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_session_of_any_lines_answers_every_go_with_one_move() {
    let searches = Arc::new(Mutex::new(0));
    let answers = Answers::default();
    let lines = Lines {
        mutator: protocol_lines(9),
        left: inputs(4_000),
        line: Vec::new(),
        searches: Arc::clone(&searches),
    };
    let engine = Engine::new().unwrap();
    let mut session = Session::new(engine, Output::new(answers.clone())).unwrap();
    session.run(BufReader::new(lines)).unwrap();
    let asked = *searches.lock().unwrap();
    assert_eq!(answers.0.lock().unwrap().0, asked);
    assert!(asked > 0);
}
