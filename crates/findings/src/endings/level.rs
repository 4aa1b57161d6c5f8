//! A level: all positions with a given number of pieces, numbered from 0.
//!
//! The number of a position is its material class times the number of placements, plus its placement. The pieces of a
//! side are in the order of the class. Equal columns of a side could stand in several orders; the smallest placement
//! number is that of the position, and the others are unused numbers.

use super::classes::{Classes, MAX_PIECES, MaterialClass};
use super::placements::{Cells, Placements};
use super::solver::Level;
use super::table::piece_count;
use super::value::PackedValue;
use emergo::{Column, PlacedPiece, Position, Side, Square, Variant};
use std::ops::Range;

/// The numbers of the positions with a given number of pieces.
pub(super) struct EndingLevel {
    variant: Variant,
    pieces: usize,
    placements: Placements,
    /// By the number of pieces of the side to move, less one.
    parts: Vec<LevelPart>,
    size: usize,
}

/// The positions in which the side to move has a given number of pieces.
struct LevelPart {
    classes: Classes,
    /// The number of the first position.
    first: usize,
}

/// The pieces of a position, those of the side to move first.
#[derive(Clone, Copy)]
pub(super) struct Arrangement {
    cells: Cells,
    columns: [Column; MAX_PIECES],
    pieces: usize,
    own: usize,
}

impl EndingLevel {
    /// The level of `pieces` pieces, 2..=[`MAX_PIECES`]. Each side has `men` men.
    pub fn new(variant: Variant, men: u8, pieces: usize) -> EndingLevel {
        let placements = Placements::new(variant, pieces);
        let (mut parts, mut size) = (Vec::new(), 0);
        for own in 1..pieces {
            let classes = Classes::new(men, pieces, own);
            let first = size;
            size += classes.all().len() * placements.count();
            parts.push(LevelPart { classes, first });
        }
        EndingLevel { variant, pieces, placements, parts, size }
    }

    /// The bytes of a table of the values.
    pub fn bytes(&self) -> usize {
        self.size * size_of::<PackedValue>()
    }

    /// All material classes with the numbers of their positions.
    pub fn classes(&self) -> impl Iterator<Item = (MaterialClass, Range<usize>)> {
        let count = self.placements.count();
        self.parts.iter().flat_map(move |part| {
            (part.first..)
                .step_by(count)
                .zip(part.classes.all())
                .map(move |(first, class)| (*class, first..first + count))
        })
    }

    /// The number of a position with that many pieces, of both sides, and with all men on the board.
    pub fn number(&self, position: &Position) -> usize {
        self.arrangement_number(Arrangement::of(position))
    }

    /// The number of an arrangement. The pieces of a side are in any order.
    pub fn arrangement_number(&self, mut arrangement: Arrangement) -> usize {
        arrangement.sort();
        let part = &self.parts[arrangement.own - 1];
        let class = part.classes.number(&arrangement.columns[..self.pieces]);
        let class = class.expect("all men are on the board");
        let mut smallest = usize::MAX;
        arrangement.for_each_order(0, &mut |cells| {
            smallest = smallest.min(self.placements.number(cells));
        });
        part.first + class * self.placements.count() + smallest
    }

    /// The arrangement with a number.
    pub fn arrangement(&self, number: usize) -> Arrangement {
        let (part, class, placement) = self.parts_of(number);
        let columns = part.classes.all()[class].columns();
        let own = part.classes.all()[class].own().len();
        let cells = self.placements.representative(placement);
        Arrangement { cells, columns, pieces: self.pieces, own }
    }

    /// How many positions with White to move have this number: symmetric positions have the same one.
    pub fn orbit(&self, number: usize) -> u64 {
        let (_, _, placement) = self.parts_of(number);
        let arrangement = self.arrangement(number);
        if !arrangement.has_equal_columns() {
            return self.placements.orbit(placement);
        }
        let mut numbers = Vec::new();
        let mut orders = 0;
        arrangement.for_each_order(0, &mut |cells| {
            numbers.push(self.placements.number(cells));
            orders += 1;
        });
        numbers.sort_unstable();
        numbers.dedup();
        self.placements.orbit(placement) * numbers.len() as u64 / orders
    }

    /// The part of a number, the class within the part, and the placement.
    fn parts_of(&self, number: usize) -> (&LevelPart, usize, usize) {
        let part = self.parts.partition_point(|part| part.first <= number) - 1;
        let part = &self.parts[part];
        let (class, placement) = (number - part.first, self.placements.count());
        (part, class / placement, class % placement)
    }
}

impl Level for EndingLevel {
    fn pieces(&self) -> usize {
        self.pieces
    }

    fn size(&self) -> usize {
        self.size
    }

    fn number_in_level(&self, position: &Position) -> Option<usize> {
        let is_over = position.pieces(position.side()).is_empty();
        (!is_over && piece_count(position) == self.pieces).then(|| self.number(position))
    }

    fn is_used(&self, number: usize) -> bool {
        let arrangement = self.arrangement(number);
        !arrangement.has_equal_columns() || self.arrangement_number(arrangement) == number
    }

    fn position(&self, number: usize) -> Position {
        self.arrangement(number).position(self.variant)
    }

    fn for_each_step_back(&self, number: usize, mut each: impl FnMut(usize)) {
        self.arrangement(number).for_each_step_back(self.variant, |before| {
            each(self.arrangement_number(before));
        });
    }
}

impl Arrangement {
    /// The pieces of a position.
    pub fn of(position: &Position) -> Arrangement {
        let mut arrangement = Arrangement {
            cells: [position.variant().centre(); MAX_PIECES],
            columns: [Column::EMPTY; MAX_PIECES],
            pieces: 0,
            own: position.pieces(position.side()).count() as usize,
        };
        for side in [position.side(), position.side().other()] {
            for square in position.pieces(side) {
                arrangement.cells[arrangement.pieces] = square;
                arrangement.columns[arrangement.pieces] = position.column(square);
                arrangement.pieces += 1;
            }
        }
        arrangement
    }

    /// The position with White to move.
    pub fn position(&self, variant: Variant) -> Position {
        let pieces = (0..self.pieces).map(|piece| PlacedPiece {
            square: self.cells[piece],
            owner: if piece < self.own { Side::White } else { Side::Black },
            column: self.columns[piece],
        });
        Position::from_pieces(variant, Side::White, pieces).expect("a placement of all men")
    }

    /// The arrangements from which a step of the opponent leads to this one, if it may step in them.
    pub fn for_each_step_back(&self, variant: Variant, mut each: impl FnMut(Arrangement)) {
        // The opponent is to move before the step, so its pieces come first.
        let mut before = *self;
        let enemies = self.pieces - self.own;
        for piece in 0..self.pieces {
            let target = (piece + enemies) % self.pieces;
            before.cells[target] = self.cells[piece];
            before.columns[target] = self.columns[piece];
        }
        before.own = enemies;
        for piece in 0..enemies {
            let stood = before.cells[piece];
            for direction in 0..variant.shifts().len() {
                let from = variant.neighbour(stood, direction);
                if let Some(from) = from.filter(|cell| !before.occupies(*cell)) {
                    let mut earlier = before;
                    earlier.cells[piece] = from;
                    each(earlier);
                }
            }
        }
    }

    fn occupies(&self, square: Square) -> bool {
        self.cells[..self.pieces].contains(&square)
    }

    /// Puts the pieces of each side into the order of a material class.
    fn sort(&mut self) {
        for (first, end) in [(0, self.own), (self.own, self.pieces)] {
            for sorted in first + 1..end {
                let mut at = sorted;
                while at > first && self.columns[at].bits() > self.columns[at - 1].bits() {
                    self.columns.swap(at, at - 1);
                    self.cells.swap(at, at - 1);
                    at -= 1;
                }
            }
        }
    }

    /// Do two pieces of a side have the same column? The arrangement is sorted.
    fn has_equal_columns(&self) -> bool {
        (1..self.pieces).any(|at| at != self.own && self.columns[at] == self.columns[at - 1])
    }

    /// Calls `each` with the cells in every order that leaves the columns as they are. The orders of the first `at` pieces
    /// are fixed. The arrangement is sorted.
    fn for_each_order(&self, at: usize, each: &mut impl FnMut(&Cells)) {
        if at == self.pieces {
            each(&self.cells);
            return;
        }
        let end = if at < self.own { self.own } else { self.pieces };
        for other in (at..end).take_while(|other| self.columns[*other] == self.columns[at]) {
            let mut swapped = *self;
            swapped.cells.swap(at, other);
            swapped.for_each_order(at + 1, each);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_that_of_its_position() {
        for (variant, pieces) in
            [(Variant::Emergo, 2), (Variant::Emergo7, 3), (Variant::Hexemergo, 3)]
        {
            let level = EndingLevel::new(variant, 3, pieces);
            for number in (0..level.size()).filter(|number| level.is_used(*number)) {
                let position = level.position(number);
                assert_eq!(level.number(&position), number);
                assert_eq!(level.number(&position.with_colours_swapped()), number);
                let symmetry = &variant.symmetries()[number % variant.symmetries().len()];
                assert_eq!(level.number(&position.image(symmetry)), number);
            }
        }
    }

    #[test]
    fn the_orbits_contain_every_position_once() {
        // Two pieces: 12 * 12 pairs of caps on 41 * 40 pairs of cells.
        let level = EndingLevel::new(Variant::Emergo, 12, 2);
        assert_eq!(positions(&level), 144 * 41 * 40);
        let level = EndingLevel::new(Variant::Emergo7, 2, 3);
        let placements = 25 * 24 * 23;
        // Two men each, two own pieces: w1 w1 - b2 with equal columns, and w1b1 w1 - b1. One own piece: the reverse.
        assert_eq!(positions(&level), 2 * (placements / 2 + placements));
    }

    fn positions(level: &EndingLevel) -> u64 {
        let numbers = (0..level.size()).filter(|number| level.is_used(*number));
        numbers.map(|number| level.orbit(number)).sum()
    }

    #[test]
    fn steps_back_are_the_reverse_of_steps() {
        let variant = Variant::Emergo7;
        let level = EndingLevel::new(variant, 2, 3);
        for number in (0..level.size()).step_by(7).filter(|number| level.is_used(*number)) {
            let position = level.position(number);
            level.arrangement(number).for_each_step_back(variant, |before| {
                let before = before.position(variant);
                let steps =
                    if before.can_capture() { Vec::new() } else { before.legal_moves().to_vec() };
                let reached = steps.iter().any(|step| level.number(&before.after(*step)) == number);
                assert!(reached || before.can_capture(), "{position:?}");
            });
        }
    }
}
