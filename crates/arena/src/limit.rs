//! What an engine has for its moves: a clock, a time, nodes or depth.

use emergo::notation::Excerpt;
use std::fmt;
use std::time::Duration;

/// A limit for every move, or a clock for all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnLimit {
    /// A clock.
    Clock {
        /// Moves until the clock is set anew, if it ever is.
        moves: Option<u32>,
        /// What it begins with.
        time: Duration,
        /// What is added after each move.
        increment: Duration,
    },
    /// So much for each move.
    MoveTime(Duration),
    /// So many nodes for each move.
    Nodes(u64),
    /// So many iterations for each move.
    Depth(u32),
}

impl Default for TurnLimit {
    fn default() -> TurnLimit {
        TurnLimit::MoveTime(Duration::from_millis(100))
    }
}

/// A time control that can't be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LimitError(Excerpt);

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a time control is such as 10+0.1, 2:30+1 or 40/60+0.5, in seconds, not {}",
            self.0
        )
    }
}

impl std::error::Error for LimitError {}

impl TurnLimit {
    /// Reads `[MOVES/][MINUTES:]SECONDS[+INCREMENT]`.
    ///
    /// # Errors
    ///
    /// It can't be read, or leaves no time at all.
    pub fn clock(text: &str) -> Result<TurnLimit, LimitError> {
        let refusal = || LimitError(Excerpt::of(text));
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves: u32 = moves.parse().map_err(|_| refusal())?;
                (Some(moves).filter(|moves| *moves > 0), rest)
            }
            None => (None, text),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (minutes, time) = time.split_once(':').unwrap_or(("0", time));
        let seconds = |part: &str| duration(part).ok_or_else(refusal);
        let time =
            seconds(minutes)?.checked_mul(60).and_then(|part| part.checked_add(duration(time)?));
        let time = time.ok_or_else(refusal)?;
        let increment = seconds(increment)?;
        if time.is_zero() && increment.is_zero() {
            return Err(refusal());
        }
        Ok(TurnLimit::Clock { moves, time, increment })
    }

    /// Reads the seconds for a move.
    ///
    /// # Errors
    ///
    /// No number of seconds.
    pub fn seconds(text: &str) -> Result<TurnLimit, LimitError> {
        let time = duration(text).filter(|time| !time.is_zero());
        time.map(TurnLimit::MoveTime).ok_or_else(|| LimitError(Excerpt::of(text)))
    }
}

/// At most ten million seconds, so that sums of times stay times.
fn duration(seconds: &str) -> Option<Duration> {
    let seconds: f64 = seconds.parse().ok()?;
    (0.0..=1e7).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// As PGN's TimeControl tag writes it, `10+0.1`; nodes and depth, for which it has no form, in words.
impl fmt::Display for TurnLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnLimit::Clock { moves, time, increment } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", time.as_secs_f64())?;
                if increment.is_zero() { Ok(()) } else { write!(f, "+{}", increment.as_secs_f64()) }
            }
            TurnLimit::MoveTime(time) => write!(f, "{} s a move", time.as_secs_f64()),
            TurnLimit::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            TurnLimit::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// A player's clock in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayerClock {
    limit: TurnLimit,
    /// What is left, in milliseconds; only of a clock.
    left: i64,
    /// Moves until the clock is set anew.
    moves_left: Option<u32>,
}

impl PlayerClock {
    /// A clock at the start of a game.
    pub fn new(limit: TurnLimit) -> PlayerClock {
        match limit {
            TurnLimit::Clock { moves, time, .. } => {
                PlayerClock { limit, left: time.as_millis() as i64, moves_left: moves }
            }
            _ => PlayerClock { limit, left: 0, moves_left: None },
        }
    }

    /// Milliseconds left, of a clock.
    pub fn left(&self) -> Option<i64> {
        matches!(self.limit, TurnLimit::Clock { .. }).then_some(self.left)
    }

    /// Milliseconds after a move.
    pub fn increment(&self) -> i64 {
        match self.limit {
            TurnLimit::Clock { increment, .. } => increment.as_millis() as i64,
            _ => 0,
        }
    }

    /// Moves until the clock is set anew.
    pub fn moves_left(&self) -> Option<u32> {
        self.moves_left
    }

    /// The limit.
    pub fn limit(&self) -> TurnLimit {
        self.limit
    }

    /// The longest the next move may take, where there is such a time.
    pub fn budget(&self) -> Option<Duration> {
        match self.limit {
            TurnLimit::Clock { .. } => Some(Duration::from_millis(self.left.max(0) as u64)),
            TurnLimit::MoveTime(time) => Some(time),
            TurnLimit::Nodes(_) | TurnLimit::Depth(_) => None,
        }
    }

    /// Takes the time of a move off the clock. `false` if that was more than there was, beyond `margin`.
    pub fn spend(&mut self, taken: Duration, margin: Duration) -> bool {
        let in_time = self.budget().is_none_or(|budget| taken <= budget + margin);
        if let TurnLimit::Clock { moves, time, increment } = self.limit {
            // What the margin forgave is not taken off again.
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
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_as_cutechess_writes_them() {
        let seconds = Duration::from_secs_f64;
        let table = [
            ("10+0.1", None, 10.0, 0.1),
            ("40/60", Some(40), 60.0, 0.0),
            ("2:30+1", None, 150.0, 1.0),
            ("0+1", None, 0.0, 1.0),
        ];
        for (text, moves, time, increment) in table {
            let expected =
                TurnLimit::Clock { moves, time: seconds(time), increment: seconds(increment) };
            assert_eq!(TurnLimit::clock(text), Ok(expected), "{text}");
        }
        for text in ["", "ten", "10+", "-1", "0", "1e300", "40/", "nan", "inf"] {
            assert!(TurnLimit::clock(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_runs_down_and_is_set_anew() {
        let mut clock = PlayerClock::new(TurnLimit::clock("2/1+0.1").unwrap());
        assert!(clock.spend(Duration::from_millis(300), Duration::ZERO));
        assert_eq!((clock.left(), clock.moves_left()), (Some(800), Some(1)));
        assert!(clock.spend(Duration::from_millis(800), Duration::ZERO));
        assert_eq!((clock.left(), clock.moves_left()), (Some(1100), Some(2)));
        assert!(!clock.spend(Duration::from_millis(1101), Duration::ZERO));
    }

    #[test]
    fn the_margin_forgives_what_is_too_late() {
        let mut clock = PlayerClock::new(TurnLimit::MoveTime(Duration::from_millis(10)));
        assert!(clock.spend(Duration::from_millis(15), Duration::from_millis(5)));
        assert!(!clock.spend(Duration::from_millis(16), Duration::from_millis(5)));
        let mut nodes = PlayerClock::new(TurnLimit::Nodes(10));
        assert!(nodes.spend(Duration::from_secs(1000), Duration::ZERO));
    }
}
