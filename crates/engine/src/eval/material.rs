//! Material on the board, in centimen. It is no evaluation, but enough to order captures.

// CITE: Point value. https://www.chessprogramming.org/Point_Value

use emergo::{Position, Side};

/// The value of a cap of 1 to 12 men.
const CAPS: [i32; 12] = [100, 280, 560, 850, 1050, 1250, 1400, 1550, 1700, 1850, 2000, 2150];
/// The value of each prisoner under a cap of 1, 2, 3, and of 4 or more.
const PRISONERS: [i32; 4] = [0, 25, 50, 60];

/// Material of the side to move minus material of the opponent.
pub fn balance(pos: &Position) -> i32 {
    let material = |side: Side| {
        let pieces = pos.pieces(side).map(|square| {
            let column = pos.column(square);
            let cap = usize::from(column.cap()).clamp(1, CAPS.len()) - 1;
            CAPS[cap] + PRISONERS[cap.min(PRISONERS.len() - 1)] * i32::from(column.prisoners())
        });
        pieces.sum::<i32>()
    };
    material(pos.side()) - material(pos.side().other())
}
