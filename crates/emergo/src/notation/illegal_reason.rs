//! Finds the rule that forbids a move.

use super::coordinates::{Coordinates, SquareName};
use super::written_move::{WrittenMove, write_move};
use crate::captures::{RouteEnd, walk_routes};
use crate::entry_rules::forbidden_by_centre_rule;
use crate::geometry::{Geometry, with_geometry};
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::square::Square;
use crate::view::View;
use std::fmt;

/// The rule that forbids a move.
///
/// A `match` lists all rules, so that an interface has words for each of them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum IllegalReason {
    /// A capture is mandatory.
    MustCapture {
        /// A legal capture.
        example: String,
    },
    /// The capture is not one of those with the most captured men (the majority rule).
    NotLongest {
        /// The number of men that a legal capture takes.
        men: usize,
        /// A legal capture.
        example: String,
    },
    /// No piece can capture in this way.
    NoSuchCapture {
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

impl IllegalReason {
    /// The name of the rule for programs, such as `must_capture`.
    pub const fn name(&self) -> &'static str {
        match self {
            IllegalReason::MustCapture { .. } => "must_capture",
            IllegalReason::NotLongest { .. } => "not_longest",
            IllegalReason::NoSuchCapture { .. } => "no_such_capture",
            IllegalReason::MustEnter => "must_enter",
            IllegalReason::EmptyHand => "empty_hand",
            IllegalReason::Occupied { .. } => "occupied",
            IllegalReason::Centre { .. } => "centre",
            IllegalReason::Feeding { .. } => "feeding",
            IllegalReason::NotYours { .. } => "not_yours",
            IllegalReason::NoMoves => "no_moves",
            IllegalReason::NoSuchMove => "no_such_move",
        }
    }

    /// The cell that the rule is about, if it is one cell.
    pub const fn square(&self) -> Option<SquareName> {
        match self {
            IllegalReason::Occupied { square }
            | IllegalReason::Centre { square }
            | IllegalReason::Feeding { square }
            | IllegalReason::NotYours { square } => Some(*square),
            _ => None,
        }
    }

    /// A legal capture, if one is mandatory.
    pub fn example(&self) -> Option<&str> {
        match self {
            IllegalReason::MustCapture { example }
            | IllegalReason::NotLongest { example, .. }
            | IllegalReason::NoSuchCapture { example } => Some(example),
            _ => None,
        }
    }

    /// The rule as a sentence, without the [example](IllegalReason::example), which may solve a puzzle.
    pub fn rule(&self) -> String {
        match self {
            IllegalReason::MustCapture { .. } => "a capture is mandatory".to_owned(),
            IllegalReason::NotLongest { men, .. } => {
                let noun = if *men == 1 { "man" } else { "men" };
                format!("the longest capture is mandatory: {men} {noun}")
            }
            IllegalReason::NoSuchCapture { .. } => "this capture is not possible".to_owned(),
            IllegalReason::MustEnter => {
                "men in hand must be entered before a piece may step".to_owned()
            }
            IllegalReason::EmptyHand => "there are no men in hand".to_owned(),
            IllegalReason::Occupied { square } => format!("{square} is not vacant"),
            IllegalReason::Centre { square } => {
                format!("White's first entry may not be on the centre {square}")
            }
            IllegalReason::Feeding { square } => format!(
                "the opponent could jump a piece entering on {square}, and has no other capture"
            ),
            IllegalReason::NotYours { square } => {
                format!("the side to move has no piece on {square}")
            }
            IllegalReason::NoMoves => "there is no legal move".to_owned(),
            IllegalReason::NoSuchMove => "no piece moves like that".to_owned(),
        }
    }
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rule())?;
        match self {
            IllegalReason::NoSuchCapture { example } => write!(f, "; a legal one is {example}"),
            _ => self.example().map_or(Ok(()), |example| write!(f, ", such as {example}")),
        }
    }
}

/// The rule that forbids an entry on a cell, or a step or capture from one cell to another. `None` if there is such a legal
/// move. `origin` is `None` for an entry.
///
/// ```
/// use emergo::notation::{IllegalReason, why_illegal};
/// use emergo::{Coordinates, Position, Variant};
///
/// let start = Position::start(Variant::Emergo);
/// let reason = why_illegal(&start, Coordinates::Oblique, None, Variant::Emergo.centre());
/// assert!(matches!(reason, Some(IllegalReason::Centre { .. })));
/// ```
pub fn why_illegal(
    pos: &Position,
    coordinates: Coordinates,
    origin: Option<Square>,
    target: Square,
) -> Option<IllegalReason> {
    let path = origin.into_iter().chain([target]).collect();
    // The cell of a piece that can jump, or a cell behind its first jump, is taken as a capture.
    let is_jump = match origin {
        None => pos.first_jumps(target).any(),
        Some(origin) => pos.first_jumps(origin).has(target),
    };
    let kind = is_jump.then_some(MoveKind::Capture);
    let written = WrittenMove { path, kind, men: None };
    let legal = pos.legal_moves();
    let is_legal = legal.iter().any(|mv| written.fits(pos, *mv));
    (!is_legal).then(|| illegal_reason(&written, pos, coordinates, &legal))
}

/// Finds the rule that forbids the move. No legal move fits the text.
pub(super) fn illegal_reason(
    written: &WrittenMove,
    pos: &Position,
    coordinates: Coordinates,
    legal: &[Move],
) -> IllegalReason {
    let variant = pos.variant();
    let name = |square| coordinates.name_of(variant, square);
    let Some(&example) = legal.first() else {
        return IllegalReason::NoMoves;
    };
    let example_text = || write_move(variant, coordinates, example);
    let (from, to) = (written.path[0], written.path[written.path.len() - 1]);
    let entry = written.path.len() == 1;
    match pos.required_move_kind() {
        MoveKind::Capture if written.kind == Some(MoveKind::Capture) => {
            if !pos.pieces(pos.side()).has(from) {
                IllegalReason::NotYours { square: name(from) }
            } else if with_geometry!(variant, G => is_possible_capture::<G>(written, pos)) {
                IllegalReason::NotLongest { men: example.jumps(), example: example_text() }
            } else {
                IllegalReason::NoSuchCapture { example: example_text() }
            }
        }
        MoveKind::Capture => IllegalReason::MustCapture { example: example_text() },
        MoveKind::Entry if !entry => IllegalReason::MustEnter,
        MoveKind::Step if entry => IllegalReason::EmptyHand,
        MoveKind::Entry if written.men.is_some_and(|men| men != u32::from(pos.entering_men())) => {
            IllegalReason::NoSuchMove
        }
        _ if !entry && !pos.pieces(pos.side()).has(from) => {
            IllegalReason::NotYours { square: name(from) }
        }
        _ if pos.owner(to).is_some() => IllegalReason::Occupied { square: name(to) },
        MoveKind::Entry if forbidden_by_centre_rule(pos).has(to) => {
            IllegalReason::Centre { square: name(to) }
        }
        MoveKind::Entry => IllegalReason::Feeding { square: name(to) },
        MoveKind::Step => IllegalReason::NoSuchMove,
    }
}

/// Does a route begin like the text, whether it is long enough or not?
fn is_possible_capture<G: Geometry>(written: &WrittenMove, pos: &Position) -> bool {
    let mut is_found = false;
    let mut visit = |RouteEnd { from, to, route, .. }: RouteEnd| {
        let capture = Move::capture(from, Square::from_bit(to.0), route);
        let cells: Vec<Square> = capture.path(pos.variant()).collect();
        is_found |= match written.path[..] {
            [start, end] => start == from && cells[1..].contains(&end),
            _ => cells.starts_with(&written.path),
        };
    };
    walk_routes(View::<G>::of(pos), &mut { *pos.columns() }, &mut visit);
    is_found
}
