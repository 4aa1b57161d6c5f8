//! Triples: a piece with its two neighbours on one line through it, where at least one neighbour is an enemy piece.
//!
//! Two pieces in contact decide who can jump whom, and what such a jump would take and free. The weights of a triple are
//! shared by all cells and directions, and the order of the two neighbours does not matter. So even rare triples are
//! learned.
// CITE: Threat inputs, pairs of pieces. https://github.com/codedeliveryservice/Reckless/pull/608

use super::features::{FeatureDiff, FeatureIndex, FeatureState};
use emergo::{Bitboard, Column, Side, Square, Variant};

/// What stands on a cell: 0 is a cell outside the board, 1 a vacant one, then one's own pieces by their class, then those
/// of the opponent.
type Content = usize;

const OUTSIDE: Content = 0;
const VACANT: Content = 1;
const FIRST_PIECE: Content = 2;
/// Classes of a piece: a cap of one man or more, without or with prisoners.
const CLASSES: usize = 4;
const CONTENTS: usize = FIRST_PIECE + 2 * CLASSES;
/// Unordered pairs of contents.
const PAIRS: usize = CONTENTS * (CONTENTS + 1) / 2;
const MAX_AXES: usize = Variant::MAX_DIRECTIONS / 2;
/// Stands for a neighbour outside the board.
const NO_CELL: u8 = 64;

/// The triples of a board and their numbers.
#[derive(Clone, Debug)]
pub(super) struct TripleSet {
    /// A shift of bits for each axis.
    shifts: &'static [i8],
    /// The two neighbours of a cell on an axis, by axis and square index.
    neighbours: [[[u8; 2]; 64]; MAX_AXES],
    /// The content of a cell with White's piece, by [`Column::bits`].
    content_of_column: [u8; 256],
    /// The indices in White's and in Black's view, by the contents of the middle cell and of both neighbours in White's
    /// view.
    table: Box<[[[[FeatureIndex; 2]; CONTENTS]; CONTENTS]; CONTENTS]>,
}

impl TripleSet {
    /// The number of triples.
    pub(super) const SIZE: usize = 2 * CLASSES * PAIRS;
    /// The number of factors: a piece and one neighbour.
    pub(super) const FACTORS: usize = 2 * CLASSES * CONTENTS;

    /// The triples of a board. `first` is the index of the first one.
    pub(super) fn new(variant: Variant, first: usize) -> TripleSet {
        let shifts = &variant.shifts()[..variant.shifts().len() / 2];
        let mut neighbours = [[[NO_CELL; 2]; 64]; MAX_AXES];
        for (axis, neighbours) in neighbours.iter_mut().enumerate().take(shifts.len()) {
            for square in variant.cells() {
                neighbours[square.index()] = [axis, axis + shifts.len()].map(|direction| {
                    let cell = variant.neighbour(square, direction);
                    cell.map_or(NO_CELL, |cell| cell.index() as u8)
                });
            }
        }
        let content_of_column = std::array::from_fn(|bits| {
            let column = Column::from_bits(bits as u8);
            let class = 2 * u8::from(column.cap() > 1) + u8::from(column.prisoners() > 0);
            FIRST_PIECE as u8 + class
        });
        let mut table = Box::new([[[[0; 2]; CONTENTS]; CONTENTS]; CONTENTS]);
        for middle in FIRST_PIECE..CONTENTS {
            for one in 0..CONTENTS {
                for other in 0..CONTENTS {
                    let triple = [middle, one, other];
                    table[middle][one][other] = [triple, triple.map(in_other_view)]
                        .map(|triple| (first + number(triple)) as FeatureIndex);
                }
            }
        }
        TripleSet { shifts, neighbours, content_of_column, table }
    }

    /// The number of a triple in the other side's view.
    pub(super) fn other_view(number: usize) -> usize {
        self::number(contents(number).map(in_other_view))
    }

    /// The factors of the triple with a number, in 0..[`TripleSet::FACTORS`].
    pub(super) fn factors(number: usize) -> Vec<usize> {
        let [middle, one, other] = contents(number);
        let factor = |end: Content| (middle - FIRST_PIECE) * CONTENTS + end;
        let mut factors = vec![factor(one), factor(other)];
        factors.dedup();
        factors
    }

    /// The pieces of a position with an enemy piece beside them on an axis.
    #[inline]
    fn middles(&self, state: &FeatureState, axis: usize) -> Bitboard {
        let [white, black] = state.pieces;
        self.beside(white, axis) & black | self.beside(black, axis) & white
    }

    /// The neighbours of some cells on an axis. Some of them are outside the board.
    #[inline]
    fn beside(&self, cells: Bitboard, axis: usize) -> Bitboard {
        let shift = self.shifts[axis];
        cells.shifted(shift) | cells.shifted(-shift)
    }

    #[inline]
    fn content(&self, state: &FeatureState, cell: u8) -> Content {
        if cell == NO_CELL {
            return OUTSIDE;
        }
        let square = Square::new(cell);
        let piece = usize::from(self.content_of_column[usize::from(state.column(square).bits())]);
        if state.pieces[Side::White.index()].has(square) {
            piece
        } else if state.pieces[Side::Black.index()].has(square) {
            piece + CLASSES
        } else {
            VACANT
        }
    }

    #[inline]
    fn indices(&self, state: &FeatureState, axis: usize, middle: Square) -> [FeatureIndex; 2] {
        let [one, other] = self.neighbours[axis][middle.index()];
        let content = |cell: u8| self.content(state, cell);
        self.table[content(middle.index() as u8)][content(one)][content(other)]
    }

    /// Adds the triples in which two positions differ. `changed` are the cells on which the pieces differ.
    #[inline]
    pub(super) fn compare(
        &self,
        [new, old]: [&FeatureState; 2],
        changed: Bitboard,
        difference: &mut FeatureDiff,
    ) {
        for axis in 0..self.shifts.len() {
            let near = changed | self.beside(changed, axis);
            let [new_middles, old_middles] = [new, old].map(|state| self.middles(state, axis));
            for middle in near & (new_middles | old_middles) {
                let indices = |state, middles: Bitboard| {
                    middles.has(middle).then(|| self.indices(state, axis, middle))
                };
                let (added, removed) = (indices(new, new_middles), indices(old, old_middles));
                if added != removed {
                    added.into_iter().for_each(|indices| difference.added.push(indices));
                    removed.into_iter().for_each(|indices| difference.removed.push(indices));
                }
            }
        }
    }

    /// All triples of a position.
    pub(super) fn active(&self, state: &FeatureState) -> impl Iterator<Item = [FeatureIndex; 2]> {
        let axes = 0..self.shifts.len();
        axes.flat_map(move |axis| {
            self.middles(state, axis).map(move |middle| self.indices(state, axis, middle))
        })
    }
}

/// The number of a triple, 0..[`TripleSet::SIZE`].
fn number([middle, one, other]: [Content; 3]) -> usize {
    let (low, high) = (one.min(other), one.max(other));
    (middle - FIRST_PIECE) * PAIRS + high * (high + 1) / 2 + low
}

/// The contents of the middle cell and of its neighbours.
fn contents(number: usize) -> [Content; 3] {
    let (middle, pair) = (FIRST_PIECE + number / PAIRS, number % PAIRS);
    let high = (0..CONTENTS).rfind(|high| high * (high + 1) / 2 <= pair).expect("a pair");
    [middle, pair - high * (high + 1) / 2, high]
}

fn in_other_view(content: Content) -> Content {
    if content < FIRST_PIECE {
        return content;
    }
    FIRST_PIECE + (content - FIRST_PIECE + CLASSES) % (2 * CLASSES)
}
