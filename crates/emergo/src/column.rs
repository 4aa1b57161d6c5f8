//! A column of men on one cell, in one byte: the cap (the owner's men, on top) in the low four bits,
//! the prisoners (the other side's, below) in the high four. Who owns it is told by the position's
//! bitboards. Men are never interleaved: captured men go to the bottom, and only top men are taken.

/// Men of one column: `cap` 0..=15 of the owner over `prisoners` 0..=15 of the other side. In a legal
/// position both are at most 12, and the cap of a piece is at least 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Column(u8);

impl Column {
    /// No men: what a vacant cell holds.
    pub const EMPTY: Column = Column(0);
    /// One man without prisoners.
    pub const SINGLE_MAN: Column = Column(1);

    /// A column of `cap` over `prisoners`, both at most 15.
    #[inline]
    pub const fn new(cap: u8, prisoners: u8) -> Column {
        debug_assert!(cap <= 15 && prisoners <= 15);
        Column(cap | prisoners << 4)
    }

    /// The column of a byte as [`Column::bits`] gives it.
    #[inline]
    pub const fn from_bits(bits: u8) -> Column {
        Column(bits)
    }

    /// The byte: the cap in the low four bits, the prisoners in the high four.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The owner's men, on top.
    #[inline]
    pub const fn cap(self) -> u8 {
        self.0 & 15
    }

    /// The other side's men, below the cap.
    #[inline]
    pub const fn prisoners(self) -> u8 {
        self.0 >> 4
    }

    /// The column without its top man. A cap of 0 over prisoners is the other side's from then on:
    /// see [`Column::freed_prisoners`].
    #[inline]
    pub const fn without_top_man(self) -> Column {
        debug_assert!(self.cap() > 0);
        Column(self.0 - 1)
    }

    /// The prisoners of a column whose cap is gone, as the cap of their own side's piece.
    #[inline]
    pub const fn freed_prisoners(self) -> Column {
        debug_assert!(self.cap() == 0);
        Column(self.0 >> 4)
    }

    /// The column with `men` more prisoners at the bottom.
    #[inline]
    pub const fn with_prisoners_added(self, men: u8) -> Column {
        debug_assert!(self.prisoners() + men <= 15);
        Column(self.0 + (men << 4))
    }
}
