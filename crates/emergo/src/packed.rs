//! Positions in 13 bytes or less, for databases and files with many of them.
//!
//! A packed position is a number of 98 bits or less. Its first field has the lowest bits, and its bytes are in
//! little-endian order:
//!
//! | field | bits |
//! |---|---|
//! | side to move | 1: 0 for White, 1 for Black |
//! | men in the hand of White, then of Black | 4 each |
//! | each cell | 1: is there a piece? |
//! | each man of all pieces, from the top of a piece to its bottom | 2: owner (0 for White, 1 for Black); is there a man below? |
//!
//! Cells and pieces are in the order of their bits. On the square boards this is the order of the checkerboard names: rank 1
//! from file a, then rank 2 and so on. On the hexagonal board it is a1, b1, and so on, then a2. The bits behind the last man
//! are 0. So equal positions have equal bytes, and different positions have different bytes. The encoding does not change
//! within a major version of the crate. It does not contain the variant, the turn number or the history.

use crate::column::Column;
use crate::position::{Position, PositionError};
use crate::side::Side;
use crate::variant::Variant;
use std::fmt;

/// A packed position: [`Variant::packed_size`] bytes, at most 16.
///
/// ```
/// use emergo::{Position, Variant};
///
/// let start = Position::start(Variant::Emergo7);
/// let packed = start.pack();
/// assert_eq!(packed.as_bytes(), [0x10, 0x01, 0, 0, 0, 0, 0, 0, 0]);
/// assert_eq!(Position::unpack(Variant::Emergo7, packed.as_bytes()), Ok(start));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PackedPosition {
    bytes: [u8; 16],
    size: u8,
}

impl PackedPosition {
    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.size)]
    }
}

/// The bytes are not a packed position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PackedPositionError {
    /// There are too few or too many bytes.
    Size {
        /// The number of bytes.
        found: usize,
        /// The number of bytes of this variant.
        expected: usize,
    },
    /// The position is not valid in its variant.
    Position(PositionError),
    /// No position has these bytes: the owners of the men of a piece alternate, or unused bits are set.
    Malformed,
}

impl fmt::Display for PackedPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackedPositionError::Size { found, expected } => {
                write!(f, "a packed position has {expected} bytes, not {found}")
            }
            PackedPositionError::Position(error) => error.fmt(f),
            PackedPositionError::Malformed => f.write_str("no position is packed as these bytes"),
        }
    }
}

impl std::error::Error for PackedPositionError {}

impl Variant {
    /// Bytes of a packed position: 13, 9 or 12.
    pub const fn packed_size(self) -> usize {
        let bits = 1 + 2 * 4 + self.cells().count() + 2 * 2 * self.men() as u32;
        bits.div_ceil(8) as usize
    }
}

impl Position {
    /// The position in [`Variant::packed_size`] bytes: see [`PackedPosition`].
    pub fn pack(&self) -> PackedPosition {
        let mut writer = BitWriter::default();
        writer.write(1, u64::from(self.side() == Side::Black));
        for side in Side::ALL {
            writer.write(4, u64::from(self.hand(side)));
        }
        let cells = self.variant().cells();
        let bit = |(number, square)| u64::from(self.occupied().has(square)) << number;
        writer.write(cells.count(), (0..).zip(cells).map(bit).sum());
        for square in self.occupied() {
            let column = self.column(square);
            let men = column.cap() + column.prisoners();
            let (cap, all) = (owner_bits(column.cap()), owner_bits(men));
            let black = if self.pieces(Side::Black).has(square) { cap } else { all ^ cap };
            let man_below = owner_bits(men - 1) << 1;
            writer.write(2 * u32::from(men), black | man_below);
        }
        let size = self.variant().packed_size() as u8;
        PackedPosition { bytes: writer.bits.to_le_bytes(), size }
    }

    /// Reads a packed position: see [`PackedPosition`].
    ///
    /// # Errors
    ///
    /// The number of bytes is wrong, or [`Position::pack`] never writes these bytes.
    pub fn unpack(variant: Variant, bytes: &[u8]) -> Result<Position, PackedPositionError> {
        let (found, expected) = (bytes.len(), variant.packed_size());
        if found != expected {
            return Err(PackedPositionError::Size { found, expected });
        }
        let mut all = [0; 16];
        all[..found].copy_from_slice(bytes);
        let mut reader = BitReader(u128::from_le_bytes(all));
        let mut position = Position::without_men(variant);
        position.set_side(Side::ALL[reader.read(1) as usize]);
        for side in Side::ALL {
            position.set_hand(side, reader.read(4) as u8);
        }
        let cells = variant.cells();
        let occupied = reader.read(cells.count());
        for (_, square) in (0..).zip(cells).filter(|(number, _)| occupied >> number & 1 == 1) {
            // A column ends with the first man without a man below.
            let no_man_below = !(reader.0 as u64) >> 1 & OWNER_BITS;
            let men = no_man_below.trailing_zeros() as u8 / 2 + 1;
            if men > 2 * variant.men() {
                return Err(PackedPositionError::Malformed);
            }
            let owners = reader.read(2 * u32::from(men)) & OWNER_BITS;
            let (owner, black) = (Side::ALL[(owners & 1) as usize], owners.count_ones() as u8);
            let cap = if owner == Side::Black { black } else { men - black };
            let prisoners = men - cap;
            if cap > variant.men() || prisoners > variant.men() {
                return Err(PackedPositionError::Malformed);
            }
            position.put(owner, square, Column::new(cap, prisoners));
        }
        position.check_men().map_err(PackedPositionError::Position)?;
        // Owners that alternate and unused bits are lost on the way.
        if position.pack().as_bytes() != bytes {
            return Err(PackedPositionError::Malformed);
        }
        Ok(position)
    }
}

/// Of the two bits of each man, the one for the owner.
const OWNER_BITS: u64 = 0x5555_5555_5555_5555;

/// The owner bits of this number of men.
fn owner_bits(men: u8) -> u64 {
    OWNER_BITS & ((1 << (2 * men)) - 1)
}

/// A number that is written from its lowest bit.
#[derive(Default)]
struct BitWriter {
    bits: u128,
    length: u32,
}

impl BitWriter {
    /// Adds a field of `count` bits.
    fn write(&mut self, count: u32, field: u64) {
        self.bits |= u128::from(field) << self.length;
        self.length += count;
    }
}

/// A number that is read from its lowest bit.
struct BitReader(u128);

impl BitReader {
    /// Reads a field of `count` bits, at most 63.
    fn read(&mut self, count: u32) -> u64 {
        let field = self.0 as u64 & ((1 << count) - 1);
        self.0 >>= count;
        field
    }
}
