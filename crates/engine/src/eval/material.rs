//! Men on the board by rough worth: no evaluation, but enough to put captures in order. In centimen.

use emergo::{Position, Side};

/// Caps of 1 to 12. What a linear fit found: tall caps are worth far more than their men.
const CAPS: [i32; 12] = [100, 280, 560, 850, 1050, 1250, 1400, 1550, 1700, 1850, 2000, 2150];
/// Each prisoner under a cap of 1, 2, 3, 4 and more: they count for a strong guard.
const PRISONERS: [i32; 4] = [0, 25, 50, 60];

/// By how much the side to move is ahead in men on the board.
pub fn balance(pos: &Position) -> i32 {
    let worth = |side: Side| {
        let pieces = pos.pieces(side).map(|square| {
            let column = pos.column(square);
            let cap = usize::from(column.cap()).clamp(1, CAPS.len()) - 1;
            CAPS[cap] + PRISONERS[cap.min(PRISONERS.len() - 1)] * i32::from(column.prisoners())
        });
        pieces.sum::<i32>()
    };
    worth(pos.side()) - worth(pos.side().other())
}
