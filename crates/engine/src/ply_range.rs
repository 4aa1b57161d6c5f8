//! The length of random openings in games of self-play.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The smallest and largest number of random plies at the beginning of a game. Its text is `6-10`, or `6` for one
/// number.
///
/// ```
/// use luctor_engine::ply_range::PlyRange;
///
/// let plies: PlyRange = "6-10".parse()?;
/// assert_eq!(plies, PlyRange { min: 6, max: 10 });
/// assert_eq!(plies.to_string(), "6-10");
/// assert!("10-6".parse::<PlyRange>().is_err());
/// # Ok::<(), luctor_engine::ply_range::PlyRangeError>(())
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
