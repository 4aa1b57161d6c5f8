//! Move text: `e4` enters, `f4-e4` steps, `h4xf4xd4` captures by its whole route.
//!
//! A reader also takes what people write: no separators, only the ends of a capture, the designers' prose
//! shorthand, a shadowpiece with its count. It looks for the one legal move that fits, and says of one that
//! is not legal which rule forbids it.

use super::position_text::digits;
use super::{Coordinates, Excerpt, SquareName};
use crate::board::Variant;
use crate::moves::{Move, MoveKind, MoveList};
use crate::position::Position;
use crate::square::Square;
use std::fmt;

/// Writes a move in its one strict form.
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

/// The leaves below each move, `MOVE: COUNT` a line in alphabetical order, then `Nodes searched: N`.
pub fn write_divide(
    variant: Variant,
    coordinates: Coordinates,
    counts: &[(Move, u64)],
) -> Vec<String> {
    let line =
        |(mv, count): &(Move, u64)| format!("{}: {count}", write_move(variant, coordinates, *mv));
    let mut lines: Vec<String> = counts.iter().map(line).collect();
    lines.sort();
    let sum: u64 = counts.iter().map(|(_, count)| count).sum();
    lines.push(format!("Nodes searched: {sum}"));
    lines
}

/// Why a text is no legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveTextError {
    /// Not the form of a move.
    Unreadable(Excerpt),
    /// A cell that the board does not have.
    UnknownSquare {
        /// The whole text.
        text: Excerpt,
        /// The name of the cell.
        name: String,
        /// The board.
        variant: Variant,
    },
    /// The form of a move, but not a legal one.
    Illegal {
        /// The whole text.
        text: Excerpt,
        /// The rule that forbids it.
        reason: IllegalReason,
    },
    /// More than one legal move fits.
    Ambiguous {
        /// The whole text.
        text: Excerpt,
        /// Two of the moves that fit, in full.
        candidates: [String; 2],
    },
}

/// The rule that forbids a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum IllegalReason {
    /// A capture is mandatory; an example of one.
    MustCapture(String),
    /// The longest capture is mandatory: its number of men, and an example.
    NotLongest(usize, String),
    /// Men in hand must be entered.
    MustEnter,
    /// There is nothing to enter.
    EmptyHand,
    /// The target is not vacant.
    Occupied(SquareName),
    /// White's first entry may not be on the centre.
    Centre(SquareName),
    /// An entry may not be fed to the opponent, who has nothing else to capture.
    Feeding(SquareName),
    /// There is no piece of the mover on the cell.
    NotYours(SquareName),
    /// The side to move has no legal move at all.
    NoMoves,
    /// No piece moves like that.
    NoSuchMove,
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalReason::MustCapture(mv) => write!(f, "a capture is mandatory, such as {mv}"),
            IllegalReason::NotLongest(men, mv) => {
                write!(f, "captures are mandatory, and of {men} men, such as {mv}")
            }
            IllegalReason::MustEnter => f.write_str("there are men in hand to enter"),
            IllegalReason::EmptyHand => f.write_str("there are no men in hand"),
            IllegalReason::Occupied(name) => write!(f, "{name} is not vacant"),
            IllegalReason::Centre(name) => {
                write!(f, "White's first entry may not be on the centre {name}")
            }
            IllegalReason::Feeding(name) => {
                write!(
                    f,
                    "the opponent could jump a piece entering on {name}, and has no other capture"
                )
            }
            IllegalReason::NotYours(name) => write!(f, "no piece of the side to move on {name}"),
            IllegalReason::NoMoves => f.write_str("there is no legal move"),
            IllegalReason::NoSuchMove => f.write_str("no piece moves like that"),
        }
    }
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveTextError::Unreadable(text) => {
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

/// The cells a text names, and what it says of the move's kind.
struct Written {
    path: Vec<Square>,
    /// The kind, where the separators tell.
    kind: Option<MoveKind>,
    /// Men of an entry, where a count is given.
    men: Option<u32>,
    /// Ends only, so that a longer route may be meant.
    ends_only: bool,
}

/// Reads the legal move that a text means, in the position where it is to be played.
///
/// # Errors
///
/// Not a move, no legal move (with the rule that forbids it), or more than one that fits.
pub fn read_move(
    pos: &Position,
    coordinates: Coordinates,
    text: &str,
) -> Result<Move, MoveTextError> {
    let written = Reader { variant: pos.variant(), coordinates, text }.read()?;
    let mut moves = MoveList::new();
    pos.legal_moves_into(&mut moves);
    let mut fitting = moves.iter().filter(|mv| written.fits(pos, **mv));
    match (fitting.next(), fitting.next()) {
        (Some(mv), None) => Ok(*mv),
        (Some(first), Some(second)) => {
            let candidates = [first, second].map(|mv| write_move(pos.variant(), coordinates, *mv));
            Err(MoveTextError::Ambiguous { text: Excerpt::of(text), candidates })
        }
        (None, _) => Err(MoveTextError::Illegal {
            text: Excerpt::of(text),
            reason: written.fault(pos, coordinates, &moves),
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

    fn fault(&self, pos: &Position, coordinates: Coordinates, legal: &MoveList) -> IllegalReason {
        let variant = pos.variant();
        let name = |square| coordinates.name_of(variant, square);
        let Some(&example) = legal.first() else {
            return IllegalReason::NoMoves;
        };
        let (from, to) = (self.path[0], self.path[self.path.len() - 1]);
        let entry = self.path.len() == 1;
        match pos.required_move_kind() {
            MoveKind::Capture if self.kind == Some(MoveKind::Capture) => IllegalReason::NotLongest(
                example.jumps(),
                write_move(variant, coordinates, example),
            ),
            MoveKind::Capture => {
                IllegalReason::MustCapture(write_move(variant, coordinates, example))
            }
            MoveKind::Entry if !entry => IllegalReason::MustEnter,
            MoveKind::Step if entry => IllegalReason::EmptyHand,
            MoveKind::Entry if self.men.is_some_and(|men| men != u32::from(pos.entering_men())) => {
                IllegalReason::NoSuchMove
            }
            _ if !entry && !pos.pieces(pos.side()).has(from) => IllegalReason::NotYours(name(from)),
            _ if pos.owner(to).is_some() => IllegalReason::Occupied(name(to)),
            MoveKind::Entry if pos.is_first_entry() && to == variant.centre() => {
                IllegalReason::Centre(name(to))
            }
            MoveKind::Entry => IllegalReason::Feeding(name(to)),
            MoveKind::Step => IllegalReason::NoSuchMove,
        }
    }
}

struct Reader<'a> {
    variant: Variant,
    coordinates: Coordinates,
    text: &'a str,
}

/// Squares that a move text can name: origin and twelve landings.
const MAX_SQUARES: usize = 13;

impl Reader<'_> {
    fn unreadable(&self) -> MoveTextError {
        MoveTextError::Unreadable(Excerpt::of(self.text))
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
        // The longest readable form: thirteen squares with separators.
        if self.text.len() > 3 * MAX_SQUARES {
            return Err(self.unreadable());
        }
        let characters: Vec<char> = self.text.chars().map(|c| c.to_ascii_lowercase()).collect();
        match self.shorthand(&characters)? {
            Some(written) => Ok(written),
            None => self.squares(&characters),
        }
    }

    /// The designers' prose: two letters and a common digit, or a letter and two digits, with an x behind
    /// a capture. In checkerboard coordinates no step shares a file or rank.
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

    /// Squares with or without separators, or one square with the count of a shadowpiece.
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
                    let told = if *separator == 'x' { MoveKind::Capture } else { MoveKind::Step };
                    if kind.replace(told).is_some_and(|earlier| earlier != told) {
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
