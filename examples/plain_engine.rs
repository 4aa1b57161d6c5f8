//! A small engine for the tests of programs that run engines. It uses the slow move generator of the tests and not the
//! rules of Luctor. It has the minimum of UGI: no options, no scores, one board. It plays the move that leaves the opponent
//! the fewest moves.

use std::io::{self, BufRead, Write};
use test_support::oracle::Oracle;

const START: &str = "1/3/5/7/9/7/5/3/1 w 12,12";

fn main() {
    let mut game = Oracle::read("emergo", START);
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("ugi") => print("id name Plain\nid author the Luctor developers\nugiok"),
            Some("isready") => print("readyok"),
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
            Some("go") => print(&format!("bestmove {}", choose(&game))),
            Some("quit") => break,
            _ => {}
        }
    }
}

fn choose(game: &Oracle) -> String {
    let replies = |mv: &String| {
        let mut after = game.clone();
        after.play(mv);
        after.legal_moves().len()
    };
    game.legal_moves().into_iter().min_by_key(replies).unwrap_or_else(|| "0000".to_owned())
}

fn print(text: &str) {
    let mut out = io::stdout().lock();
    // If the output is closed, the engine continues until the end of the input.
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}
