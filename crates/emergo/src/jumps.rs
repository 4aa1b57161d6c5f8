//! Single jumps: can a side capture, which pieces can be jumped, and where could a piece be jumped after a step? The jumps
//! of a whole capture are in [`crate::captures`].

use crate::bitboard::Bitboard;
use crate::geometry::{Geometry, with_geometry};
use crate::position::Position;
use crate::side::Side;
use crate::square::Square;
use crate::variant::Variant;
use crate::view::View;

impl Position {
    /// Can the side to move capture? Then it must.
    ///
    /// ```
    /// use emergo::{Variant, read_position};
    ///
    /// // White's piece on e4 can jump over e5 to e6.
    /// let position = read_position(Variant::Emergo, "1/3/5/7/4b4/3w3/5/3/1 w 0,0")?.position;
    /// assert!(position.can_capture());
    /// # Ok::<(), emergo::notation::PositionTextError>(())
    /// ```
    #[inline]
    pub fn can_capture(&self) -> bool {
        with_geometry!(self.variant(), G => View::<G>::of(self).can_capture())
    }

    /// The pieces of the side to move that the opponent could jump if it were to move now.
    ///
    /// ```
    /// use emergo::{Coordinates, Variant, read_position};
    ///
    /// let position = read_position(Variant::Emergo, "1/3/5/7/4b4/3w3/5/3/1 b 0,0")?.position;
    /// let threatened = position.threatened().first().expect("the piece on e5 can be jumped");
    /// assert_eq!(Coordinates::Oblique.name_of(Variant::Emergo, threatened).to_string(), "e5");
    /// # Ok::<(), emergo::notation::PositionTextError>(())
    /// ```
    #[inline]
    pub fn threatened(&self) -> Bitboard {
        with_geometry!(self.variant(), G => View::<G>::of(self).threatened())
    }

    /// The cells on which a piece of the side to move on `from` could land with its first jump.
    pub(crate) fn first_jumps(&self, from: Square) -> Bitboard {
        with_geometry!(self.variant(), G => first_jumps(View::<G>::of(self), from))
    }

    /// The jumps that threaten White's pieces and those that threaten Black's pieces, by direction.
    #[inline]
    pub fn jump_lines(&self) -> [JumpLines; 2] {
        with_geometry!(self.variant(), G => Side::ALL.map(|side| jump_lines(View::<G>::of_side(self, side))))
    }
}

/// The jumps of the opponent of one side, by the direction of the jump (an index of [`Variant::shifts`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct JumpLines {
    /// Pieces of the side that can be jumped.
    pub jumpable_pieces: [Bitboard; Variant::MAX_DIRECTIONS],
    /// Empty cells on which a piece of the side can be jumped after it stepped there. Behind the cell is an enemy
    /// piece. The cell in front is empty, or it is the cell that the piece left.
    pub feeding_cells: [Bitboard; Variant::MAX_DIRECTIONS],
}

fn first_jumps<G: Geometry>(view: View<G>, from: Square) -> Bitboard {
    let from = from.bitboard() & view.us;
    let landing = |shift| (from.shifted(shift) & view.them).shifted(shift) & view.empty;
    G::SHIFTS.iter().fold(Bitboard::EMPTY, |cells, &shift| cells | landing(shift))
}

/// The jumps that threaten the pieces of the side of the view.
#[inline]
fn jump_lines<G: Geometry>(view: View<G>) -> JumpLines {
    let near = G::SHIFTS.iter().fold(Bitboard::EMPTY, |near, &shift| near | view.us.shifted(shift));
    let mut lines = JumpLines {
        jumpable_pieces: [Bitboard::EMPTY; Variant::MAX_DIRECTIONS],
        feeding_cells: [Bitboard::EMPTY; Variant::MAX_DIRECTIONS],
    };
    for (direction, &shift) in G::SHIFTS.iter().enumerate() {
        let jumped = view.them.shifted(shift);
        let landing = view.empty.shifted(-shift);
        lines.jumpable_pieces[direction] = jumped & view.us & landing;
        lines.feeding_cells[direction] =
            jumped & view.empty & (landing & near | view.us.shifted(-shift));
    }
    lines
}
