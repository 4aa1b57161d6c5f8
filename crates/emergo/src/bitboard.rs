//! Sets of cells, one bit a cell. Which bit is which cell, and which bits are cells at all, is the
//! business of [`super::board`]; here are only the set operations.

use super::square::Square;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No cell.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// Is there no cell in the set?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is there a cell in the set?
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Cells in the set, 0..=64.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Is the cell in the set?
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The cell with the lowest bit, or `None` of an empty set.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_bit(self.0)) }
    }

    /// Moves the whole set by `shift` bits, up for positive values. `shift` is within -63..=63.
    #[inline]
    pub const fn shifted(self, shift: i8) -> Bitboard {
        if shift >= 0 { Bitboard(self.0 << shift) } else { Bitboard(self.0 >> -shift) }
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    /// Takes the lowest cell out of the set.
    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count() as usize, Some(self.count() as usize))
    }
}

impl ExactSizeIterator for Bitboard {}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident) => {
        impl $trait for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard($trait::$method(self.0, other.0))
            }
        }
    };
    (assign $trait:ident, $method:ident) => {
        impl $trait for Bitboard {
            #[inline]
            fn $method(&mut self, other: Bitboard) {
                $trait::$method(&mut self.0, other.0)
            }
        }
    };
    (shift $trait:ident, $method:ident) => {
        impl $trait<u32> for Bitboard {
            type Output = Bitboard;
            #[inline]
            fn $method(self, bits: u32) -> Bitboard {
                Bitboard($trait::$method(self.0, bits))
            }
        }
    };
}

operator!(BitAnd, bitand);
operator!(BitOr, bitor);
operator!(BitXor, bitxor);
operator!(assign BitAndAssign, bitand_assign);
operator!(assign BitOrAssign, bitor_assign);
operator!(assign BitXorAssign, bitxor_assign);
operator!(shift Shl, shl);
operator!(shift Shr, shr);

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}
