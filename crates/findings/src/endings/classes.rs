//! Material classes: the columns that the men of both sides form, if all of them are on the board.

use emergo::Column;
use std::fmt;

/// The largest number of pieces of a table.
pub(super) const MAX_PIECES: usize = 4;

/// The columns of both sides, those of the side to move first. The columns of a side are in descending order of
/// [`Column::bits`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MaterialClass {
    columns: [Column; MAX_PIECES],
    pieces: usize,
    own: usize,
}

impl MaterialClass {
    /// The columns of the side to move.
    pub fn own(&self) -> &[Column] {
        &self.columns[..self.own]
    }

    /// The columns of its opponent.
    pub fn enemy(&self) -> &[Column] {
        &self.columns[self.own..self.pieces]
    }

    /// All columns, those of the side to move first.
    pub(super) fn columns(&self) -> [Column; MAX_PIECES] {
        self.columns
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
        write!(f, "{} - {}", side(self.own(), 'w', 'b'), side(self.enemy(), 'b', 'w'))
    }
}

/// All material classes with given numbers of pieces.
pub(super) struct Classes {
    men: u8,
    all: Vec<MaterialClass>,
    /// The number of a class by its columns except the last one, which follows from the others.
    numbers: Vec<u32>,
}

/// No class has these columns.
const NO_CLASS: u32 = u32::MAX;

impl Classes {
    /// The classes of `pieces` columns, of which `own` belong to the side to move. Each side has `men` men. Both sides
    /// have a piece.
    pub fn new(men: u8, pieces: usize, own: usize) -> Classes {
        debug_assert!(0 < own && own < pieces && pieces <= MAX_PIECES);
        let codes = usize::from(men + 1).pow(2);
        let numbers = vec![NO_CLASS; codes.pow(pieces as u32 - 1)];
        let mut classes = Classes { men, all: Vec::new(), numbers };
        classes.add_columns([Column::EMPTY; MAX_PIECES], 0, pieces, own, [men; 2]);
        for (number, class) in classes.all.iter().enumerate() {
            classes.numbers[key(men, &class.columns[..pieces - 1])] = number as u32;
        }
        classes
    }

    /// Adds the classes that begin with `columns[..at]`. `left` are the men that no column contains yet, own men first.
    fn add_columns(
        &mut self,
        mut columns: [Column; MAX_PIECES],
        at: usize,
        pieces: usize,
        own: usize,
        left: [u8; 2],
    ) {
        let [owners, others] = if at < own { left } else { [left[1], left[0]] };
        let last = at + 1 == pieces;
        for cap in if last { owners..=owners } else { 1..=owners } {
            for prisoners in if last { others..=others } else { 0..=others } {
                let column = Column::new(cap, prisoners);
                let first_of_side = at == 0 || at == own;
                if cap == 0 || !first_of_side && column.bits() > columns[at - 1].bits() {
                    continue;
                }
                columns[at] = column;
                let left = [owners - cap, others - prisoners];
                match last {
                    true => self.all.push(MaterialClass { columns, pieces, own }),
                    false if at < own => self.add_columns(columns, at + 1, pieces, own, left),
                    false => {
                        self.add_columns(columns, at + 1, pieces, own, [left[1], left[0]]);
                    }
                }
            }
        }
    }

    pub fn all(&self) -> &[MaterialClass] {
        &self.all
    }

    /// The number of the class with these columns, which contain all men and are in the order of a class.
    pub fn number(&self, columns: &[Column]) -> Option<usize> {
        let number = self.numbers[key(self.men, &columns[..columns.len() - 1])];
        (number != NO_CLASS).then_some(number as usize)
    }
}

/// The place of columns in [`Classes::numbers`].
fn key(men: u8, columns: &[Column]) -> usize {
    let base = usize::from(men + 1);
    columns.iter().fold(0, |key, column| {
        (key * base + usize::from(column.cap())) * base + usize::from(column.prisoners())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_pieces_have_a_class_for_each_pair_of_caps() {
        for men in [1, 8, 12] {
            let classes = Classes::new(men, 2, 1);
            assert_eq!(classes.all().len(), usize::from(men).pow(2));
            for class in classes.all() {
                let ([own], [enemy]) = (class.own(), class.enemy()) else { panic!("{class}") };
                assert_eq!(own.cap() + enemy.prisoners(), men, "{class}");
                assert_eq!(enemy.cap() + own.prisoners(), men, "{class}");
            }
        }
    }

    #[test]
    fn every_class_has_its_number_and_all_men() {
        for (pieces, own) in [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (4, 3)] {
            let classes = Classes::new(4, pieces, own);
            for (number, class) in classes.all().iter().enumerate() {
                assert_eq!(classes.number(&class.columns[..pieces]), Some(number), "{class}");
                let sum = |columns: &[Column], men: fn(Column) -> u8| -> u8 {
                    columns.iter().map(|column| men(*column)).sum()
                };
                let own_men = sum(class.own(), Column::cap) + sum(class.enemy(), Column::prisoners);
                let enemy_men =
                    sum(class.enemy(), Column::cap) + sum(class.own(), Column::prisoners);
                assert_eq!([own_men, enemy_men], [4, 4], "{class}");
            }
        }
    }

    #[test]
    fn three_pieces_have_as_many_classes_as_men_can_be_distributed() {
        // Twelve own men in two caps and under the enemy, twelve enemy men under the caps and in one cap: 66 * 78 ordered
        // pairs. Pairs of equal columns: two caps of c men and p prisoners each.
        let equal = 6 * 6;
        assert_eq!(Classes::new(12, 3, 2).all().len(), (66 * 78 + equal) / 2);
        assert_eq!(Classes::new(12, 3, 1).all().len(), (66 * 78 + equal) / 2);
    }
}
