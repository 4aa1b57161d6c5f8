//! Lines of the client as commands. Pure: no position is known here, so moves and positions stay text.

use super::go::{GoArguments, go};
use super::query::{Query, query};
use emergo::notation::Excerpt;
use std::fmt;

/// A command of the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `ugi`: who are you, what can be set?
    Ugi,
    /// `uci`: the same under the older name.
    Uci,
    /// `isready`
    IsReady,
    /// `uginewgame`, `ucinewgame`
    NewGame,
    /// `setoption name NAME [value VALUE]`
    SetOption {
        /// The option's name, single blanks inside.
        name: String,
        /// The value, empty where there is none.
        value: String,
    },
    /// `position startpos|fen … [moves …]`
    Position {
        /// Where the game begins.
        start: Start,
        /// The moves since then.
        moves: Vec<String>,
    },
    /// `go …`, with what is wrong with some arguments, which are left out.
    Go(GoArguments, Vec<CommandError>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `query …`
    Query(Query),
    /// `quit`
    Quit,
    /// `debug …`, of UCI: accepted, without effect.
    Debug,
    /// `help`
    Help,
    /// `show`
    Show,
    /// `eval`
    Eval,
    /// `moves`
    Moves,
    /// `bench [depth]`
    Bench(Option<u32>),
}

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The start of the variant.
    StartPosition,
    /// A position text.
    Text(String),
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CommandError {
    /// The first word means nothing.
    Unknown(Excerpt),
    /// Something has to follow.
    Incomplete {
        /// The command.
        command: &'static str,
        /// What it wants.
        wants: &'static str,
    },
    /// A word is not what has to stand there.
    Argument {
        /// The command.
        command: &'static str,
        /// What it wants.
        wants: &'static str,
        /// What it was given.
        found: Excerpt,
    },
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Unknown(word) => write!(f, "unknown command {word}: try help"),
            CommandError::Incomplete { command, wants } => {
                write!(f, "{command} wants {wants}, but the line ends")
            }
            CommandError::Argument { command, wants, found } => {
                write!(f, "{command} wants {wants}, not {found}")
            }
        }
    }
}

impl std::error::Error for CommandError {}

const POSITION_WANTS: &str = "startpos or fen and a position text, then perhaps moves and a list";

/// Reads a line. `None` of a blank one.
///
/// # Errors
///
/// Not a command, or one that is incomplete.
pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
    let mut words = line.split_ascii_whitespace();
    let Some(first) = words.next() else {
        return Ok(None);
    };
    let command = match first {
        "ugi" => Command::Ugi,
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "uginewgame" | "ucinewgame" => Command::NewGame,
        "setoption" => set_option(words)?,
        "position" => position(words)?,
        "go" => go(words),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "query" => Command::Query(query(words)?),
        "quit" => Command::Quit,
        "debug" => Command::Debug,
        "help" => Command::Help,
        "show" => Command::Show,
        "eval" => Command::Eval,
        "moves" => Command::Moves,
        "bench" => bench(words)?,
        other => return Err(CommandError::Unknown(Excerpt::of(other))),
    };
    Ok(Some(command))
}

fn set_option<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let (command, wants) = ("setoption", "name and a name, then perhaps value and a value");
    match words.next() {
        Some("name") => {}
        None => return Err(CommandError::Incomplete { command, wants }),
        Some(found) => {
            return Err(CommandError::Argument { command, wants, found: Excerpt::of(found) });
        }
    }
    let mut name = Vec::new();
    let mut value = Vec::new();
    while let Some(word) = words.next() {
        if word == "value" {
            value.extend(words);
            break;
        }
        name.push(word);
    }
    if name.is_empty() {
        return Err(CommandError::Incomplete { command, wants });
    }
    Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let (command, wants) = ("position", POSITION_WANTS);
    let start = match words.next() {
        Some("startpos") => {
            match words.next() {
                None | Some("moves") => {}
                Some(found) => {
                    return Err(CommandError::Argument {
                        command,
                        wants: "moves or nothing behind startpos",
                        found: Excerpt::of(found),
                    });
                }
            }
            Start::StartPosition
        }
        Some("fen") => {
            let text: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            Start::Text(text.join(" "))
        }
        None => return Err(CommandError::Incomplete { command, wants }),
        Some(found) => {
            return Err(CommandError::Argument { command, wants, found: Excerpt::of(found) });
        }
    };
    Ok(Command::Position { start, moves: words.map(str::to_owned).collect() })
}

fn bench<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let (command, wants) = ("bench", "a depth from 1 or nothing");
    match words.next() {
        None => Ok(Command::Bench(None)),
        Some(word) => match word.parse() {
            Ok(depth) if depth > 0 => Ok(Command::Bench(Some(depth))),
            _ => Err(CommandError::Argument { command, wants, found: Excerpt::of(word) }),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_may_be_apart_by_any_white_space() {
        let expected = Command::Position {
            start: Start::StartPosition,
            moves: vec!["e4".to_owned(), "e5".to_owned()],
        };
        for line in ["position startpos moves e4 e5", " position\tstartpos  moves e4   e5 \r\n"] {
            assert_eq!(parse(line), Ok(Some(expected.clone())), "{line:?}");
        }
        assert_eq!(parse(" \t\r"), Ok(None));
    }

    #[test]
    fn the_list_of_moves_may_be_empty() {
        for line in ["position startpos", "position startpos moves", "position startpos moves "] {
            let expected = Command::Position { start: Start::StartPosition, moves: Vec::new() };
            assert_eq!(parse(line), Ok(Some(expected)), "{line:?}");
        }
    }

    #[test]
    fn a_bench_has_a_depth_or_its_own() {
        for (line, depth) in [("bench", None), ("bench 7", Some(7))] {
            assert_eq!(parse(line), Ok(Some(Command::Bench(depth))), "{line}");
        }
    }

    #[test]
    fn option_names_and_values_may_have_blanks() {
        let table = [
            ("setoption name Hash value 64", "Hash", "64"),
            ("setoption name Clear Hash", "Clear Hash", ""),
            ("setoption name Debug Log File value my game.log", "Debug Log File", "my game.log"),
        ];
        for (line, name, value) in table {
            let expected = Command::SetOption { name: name.to_owned(), value: value.to_owned() };
            assert_eq!(parse(line), Ok(Some(expected)), "{line}");
        }
    }

    #[test]
    fn a_bad_line_is_refused_with_a_sentence() {
        let table = [
            ("fly", "unknown command 'fly': try help"),
            ("a\0b", "unknown command 'a\\u{0}b': try help"),
            (
                "setoption",
                "setoption wants name and a name, then perhaps value and a value, but the line ends",
            ),
            (
                "setoption Hash 3",
                "setoption wants name and a name, then perhaps value and a value, not 'Hash'",
            ),
            (
                "position",
                "position wants startpos or fen and a position text, then perhaps moves and a list, but the line ends",
            ),
            (
                "position e4",
                "position wants startpos or fen and a position text, then perhaps moves and a list, not 'e4'",
            ),
            ("position startpos e4", "position wants moves or nothing behind startpos, not 'e4'"),
            ("bench 0", "bench wants a depth from 1 or nothing, not '0'"),
        ];
        for (line, sentence) in table {
            assert_eq!(parse(line).unwrap_err().to_string(), sentence, "{line}");
        }
    }
}
