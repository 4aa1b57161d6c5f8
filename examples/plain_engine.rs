//! A small engine that shares nothing with Luctor, not even the rules: for the tests of what hosts engines. It
//! speaks the least UGI there is: no options, no scores, one board, and it plays whatever leaves the opponent the
//! fewest moves.

use std::io::{self, BufRead, Write};
use test_support::oracle::Oracle;

const START: &str = "1/3/5/7/9/7/5/3/1 w 12,12";

fn main() {
    let mut game = Oracle::read("emergo", START);
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("ugi") => say("id name Plain\nid author nobody\nugiok"),
            Some("isready") => say("readyok"),
            Some("uginewgame") => game = Oracle::read("emergo", START),
            Some("position") => {
                let is_text = words.next() == Some("fen");
                let text: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
                game = Oracle::read(
                    "emergo",
                    &if is_text { text.join(" ") } else { START.to_owned() },
                );
                words.for_each(|mv| game.play(mv));
            }
            Some("go") => say(&format!("bestmove {}", choice(&game))),
            Some("quit") => break,
            _ => {}
        }
    }
}

fn choice(game: &Oracle) -> String {
    let answers = |mv: &String| {
        let mut after = game.clone();
        after.play(mv);
        after.legal_moves().len()
    };
    game.legal_moves().into_iter().min_by_key(answers).unwrap_or_else(|| "0000".to_owned())
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    // Nobody listens any more: the end of input ends the engine.
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}
