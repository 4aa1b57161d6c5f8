//! The difficulty of a puzzle, estimated from the nodes that the engine needs to find its moves.

use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A difficulty, 1..=5. It depends on the nodes until a search with an empty table finds the move of the solution and
/// keeps it, added over the unforced moves.
///
/// ```
/// use luctor_study::puzzle::Difficulty;
///
/// assert_eq!(u8::from(Difficulty::of_nodes(5_000)), 4);
/// assert_eq!("4".parse(), Ok(Difficulty::of_nodes(5_000)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(into = "u8")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "1 | 2 | 3 | 4 | 5"))]
pub struct Difficulty(u8);

/// The text is not a difficulty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a difficulty is a number from 1 to 5")]
pub struct UnknownDifficulty;

/// The least nodes of the difficulties 2, 3, 4 and 5.
const LIMITS: [u64; 4] = [128, 512, 2_048, 8_192];

impl Difficulty {
    /// The difficulty of a puzzle for which the engine needs this number of nodes.
    pub fn of_nodes(nodes: u64) -> Difficulty {
        Difficulty(1 + LIMITS.partition_point(|limit| *limit <= nodes) as u8)
    }
}

impl From<Difficulty> for u8 {
    fn from(difficulty: Difficulty) -> u8 {
        difficulty.0
    }
}

impl FromStr for Difficulty {
    type Err = UnknownDifficulty;

    fn from_str(text: &str) -> Result<Difficulty, UnknownDifficulty> {
        let number =
            text.parse().ok().filter(|number| (1..=LIMITS.len() as u8 + 1).contains(number));
        number.map(Difficulty).ok_or(UnknownDifficulty)
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
