//! Writes a move as text, and holds the contents of a move text that was read.

use super::coordinates::Coordinates;
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;

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

/// The contents of a move text.
pub(super) struct WrittenMove {
    /// The cells that the text names. Two cells are origin and target, perhaps of a capture with more cells.
    pub path: Vec<Square>,
    /// The kind, if the text has separators or names a single cell.
    pub kind: Option<MoveKind>,
    /// The number of men of an entry, if it is given.
    pub men: Option<u32>,
}

impl WrittenMove {
    /// Does the text fit this legal move?
    pub fn fits(&self, pos: &Position, mv: Move) -> bool {
        if self.kind.is_some_and(|kind| kind != mv.kind()) {
            return false;
        }
        if mv.kind() == MoveKind::Entry {
            let men = u32::from(pos.entering_men());
            return self.path == [mv.to()] && self.men.is_none_or(|written| written == men);
        }
        let ends = [mv.from(), mv.to()];
        self.path == ends || mv.path(pos.variant()).eq(self.path.iter().copied())
    }
}
