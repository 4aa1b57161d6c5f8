//! The process that speaks the protocol: how it starts and how it ends.

use crate::support::program::{ends_silently, program, start};
use std::io::{BufRead, BufReader, Write};

#[test]
fn quit_and_the_end_of_input_end_the_process_during_every_job() {
    for work in ["isready", "go infinite", "go depth 100", "go ponder", "go perft 64", "bench 30"] {
        for end_by_quit in [true, false] {
            let mut client = start();
            // Nothing is printed before the first command: it has no answer.
            client.tell("setoption name Threads value 2");
            client.send(work);
            client.settle();
            if end_by_quit {
                client.send("quit");
            } else {
                client.close_input();
            }
            client.wait_for_end();
        }
    }
}

#[test]
fn a_closed_output_ends_the_process_with_success() {
    for work in ["isready", "go infinite", "go perft 5"] {
        let mut child = program().spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        // The engine runs before its output is closed.
        input.write_all(b"isready\n").unwrap();
        output.read_line(&mut String::new()).unwrap();
        drop(output);
        // The process may end at any of these lines.
        let _ = writeln!(input, "{work}");
        while writeln!(input, "isready").is_ok() {}
        ends_silently(&mut child, work);
    }
}
