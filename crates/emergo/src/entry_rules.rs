//! The rules for entries: the feeding rule and the centre rule.
//!
//! The feeding rule: a piece may not enter on a cell on which the opponent could jump it, unless the opponent could
//! capture anyway if it were to move now. The centre rule: White's first entry may not be on the centre. Neither rule
//! applies to steps.

use crate::bitboard::Bitboard;
use crate::geometry::{Geometry, with_geometry};
use crate::moves::Move;
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
    let cells = view.cells_allowed_by_feeding_rule();
    if pos.is_first_entry() { cells & !G::VARIANT.centre().bitboard() } else { cells }
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
        with_geometry!(self.variant(), entry_cells_of(self))
    }

    /// Can the opponent capture after this step or entry?
    ///
    /// ```
    /// use emergo::{Coordinates, Variant, read_move, read_position};
    ///
    /// // If White steps from e3 to e4, Black's piece on e5 can jump over it to e3.
    /// let position = read_position(Variant::Emergo, "1/3/5/7/4b4/7/2w2/3/1 w 0,0")?.position;
    /// let step = read_move(&position, Coordinates::Oblique, "e3-e4")?;
    /// assert!(position.is_feeding(step));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_feeding(&self, mv: Move) -> bool {
        with_geometry!(self.variant(), is_feeding(self, mv))
    }
}

#[inline]
fn entry_cells_of<G: Geometry>(pos: &Position) -> Bitboard {
    entry_cells(pos, View::<G>::of(pos))
}

fn is_feeding<G: Geometry>(pos: &Position, mv: Move) -> bool {
    let from = mv.from().bitboard() & pos.pieces(pos.side());
    View::<G>::of(pos).after_quiet_move(from, mv.to().bitboard()).can_capture()
}
