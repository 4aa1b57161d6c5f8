//! Material on the board, in centimen. It is no evaluation, but enough to order captures.

// CITE: Point value. https://www.chessprogramming.org/Point_Value

use emergo::{Column, Position, Side};

/// The value of a cap of 1 to 12 men.
const CAPS: [i32; 12] = [100, 280, 560, 850, 1050, 1250, 1400, 1550, 1700, 1850, 2000, 2150];
/// The value of each prisoner under a cap of 1, 2, 3, and of 4 or more.
const PRISONERS: [i32; 4] = [0, 25, 50, 60];

/// The value of each column, by [`Column::bits`]. 0 without a cap.
static COLUMNS: [i32; 256] = columns();

const fn columns() -> [i32; 256] {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < table.len() {
        let column = Column::from_bits(bits as u8);
        let cap = column.cap() as usize;
        if cap >= 1 && cap <= CAPS.len() {
            let men = if cap < PRISONERS.len() { cap } else { PRISONERS.len() };
            table[bits] = CAPS[cap - 1] + PRISONERS[men - 1] * column.prisoners() as i32;
        }
        bits += 1;
    }
    table
}

/// Material of the side to move minus material of the opponent.
pub(super) fn balance(pos: &Position) -> i32 {
    let material = |side: Side| {
        let pieces = pos.pieces(side);
        pieces.map(|square| COLUMNS[usize::from(pos.column(square).bits())]).sum::<i32>()
    };
    material(pos.side()) - material(pos.side().other())
}
