//! Limits of an engine's moves, as `tc=`, `st=`, `movetime=`, `nodes=` and `depth=` set them, and the clock of a player.

use crate::number_range::NumberRange;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// A limit of each move, or a clock for all moves of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum TurnLimit {
    /// A clock.
    Clock {
        /// Moves in each period; `None` for one period without end.
        moves: Option<u32>,
        /// The time of each period.
        time: Duration,
        /// The time that is added after each move.
        increment: Duration,
    },
    /// A time for each move.
    MoveTime(Duration),
    /// Nodes for each move, from 1. The number of each move is drawn at random from the range, so that games from one
    /// position differ, although no move is random.
    Nodes(NumberRange),
    /// The depth of each search.
    Depth(u32),
}

impl Default for TurnLimit {
    fn default() -> TurnLimit {
        TurnLimit::MoveTime(Duration::from_millis(100))
    }
}

/// The text is not a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "a limit is tc=[MOVES/][MIN:]SEC[+SEC], st=SEC, movetime=MS, nodes=N, nodes=MIN-MAX or depth=N"
)]
pub struct LimitError;

/// Reads a limit as an engine's `KEY=VALUE` sets it, for example `tc=40/60+0.5`.
impl FromStr for TurnLimit {
    type Err = LimitError;

    fn from_str(text: &str) -> Result<TurnLimit, LimitError> {
        let (key, value) = text.split_once('=').ok_or(LimitError)?;
        let limit = match key {
            "tc" => clock(value),
            "st" => seconds(value).map(TurnLimit::MoveTime),
            "movetime" => value
                .parse::<u32>()
                .ok()
                .map(|ms| TurnLimit::MoveTime(Duration::from_millis(ms.into()))),
            "nodes" => value.parse().ok().map(TurnLimit::Nodes),
            "depth" => value.parse().ok().map(TurnLimit::Depth),
            _ => None,
        };
        // Engines get whole milliseconds.
        let is_zero = |limit: &TurnLimit| match limit {
            TurnLimit::Clock { time, increment, .. } => (*time.max(increment)).as_millis() == 0,
            TurnLimit::MoveTime(time) => time.as_millis() == 0,
            TurnLimit::Nodes(nodes) => nodes.first == 0,
            TurnLimit::Depth(depth) => *depth == 0,
        };
        limit.filter(|limit| !is_zero(limit)).ok_or(LimitError)
    }
}

impl TurnLimit {
    /// The limit on a machine where everything takes `factor` times as long. Nodes and depth do not change.
    pub fn scaled(self, factor: f64) -> TurnLimit {
        // Engines get whole milliseconds, at least one.
        let scaled = |time: Duration| match time {
            Duration::ZERO => time,
            _ => time.mul_f64(factor).max(Duration::from_millis(1)),
        };
        match self {
            TurnLimit::Clock { moves, time, increment } => {
                TurnLimit::Clock { moves, time: scaled(time), increment: scaled(increment) }
            }
            TurnLimit::MoveTime(time) => TurnLimit::MoveTime(scaled(time)),
            TurnLimit::Nodes(_) | TurnLimit::Depth(_) => self,
        }
    }

    /// The TimeControl tag of PGN, for example `10+0.1`. PGN has no form for limits other than clocks: they are told in
    /// words.
    pub fn pgn_tag(self) -> String {
        match self {
            TurnLimit::Clock { moves, time, increment } => {
                let moves = moves.map(|moves| format!("{moves}/")).unwrap_or_default();
                let increment =
                    (!increment.is_zero()).then(|| format!("+{}", increment.as_secs_f64()));
                format!("{moves}{}{}", time.as_secs_f64(), increment.unwrap_or_default())
            }
            TurnLimit::MoveTime(time) => format!("{} s a move", time.as_secs_f64()),
            TurnLimit::Nodes(nodes) => format!("{nodes} nodes a move"),
            TurnLimit::Depth(depth) => format!("depth {depth}"),
        }
    }
}

impl TryFrom<String> for TurnLimit {
    type Error = LimitError;

    fn try_from(text: String) -> Result<TurnLimit, LimitError> {
        text.parse()
    }
}

impl From<TurnLimit> for String {
    fn from(limit: TurnLimit) -> String {
        limit.to_string()
    }
}

/// Reads `[MOVES/][MINUTES:]SECONDS[+INCREMENT]`.
fn clock(text: &str) -> Option<TurnLimit> {
    let (moves, rest) = match text.split_once('/') {
        Some((moves, rest)) => (Some(moves.parse::<u32>().ok()?).filter(|moves| *moves > 0), rest),
        None => (None, text),
    };
    let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
    let (minutes, time) = time.split_once(':').unwrap_or(("0", time));
    let time = seconds(minutes)?.checked_mul(60)?.checked_add(seconds(time)?)?;
    Some(TurnLimit::Clock { moves, time, increment: seconds(increment)? })
}

/// At most ten million seconds, so that sums of times do not overflow.
fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=1e7).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// The form that `FromStr` reads.
impl fmt::Display for TurnLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnLimit::Clock { .. } => write!(f, "tc={}", self.pgn_tag()),
            TurnLimit::MoveTime(time) => write!(f, "st={}", time.as_secs_f64()),
            TurnLimit::Nodes(nodes) => write!(f, "nodes={nodes}"),
            TurnLimit::Depth(depth) => write!(f, "depth={depth}"),
        }
    }
}

/// The clock of a player in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerClock {
    limit: TurnLimit,
    /// Milliseconds left, if the limit is a clock.
    left: i64,
    /// Moves to the next period.
    moves_left: Option<u32>,
}

impl PlayerClock {
    /// The clock at the start of a game. Without a time, the first move has the increment.
    pub fn new(limit: TurnLimit) -> PlayerClock {
        match limit {
            TurnLimit::Clock { moves, time, increment } => {
                let [time, increment] = [time, increment].map(|time| time.as_millis() as i64);
                let left = if time == 0 { increment } else { time };
                PlayerClock { limit, left, moves_left: moves }
            }
            _ => PlayerClock { limit, left: 0, moves_left: None },
        }
    }

    /// Milliseconds left, if the limit is a clock.
    pub fn left(&self) -> Option<i64> {
        matches!(self.limit, TurnLimit::Clock { .. }).then_some(self.left)
    }

    /// Milliseconds that are added after a move.
    pub fn increment(&self) -> i64 {
        match self.limit {
            TurnLimit::Clock { increment, .. } => increment.as_millis() as i64,
            _ => 0,
        }
    }

    /// Moves to the next period.
    pub fn moves_left(&self) -> Option<u32> {
        self.moves_left
    }

    /// The limit.
    pub fn limit(&self) -> TurnLimit {
        self.limit
    }

    /// The greatest time of the next move; `None` if the limit is not a time.
    pub fn budget(&self) -> Option<Duration> {
        match self.limit {
            TurnLimit::Clock { .. } => Some(Duration::from_millis(self.left.max(0) as u64)),
            TurnLimit::MoveTime(time) => Some(time),
            TurnLimit::Nodes(_) | TurnLimit::Depth(_) => None,
        }
    }

    /// Takes the time of a move off the clock. Returns `false` if the move exceeded its time by more than `margin`.
    pub fn spend(&mut self, taken: Duration, margin: Duration) -> bool {
        let in_time = self.budget().is_none_or(|budget| taken <= budget + margin);
        if let TurnLimit::Clock { moves, time, increment } = self.limit {
            // A move that is late, but within the margin, leaves only the increment.
            self.left =
                (self.left - taken.as_millis() as i64).max(0) + increment.as_millis() as i64;
            self.moves_left = self.moves_left.map(|moves| moves - 1);
            if self.moves_left == Some(0) {
                self.left += time.as_millis() as i64;
                self.moves_left = moves;
            }
        }
        in_time
    }
}

#[cfg(test)]
#[path = "../tests/unit/time_control.rs"]
mod tests;
