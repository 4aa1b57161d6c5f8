//! Keys of positions: random numbers combined by exclusive or (Zobrist 1970), kept up to date by the
//! mutators of [`super::position::Position`].
//!
//! A column's key is that of its cap combined with that of its prisoners: two reads of one 256-byte row.
//! Keyed together, cap and prisoners would be one read of a table of 13 x 13 numbers a cell and side, 137
//! KiB, most of it outside the first-level cache; apart they are 32 KiB. Nothing is lost: two columns on a
//! cell differ in the cap or in the prisoners, so their keys differ by independent random numbers.

use super::board::Variant;
use super::column::Column;
use super::side::Side;
use super::square::Square;

/// A position's key: equal for equal positions (board, columns, hands, side to move, variant).
pub type Key = u64;

/// Per side and cell 16 numbers for the cap, then 16 for the prisoners.
static COLUMNS: [[[u64; 32]; 64]; 2] = columns();
static HANDS: [[u64; 16]; 2] = hands();

/// What changes with the side to move.
pub(super) const SIDE: Key = number(1);

/// The `index`-th random number: SplitMix64 (Steele, Lea and Flood 2014) jumped to that index.
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

/// The key of a side's column on a cell.
#[inline]
pub(super) fn column(side: Side, square: Square, column: Column) -> Key {
    let row = &COLUMNS[side.index()][square.index()];
    row[column.cap() as usize] ^ row[16 + column.prisoners() as usize]
}

/// The key of a side's men in hand.
#[inline]
pub(super) fn hand(side: Side, men: u8) -> Key {
    HANDS[side.index()][men as usize & 15]
}

/// The key of the board, so that a table shared by boards cannot mix them up.
#[inline]
pub(super) const fn variant(variant: Variant) -> Key {
    number(16 + variant as u64)
}
