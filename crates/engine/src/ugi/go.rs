//! Parses the arguments of `go` and turns them into the limits of a search.

use super::command_error::{CommandError, Words, wrong};
use crate::search::{Clock, Limits};
use emergo::notation::{Excerpt, MoveTextError, read_move};
use emergo::{Coordinates, Position};

/// The arguments of `go`. Times are in milliseconds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GoArguments {
    /// Time left on the clocks of White and Black.
    pub times: [Option<i64>; 2],
    /// Increments of White and Black.
    pub increments: [Option<i64>; 2],
    /// Moves until the next time control, from 1.
    pub moves_to_go: Option<u32>,
    /// The limits other than the clock and the list of moves. Without any limit and without `ponder` it is infinite.
    pub limits: Limits,
    /// If not empty, only these moves are searched.
    pub search_moves: Vec<String>,
}

/// What an argument of `go` sets.
#[derive(Clone, Copy)]
pub(super) enum Setter {
    /// A number, which follows.
    Number(fn(&mut GoArguments, i64)),
    /// A field without a value.
    Flag(fn(&mut GoArguments)),
    /// The list of moves, up to the next argument.
    SearchMoves,
}

/// The arguments of `go`, as messages name them.
pub(super) const ARGUMENTS: [(&str, Setter); 16] = [
    ("go p1time", Setter::Number(|go, time| go.times[0] = Some(time))),
    ("go wtime", Setter::Number(|go, time| go.times[0] = Some(time))),
    ("go p2time", Setter::Number(|go, time| go.times[1] = Some(time))),
    ("go btime", Setter::Number(|go, time| go.times[1] = Some(time))),
    ("go p1inc", Setter::Number(|go, time| go.increments[0] = Some(time))),
    ("go winc", Setter::Number(|go, time| go.increments[0] = Some(time))),
    ("go p2inc", Setter::Number(|go, time| go.increments[1] = Some(time))),
    ("go binc", Setter::Number(|go, time| go.increments[1] = Some(time))),
    (
        "go movestogo",
        Setter::Number(|go, moves| go.moves_to_go = Some(count(moves)).filter(|n| *n > 0)),
    ),
    ("go movetime", Setter::Number(|go, time| go.limits.move_time = Some(time))),
    ("go depth", Setter::Number(|go, depth| go.limits.depth = Some(count(depth)))),
    ("go nodes", Setter::Number(|go, nodes| go.limits.nodes = Some(nodes.max(1) as u64))),
    ("go mate", Setter::Number(|go, moves| go.limits.mate = Some(count(moves).max(1)))),
    ("go infinite", Setter::Flag(|go| go.limits.infinite = true)),
    ("go ponder", Setter::Flag(|go| go.limits.ponder = true)),
    ("go searchmoves", Setter::SearchMoves),
];

/// The argument with a name.
fn argument(word: &str) -> Option<(&'static str, Setter)> {
    ARGUMENTS.into_iter().find(|(name, _)| name.strip_prefix("go ") == Some(word))
}

/// Parses what follows `go`. Wrong arguments are ignored and returned as errors, because the client waits for a move. If
/// that leaves no limit, the depth is 1.
pub(super) fn parse_go(mut words: Words) -> (GoArguments, Vec<CommandError>) {
    let mut arguments = GoArguments::default();
    let mut errors = Vec::new();
    let is_value = |word: &&str| argument(word).is_none();
    while let Some(word) = words.next() {
        match argument(word) {
            Some((name, Setter::Number(set))) => {
                match parse_number(name, words.next_if(is_value)) {
                    Ok(number) => set(&mut arguments, number),
                    Err(error) => errors.push(error),
                }
            }
            Some((_, Setter::Flag(set))) => set(&mut arguments),
            Some((_, Setter::SearchMoves)) => {
                while let Some(mv) = words.next_if(is_value) {
                    arguments.search_moves.push(mv.to_owned());
                }
            }
            None => errors.push(CommandError::Extra { command: "go", found: Excerpt::of(word) }),
        }
    }
    if arguments.clock_of(0).is_none() && arguments.limits == Limits::default() {
        match errors.is_empty() {
            true => arguments.limits.infinite = true,
            false => arguments.limits.depth = Some(1),
        }
    }
    (arguments, errors)
}

impl GoArguments {
    /// The limits of a search of `position`. Moves of `searchmoves` that are not legal are left out and returned as
    /// errors.
    pub fn limits(
        &self,
        position: &Position,
        coordinates: Coordinates,
    ) -> (Limits, Vec<MoveTextError>) {
        let mut search_moves = Vec::new();
        let mut errors = Vec::new();
        for text in &self.search_moves {
            match read_move(position, coordinates, text) {
                Ok(mv) => search_moves.push(mv),
                Err(error) => errors.push(error),
            }
        }
        let clock = self.clock_of(position.side().index());
        (Limits { clock, search_moves, ..self.limits.clone() }, errors)
    }

    /// The clock of the player with this index. If the client sends only the other player's clock, its time is
    /// used, without its increment. If it sends only increments, the time is 0.
    fn clock_of(&self, player: usize) -> Option<Clock> {
        let either = |values: &[Option<i64>; 2]| values[player].or(values[1 - player]);
        let (time, increment) = (either(&self.times), either(&self.increments));
        (time.is_some() || increment.is_some()).then(|| Clock {
            time: time.unwrap_or(0),
            increment: self.increments[player].unwrap_or(0),
            moves_to_go: self.moves_to_go,
        })
    }
}

/// Parses a whole number. A number that is too large or too small becomes the nearest one in range.
fn parse_number(command: &'static str, value: Option<&str>) -> Result<i64, CommandError> {
    // Sums of two such numbers do not overflow.
    const MAX: i64 = i64::MAX / 2;
    let text = value.filter(|text| is_whole_number(text));
    let text = text.ok_or_else(|| wrong(command, "a whole number", value))?;
    let extreme = if text.starts_with('-') { -MAX } else { MAX };
    Ok(text.parse::<i64>().map_or(extreme, |number| number.clamp(-MAX, MAX)))
}

fn is_whole_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The nearest number in the range of `u32`.
fn count(number: i64) -> u32 {
    number.clamp(0, i64::from(u32::MAX)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(words: &str) -> (GoArguments, Vec<String>) {
        let (arguments, errors) = parse_go(words.split_ascii_whitespace().peekable());
        (arguments, errors.iter().map(CommandError::to_string).collect())
    }

    #[test]
    fn clocks_are_read_by_player_and_by_colour() {
        let (players, _) = go("p1time 1000 p2time -5 p1inc 10 p2inc 20 movestogo 7");
        let (colours, _) = go("btime -5 wtime 1000 binc 20 winc 10 movestogo 7");
        assert_eq!(players, colours);
        assert_eq!(players.times, [Some(1000), Some(-5)]);
        assert_eq!(players.increments, [Some(10), Some(20)]);
        assert_eq!(players.moves_to_go, Some(7));
    }

    #[test]
    fn the_other_clock_is_used_if_the_own_one_is_missing() {
        for (words, white, black) in [
            ("p1time 5 p1inc 1", (5, 1), (5, 0)),
            ("p2time 7", (7, 0), (7, 0)),
            ("p2inc 3", (0, 0), (0, 3)),
        ] {
            let (arguments, _) = go(words);
            for (player, (time, increment)) in [white, black].into_iter().enumerate() {
                let clock = Clock { time, increment, moves_to_go: None };
                assert_eq!(arguments.clock_of(player), Some(clock), "{words}");
            }
        }
        assert_eq!(go("movestogo 3").0.clock_of(0), None);
    }

    #[test]
    fn a_list_of_moves_ends_at_the_next_argument() {
        let (arguments, errors) = go("searchmoves e4 f4-e4 depth 3 infinite");
        assert_eq!(arguments.search_moves, ["e4", "f4-e4"]);
        let limits = arguments.limits;
        assert_eq!((limits.depth, limits.infinite), (Some(3), true));
        assert!(errors.is_empty());
    }

    #[test]
    fn wrong_arguments_are_ignored_and_reported() {
        let (arguments, errors) = go("depth abc nodes soon fast movetime 10");
        assert_eq!(arguments.limits, Limits::to_move_time(10));
        assert_eq!(
            errors,
            [
                "go depth takes a whole number, not 'abc'",
                "go nodes takes a whole number, not 'soon'",
                "go: unexpected 'fast'",
            ]
        );
        let (_, errors) = go("depth");
        assert_eq!(errors, ["go depth takes a whole number, but the line ends"]);
        let (_, errors) = go("depth 3 perft");
        assert_eq!(errors, ["go: unexpected 'perft'"]);
        // The message has the word of the line.
        let (_, errors) = go("p1time x wtime y btime winc 1.5 binc z");
        assert_eq!(
            errors,
            [
                "go p1time takes a whole number, not 'x'",
                "go wtime takes a whole number, not 'y'",
                "go btime takes a whole number, but the line ends",
                "go winc takes a whole number, not '1.5'",
                "go binc takes a whole number, not 'z'",
            ]
        );
    }

    #[test]
    fn a_go_without_a_limit_is_infinite_and_with_wrong_arguments_only_one_iteration() {
        for (words, depth, infinite) in [
            ("", None, true),
            ("searchmoves e4", None, true),
            ("movestogo 3", None, true),
            ("ponder", None, false),
            ("depth x", Some(1), false),
            ("fast", Some(1), false),
            ("depth x ponder", None, false),
            ("depth x infinite", None, true),
            ("depth x movetime 3", None, false),
        ] {
            let limits = go(words).0.limits;
            assert_eq!((limits.depth, limits.infinite), (depth, infinite), "go {words}");
        }
    }

    #[test]
    fn numbers_out_of_range_become_the_nearest_in_range() {
        let (arguments, errors) =
            go("depth 99999999999999999999 nodes -3 movetime -1 movestogo 0 mate 0");
        assert!(errors.is_empty());
        assert_eq!(arguments.limits.depth, Some(u32::MAX));
        assert_eq!(arguments.limits.nodes, Some(1));
        assert_eq!(arguments.limits.move_time, Some(-1));
        assert_eq!(arguments.moves_to_go, None);
        assert_eq!(arguments.limits.mate, Some(1));
    }
}
