//! Parses a line of the client into a [`Command`]. The parser does not know the game, so moves and positions stay text.

use super::command_error::{CommandError, Words, expect_end, wrong};
use super::go::{GoArguments, parse_go};
use super::query::{Query, parse_query};
use crate::perft::PerftMethod;
use emergo::notation::Excerpt;
use emergo::perft::MAX_DEPTH;

/// A command of the client.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `ugi`: print name and options.
    Ugi,
    /// `uci`: like `ugi`, but the answer ends with `uciok`.
    Uci,
    /// `isready`
    IsReady,
    /// `uginewgame`, `ucinewgame`
    NewGame,
    /// `setoption name NAME [value VALUE]`
    SetOption {
        /// The name of the option, with single spaces.
        name: String,
        /// The value, empty if there is none.
        value: String,
    },
    /// `position startpos|fen … [moves …]`
    Position {
        /// The first position of the game.
        start: Start,
        /// The moves since then.
        moves: Vec<String>,
    },
    /// `go …`
    Go {
        /// The arguments that could be read.
        arguments: GoArguments,
        /// The arguments that are ignored.
        errors: Vec<CommandError>,
    },
    /// `go perft N [plain]`
    GoPerft {
        /// The depth in plies.
        depth: u32,
        /// How the leaves are counted.
        method: PerftMethod,
    },
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `query …`
    Query(Query),
    /// `quit`
    Quit,
    /// `debug on|off`, a command of UCI without effect.
    Debug,
    /// `help`
    Help,
    /// `show`
    Show,
    /// `eval`
    Eval,
    /// `moves`
    Moves,
    /// `bench [DEPTH]`
    Bench(Option<u32>),
}

/// The first position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The start position of the variant.
    StartPosition,
    /// A position text.
    Text(String),
}

/// Parses a line. Returns `None` for a blank line.
///
/// # Errors
///
/// The line is not a complete command, or has words after one.
pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
    let mut words = line.split_ascii_whitespace().peekable();
    let Some(first) = words.next() else {
        return Ok(None);
    };
    let mut alone = |name, command| expect_end(&mut words, name).map(|()| command);
    let command = match first {
        "ugi" => alone("ugi", Command::Ugi)?,
        "uci" => alone("uci", Command::Uci)?,
        "isready" => alone("isready", Command::IsReady)?,
        "uginewgame" => alone("uginewgame", Command::NewGame)?,
        "ucinewgame" => alone("ucinewgame", Command::NewGame)?,
        "setoption" => parse_set_option(words)?,
        "position" => parse_position(words)?,
        "go" => parse_go_command(words)?,
        "stop" => alone("stop", Command::Stop)?,
        "ponderhit" => alone("ponderhit", Command::PonderHit)?,
        "query" => Command::Query(parse_query(words)?),
        // Ending is the safe reading of a `quit` with extra words.
        "quit" => Command::Quit,
        "debug" => parse_debug(words)?,
        "help" => alone("help", Command::Help)?,
        "show" => alone("show", Command::Show)?,
        "eval" => alone("eval", Command::Eval)?,
        "moves" => alone("moves", Command::Moves)?,
        "bench" => parse_bench(words)?,
        other => return Err(CommandError::Unknown(Excerpt::of(other))),
    };
    Ok(Some(command))
}

/// Parses what follows `go perft`: a depth in plies, and perhaps `plain`.
fn parse_go_perft(mut words: Words) -> Result<Command, CommandError> {
    let command = "go perft";
    const EXPECTED: &str = "a number from 0 to 64";
    const { assert!(MAX_DEPTH == 64) };
    let text = words.next();
    let depth = text.and_then(|text| text.parse::<u32>().ok()).filter(|depth| *depth <= MAX_DEPTH);
    let depth = depth.ok_or_else(|| wrong(command, EXPECTED, text))?;
    let plain = words.next_if_eq(&"plain").is_some();
    expect_end(&mut words, command)?;
    let method = if plain { PerftMethod::Plain } else { PerftMethod::Bulk };
    Ok(Command::GoPerft { depth, method })
}

fn parse_go_command(mut words: Words) -> Result<Command, CommandError> {
    if words.next_if_eq(&"perft").is_some() {
        return parse_go_perft(words);
    }
    let (arguments, errors) = parse_go(words);
    Ok(Command::Go { arguments, errors })
}

fn parse_set_option(mut words: Words) -> Result<Command, CommandError> {
    let (command, expected) = ("setoption", "name NAME and perhaps value VALUE");
    let first = words.next();
    if first != Some("name") {
        return Err(wrong(command, expected, first));
    }
    let name: Vec<&str> = words.by_ref().take_while(|word| *word != "value").collect();
    if name.is_empty() {
        return Err(wrong(command, expected, None));
    }
    let value: Vec<&str> = words.collect();
    Ok(Command::SetOption { name: name.join(" "), value: value.join(" ") })
}

fn parse_position(mut words: Words) -> Result<Command, CommandError> {
    let expected = "startpos or fen TEXT, and perhaps moves MOVE ...";
    let start = match words.next() {
        Some("startpos") => {
            if let Some(found) = words.next_if(|word| *word != "moves") {
                return Err(wrong("position startpos", "moves MOVE ...", Some(found)));
            }
            words.next();
            Start::StartPosition
        }
        Some("fen") => {
            let text: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            Start::Text(text.join(" "))
        }
        found => return Err(wrong("position", expected, found)),
    };
    Ok(Command::Position { start, moves: words.map(str::to_owned).collect() })
}

fn parse_debug(mut words: Words) -> Result<Command, CommandError> {
    match words.next() {
        Some("on") => expect_end(&mut words, "debug on").map(|()| Command::Debug),
        Some("off") => expect_end(&mut words, "debug off").map(|()| Command::Debug),
        found => Err(wrong("debug", "on or off", found)),
    }
}

fn parse_bench(mut words: Words) -> Result<Command, CommandError> {
    let Some(word) = words.next() else {
        return Ok(Command::Bench(None));
    };
    match word.parse() {
        Ok(depth) if depth > 0 => {
            expect_end(&mut words, "bench").map(|()| Command::Bench(Some(depth)))
        }
        _ => Err(wrong("bench", "a depth from 1", Some(word))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_of_bench_and_perft_is_a_number() {
        for (line, expected) in [
            ("bench", Command::Bench(None)),
            ("bench 7", Command::Bench(Some(7))),
            ("go perft 0", Command::GoPerft { depth: 0, method: PerftMethod::Bulk }),
            ("go perft 64 plain", Command::GoPerft { depth: 64, method: PerftMethod::Plain }),
        ] {
            assert_eq!(parse(line), Ok(Some(expected)), "{line}");
        }
    }

    #[test]
    fn names_and_values_of_options_may_contain_spaces() {
        let table = [
            ("setoption name Hash value 64", "Hash", "64"),
            ("setoption name Clear Hash", "Clear Hash", ""),
            (" setoption  name  Clear  Hash  value  3\r", "Clear Hash", "3"),
            ("setoption name Debug Log File value my game.log", "Debug Log File", "my game.log"),
        ];
        for (line, name, value) in table {
            let expected = Command::SetOption { name: name.to_owned(), value: value.to_owned() };
            assert_eq!(parse(line), Ok(Some(expected)), "{line}");
        }
    }

    #[test]
    fn extra_words_after_a_complete_command_are_an_error() {
        for line in [
            "ugi",
            "uci",
            "isready",
            "uginewgame",
            "ucinewgame",
            "stop",
            "ponderhit",
            "debug on",
            "debug off",
            "help",
            "show",
            "eval",
            "moves",
            "query gameover",
            "query p1turn",
            "query result",
            "query fen",
            "query ending",
            "query duty",
            "query threats",
        ] {
            assert!(matches!(parse(line), Ok(Some(_))), "{line}");
            let error = parse(&format!("{line} x")).unwrap_err();
            assert_eq!(error.to_string(), format!("{line}: unexpected 'x'"));
        }
        for (line, message) in [
            ("bench 3 4", "bench: unexpected '4'"),
            ("go perft 3 4", "go perft: unexpected '4'"),
            ("query islegal e4 e5", "query islegal: unexpected 'e5'"),
            ("query move e4 e5", "query move: unexpected 'e5'"),
            ("query why e4 e5", "query why: unexpected 'e5'"),
            ("query stages e4 e5", "query stages: unexpected 'e5'"),
        ] {
            assert_eq!(parse(line).unwrap_err().to_string(), message, "{line}");
        }
        assert_eq!(parse("quit now"), Ok(Some(Command::Quit)), "quit always ends the engine");
    }

    #[test]
    fn a_wrong_line_is_refused_with_a_message() {
        let table = [
            ("fly", "unknown command 'fly': try help"),
            ("a\0b", "unknown command 'a\\u{0}b': try help"),
            ("setoption", "setoption takes name NAME and perhaps value VALUE, but the line ends"),
            ("setoption Hash 3", "setoption takes name NAME and perhaps value VALUE, not 'Hash'"),
            (
                "setoption name value 4",
                "setoption takes name NAME and perhaps value VALUE, but the line ends",
            ),
            (
                "position",
                "position takes startpos or fen TEXT, and perhaps moves MOVE ..., but the line ends",
            ),
            (
                "position e4",
                "position takes startpos or fen TEXT, and perhaps moves MOVE ..., not 'e4'",
            ),
            ("position startpos e4", "position startpos takes moves MOVE ..., not 'e4'"),
            ("bench 0", "bench takes a depth from 1, not '0'"),
            ("go perft", "go perft takes a number from 0 to 64, but the line ends"),
            ("go perft x", "go perft takes a number from 0 to 64, not 'x'"),
            ("go perft -1", "go perft takes a number from 0 to 64, not '-1'"),
            ("go perft 65", "go perft takes a number from 0 to 64, not '65'"),
            (
                "go perft 99999999999999999999",
                "go perft takes a number from 0 to 64, not '99999999999999999999'",
            ),
            ("debug", "debug takes on or off, but the line ends"),
            ("debug maybe", "debug takes on or off, not 'maybe'"),
        ];
        for (line, message) in table {
            assert_eq!(parse(line).unwrap_err().to_string(), message, "{line}");
        }
    }
}
