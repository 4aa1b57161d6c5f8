//! A level: all positions with given hands and a number of pieces, numbered from 0.
//!
//! The number of a position is made of four: the cells of the side to move up to symmetry of the board, the cells of the
//! other side among those that are left, and for each side how its men on the board are distributed over its caps and the
//! prisoners of the other side. If a symmetry maps the cells of the side to move to themselves, several numbers stand for
//! symmetric positions; the smallest one is that of the position, and the others are unused.

use super::board_sets::{BoardSets, CanonicalSet, CellIndex, CellSet, MAX_CELLS};
use super::combinatorics::{
    MEN_OF_BOTH_SIDES, all_distributions, binomial, bits, distribution_rank, set_rank, set_rank_of,
};
use emergo::{Column, PlacedPiece, Position, Side};
use rayon::prelude::*;
use std::sync::Arc;

/// Numbers that a thread looks at without a pause, so that there are few results to merge.
const NUMBERS_AT_ONCE: usize = 1 << 12;

/// What the positions of a level have in common. Each move leads to the same level or to a smaller one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct LevelKey {
    /// The men in hand of each side, in ascending order.
    pub hands: [u8; 2],
    /// The pieces of both sides.
    pub pieces: usize,
}

impl LevelKey {
    /// The level of a position.
    pub fn of(position: &Position) -> LevelKey {
        let mut hands = Side::ALL.map(|side| position.hand(side));
        hands.sort_unstable();
        LevelKey { hands, pieces: position.occupied().count() as usize }
    }

    /// The level with empty hands and a number of pieces.
    pub const fn with_empty_hands(pieces: usize) -> LevelKey {
        LevelKey { hands: [0; 2], pieces }
    }
}

/// The positions of a level, with either side to move, by their numbers. A capture or a step can stay in the level.
pub(super) struct EndingLevel {
    pub key: LevelKey,
    /// One more than the largest number of a position.
    pub size: usize,
    board: Arc<BoardSets>,
    parts: Vec<LevelPart>,
}

/// The positions of a level with the same hands and numbers of pieces of the side to move, which is first, and of the other.
struct LevelPart {
    hands: [u8; 2],
    pieces: [usize; 2],
    /// The number of the first position.
    first: usize,
    /// The number of sets of cells of the other side, for each set of the side to move.
    other_sets: usize,
    /// The men of each side on the board beyond the first man of each cap.
    further_men: [usize; 2],
    /// For each side, by [`distribution_rank`], how these can be distributed: a number of men for each piece.
    distributions: [Vec<Vec<u8>>; 2],
}

/// The men of a position, those of the side to move first.
#[derive(Clone, Copy)]
struct Men {
    hands: [u8; 2],
    sets: [CellSet; 2],
    /// By the cell.
    columns: [Column; MAX_CELLS],
}

impl EndingLevel {
    pub fn new(board: &Arc<BoardSets>, key: LevelKey) -> EndingLevel {
        let mut level = EndingLevel { key, size: 0, board: board.clone(), parts: Vec::new() };
        let LevelKey { hands: [less, more], pieces } = key;
        let orders =
            if less == more { vec![[less, more]] } else { vec![[less, more], [more, less]] };
        for hands in orders {
            for own in 0..=pieces {
                level.add_part(hands, [own, pieces - own]);
            }
        }
        level
    }

    fn add_part(&mut self, hands: [u8; 2], pieces: [usize; 2]) {
        let men = hands.map(|hand| usize::from(self.board.men - hand));
        let slots = pieces[0] + pieces[1];
        let is_over = (0..2).any(|side| hands[side] == 0 && pieces[side] == 0);
        if is_over || (0..2).any(|side| pieces[side] > men[side]) {
            return;
        }
        let further_men = [men[0] - pieces[0], men[1] - pieces[1]];
        let distributions = further_men.map(|men| all_distributions(men, slots));
        let cells = self.board.squares.len();
        let other_sets = binomial(cells - pieces[0], pieces[1]);
        let own_sets = self.board.sets[pieces[0]].representatives.len();
        let part =
            LevelPart { hands, pieces, first: self.size, other_sets, further_men, distributions };
        self.size += own_sets * part.numbers_of_own_set();
        self.parts.push(part);
    }

    /// The number of a position, or `None` if it is in a lower level or the game is over.
    pub fn number(&self, position: &Position) -> Option<usize> {
        self.number_of(&self.men(position))
    }

    /// The numbers of positions.
    pub fn used(&self) -> impl ParallelIterator<Item = usize> {
        let numbers = (0..self.size).into_par_iter().with_min_len(NUMBERS_AT_ONCE);
        numbers.filter(|number| self.is_used(*number))
    }

    /// Is it the number of a position?
    pub fn is_used(&self, number: usize) -> bool {
        !self.can_be_symmetric(number) || self.number(&self.position(number)) == Some(number)
    }

    /// How many positions with White to move have this number: symmetric positions have the same one.
    pub fn orbit(&self, number: usize) -> u64 {
        let symmetries = self.board.variant.symmetries();
        let mut images_of_itself = 1;
        if self.can_be_symmetric(number) {
            let position = self.position(number);
            let keys = position.symmetric_keys();
            images_of_itself = keys.filter(|key| *key == position.key()).count();
        }
        (symmetries.len() / images_of_itself) as u64
    }

    /// The position with a number, with White to move.
    pub fn position(&self, number: usize) -> Position {
        let part = self.part_of(number);
        let FourNumbers { own_set, other_set, distributions } = part.split(number);
        let [own_pieces, other_pieces] = part.pieces;
        let own = self.board.sets[own_pieces].representatives[own_set].set;
        let cells = self.board.squares.len();
        let free = !own & ((1 << cells) - 1);
        // The bits of the other side's set are numbers of free cells.
        let other = self.board.sets[other_pieces].all[other_set];
        let further_men = [0, 1].map(|side| &part.distributions[side][distributions[side]]);
        let own_cells = bits(own).map(|cell| (cell, Side::White));
        let other_cells = bits(free).enumerate().filter(|(index, _)| other >> index & 1 != 0);
        let other_cells = other_cells.map(|(_, cell)| (cell, Side::Black));
        let pieces = own_cells.chain(other_cells).enumerate().map(|(at, (cell, owner))| {
            let [in_cap, prisoners] =
                [owner, owner.other()].map(|side| further_men[side.index()][at]);
            let column = Column::new(in_cap + 1, prisoners);
            PlacedPiece { square: self.board.squares[cell], owner, column }
        });
        let position = Position::from_pieces(self.board.variant, Side::White, pieces)
            .expect("a distribution of men");
        match part.hands {
            [0, 0] => position,
            [own, other] => position.with_hand(Side::White, own).with_hand(Side::Black, other),
        }
    }

    /// The numbers of the positions from which a step leads to a position, if the side to move may step in them.
    pub fn for_each_step_back(&self, number: usize, mut each: impl FnMut(usize)) {
        let men = self.men(&self.position(number));
        // A side with men in hand does not step.
        if men.hands[1] > 0 {
            return;
        }
        let occupied = men.sets[0] | men.sets[1];
        // The other side is to move before its step.
        let before =
            Men { hands: [men.hands[1], men.hands[0]], sets: [men.sets[1], men.sets[0]], ..men };
        let variant = self.board.variant;
        for stood in bits(men.sets[1]) {
            for direction in 0..variant.shifts().len() {
                let Some(from) = variant.neighbour(self.board.squares[stood], direction) else {
                    continue;
                };
                let from = self.board.cell(from);
                if occupied >> from & 1 != 0 {
                    continue;
                }
                let mut earlier = before;
                earlier.sets[0] ^= 1 << stood | 1 << from;
                earlier.columns.swap(stood, from);
                each(self.number_of(&earlier).expect("a step stays in the level"));
            }
        }
    }

    /// Does a symmetry map the cells of the side to move to themselves?
    fn can_be_symmetric(&self, number: usize) -> bool {
        let part = self.part_of(number);
        let FourNumbers { own_set, .. } = part.split(number);
        self.board.sets[part.pieces[0]].representatives[own_set].stabilizer.len() > 1
    }

    fn part_of(&self, number: usize) -> &LevelPart {
        &self.parts[self.parts.partition_point(|part| part.first <= number) - 1]
    }

    fn men(&self, position: &Position) -> Men {
        let mut men = Men { hands: [0; 2], sets: [0; 2], columns: [Column::EMPTY; MAX_CELLS] };
        for (at, side) in [position.side(), position.side().other()].into_iter().enumerate() {
            men.hands[at] = position.hand(side);
            for square in position.pieces(side) {
                let cell = self.board.cell(square);
                men.sets[at] |= 1 << cell;
                men.columns[cell] = position.column(square);
            }
        }
        men
    }

    fn number_of(&self, men: &Men) -> Option<usize> {
        let pieces = men.sets.map(|set| set.count_ones() as usize);
        let is_part = |part: &&LevelPart| part.hands == men.hands && part.pieces == pieces;
        let part = self.parts.iter().find(is_part)?;
        let sets = &self.board.sets[pieces[0]];
        let CanonicalSet { representative: own_set, symmetry } =
            sets.canonical[set_rank(men.sets[0])];
        let representative = &sets.representatives[own_set as usize];
        let to_representative = self.board.images(symmetry);
        let numbers = representative.stabilizer.iter().map(|stabilizing| {
            let then = self.board.images(*stabilizing);
            let image =
                |cell: CellIndex| CellIndex::from(then[CellIndex::from(to_representative[cell])]);
            let mut columns = [Column::EMPTY; MAX_CELLS];
            let mut other = 0;
            for cell in bits(men.sets[0]) {
                columns[image(cell)] = men.columns[cell];
            }
            for cell in bits(men.sets[1]) {
                columns[image(cell)] = men.columns[cell];
                other |= 1 << image(cell);
            }
            part.number(own_set as usize, [representative.set, other], &columns)
        });
        numbers.min()
    }
}

/// The four numbers of which the number of a position is made.
struct FourNumbers {
    /// The cells of the side to move: an index of representatives.
    own_set: usize,
    /// The cells of the other side among those that are left.
    other_set: usize,
    /// For each side, the number of the distribution of its men.
    distributions: [usize; 2],
}

impl LevelPart {
    fn distribution_counts(&self) -> [usize; 2] {
        [self.distributions[0].len(), self.distributions[1].len()]
    }

    /// How many numbers have the same cells of the side to move.
    fn numbers_of_own_set(&self) -> usize {
        let [own_count, other_count] = self.distribution_counts();
        self.other_sets * own_count * other_count
    }

    fn join(&self, FourNumbers { own_set, other_set, distributions }: FourNumbers) -> usize {
        let [own_count, other_count] = self.distribution_counts();
        let [own, other] = distributions;
        let sets = own_set * self.other_sets + other_set;
        self.first + (sets * own_count + own) * other_count + other
    }

    fn split(&self, number: usize) -> FourNumbers {
        let [own_count, other_count] = self.distribution_counts();
        let left = number - self.first;
        let (left, other) = (left / other_count, left % other_count);
        let (sets, own) = (left / own_count, left % own_count);
        let (own_set, other_set) = (sets / self.other_sets, sets % self.other_sets);
        FourNumbers { own_set, other_set, distributions: [own, other] }
    }

    /// The number of the position with these columns. The cells of the side to move, which are first, are a representative.
    fn number(
        &self,
        own_set: usize,
        [own, other]: [CellSet; 2],
        columns: &[Column; MAX_CELLS],
    ) -> usize {
        let free_cells_below = |cell: usize| cell - (own & ((1 << cell) - 1)).count_ones() as usize;
        let other_set = set_rank_of(bits(other).map(free_cells_below));
        let mut further_men = [[0; MEN_OF_BOTH_SIDES]; 2];
        let [own_pieces, _] = self.pieces;
        for (at, cell) in bits(own).enumerate() {
            further_men[0][at] = columns[cell].cap() - 1;
            further_men[1][at] = columns[cell].prisoners();
        }
        for (at, cell) in bits(other).enumerate() {
            further_men[0][own_pieces + at] = columns[cell].prisoners();
            further_men[1][own_pieces + at] = columns[cell].cap() - 1;
        }
        let slots = self.pieces[0] + self.pieces[1];
        let distributions = [0, 1].map(|side| {
            let further_men = &further_men[side][..slots];
            distribution_rank(further_men, self.further_men[side])
        });
        self.join(FourNumbers { own_set, other_set, distributions })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emergo::Variant;

    fn level(variant: Variant, men: u8, hands: [u8; 2], pieces: usize) -> EndingLevel {
        let board = Arc::new(BoardSets::new(variant, men, pieces));
        EndingLevel::new(&board, LevelKey { hands, pieces })
    }

    #[test]
    fn every_number_is_that_of_its_position() {
        for (variant, hands, pieces) in [
            (Variant::Emergo, [0, 0], 2),
            (Variant::Emergo7, [0, 0], 3),
            (Variant::Hexemergo, [0, 0], 3),
            (Variant::Emergo7, [0, 2], 3),
            (Variant::Hexemergo, [1, 2], 3),
        ] {
            let level = level(variant, 3, hands, pieces);
            level.used().for_each(|number| {
                let position = level.position(number);
                assert_eq!(level.number(&position), Some(number));
                assert_eq!(level.number(&position.with_colours_swapped()), Some(number));
                let symmetry = &variant.symmetries()[number % variant.symmetries().len()];
                assert_eq!(level.number(&position.image(symmetry)), Some(number));
            });
        }
    }

    #[test]
    fn the_orbits_contain_every_position_once() {
        let positions =
            |level: EndingLevel| level.used().map(|number| level.orbit(number)).sum::<u64>();
        // Two men each, two own pieces: w1 w1 - b2 with equal columns, and w1b1 w1 - b1. One own piece: the reverse.
        let placements = 25 * 24 * 23;
        let expected = 2 * (placements / 2 + placements);
        assert_eq!(positions(level(Variant::Emergo7, 2, [0, 0], 3)), expected);
        // One man each on the board and in hand.
        assert_eq!(positions(level(Variant::Hexemergo, 2, [1, 1], 2)), 37 * 36);
    }
}
