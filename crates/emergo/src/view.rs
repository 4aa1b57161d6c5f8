//! A position without its columns: the cells of both sides and the empty cells, as bitboards.
//!
//! Most rules need no more than that, and follow from the set of cells on which a piece could be jumped
//! ([`View::exposed`]).

use crate::bitboard::Bitboard;
use crate::geometry::Geometry;
use crate::position::Position;
use crate::side::Side;
use crate::square::Square;
use std::marker::PhantomData;

/// A position as the side to move sees it, without its columns.
#[derive(Clone, Copy)]
pub(crate) struct View<G> {
    /// The pieces of the side to move.
    pub us: Bitboard,
    /// The pieces of the opponent.
    pub them: Bitboard,
    /// The empty cells.
    pub empty: Bitboard,
    geometry: PhantomData<G>,
}

impl<G: Geometry> View<G> {
    #[inline]
    pub fn new(us: Bitboard, them: Bitboard) -> View<G> {
        View { us, them, empty: G::CELLS & !(us | them), geometry: PhantomData }
    }

    #[inline]
    pub fn of(pos: &Position) -> View<G> {
        View::of_side(pos, pos.side())
    }

    /// The view of a side, as if it were to move.
    #[inline]
    pub fn of_side(pos: &Position, side: Side) -> View<G> {
        View::new(pos.pieces(side), pos.pieces(side.other()))
    }

    /// The cells on which `jumpers` could jump an enemy piece: a jumper on one side, an empty cell on the other.
    /// The set includes bits that are not cells.
    #[inline]
    pub fn exposed(self, jumpers: Bitboard) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for &shift in G::SHIFTS {
            set |= jumpers.shifted(shift) & self.empty.shifted(-shift);
        }
        set
    }

    /// Can the side to move capture?
    #[inline]
    pub fn can_capture(self) -> bool {
        (self.exposed(self.us) & self.them).any()
    }

    /// The pieces of the side to move that the opponent could jump if it were to move.
    #[inline]
    pub fn threatened(self) -> Bitboard {
        self.exposed(self.them) & self.us
    }

    /// The number of steps of the side to move.
    #[inline]
    pub fn count_steps(self) -> u32 {
        G::SHIFTS.iter().map(|shift| (self.us.shifted(*shift) & self.empty).count()).sum()
    }

    /// Calls `each` with origin and target of every step of the side to move.
    #[inline]
    pub fn for_each_step(self, mut each: impl FnMut(Square, Square)) {
        for &shift in G::SHIFTS {
            for from in self.us & self.empty.shifted(-shift) {
                each(from, from.shifted(shift));
            }
        }
    }

    /// The view of the opponent after a step from `from` to `to`, or after an entry on `to` if `from` is empty.
    #[inline]
    pub fn after_quiet_move(self, from: Bitboard, to: Bitboard) -> View<G> {
        View {
            us: self.them,
            them: self.us ^ from ^ to,
            empty: self.empty ^ from ^ to,
            geometry: PhantomData,
        }
    }
}
