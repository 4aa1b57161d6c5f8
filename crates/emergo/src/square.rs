//! A cell of a board, as the index of its bit. Names and neighbours depend on the board: see
//! [`super::board`].

use super::bitboard::Bitboard;

/// The bit index of a cell, 0..=63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Square(u8);

impl Square {
    /// The cell of bit `index`, 0..=63.
    #[inline]
    pub const fn new(index: u8) -> Square {
        debug_assert!(index < 64);
        Square(index & 63)
    }

    /// The cell of the lowest bit set in `bits`, which is not 0.
    #[inline]
    pub const fn from_bit(bits: u64) -> Square {
        debug_assert!(bits != 0);
        Square(bits.trailing_zeros() as u8 & 63)
    }

    /// The bit index. The mask tells the compiler what the constructors ensure, so that tables of 64
    /// need no bounds check.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// The set of this cell alone.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self.index())
    }

    /// The cell `shift` bits further. The caller knows that there is one.
    #[inline]
    pub const fn shifted(self, shift: i8) -> Square {
        Square::new(self.0.wrapping_add_signed(shift))
    }
}
