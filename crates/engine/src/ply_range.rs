//! What several kinds of self-play share: the length of random openings, and adjudication by score.

use crate::score::Score;
use emergo::{Position, Side};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The smallest and largest number of random plies at the beginning of a game. Its text is `6-10`, or `6` for one
/// number.
///
/// ```
/// use luctor_engine::selfplay::PlyRange;
///
/// let plies: PlyRange = "6-10".parse()?;
/// assert_eq!(plies, PlyRange { min: 6, max: 10 });
/// assert_eq!(plies.to_string(), "6-10");
/// assert!("10-6".parse::<PlyRange>().is_err());
/// # Ok::<(), luctor_engine::selfplay::PlyRangeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlyRange {
    /// The smallest number.
    pub min: usize,
    /// The largest number.
    pub max: usize,
}

/// The text is not a range of plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("must be a number or a range such as 6-10")]
pub struct PlyRangeError;

impl FromStr for PlyRange {
    type Err = PlyRangeError;

    fn from_str(text: &str) -> Result<PlyRange, PlyRangeError> {
        let (min, max) = text.split_once('-').unwrap_or((text, text));
        match (min.parse(), max.parse()) {
            (Ok(min), Ok(max)) if min <= max => Ok(PlyRange { min, max }),
            _ => Err(PlyRangeError),
        }
    }
}

impl fmt::Display for PlyRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.min, self.max)
    }
}

/// The score, in centimen, that decides a game if it lasts for [`PLIES`].
const SCORE: i32 = 1_500;
const PLIES: usize = 6;

/// Decides a game whose score was high for several plies.
#[derive(Default)]
pub struct ScoreAdjudicator {
    winner: Option<Side>,
    plies: usize,
}

impl ScoreAdjudicator {
    /// Adds the next position of the game with its score from the view of the side to move. Returns the winner if the game
    /// is decided.
    pub fn winner_with(&mut self, position: &Position, score: Score) -> Option<Side> {
        let us = position.side();
        let winner = match score.value() {
            value if value >= SCORE => Some(us),
            value if value <= -SCORE => Some(us.other()),
            _ => None,
        };
        self.plies = if winner == self.winner { self.plies + 1 } else { 1 };
        self.winner = winner;
        winner.filter(|_| self.plies >= PLIES)
    }
}
