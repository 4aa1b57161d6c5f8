//! Material classes: the columns of both sides.

use emergo::{Column, Position};
use std::cmp::Reverse;
use std::fmt;

/// The columns of the side to move and of its opponent. Those of a side are in descending order of [`Column::bits`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MaterialClass {
    own: Vec<Column>,
    enemy: Vec<Column>,
}

impl MaterialClass {
    /// The class of a position.
    pub(super) fn of(position: &Position) -> MaterialClass {
        let [own, enemy] = [position.side(), position.side().other()].map(|side| {
            let mut columns: Vec<Column> =
                position.pieces(side).map(|square| position.column(square)).collect();
            columns.sort_unstable_by_key(|column| Reverse(column.bits()));
            columns
        });
        MaterialClass { own, enemy }
    }

    /// The order of the classes: by the number of own columns, then by cap and prisoners of each column.
    pub(super) fn order(&self) -> (usize, Vec<[u8; 2]>) {
        let columns = self.own.iter().chain(&self.enemy);
        (self.own.len(), columns.map(|column| [column.cap(), column.prisoners()]).collect())
    }
}

/// As in position text, with White to move: `w7b3 w1 - b9w4`.
impl fmt::Display for MaterialClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |columns: &[Column], owner: char, other: char| {
            let texts = columns.iter().map(|column| match column.prisoners() {
                0 => format!("{owner}{}", column.cap()),
                prisoners => format!("{owner}{}{other}{prisoners}", column.cap()),
            });
            texts.collect::<Vec<_>>().join(" ")
        };
        write!(f, "{} - {}", side(&self.own, 'w', 'b'), side(&self.enemy, 'b', 'w'))
    }
}
