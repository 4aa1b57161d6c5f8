//! Sets of cells with one bit per cell. [`Variant`](crate::Variant) defines the bits of the cells.

use crate::square::Square;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of cells. It is an iterator over its cells, from the lowest bit to the highest.
///
/// ```
/// use emergo::{Bitboard, Variant};
///
/// let variant = Variant::Emergo;
/// let outer = variant.cells().filter(|square| variant.distance_to_centre(*square) == 4);
/// let rim: Bitboard = outer.collect();
/// assert_eq!(rim.count(), 16);
/// assert!(!rim.has(variant.centre()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// Is the set empty?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Does the set contain a cell?
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// The number of cells in the set, 0..=64.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Is the cell in the set?
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// The cell with the lowest bit, or `None` if the set is empty.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::from_bit(self.0)) }
    }

    /// Shifts all bits by `shift`, upward if it is positive. `shift` is in -63..=63.
    #[inline]
    pub const fn shifted(self, shift: i8) -> Bitboard {
        if shift >= 0 { Bitboard(self.0 << shift) } else { Bitboard(self.0 >> -shift) }
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    /// Removes the cell with the lowest bit and returns it.
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
}

operator!(BitAnd, bitand);
operator!(BitOr, bitor);
operator!(BitXor, bitxor);
operator!(assign BitAndAssign, bitand_assign);
operator!(assign BitOrAssign, bitor_assign);
operator!(assign BitXorAssign, bitxor_assign);

impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}
