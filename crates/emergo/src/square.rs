//! A cell of a board, as the index of its bit. Names and neighbours depend on the board: see
//! [`Coordinates`](crate::Coordinates) and [`Variant`](crate::Variant).

use crate::bitboard::Bitboard;

/// A cell of a board: the index of its bit, 0..=63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Square(u8);

impl Square {
    /// The cell of bit `index`, 0..=63.
    #[inline]
    pub const fn new(index: u8) -> Square {
        debug_assert!(index < 64);
        Square(index & 63)
    }

    /// The cell of the lowest bit of `bits`, which is not 0.
    #[inline]
    pub(crate) const fn from_bit(bits: u64) -> Square {
        debug_assert!(bits != 0);
        Square(bits.trailing_zeros() as u8 & 63)
    }

    /// The index of the bit, 0..=63. The mask lets the compiler omit bounds checks of tables with 64 entries.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The set that contains only this cell.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self.index())
    }

    /// The cell at a distance of `shift` bits. The caller ensures that it exists.
    #[inline]
    pub(crate) const fn shifted(self, shift: i8) -> Square {
        Square::new(self.0.wrapping_add_signed(shift))
    }
}
