//! Lines of the protocol for mutation, and the mutated lines that a test may send.

use luctor_engine::ugi::{Command, parse};

/// Lines of every command. The answer has at most one line, or is that of a search.
pub const LINES: [&str; 35] = [
    "ugi",
    "isready",
    "uginewgame",
    "ucinewgame",
    "debug on",
    "position startpos",
    "position startpos moves e4 e6 c4 f5 d2",
    "position fen 1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5 moves g6 g7xg5xe5xe3xc3xc5",
    "position fen 4/5/w5/1w2b2/6/1w1b1/4 b 9,10 3",
    "setoption name Hash value 4",
    "setoption name MultiPV value 2",
    "setoption name UCI_Variant value emergo7",
    "setoption name UCI_Variant value hexemergo",
    "setoption name UCI_Variant value emergo",
    "setoption name Coordinates value checkerboard",
    "setoption name Blocked value loss",
    "setoption name Clear Hash",
    "setoption name Skill value 3",
    "go p1time 20 p2time 20 p1inc 1 p2inc 1 movestogo 3",
    "go depth 3",
    "go nodes 100",
    "go ponder movetime 5",
    "go infinite",
    "go mate 2",
    "go depth 2 searchmoves e4 e5",
    "stop",
    "ponderhit",
    "moves",
    "query gameover",
    "query result",
    "query fen",
    "query islegal e4",
    "query why e5",
    "query stages e4xc4",
    "query svg checkerboard turned",
];

/// Words that the parser knows, and some that it does not know.
pub const WORDS: [&str; 22] = [
    " ",
    "\t",
    "go",
    "position",
    "moves",
    "fen",
    "startpos",
    "setoption name ",
    " value ",
    "depth",
    "nodes",
    "infinite",
    "searchmoves",
    "e4",
    "e4-e5",
    "query",
    "moves",
    "99999999999999999999",
    "-1",
    "é",
    "\u{0}",
    "debug on",
];

/// The command of a line, if it is one.
pub fn command_of(line: &[u8]) -> Option<Command> {
    parse(std::str::from_utf8(line).ok()?.trim_end()).ok()?
}

/// False for lines that end the session, read or write files, or take much memory or time.
pub fn is_harmless(line: &[u8]) -> bool {
    match command_of(line) {
        Some(Command::Quit | Command::Bench(_) | Command::GoPerft { .. }) => false,
        Some(Command::SetOption { name, value }) => match name.to_ascii_lowercase().as_str() {
            "debug log file" | "evalfile" => false,
            "hash" | "threads" => value.parse::<u64>().map_or(true, |number| number <= 4),
            _ => true,
        },
        _ => true,
    }
}
