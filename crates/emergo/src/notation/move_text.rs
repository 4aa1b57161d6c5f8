//! Move text: `e4` is an entry, `f4-e4` a step, `h4xf4xd4` a capture with its whole route.
//!
//! The reader also accepts moves without separators, only the ends of a capture, the shorthand of the designers, and a
//! shadowpiece with its number of men. It looks for the only legal move that fits the text. If no move fits, it finds
//! the rule that forbids the move.

use super::coordinates::{Coordinates, SquareName};
use super::position_text::digits;
use crate::excerpt::Excerpt;
use crate::moves::{Move, MoveKind, MoveList};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;
use std::fmt;

/// Writes a move. A capture is written with its whole route.
///
/// ```
/// use emergo::{Coordinates, Position, Variant, write_move};
///
/// let start = Position::start(Variant::Emergo);
/// let mv = start.legal_moves()[0];
/// assert_eq!(write_move(Variant::Emergo, Coordinates::Oblique, mv), "e1");
/// assert_eq!(write_move(Variant::Emergo, Coordinates::Checkerboard, mv), "a1");
/// ```
pub fn write_move(variant: Variant, coordinates: Coordinates, mv: Move) -> String {
    let separator = if mv.is_capture() { 'x' } else { '-' };
    let mut text = String::with_capacity(3 * mv.jumps() + 5);
    for square in mv.path(variant) {
        if !text.is_empty() {
            text.push(separator);
        }
        text.push_str(&coordinates.name_of(variant, square).to_string());
    }
    text
}

/// Why a text is not accepted as a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveTextError {
    /// The text does not have the form of a move.
    Unreadable {
        /// The text.
        text: Excerpt,
    },
    /// The board does not have a cell that the text names.
    UnknownSquare {
        /// The text.
        text: Excerpt,
        /// The name of the cell.
        name: String,
        /// The variant.
        variant: Variant,
    },
    /// The text has the form of a move, but the move is illegal.
    Illegal {
        /// The text.
        text: Excerpt,
        /// The rule that forbids the move.
        reason: IllegalReason,
    },
    /// The text fits more than one legal move.
    Ambiguous {
        /// The text.
        text: Excerpt,
        /// Two of the moves, in full.
        candidates: [String; 2],
    },
}

/// The rule that forbids a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IllegalReason {
    /// A capture is mandatory.
    MustCapture {
        /// A legal capture.
        example: String,
    },
    /// The capture is not one of those with the most captured men (the majority rule), or it is not possible.
    NotLongest {
        /// The number of men that a legal capture takes.
        men: usize,
        /// A legal capture.
        example: String,
    },
    /// The side to move has men in hand and must enter.
    MustEnter,
    /// The side to move has no men in hand and cannot enter.
    EmptyHand,
    /// The target is not empty.
    Occupied {
        /// The target.
        square: SquareName,
    },
    /// White's first entry may not be on the centre.
    Centre {
        /// The centre.
        square: SquareName,
    },
    /// The feeding rule: the opponent could jump the entering piece, and has no other capture.
    Feeding {
        /// The target.
        square: SquareName,
    },
    /// The side to move has no piece on the origin.
    NotYours {
        /// The origin.
        square: SquareName,
    },
    /// The side to move has no legal move at all.
    NoMoves,
    /// No piece moves in this way.
    NoSuchMove,
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalReason::MustCapture { example } => {
                write!(f, "a capture is mandatory, such as {example}")
            }
            IllegalReason::NotLongest { men, example } => {
                write!(f, "the longest capture is mandatory: {men} men, such as {example}")
            }
            IllegalReason::MustEnter => {
                f.write_str("men in hand must be entered before a piece may step")
            }
            IllegalReason::EmptyHand => f.write_str("there are no men in hand"),
            IllegalReason::Occupied { square } => write!(f, "{square} is not vacant"),
            IllegalReason::Centre { square } => {
                write!(f, "White's first entry may not be on the centre {square}")
            }
            IllegalReason::Feeding { square } => {
                write!(
                    f,
                    "the opponent could jump a piece entering on {square}, and has no other capture"
                )
            }
            IllegalReason::NotYours { square } => {
                write!(f, "no piece of the side to move on {square}")
            }
            IllegalReason::NoMoves => f.write_str("there is no legal move"),
            IllegalReason::NoSuchMove => f.write_str("no piece moves like that"),
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

/// The contents of a move text.
struct Written {
    /// The cells that the text names.
    path: Vec<Square>,
    /// The kind, if the text has separators or names a single cell.
    kind: Option<MoveKind>,
    /// The number of men of an entry, if it is given.
    men: Option<u32>,
    /// The text names only origin and target. The move may be a capture with more cells.
    ends_only: bool,
}

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
    let written = Reader { variant: pos.variant(), coordinates, text }.read()?;
    let moves = pos.legal_moves();
    let mut fitting = moves.iter().filter(|mv| written.fits(pos, **mv));
    match (fitting.next(), fitting.next()) {
        (Some(mv), None) => Ok(*mv),
        (Some(first), Some(second)) => {
            let candidates = [first, second].map(|mv| write_move(pos.variant(), coordinates, *mv));
            Err(MoveTextError::Ambiguous { text: Excerpt::of(text), candidates })
        }
        (None, _) => Err(MoveTextError::Illegal {
            text: Excerpt::of(text),
            reason: written.illegal_reason(pos, coordinates, &moves),
        }),
    }
}

impl Written {
    fn fits(&self, pos: &Position, mv: Move) -> bool {
        if self.kind.is_some_and(|kind| kind != mv.kind()) {
            return false;
        }
        if mv.kind() == MoveKind::Entry {
            let men = u32::from(pos.entering_men());
            return self.path == [mv.to()] && self.men.is_none_or(|written| written == men);
        }
        let ends = [mv.from(), mv.to()];
        self.ends_only && self.path == ends || mv.path(pos.variant()).eq(self.path.iter().copied())
    }

    /// Finds the rule that forbids the move. No legal move fits the text.
    fn illegal_reason(
        &self,
        pos: &Position,
        coordinates: Coordinates,
        legal: &MoveList,
    ) -> IllegalReason {
        let variant = pos.variant();
        let name = |square| coordinates.name_of(variant, square);
        let Some(&example) = legal.first() else {
            return IllegalReason::NoMoves;
        };
        let example_text = || write_move(variant, coordinates, example);
        let (from, to) = (self.path[0], self.path[self.path.len() - 1]);
        let entry = self.path.len() == 1;
        match pos.required_move_kind() {
            MoveKind::Capture if self.kind == Some(MoveKind::Capture) => {
                IllegalReason::NotLongest { men: example.jumps(), example: example_text() }
            }
            MoveKind::Capture => IllegalReason::MustCapture { example: example_text() },
            MoveKind::Entry if !entry => IllegalReason::MustEnter,
            MoveKind::Step if entry => IllegalReason::EmptyHand,
            MoveKind::Entry if self.men.is_some_and(|men| men != u32::from(pos.entering_men())) => {
                IllegalReason::NoSuchMove
            }
            _ if !entry && !pos.pieces(pos.side()).has(from) => {
                IllegalReason::NotYours { square: name(from) }
            }
            _ if pos.owner(to).is_some() => IllegalReason::Occupied { square: name(to) },
            MoveKind::Entry if pos.is_first_entry() && to == variant.centre() => {
                IllegalReason::Centre { square: name(to) }
            }
            MoveKind::Entry => IllegalReason::Feeding { square: name(to) },
            MoveKind::Step => IllegalReason::NoSuchMove,
        }
    }
}

struct Reader<'a> {
    variant: Variant,
    coordinates: Coordinates,
    text: &'a str,
}

/// The largest number of squares in a move text: origin and twelve landing cells.
const MAX_SQUARES: usize = 13;

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

    fn read(&self) -> Result<Written, MoveTextError> {
        // The longest form has all squares and a separator or `*` after each.
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
    fn shorthand(&self, characters: &[char]) -> Result<Option<Written>, MoveTextError> {
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
        Ok(Some(Written { path, kind, men: None, ends_only: true }))
    }

    /// Squares with or without separators, or one square and the number of men of a shadowpiece.
    fn squares(&self, characters: &[char]) -> Result<Written, MoveTextError> {
        let mut path = Vec::new();
        let mut kind = None;
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
                    let written =
                        if *separator == 'x' { MoveKind::Capture } else { MoveKind::Step };
                    if kind.replace(written).is_some_and(|earlier| earlier != written) {
                        return Err(self.unreadable());
                    }
                    tail
                }
                tail => tail,
            };
        }
        if path.is_empty() || path.len() > MAX_SQUARES || !rest.is_empty() {
            return Err(self.unreadable());
        }
        let ends_only = path.len() == 2;
        if path.len() == 1 {
            kind = Some(MoveKind::Entry);
        }
        Ok(Written { path, kind, men, ends_only })
    }
}

fn is_letter(character: char) -> bool {
    character.is_ascii_lowercase() && character != 'x'
}

fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}
