//! Ranges of whole numbers, as options write them: plies, nodes, games, blocks.

use serde::Serialize;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The numbers from `first` to `last`. Its text is `6-10`, or `6` for one number.
///
/// ```
/// use luctor_arena::number_range::NumberRange;
///
/// let plies: NumberRange = "6-10".parse()?;
/// assert_eq!(plies, NumberRange { first: 6, last: 10 });
/// assert_eq!(plies.to_string(), "6-10");
/// assert_eq!("6".parse(), Ok(NumberRange::exactly(6)));
/// assert!("10-6".parse::<NumberRange>().is_err());
/// # Ok::<(), luctor_arena::number_range::NumberRangeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct NumberRange {
    /// The first number.
    pub first: u64,
    /// The last number, at least the first one.
    pub last: u64,
}

/// A range that is read has no greater number, so that sums and products of its numbers do not overflow.
const MAX_NUMBER: u64 = 1 << 48;

impl NumberRange {
    /// One number.
    pub const fn exactly(number: u64) -> NumberRange {
        NumberRange { first: number, last: number }
    }

    /// Whether there is only one number.
    pub const fn is_exact(self) -> bool {
        self.first == self.last
    }

    /// How many numbers there are.
    pub const fn count(self) -> u64 {
        self.last - self.first + 1
    }
}

/// The text is not a range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("must be a number or a range such as 6-10")]
pub struct NumberRangeError;

impl FromStr for NumberRange {
    type Err = NumberRangeError;

    fn from_str(text: &str) -> Result<NumberRange, NumberRangeError> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        match (first.parse(), last.parse()) {
            (Ok(first), Ok(last)) if first <= last && last <= MAX_NUMBER => {
                Ok(NumberRange { first, last })
            }
            _ => Err(NumberRangeError),
        }
    }
}

impl fmt::Display for NumberRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first)?;
        if self.is_exact() { Ok(()) } else { write!(f, "-{}", self.last) }
    }
}
