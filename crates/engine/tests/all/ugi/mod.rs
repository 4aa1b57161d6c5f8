//! The protocol, tested with sessions in this process.

mod bad_input;
mod book;
mod eval_file;
mod go;
mod go_perft;
mod options;
pub mod protocol_lines;
mod random_commands;
mod session;
mod slices;
mod specification;
mod threads;

use luctor_engine::engine::Engine;
use luctor_engine::ugi::{Output, Session};
use std::io::{self, BufReader};
use std::sync::mpsc::channel;
use test_support::client::{Client, TIMEOUT};

/// White at a5 and Black at i5. Both sides can step.
const TWO_PIECES: &str = "1/3/5/7/w7b/7/5/3/1 w 0,0";
/// White at e1 can neither step nor jump.
const BLOCKED: &str = "1/3/5/7/9/7/2b2/1b1/w w 0,0";

/// A client of a new session in a thread of this process.
fn start() -> Client {
    let (commands, input) = io::pipe().map(|(reader, writer)| (writer, reader)).unwrap();
    let (answers, output) = io::pipe().unwrap();
    let (sender, end) = channel();
    std::thread::spawn(move || {
        let mut session = Session::new(Engine::new().unwrap(), Output::new(output)).unwrap();
        let result = session.run(BufReader::new(input));
        // The output is closed when the session is dropped.
        drop(session);
        sender.send(result.map_err(|error| error.to_string()))
    });
    Client::new(commands, answers, move || {
        end.recv_timeout(TIMEOUT).map_err(|error| format!("the session: {error}"))?
    })
}
