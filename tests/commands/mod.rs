//! What a client in a hurry says: `position`, `go`, `stop`, `setoption` and the rest in random order.

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

const CALM: &[&str] = &[
    "position startpos",
    "position startpos moves e4 e6 c4",
    "position fen 1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5 moves g6",
    "position fen 1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Ponder value true",
    "setoption name Ponder value false",
    "setoption name Skill value 5",
    "setoption name Skill value 20",
    "setoption name Blocked value loss",
    "setoption name Blocked value draw",
    "ponderhit",
    "query fen",
    "query svg",
    "moves",
    "stop",
    "stop",
    "stop",
];

/// What makes, ends or changes more than a line.
const HEAVY: &[&str] = &[
    "uginewgame",
    "setoption name Hash value 1",
    "setoption name Hash value 8",
    "setoption name Threads value 1",
    "setoption name Threads value 2",
    "setoption name Threads value 16",
    "setoption name Clear Hash",
];

const SEARCHES: &[&str] = &[
    "go infinite",
    "go ponder p1time 50 p2time 50",
    "go depth 4",
    "go nodes 300",
    "go movetime 1",
    "go p1time 5 p2time 5",
    "go mate 2",
];

/// Commands without end, the same for the same number on every machine.
pub struct Commands(StdRng);

impl Commands {
    pub fn new(number: u64) -> Commands {
        Commands(StdRng::seed_from_u64(number))
    }
}

impl Iterator for Commands {
    type Item = &'static str;

    fn next(&mut self) -> Option<&'static str> {
        let random = &mut self.0;
        match random.random_range(0..100) {
            0 => HEAVY.choose(random),
            1..25 => SEARCHES.choose(random),
            _ => CALM.choose(random),
        }
        .copied()
    }
}

/// Does it want one `bestmove`?
pub fn is_search(command: &str) -> bool {
    command.starts_with("go")
}
