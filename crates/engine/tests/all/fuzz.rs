//! Mutated lines of the protocol are read or refused with a message, and every `go` is answered. A long-run test:
//! `LUCTOR_FUZZ=10000000 cargo test fuzz`. `LUCTOR_SEED=1` selects other mutations.

use crate::ugi::protocol_lines::{WORDS, command_of, is_harmless};
use luctor_engine::engine::Engine;
use luctor_engine::ugi::{Command, Output, Session, SharedBuffer, parse};
use std::iter::repeat_with;
use test_support::amount::amount_from_env;
use test_support::mutation::{Mutator, assert_is_a_sentence, corpus};

/// Commands with an answer of many lines.
const FOR_PEOPLE: [&str; 3] = ["show", "eval", "help"];

/// Mutated lines of all commands.
fn mutated_lines(seed: u64) -> Mutator {
    let sessions = corpus("ugi_session");
    let lines: Vec<&str> =
        sessions.iter().flat_map(|session| session.lines()).chain(FOR_PEOPLE).collect();
    Mutator::new(seed, &lines, WORDS.into_iter().chain(FOR_PEOPLE))
}

/// The last lines: the session still works.
const LAST_LINES: [&str; 5] = [
    "stop",
    "setoption name Coordinates value oblique",
    "setoption name UCI_Variant value emergo",
    "position startpos moves e4 e6",
    "query fen",
];

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
        let output = Output::new(written.clone());
        let mut session = Session::new(Engine::new().unwrap(), output).unwrap();
        let mut mutator = mutated_lines(9);
        let (mut searches, mut ready, mut wrong) = (0, 0, 0);
        let mut received = Received::default();
        // The lines write no files and take little memory and time.
        let lines = repeat_with(|| mutator.line()).filter(|line| {
            if let Err(error) = parse(String::from_utf8_lossy(line).trim_end()) {
                assert_is_a_sentence(&error);
            }
            let command = command_of(line);
            let is_for_people =
                matches!(command, Some(Command::Show | Command::Eval | Command::Help));
            is_harmless(line) && (for_people || !is_for_people)
        });
        for line in lines.take(amount_from_env("LUCTOR_FUZZ", 4_000)) {
            let messages = received.messages;
            assert!(session.run_line(&line).is_continue());
            received.read(&written.take());
            let text = String::from_utf8_lossy(&line);
            let errors = match parse(text.trim_end()) {
                Ok(Some(Command::Go { errors, .. })) => {
                    searches += 1;
                    errors
                }
                Ok(Some(Command::IsReady)) => {
                    ready += 1;
                    Vec::new()
                }
                Ok(_) => Vec::new(),
                Err(error) => vec![error],
            };
            errors.iter().for_each(assert_is_a_sentence);
            wrong += errors.len();
            let messages = received.messages - messages;
            assert!(messages >= errors.len() as u64, "{messages} messages after {text}");
        }
        for line in LAST_LINES {
            assert!(session.run_line(line.as_bytes()).is_continue());
        }
        received.read(&written.take());
        assert!(searches > 0 && wrong > 0);
        assert_eq!((received.best_moves, received.ready), (searches, ready));
        assert_eq!(received.last, "response 1/3/5/3b3/9/3w3/5/3/1 w 11,11 2");
        assert!(for_people || received.other.is_none(), "{:?}", received.other);
    }
}
