//! Words for mutated lines of the protocol, and the mutated lines that a test may send.

use luctor_engine::ugi::{Command, parse};

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
    parse(String::from_utf8_lossy(line).trim_end()).ok()?
}

/// False for lines that end the session, read or write files, or take much memory or time.
pub fn is_harmless(line: &[u8]) -> bool {
    match command_of(line) {
        Some(Command::Quit | Command::Bench(_) | Command::GoPerft { .. }) => false,
        Some(Command::SetOption { name, value }) => match name.to_ascii_lowercase().as_str() {
            "debug log file" | "evalfile" | "bookfile" => false,
            "hash" | "threads" => value.parse::<u64>().map_or(true, |number| number <= 4),
            _ => true,
        },
        _ => true,
    }
}
