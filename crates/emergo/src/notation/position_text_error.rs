//! Why a text is not a position: what is wrong and where.

use crate::excerpt::Excerpt;
use crate::position::PositionError;
use crate::variant::Variant;
use std::error::Error;
use std::fmt;

/// Why a text is not accepted as a position. The format `{:#}` includes the cause of
/// [`PositionTextError::Position`]; the format `{}` leaves it to `source`.
///
/// ```
/// use emergo::{Variant, read_position};
/// use std::error::Error;
///
/// let error = read_position(Variant::Emergo7, "1/3/5/7/5/3/1 w 9,8").unwrap_err();
/// let cause = error.source().expect("the position was rejected").to_string();
/// assert_eq!(cause, "too many men: White has 0 on the board and 9 in hand, the game has 8");
/// assert_eq!(format!("{error:#}"), format!("{error}: {cause}"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub enum PositionTextError {
    /// A field is missing.
    Missing {
        /// The field.
        field: PositionField,
    },
    /// There is text after the last field.
    Surplus {
        /// The text.
        #[cfg_attr(feature = "serde", serde(skip))]
        text: Excerpt,
    },
    /// The cells have the wrong number of lines.
    Lines {
        /// The number of lines in the text.
        found: usize,
        /// The variant.
        #[cfg_attr(feature = "serde", serde(rename = "expected", serialize_with = "write_lines"))]
        #[cfg_attr(feature = "typescript", ts(as = "u8"))]
        variant: Variant,
    },
    /// A line of cells is too long or too short.
    Line {
        /// The digit of the line.
        digit: u8,
        /// Cells in the text, at most one more than expected.
        found: usize,
        /// Cells of the line on the board.
        expected: usize,
    },
    /// A line of cells contains an error.
    Cell {
        /// The digit of the line.
        digit: u8,
        /// The number of the character in the text, from 1.
        at: usize,
        /// The error.
        fault: CellFault,
    },
    /// The side to move is neither `w` nor `b`.
    Side {
        /// The field.
        #[cfg_attr(feature = "serde", serde(skip))]
        text: Excerpt,
    },
    /// The men in hand are not two numbers with a comma between them.
    Hands {
        /// The field.
        #[cfg_attr(feature = "serde", serde(skip))]
        text: Excerpt,
    },
    /// The turn is not a number from 1 to 4294967295.
    Turn {
        /// The field.
        #[cfg_attr(feature = "serde", serde(skip))]
        text: Excerpt,
    },
    /// The text can be read, but the position is not valid.
    #[cfg_attr(feature = "serde", serde(untagged))]
    Position(PositionError),
}

/// A required field of a position text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum PositionField {
    /// The columns on the cells.
    Cells,
    /// The side to move.
    Side,
    /// The men in hand.
    Hands,
}

impl fmt::Display for PositionField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PositionField::Cells => "text of the cells",
            PositionField::Side => "side to move",
            PositionField::Hands => "number of men in hand",
        })
    }
}

/// An error in a line of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub enum CellFault {
    /// An unexpected character.
    Character {
        /// The character.
        character: char,
    },
    /// A bracket that is not closed.
    Unclosed,
    /// A number of men or of empty cells that is 0.
    Zero,
    /// A column that does not begin with men.
    NoMen,
    /// Cap and prisoners of the same side.
    SameSide,
    /// More men of one side than the variant has.
    TooTall {
        /// Men in the column.
        men: u32,
        /// Men of each side in this variant.
        limit: u8,
    },
}

impl fmt::Display for CellFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CellFault::Character { character } => {
                write!(f, "unexpected character {}", Excerpt::of(&character.to_string()))
            }
            CellFault::Unclosed => f.write_str("a column without its closing bracket"),
            CellFault::Zero => f.write_str("a number that is 0"),
            CellFault::NoMen => f.write_str("a column that does not begin with men"),
            CellFault::SameSide => f.write_str("cap and prisoners of the same side"),
            CellFault::TooTall { men, limit } => {
                write!(f, "a column with {men} men of one side, the game has {limit}")
            }
        }
    }
}

/// The number of lines that the board has.
#[cfg(feature = "serde")]
fn write_lines<S: serde::Serializer>(variant: &Variant, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u8(variant.size())
}

impl fmt::Display for PositionTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionTextError::Missing { field } => write!(f, "the {field} is missing"),
            PositionTextError::Surplus { text } => write!(f, "{text} is one field too many"),
            PositionTextError::Lines { found, variant } => {
                write!(f, "{found} lines of cells, {variant} has {}", variant.size())?;
                let fits = |other: &&Variant| usize::from(other.size()) == *found;
                Variant::ALL
                    .iter()
                    .filter(fits)
                    .try_for_each(|other| write!(f, ", {other} {found}"))
            }
            PositionTextError::Line { digit, found, expected } if found > expected => {
                write!(f, "line {digit} of the cells has more than its {expected} cells")
            }
            PositionTextError::Line { digit, found, expected } => {
                write!(f, "line {digit} of the cells has {found} of its {expected} cells")
            }
            PositionTextError::Cell { digit, at, fault } => {
                write!(f, "line {digit} of the cells, character {at} of the text: {fault}")
            }
            PositionTextError::Side { text } => {
                write!(f, "the side to move is w or b, not {text}")
            }
            PositionTextError::Hands { text } => {
                write!(f, "the men in hand are two numbers such as 12,12, not {text}")
            }
            PositionTextError::Turn { text } => {
                write!(f, "the turn is a number from 1 to {}, not {text}", u32::MAX)
            }
            PositionTextError::Position(error) => {
                f.write_str("the position is not valid")?;
                if f.alternate() { write!(f, ": {error}") } else { Ok(()) }
            }
        }
    }
}

impl Error for PositionTextError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            PositionTextError::Position(error) => Some(error),
            _ => None,
        }
    }
}

impl From<PositionError> for PositionTextError {
    fn from(error: PositionError) -> PositionTextError {
        PositionTextError::Position(error)
    }
}
