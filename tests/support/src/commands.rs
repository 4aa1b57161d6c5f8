//! Random commands for stress tests: `position`, `go`, `stop`, `setoption` and others, sent without waiting for answers.

use fastrand::Rng;

/// Commands that do little work.
const LIGHT: &[&str] = &[
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

/// Commands that stop a search and allocate or clear memory. They are rare.
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

/// An endless sequence of commands. Equal seeds give equal sequences on every machine.
pub struct Commands(Rng);

impl Commands {
    /// The sequence of this seed.
    pub fn new(seed: u64) -> Commands {
        Commands(Rng::with_seed(seed))
    }
}

impl Iterator for Commands {
    type Item = &'static str;

    fn next(&mut self) -> Option<&'static str> {
        let random = &mut self.0;
        match random.u32(..100) {
            0 => random.choice(HEAVY),
            1..25 => random.choice(SEARCHES),
            _ => random.choice(LIGHT),
        }
        .copied()
    }
}

/// Is the command answered by one `bestmove`?
pub fn is_search(command: &str) -> bool {
    command.starts_with("go")
}
