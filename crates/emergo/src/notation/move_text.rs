//! Move text: `e4` is an entry, `f4-e4` a step, `h4xf4xd4` a capture with its whole route.
//!
//! The reader also accepts moves without separators, only the ends of a capture, captures as MindSports writes them
//! (`h4-f4-d4`, `h4-f4-d4x`), the shorthand of the designers, and a shadowpiece with its number of men. It looks for the
//! only legal move that fits the text. If no move fits, it finds the rule that forbids the move.

use super::coordinates::Coordinates;
use super::illegal_reason::{IllegalReason, illegal_reason};
use super::position_text::digits;
use super::written_move::{WrittenMove, write_move};
use crate::excerpt::Excerpt;
use crate::moves::{MAX_JUMPS, Move, MoveKind};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;
use std::fmt;

/// Why a text is not accepted as a move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub enum MoveTextError {
    /// The text does not have the form of a move.
    Unreadable {
        /// The text.
        #[cfg_attr(feature = "serde", serde(skip))]
        text: Excerpt,
    },
    /// The board does not have a cell that the text names.
    UnknownSquare {
        /// The text.
        #[cfg_attr(feature = "serde", serde(skip))]
        text: Excerpt,
        /// The name of the cell.
        name: String,
        /// The variant.
        #[cfg_attr(feature = "serde", serde(skip))]
        variant: Variant,
    },
    /// The text fits more than one legal move.
    Ambiguous {
        /// The text.
        #[cfg_attr(feature = "serde", serde(skip))]
        text: Excerpt,
        /// Two of the moves, in full.
        candidates: [String; 2],
    },
    /// The text has the form of a move, but the move is illegal.
    #[cfg_attr(feature = "serde", serde(untagged))]
    #[cfg_attr(feature = "typescript", ts(as = "IllegalReason"))]
    Illegal {
        /// The text.
        #[cfg_attr(feature = "serde", serde(skip))]
        text: Excerpt,
        /// The rule that forbids the move.
        #[cfg_attr(feature = "serde", serde(flatten))]
        reason: IllegalReason,
    },
}

impl MoveTextError {
    /// The name of the error for programs: `unreadable`, `unknown_square`, `ambiguous`, or [`IllegalReason::name`].
    ///
    /// ```
    /// use emergo::{Coordinates, Position, Variant, read_move};
    ///
    /// let start = Position::start(Variant::Emergo);
    /// for (text, name) in [("?", "unreadable"), ("a1", "unknown_square"), ("e5", "centre")] {
    ///     let error = read_move(&start, Coordinates::Oblique, text).unwrap_err();
    ///     assert_eq!(error.name(), name);
    /// }
    /// ```
    pub const fn name(&self) -> &'static str {
        match self {
            MoveTextError::Unreadable { .. } => "unreadable",
            MoveTextError::UnknownSquare { .. } => "unknown_square",
            MoveTextError::Illegal { reason, .. } => reason.name(),
            MoveTextError::Ambiguous { .. } => "ambiguous",
        }
    }
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveTextError::Unreadable { text } => {
                write!(f, "{text} is not a move (such as e4, f4-e4 or h4xf4xd4)")
            }
            MoveTextError::UnknownSquare { text, name, variant } => {
                write!(f, "illegal move {text}: {variant} has no square {name}")
            }
            MoveTextError::Illegal { text, reason } => write!(f, "illegal move {text}: {reason}"),
            MoveTextError::Ambiguous { text, candidates: [first, second] } => {
                write!(f, "ambiguous move {text}: it may be {first} or {second}")
            }
        }
    }
}

impl std::error::Error for MoveTextError {}

/// Reads a move that is legal in `pos`.
///
/// ```
/// use emergo::notation::{IllegalReason, MoveTextError};
/// use emergo::{Coordinates, Position, Variant, read_move};
///
/// let start = Position::start(Variant::Emergo);
/// assert!(read_move(&start, Coordinates::Oblique, "e4").is_ok());
///
/// let error = read_move(&start, Coordinates::Oblique, "e5").unwrap_err();
/// let MoveTextError::Illegal { reason, .. } = &error else { panic!("{error}") };
/// assert!(matches!(reason, IllegalReason::Centre { .. }));
/// assert_eq!(
///     error.to_string(),
///     "illegal move 'e5': White's first entry may not be on the centre e5"
/// );
/// ```
///
/// # Errors
///
/// The text is not a move, no legal move fits it (with the rule that forbids the move), or more than one legal move
/// fits it.
pub fn read_move(
    pos: &Position,
    coordinates: Coordinates,
    text: &str,
) -> Result<Move, MoveTextError> {
    let reader = Reader { variant: pos.variant(), coordinates, text };
    let mut written = reader.read()?;
    let moves = pos.legal_moves();
    let mut fitting = moves.iter().filter(|mv| written.fits(pos, **mv));
    match (fitting.next(), fitting.next()) {
        (Some(mv), None) => Ok(*mv),
        (Some(first), Some(second)) => {
            let candidates = [first, second].map(|mv| write_move(pos.variant(), coordinates, *mv));
            Err(MoveTextError::Ambiguous { text: Excerpt::of(text), candidates })
        }
        (None, _) => {
            // The ends of a step are neighbours, those of a capture never are.
            if written.kind.is_none() && !reader.is_step(&written.path) {
                written.kind = Some(MoveKind::Capture);
            }
            let reason = illegal_reason(&written, pos, coordinates, &moves);
            Err(MoveTextError::Illegal { text: Excerpt::of(text), reason })
        }
    }
}

/// Reads a move in its full form, as [`write_move`] writes it. Whether it is legal depends on the position.
///
/// ```
/// use emergo::notation::parse_move;
/// use emergo::{Coordinates, Variant, write_move};
///
/// let (variant, coordinates) = (Variant::Emergo, Coordinates::Oblique);
/// for text in ["e4", "f4-e4", "h4xf4xd4"] {
///     let mv = parse_move(variant, coordinates, text)?;
///     assert_eq!(write_move(variant, coordinates, mv), text);
/// }
/// assert!(parse_move(variant, coordinates, "h4xd4").is_err()); // the route is not complete
/// # Ok::<(), emergo::notation::MoveTextError>(())
/// ```
///
/// # Errors
///
/// The text is not a move in its full form on this board.
pub fn parse_move(
    variant: Variant,
    coordinates: Coordinates,
    text: &str,
) -> Result<Move, MoveTextError> {
    let reader = Reader { variant, coordinates, text };
    let written = reader.read()?;
    let mv = match (written.kind, &written.path[..]) {
        (Some(MoveKind::Entry), [square]) if written.men.is_none() => Some(Move::entry(*square)),
        (Some(MoveKind::Step), [from, to]) if reader.is_step(&written.path) => {
            Some(Move::step(*from, *to))
        }
        (Some(MoveKind::Capture), path) => Move::along(variant, path),
        _ => None,
    };
    mv.ok_or_else(|| reader.unreadable())
}

struct Reader<'a> {
    variant: Variant,
    coordinates: Coordinates,
    text: &'a str,
}

/// The largest number of squares in a move text: the origin and the landing cells.
const MAX_SQUARES: usize = MAX_JUMPS + 1;

impl Reader<'_> {
    fn unreadable(&self) -> MoveTextError {
        MoveTextError::Unreadable { text: Excerpt::of(self.text) }
    }

    fn square(&self, letter: char, digit: char) -> Result<Square, MoveTextError> {
        self.coordinates.square(self.variant, letter, digit).ok_or_else(|| {
            MoveTextError::UnknownSquare {
                text: Excerpt::of(self.text),
                name: format!("{letter}{digit}"),
                variant: self.variant,
            }
        })
    }

    fn read(&self) -> Result<WrittenMove, MoveTextError> {
        // The longest form has all squares and a separator, `*` or a final `x` after each.
        if self.text.len() > 3 * MAX_SQUARES {
            return Err(self.unreadable());
        }
        let characters: Vec<char> = self.text.chars().map(|c| c.to_ascii_lowercase()).collect();
        match self.shorthand(&characters)? {
            Some(written) => Ok(written),
            None => self.squares(&characters),
        }
    }

    /// The shorthand of the designers: two letters and a common digit, or a letter and two digits, and an x after a
    /// capture. It does not exist in checkerboard coordinates, where origin and target of a step differ in both.
    fn shorthand(&self, characters: &[char]) -> Result<Option<WrittenMove>, MoveTextError> {
        if self.coordinates.for_variant(self.variant) != Coordinates::Oblique {
            return Ok(None);
        }
        let (ends, kind) = match characters {
            [ends @ .., 'x'] => (ends, Some(MoveKind::Capture)),
            ends => (ends, None),
        };
        let (from, to) = match ends {
            [a, b, d] if is_letter(*a) && is_letter(*b) && is_digit(*d) => ((*a, *d), (*b, *d)),
            [a, c, d] if is_letter(*a) && is_digit(*c) && is_digit(*d) => ((*a, *c), (*a, *d)),
            _ => return Ok(None),
        };
        let path = vec![self.square(from.0, from.1)?, self.square(to.0, to.1)?];
        Ok(Some(WrittenMove { path, kind, men: None }))
    }

    /// Squares with or without separators, with or without an x at the end, or one square and the number of men of a
    /// shadowpiece.
    fn squares(&self, characters: &[char]) -> Result<WrittenMove, MoveTextError> {
        let mut path = Vec::new();
        let mut used_separator = None;
        let mut men = None;
        let mut rest = characters;
        while let [letter, digit, behind @ ..] = rest {
            if !is_letter(*letter) || !is_digit(*digit) {
                return Err(self.unreadable());
            }
            path.push(self.square(*letter, *digit)?);
            rest = match behind {
                ['*', count @ ..] if path.len() == 1 => {
                    let count: String = count.iter().collect();
                    men = Some(digits(&count).ok_or_else(|| self.unreadable())?);
                    &[]
                }
                [separator @ ('-' | 'x'), tail @ ..] if !tail.is_empty() => {
                    if used_separator.replace(*separator).is_some_and(|other| other != *separator) {
                        return Err(self.unreadable());
                    }
                    tail
                }
                tail => tail,
            };
        }
        let ends_with_x = rest == ['x'] && path.len() > 1;
        if path.is_empty() || path.len() > MAX_SQUARES || !(rest.is_empty() || ends_with_x) {
            return Err(self.unreadable());
        }
        let kind = match used_separator {
            _ if path.len() == 1 => Some(MoveKind::Entry),
            _ if ends_with_x => Some(MoveKind::Capture),
            Some('x') => Some(MoveKind::Capture),
            // MindSports writes captures with hyphens, too.
            Some(_) if self.is_step(&path) => Some(MoveKind::Step),
            Some(_) => Some(MoveKind::Capture),
            None => None,
        };
        Ok(WrittenMove { path, kind, men })
    }

    /// Are these two neighbouring cells?
    fn is_step(&self, path: &[Square]) -> bool {
        let [from, to] = *path else { return false };
        self.variant.direction(from, to).is_some()
    }
}

fn is_letter(character: char) -> bool {
    character.is_ascii_lowercase() && character != 'x'
}

fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}
