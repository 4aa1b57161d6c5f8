//! A column of men on one cell, in one byte: the cap in the low four bits, the prisoners in the high four.
//!
//! The bitboards of the position tell the owner. The two sides never alternate within a column: captured men go to the
//! bottom, and only top men are taken.

/// The men of one column: `cap` men of the owner on top, `prisoners` of the other side below. Both are 0..=15. In a
/// valid position both are at most 12, and the cap of a piece is at least 1.
///
/// ```
/// use emergo::Column;
///
/// let column = Column::new(3, 2);
/// assert_eq!((column.cap(), column.prisoners()), (3, 2));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct Column(u8);

impl Column {
    /// The column of an empty cell: no men.
    pub const EMPTY: Column = Column(0);
    /// A single man without prisoners.
    pub const SINGLE_MAN: Column = Column(1);

    /// A column of `cap` men over `prisoners`, both at most 15.
    #[inline]
    pub const fn new(cap: u8, prisoners: u8) -> Column {
        debug_assert!(cap <= 15 && prisoners <= 15);
        Column(cap | prisoners << 4)
    }

    /// The inverse of [`Column::bits`].
    #[inline]
    pub const fn from_bits(bits: u8) -> Column {
        Column(bits)
    }

    /// The column as a byte: the cap in the low four bits, the prisoners in the high four.
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

    /// The column without its top man. If prisoners remain and no cap, see [`Column::freed_prisoners`].
    #[inline]
    pub(crate) const fn without_top_man(self) -> Column {
        debug_assert!(self.cap() > 0);
        Column(self.0 - 1)
    }

    /// The prisoners of a column without a cap, as the cap of a piece of their own side.
    #[inline]
    pub(crate) const fn freed_prisoners(self) -> Column {
        debug_assert!(self.cap() == 0);
        Column(self.0 >> 4)
    }

    /// The column with `men` more prisoners at the bottom.
    #[inline]
    pub(crate) const fn with_prisoners_added(self, men: u8) -> Column {
        debug_assert!(self.prisoners() + men <= 15);
        Column(self.0 + (men << 4))
    }
}
