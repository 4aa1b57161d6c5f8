//! Keys of positions: random numbers combined by exclusive or (Zobrist 1970,
//! <https://research.cs.wisc.edu/techreports/1970/TR88.pdf>).
//!
//! The key of a column is the key of its cap combined with the key of its prisoners: two reads from one row of 256
//! bytes. A number for each pair of cap and prisoners would need one read, but from a table that does not fit into the
//! first-level cache. Different columns on a cell still have independent keys, because they differ in the cap or in
//! the prisoners.

use crate::column::Column;
use crate::side::Side;
use crate::square::Square;
use crate::variant::Variant;

/// The key of a position. Equal positions (variant, columns, hands, side to move) have equal keys.
pub type Key = u64;

/// By side and cell: 16 numbers for the cap, then 16 for the prisoners.
static COLUMNS: [[[u64; 32]; 64]; 2] = columns();
static HANDS: [[u64; 16]; 2] = hands();

/// The difference between the keys with White and with Black to move.
pub(crate) const SIDE: Key = number(1);

/// The random number with that index: SplitMix64 (Steele, Lea and Flood 2014,
/// <https://doi.org/10.1145/2660193.2660195>).
const fn number(index: u64) -> u64 {
    let mut z = 0x4C75_6374_6F72_u64.wrapping_add(index.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn columns() -> [[[u64; 32]; 64]; 2] {
    let mut table = [[[0; 32]; 64]; 2];
    let mut index = 0;
    while index < 2 * 64 * 32 {
        table[index / 2048][index / 32 % 64][index % 32] = number(0x1000 + index as u64);
        index += 1;
    }
    table
}

const fn hands() -> [[u64; 16]; 2] {
    let mut table = [[0; 16]; 2];
    let mut index = 0;
    while index < 32 {
        table[index / 16][index % 16] = number(0x100 + index as u64);
        index += 1;
    }
    table
}

/// The key of a column of a side on a cell.
#[inline]
pub(crate) fn column(side: Side, square: Square, column: Column) -> Key {
    let row = &COLUMNS[side.index()][square.index()];
    row[column.cap() as usize] ^ row[16 + column.prisoners() as usize]
}

/// The key of the men in hand of a side.
#[inline]
pub(crate) fn hand(side: Side, men: u8) -> Key {
    HANDS[side.index()][men as usize & 15]
}

/// The key of the variant. It keeps positions of different boards apart in one table.
#[inline]
pub(crate) const fn variant(variant: Variant) -> Key {
    number(16 + variant as u64)
}
