//! The process that speaks the protocol: how it starts and how it ends.

use crate::support::program::{ends_silently, program, start};
use std::io::{BufRead, BufReader, Write};

#[test]
fn the_engine_prints_nothing_before_the_first_command() {
    let mut client = start();
    client.send("isready");
    assert_eq!(client.line(), "readyok");
    // The client also checks that standard error is empty.
    assert_eq!(client.quit(), [""; 0]);
}

/// The commands of cutegames in a game with a book of another board: it asks whether the game is over before each move,
/// adds the `bestmove` to the list without a check, and sends the list to the other engine.
#[test]
fn a_match_manager_ends_a_game_whose_opening_no_engine_can_read() {
    let mut engines = [start(), start()];
    for engine in &mut engines {
        engine.ask("ugi", "ugiok");
        for option in ["Ponder value true", "UCI_Variant value emergo7"] {
            engine.tell(&format!("setoption name {option}"));
        }
        engine.send("uginewgame");
    }
    // The last opening can be read.
    for (opening, result) in [
        ("1/3/5/7/9/7/5/3/1 w 12,12 1", "none"),
        ("1/3/5/7/5/3/1 w 8,8 1 x", "none"),
        ("1/3/5/7/5/3/b w 0,0 1", "p2win"),
    ] {
        let mut position = format!("position fen {opening} moves");
        let mut played = 0;
        loop {
            let [first, second] = &mut engines;
            first.send(&position);
            first.settle();
            let mover = if first.query("p1turn") == "true" { first } else { second };
            mover.send(&position);
            mover.settle();
            if mover.query("gameover") == "true" {
                assert_eq!((played, mover.query("result").as_str()), (0, result), "{opening}");
                break;
            }
            let search = mover.go("depth 2");
            assert_eq!(search.answer.len(), 1, "cutegames waits for a bestmove of two words");
            position += &format!(" {}", search.best());
            played += 1;
            assert!(played < 100, "the game does not end: {position}");
        }
    }
}

#[test]
fn quit_and_the_end_of_input_end_the_process_during_every_job() {
    for work in ["isready", "go infinite", "go depth 100", "go ponder", "go perft 64", "bench 30"] {
        for end_by_quit in [true, false] {
            let mut client = start();
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
