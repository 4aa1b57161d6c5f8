//! The arguments of `go`.

use super::command::{Command, CommandError};
use emergo::notation::Excerpt;

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
pub(super) fn go<'a>(words: impl Iterator<Item = &'a str>) -> Command {
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
    use super::super::command::parse;
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
}
