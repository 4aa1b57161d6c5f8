//! Lines of the client as commands. Pure: no position is known here, so moves and positions stay text.

use crate::rules::notation::Excerpt;
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

/// A question of a match manager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// Has the game ended?
    GameOver,
    /// Is player 1, White, to move?
    P1Turn,
    /// Who won?
    Result,
    /// The position text.
    Fen,
    /// Is this a legal move?
    IsLegal(String),
}

/// What `go` may say. Times are milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoArguments {
    /// Clocks of White and Black.
    pub times: [Option<i64>; 2],
    /// Increments of White and Black.
    pub increments: [Option<i64>; 2],
    /// Moves until the next time control.
    pub moves_to_go: Option<u32>,
    /// Time for this move.
    pub move_time: Option<i64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// A win in so many moves.
    pub mate: Option<u32>,
    /// Until `stop`.
    pub infinite: bool,
    /// In the opponent's time.
    pub ponder: bool,
    /// Only these moves.
    pub search_moves: Vec<String>,
    /// Count the leaves of the tree of so many plies instead.
    pub perft: Option<u32>,
    /// `perft` was said, but not with a number: nothing is to be searched.
    pub perft_misread: bool,
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
const QUERY_WANTS: &str = "gameover, p1turn, result, fen or islegal and a move";

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
        "query" => query(words)?,
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

fn query<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Command, CommandError> {
    let (command, wants) = ("query", QUERY_WANTS);
    let query = match words.next() {
        Some("gameover") => Query::GameOver,
        Some("p1turn") => Query::P1Turn,
        Some("result") => Query::Result,
        Some("fen") => Query::Fen,
        Some("islegal") => match words.next() {
            Some(mv) => Query::IsLegal(mv.to_owned()),
            None => {
                return Err(CommandError::Incomplete { command: "query islegal", wants: "a move" });
            }
        },
        None => return Err(CommandError::Incomplete { command, wants }),
        Some(found) => {
            return Err(CommandError::Argument { command, wants, found: Excerpt::of(found) });
        }
    };
    Ok(Command::Query(query))
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

/// The words of `go` that take arguments or none; any other word ends a list of moves.
const GO_WORDS: [&str; 17] = [
    "p1time",
    "p2time",
    "wtime",
    "btime",
    "p1inc",
    "p2inc",
    "winc",
    "binc",
    "movestogo",
    "movetime",
    "depth",
    "nodes",
    "mate",
    "perft",
    "infinite",
    "ponder",
    "searchmoves",
];

/// Reads what `go` says. What can't be read is left out and said: a client that waits for a move gets one.
fn go<'a>(words: impl Iterator<Item = &'a str>) -> Command {
    let mut words = words.peekable();
    let mut arguments = GoArguments::default();
    let mut errors = Vec::new();
    while let Some(word) = words.next() {
        match word {
            "infinite" => arguments.infinite = true,
            "ponder" => arguments.ponder = true,
            "searchmoves" => {
                while let Some(mv) = words.next_if(|word| !GO_WORDS.contains(word)) {
                    arguments.search_moves.push(mv.to_owned());
                }
            }
            _ if GO_WORDS.contains(&word) => {
                let value = words.next_if(|word| !GO_WORDS.contains(word));
                if let Err(error) = arguments.set(word, value) {
                    arguments.perft_misread |= word == "perft";
                    errors.push(error);
                }
            }
            _ => errors.push(CommandError::Argument {
                command: "go",
                wants: "its own words",
                found: Excerpt::of(word),
            }),
        }
    }
    Command::Go(arguments, errors)
}

impl GoArguments {
    fn set(&mut self, word: &str, value: Option<&str>) -> Result<(), CommandError> {
        match word {
            "p1time" | "wtime" => self.times[0] = Some(number("go p1time", value)?),
            "p2time" | "btime" => self.times[1] = Some(number("go p2time", value)?),
            "p1inc" | "winc" => self.increments[0] = Some(number("go p1inc", value)?),
            "p2inc" | "binc" => self.increments[1] = Some(number("go p2inc", value)?),
            "movetime" => self.move_time = Some(number("go movetime", value)?),
            "movestogo" => self.moves_to_go = Some(count("go movestogo", value)?),
            "depth" => self.depth = Some(count("go depth", value)?),
            "nodes" => self.nodes = Some(number("go nodes", value)?.max(1) as u64),
            "mate" => self.mate = Some(count("go mate", value)?),
            "perft" => match value {
                // A count of a negative depth means nothing, where other limits mean the least there is.
                Some(text) if text.starts_with('-') => return Err(bad_perft(text)),
                _ => self.perft = Some(count("go perft", value)?),
            },
            _ => unreachable!("{word} is no word of go that takes a number"),
        }
        Ok(())
    }

    /// Time and increment of the player with this index. A client that speaks of clocks, but not of this
    /// one, is taken to mean the other's; one that speaks only of increments, no time.
    pub fn clock_of(&self, player: usize) -> Option<(i64, i64)> {
        let either = |values: &[Option<i64>; 2]| values[player].or(values[1 - player]);
        let (time, increment) = (either(&self.times), either(&self.increments));
        (time.is_some() || increment.is_some())
            .then(|| (time.unwrap_or(0), self.increments[player].unwrap_or(0)))
    }

    /// Is there anything that ends the search?
    pub fn has_limit(&self) -> bool {
        self.clock_of(0).is_some()
            || self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some()
    }
}

/// A whole number, brought into the range of `i64` where it is outside.
fn number(command: &'static str, value: Option<&str>) -> Result<i64, CommandError> {
    let wants = "a whole number";
    let text = value.ok_or(CommandError::Incomplete { command, wants })?;
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(CommandError::Argument { command, wants, found: Excerpt::of(text) });
    }
    let extreme = if text.starts_with('-') { i64::MIN / 2 } else { i64::MAX / 2 };
    Ok(text.parse::<i64>().map_or(extreme, |number| number.clamp(i64::MIN / 2, i64::MAX / 2)))
}

fn bad_perft(text: &str) -> CommandError {
    let wants = "a whole number from 0";
    CommandError::Argument { command: "go perft", wants, found: Excerpt::of(text) }
}

/// A whole number, brought into the range of `u32` where it is outside.
fn count(command: &'static str, value: Option<&str>) -> Result<u32, CommandError> {
    Ok(number(command, value)?.clamp(0, i64::from(u32::MAX)) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go_of(line: &str) -> (GoArguments, Vec<String>) {
        match parse(line) {
            Ok(Some(Command::Go(arguments, errors))) => {
                (arguments, errors.iter().map(CommandError::to_string).collect())
            }
            other => panic!("{line}: {other:?}"),
        }
    }

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
    fn both_names_of_the_clocks_are_read() {
        let (players, _) = go_of("go p1time 1000 p2time -5 p1inc 10 p2inc 20 movestogo 7");
        let (colours, _) = go_of("go btime -5 wtime 1000 binc 20 winc 10 movestogo 7");
        assert_eq!(players, colours);
        assert_eq!(players.times, [Some(1000), Some(-5)]);
        assert_eq!(players.increments, [Some(10), Some(20)]);
        assert_eq!(players.moves_to_go, Some(7));
    }

    #[test]
    fn a_list_of_moves_ends_at_the_next_word_of_go() {
        let (arguments, errors) = go_of("go searchmoves e4 f4-e4 depth 3 infinite");
        assert_eq!(arguments.search_moves, ["e4", "f4-e4"]);
        assert_eq!((arguments.depth, arguments.infinite), (Some(3), true));
        assert!(errors.is_empty());
    }

    #[test]
    fn arguments_that_cannot_be_read_are_left_out_and_said() {
        let (arguments, errors) = go_of("go depth abc nodes soon fast movetime 10");
        assert_eq!(arguments.move_time, Some(10));
        assert_eq!((arguments.depth, arguments.nodes), (None, None));
        assert_eq!(
            errors,
            [
                "go depth wants a whole number, not 'abc'",
                "go nodes wants a whole number, not 'soon'",
                "go wants its own words, not 'fast'",
            ]
        );
        let (_, errors) = go_of("go depth");
        assert_eq!(errors, ["go depth wants a whole number, but the line ends"]);
    }

    #[test]
    fn huge_numbers_become_the_greatest_that_fit() {
        let (arguments, errors) = go_of("go depth 99999999999999999999 nodes -3 movetime -1");
        assert!(errors.is_empty());
        assert_eq!(arguments.depth, Some(u32::MAX));
        assert_eq!(arguments.nodes, Some(1));
        assert_eq!(arguments.move_time, Some(-1));
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
            (
                "query",
                "query wants gameover, p1turn, result, fen or islegal and a move, but the line ends",
            ),
            (
                "query weather",
                "query wants gameover, p1turn, result, fen or islegal and a move, not 'weather'",
            ),
            ("query islegal", "query islegal wants a move, but the line ends"),
            ("bench 0", "bench wants a depth from 1 or nothing, not '0'"),
        ];
        for (line, sentence) in table {
            assert_eq!(parse(line).unwrap_err().to_string(), sentence, "{line}");
        }
    }
}
