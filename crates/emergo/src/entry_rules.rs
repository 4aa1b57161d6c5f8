//! The rules for entries: the feeding rule and the centre rule.
//!
//! The feeding rule: a piece may not enter on a cell on which the opponent could jump it, unless the opponent could
//! capture anyway if it were to move now. The centre rule: White's first entry may not be on the centre. Neither rule
//! applies to steps.

use crate::bitboard::Bitboard;
use crate::geometry::{Geometry, with_geometry};
use crate::position::Position;
use crate::view::View;

impl<G: Geometry> View<G> {
    /// The empty cells on which the feeding rule allows an entry. Only for a side that has no capture.
    #[inline]
    pub fn cells_allowed_by_feeding_rule(self) -> Bitboard {
        let exposed = self.exposed(self.them);
        let opponent_can_capture = (exposed & self.us).any();
        if opponent_can_capture { self.empty } else { self.empty & !exposed }
    }
}

/// The cells on which the side to move may enter. Only for a side with men in hand and no capture.
#[inline]
pub(crate) fn entry_cells<G: Geometry>(pos: &Position, view: View<G>) -> Bitboard {
    view.cells_allowed_by_feeding_rule() & !forbidden_by_centre_rule(pos)
}

/// The centre if the centre rule forbids an entry there, or else no cell.
#[inline]
pub(crate) fn forbidden_by_centre_rule(pos: &Position) -> Bitboard {
    if pos.is_first_entry() { pos.variant().centre().bitboard() } else { Bitboard::EMPTY }
}

impl Position {
    /// The cells on which the side to move may enter a man or the shadowpiece. The set is empty if it has no man in hand.
    /// Only for a side that has no capture.
    ///
    /// ```
    /// use emergo::{Position, Variant};
    ///
    /// let start = Position::start(Variant::Emergo);
    /// assert_eq!(start.entry_cells().count(), 40); // every cell except the centre
    /// ```
    #[inline]
    pub fn entry_cells(&self) -> Bitboard {
        if self.hand(self.side()) == 0 {
            return Bitboard::EMPTY;
        }
        with_geometry!(self.variant(), G => entry_cells(self, View::<G>::of(self)))
    }
}
