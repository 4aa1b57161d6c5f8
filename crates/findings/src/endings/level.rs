//! A level: all positions with given hands and a number of pieces, numbered from 0.
//!
//! The number of a position is made of four: the cells of the side to move up to symmetry of the board, the cells of the
//! other side among those that are left, and for each side how its men on the board are distributed over its caps and the
//! prisoners of the other side. If a symmetry maps the cells of the side to move to themselves, several numbers stand for
//! symmetric positions; the smallest one is that of the position, and the others are unused.

use super::number_set::numbers_of_word;
use super::value::PackedValue;
use emergo::{Column, PlacedPiece, Position, Side, Square, Variant};
use std::sync::Arc;

/// The largest number of cells of a board.
const MAX_CELLS: usize = 41;
/// The men of both sides: also the largest number of pieces.
const MEN_OF_BOTH_SIDES: usize = 2 * 12;

/// Positions with the same men in hand, with either side to move, and the same number of pieces. A capture or a
/// step can stay in the level; every other move leads to a lower one.
pub(super) struct Level {
    board: Arc<BoardSets>,
    pieces: usize,
    parts: Vec<HandsPart>,
    size: usize,
}

/// The positions of a level with the same hands and numbers of pieces of the side to move, which is first, and of the other.
struct HandsPart {
    hands: [u8; 2],
    pieces: [usize; 2],
    /// The number of the first position.
    first: usize,
    /// Sets of cells of the side that is not to move.
    other_sets: usize,
    /// The men of each side on the board beyond the first man of each cap.
    further_men: [usize; 2],
    /// For each side, by [`distribution_rank`], how these can be distributed: a number of men for each piece.
    distributions: [Vec<Vec<u8>>; 2],
}

/// The sets of cells of a board up to symmetry, by their number of cells.
pub(super) struct BoardSets {
    variant: Variant,
    men: u8,
    squares: Vec<Square>,
    /// The index of a cell in `squares`, by the index of its bit.
    indices: [u8; 64],
    /// The image of each index of a cell under each symmetry.
    symmetries: Vec<[u8; MAX_CELLS]>,
    sets: Vec<SetsOfSize>,
}

/// The sets with a number of cells. Bit `i` of a set is cell `i` of [`BoardSets::squares`].
struct SetsOfSize {
    /// By [`set_rank`].
    all: Vec<u64>,
    /// By [`set_rank`]: the number of the representative, and a symmetry that maps the set to it.
    canonical: Vec<(u32, u8)>,
    representatives: Vec<Representative>,
}

struct Representative {
    set: u64,
    /// The symmetries that map it to itself.
    stabilizer: Vec<u8>,
}

/// The men of a position, those of the side to move first. Columns are by the index of the cell.
#[derive(Clone, Copy)]
struct Men {
    hands: [u8; 2],
    sets: [u64; 2],
    columns: [Column; MAX_CELLS],
}

impl BoardSets {
    /// The sets with at most `cells` cells. A side has `men` men.
    pub fn new(variant: Variant, men: u8, cells: usize) -> BoardSets {
        let squares: Vec<Square> = variant.cells().collect();
        let mut indices = [0; 64];
        for (index, square) in squares.iter().enumerate() {
            indices[square.index()] = index as u8;
        }
        let images = |symmetry: &emergo::Symmetry| {
            let mut images = [0; MAX_CELLS];
            for (index, square) in squares.iter().enumerate() {
                images[index] = indices[symmetry.image(*square).index()];
            }
            images
        };
        let symmetries = variant.symmetries().iter().map(images).collect();
        let mut board = BoardSets { variant, men, squares, indices, symmetries, sets: Vec::new() };
        board.sets = (0..=cells).map(|size| board.sets_of_size(size)).collect();
        board
    }

    fn sets_of_size(&self, size: usize) -> SetsOfSize {
        const NOT_YET: (u32, u8) = (u32::MAX, 0);
        let all = sets_of(size, self.squares.len());
        let canonical = vec![NOT_YET; all.len()];
        let mut sets = SetsOfSize { all, canonical, representatives: Vec::new() };
        for (rank, set) in sets.all.iter().copied().enumerate() {
            if sets.canonical[rank] != NOT_YET {
                continue;
            }
            let number = sets.representatives.len() as u32;
            let mut stabilizer = Vec::new();
            for symmetry in 0..self.symmetries.len() {
                let image = self.image(set, symmetry as u8);
                if image == set {
                    stabilizer.push(symmetry as u8);
                }
                let inverse = (0..self.symmetries.len() as u8)
                    .find(|inverse| self.image(image, *inverse) == set)
                    .expect("every symmetry has an inverse");
                sets.canonical[set_rank(image)] = (number, inverse);
            }
            sets.representatives.push(Representative { set, stabilizer });
        }
        sets
    }

    fn image(&self, set: u64, symmetry: u8) -> u64 {
        let images = &self.symmetries[usize::from(symmetry)];
        bits(set).fold(0, |image, cell| image | 1 << images[cell])
    }
}

impl Level {
    /// The positions with `pieces` pieces in which one side has `hands[0]` men in hand and the other one `hands[1]`, in
    /// ascending order.
    pub fn new(board: &Arc<BoardSets>, hands: [u8; 2], pieces: usize) -> Level {
        let mut level = Level { board: board.clone(), pieces, parts: Vec::new(), size: 0 };
        let orders = [hands, [hands[1], hands[0]]];
        for hands in &orders[..if hands[0] == hands[1] { 1 } else { 2 }] {
            for own in 0..=pieces {
                level.add_part(*hands, [own, pieces - own]);
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
            HandsPart { hands, pieces, first: self.size, other_sets, further_men, distributions };
        self.size += own_sets * part.numbers_of_own_set();
        self.parts.push(part);
    }

    /// The bytes of a table of the values.
    pub fn bytes(&self) -> usize {
        self.size * size_of::<PackedValue>()
    }

    /// The number of pieces.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// One more than the largest number of a position.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The number of a position, or `None` if it is in a lower level or the game is over.
    pub fn number(&self, position: &Position) -> Option<usize> {
        self.number_of(&self.men(position))
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
            let keys = position.symmetric_keys(symmetries);
            images_of_itself = keys.filter(|key| *key == position.key()).count();
        }
        (symmetries.len() / images_of_itself) as u64
    }

    /// The position with a number, with White to move.
    pub fn position(&self, number: usize) -> Position {
        let part = self.part_of(number);
        let left = number - part.first;
        let [own_ways, other_ways] = part.ways();
        let (left, other_way) = (left / other_ways, left % other_ways);
        let (left, own_way) = (left / own_ways, left % own_ways);
        let (own_set, other_set) = (left / part.other_sets, left % part.other_sets);
        let [own_pieces, other_pieces] = part.pieces;
        let own = self.board.sets[own_pieces].representatives[own_set].set;
        let cells = self.board.squares.len();
        let free = !own & ((1 << cells) - 1);
        let other = self.board.sets[other_pieces].all[other_set];
        let further_men = [&part.distributions[0][own_way], &part.distributions[1][other_way]];
        let own_cells = bits(own).map(|cell| (cell, Side::White));
        let mut free_cells = bits(free);
        let mut passed = 0;
        let other_cells = bits(other).map(|index| {
            let cell = free_cells.nth(index - passed).expect("a free cell");
            passed = index + 1;
            (cell, Side::Black)
        });
        let pieces = own_cells.chain(other_cells).enumerate().map(|(at, (cell, owner))| {
            let [caps, prisoners] = match owner {
                Side::White => [further_men[0][at], further_men[1][at]],
                Side::Black => [further_men[1][at], further_men[0][at]],
            };
            let column = Column::new(caps + 1, prisoners);
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
                let from = usize::from(self.board.indices[from.index()]);
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
        let own_set = (number - part.first) / part.numbers_of_own_set();
        self.board.sets[part.pieces[0]].representatives[own_set].stabilizer.len() > 1
    }

    /// The part of a number.
    fn part_of(&self, number: usize) -> &HandsPart {
        &self.parts[self.parts.partition_point(|part| part.first <= number) - 1]
    }

    /// The part with these hands and pieces, those of the side to move first.
    fn part(&self, hands: [u8; 2], pieces: [usize; 2]) -> Option<&HandsPart> {
        self.parts.iter().find(|part| part.hands == hands && part.pieces == pieces)
    }

    fn men(&self, position: &Position) -> Men {
        let mut men = Men { hands: [0; 2], sets: [0; 2], columns: [Column::EMPTY; MAX_CELLS] };
        for (at, side) in [position.side(), position.side().other()].into_iter().enumerate() {
            men.hands[at] = position.hand(side);
            for square in position.pieces(side) {
                let cell = usize::from(self.board.indices[square.index()]);
                men.sets[at] |= 1 << cell;
                men.columns[cell] = position.column(square);
            }
        }
        men
    }

    fn number_of(&self, men: &Men) -> Option<usize> {
        let pieces = men.sets.map(|set| set.count_ones() as usize);
        let part = self.part(men.hands, pieces)?;
        let sets = &self.board.sets[pieces[0]];
        let (own_set, symmetry) = sets.canonical[set_rank(men.sets[0])];
        let representative = &sets.representatives[own_set as usize];
        let to_representative = &self.board.symmetries[usize::from(symmetry)];
        let numbers = representative.stabilizer.iter().map(|stabilizing| {
            let then = &self.board.symmetries[usize::from(*stabilizing)];
            let image = |cell: usize| usize::from(then[usize::from(to_representative[cell])]);
            let mut columns = [Column::EMPTY; MAX_CELLS];
            let mut other = 0;
            for cell in bits(men.sets[0]) {
                columns[image(cell)] = men.columns[cell];
            }
            for cell in bits(men.sets[1]) {
                columns[image(cell)] = men.columns[cell];
                other |= 1 << image(cell);
            }
            part.number(own_set as usize, representative.set, other, &columns)
        });
        numbers.min()
    }
}

impl HandsPart {
    /// The numbers of distributions.
    fn ways(&self) -> [usize; 2] {
        [self.distributions[0].len(), self.distributions[1].len()]
    }

    /// How many numbers have the same cells of the side to move.
    fn numbers_of_own_set(&self) -> usize {
        let [own_ways, other_ways] = self.ways();
        self.other_sets * own_ways * other_ways
    }

    /// The number of a position with these cells.
    fn number(&self, own_set: usize, own: u64, other: u64, columns: &[Column; MAX_CELLS]) -> usize {
        let left = bits(other).map(|cell| cell - (own & ((1 << cell) - 1)).count_ones() as usize);
        let other_set = left.enumerate().map(|(at, cell)| binomial(cell, at + 1)).sum::<usize>();
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
        let way =
            |side: usize| distribution_rank(&further_men[side][..slots], self.further_men[side]);
        let sets = own_set * self.other_sets + other_set;
        let [own_ways, other_ways] = self.ways();
        self.first + (sets * own_ways + way(0)) * other_ways + way(1)
    }
}

/// The indices of the bits of a set, in ascending order.
fn bits(set: u64) -> impl Iterator<Item = usize> {
    numbers_of_word(0, set)
}

/// Binomial coefficients, by the number of things and the number of them that are chosen. Those that do not fit into 32 bits
/// are the largest number there, which no level reaches.
static BINOMIALS: [[usize; MEN_OF_BOTH_SIDES + 1]; 48] = {
    let mut table = [[0; MEN_OF_BOTH_SIDES + 1]; 48];
    let mut all = 0;
    while all < table.len() {
        table[all][0] = 1;
        let mut chosen = 1;
        while chosen <= all && chosen <= MEN_OF_BOTH_SIDES {
            let without: usize = table[all - 1][chosen];
            table[all][chosen] = without.saturating_add(table[all - 1][chosen - 1]);
            chosen += 1;
        }
        all += 1;
    }
    table
};

fn binomial(all: usize, chosen: usize) -> usize {
    BINOMIALS[all][chosen]
}

// CITE: Combinatorial number system. https://en.wikipedia.org/wiki/Combinatorial_number_system
/// The number of a set among the sets with as many bits.
fn set_rank(set: u64) -> usize {
    bits(set).enumerate().map(|(at, index)| binomial(index, at + 1)).sum()
}

/// All sets of `size` of the lowest `cells` bits by their number, which is the ascending order.
// CITE: Gosper's hack, HAKMEM item 175. https://www.chessprogramming.org/Traversing_Subsets_of_a_Set
fn sets_of(size: usize, cells: usize) -> Vec<u64> {
    let next = |set: &u64| {
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        (lowest != 0).then(|| carried | (((carried ^ set) / lowest) >> 2))
    };
    let sets = std::iter::successors(Some((1 << size) - 1), next);
    sets.take_while(|set| set >> cells == 0).collect()
}

/// In how many ways men can be distributed over one slot or more.
fn distributions(men: usize, slots: usize) -> usize {
    binomial(men + slots - 1, slots - 1)
}

/// The number of a distribution of `men` men: how many have fewer men in the first slot in which they differ.
fn distribution_rank(slots: &[u8], mut men: usize) -> usize {
    let mut rank = 0;
    for (left, here) in (1..=slots.len()).rev().zip(slots) {
        let all = distributions(men, left);
        men -= usize::from(*here);
        rank += all - distributions(men, left);
    }
    rank
}

/// All distributions of `men` men over slots, by [`distribution_rank`].
fn all_distributions(men: usize, slots: usize) -> Vec<Vec<u8>> {
    if slots == 0 {
        return if men == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let with_first = |here| {
        let others = all_distributions(men - here, slots - 1).into_iter();
        others.map(move |others| std::iter::once(here as u8).chain(others).collect())
    };
    (0..=men).flat_map(with_first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(variant: Variant, men: u8, hands: [u8; 2], pieces: usize) -> Level {
        let board = Arc::new(BoardSets::new(variant, men, pieces));
        Level::new(&board, hands, pieces)
    }

    fn used(level: &Level) -> impl Iterator<Item = usize> {
        (0..level.size()).filter(|number| level.is_used(*number))
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
            for number in used(&level) {
                let position = level.position(number);
                assert_eq!(level.number(&position), Some(number));
                assert_eq!(level.number(&position.with_colours_swapped()), Some(number));
                let symmetry = &variant.symmetries()[number % variant.symmetries().len()];
                assert_eq!(level.number(&position.image(symmetry)), Some(number));
            }
        }
    }

    #[test]
    fn the_orbits_contain_every_position_once() {
        let positions = |level: Level| used(&level).map(|number| level.orbit(number)).sum::<u64>();
        // Two pieces: 12 * 12 pairs of caps on 41 * 40 pairs of cells.
        assert_eq!(positions(level(Variant::Emergo, 12, [0, 0], 2)), 144 * 41 * 40);
        // Two men each, two own pieces: w1 w1 - b2 with equal columns, and w1b1 w1 - b1. One own piece: the reverse.
        let placements = 25 * 24 * 23;
        let expected = 2 * (placements / 2 + placements);
        assert_eq!(positions(level(Variant::Emergo7, 2, [0, 0], 3)), expected);
        // One man each on the board and in hand.
        assert_eq!(positions(level(Variant::Hexemergo, 2, [1, 1], 2)), 37 * 36);
    }

    #[test]
    fn steps_back_are_the_reverse_of_steps() {
        let level = level(Variant::Emergo7, 2, [0, 0], 3);
        for number in used(&level).step_by(7) {
            level.for_each_step_back(number, |before| {
                let before = level.position(before);
                let moves = before.legal_moves();
                let reached =
                    moves.iter().any(|mv| level.number(&before.after(*mv)) == Some(number));
                assert!(reached || before.can_capture(), "{before:?}");
            });
        }
    }
}
