//! The inputs of the network: features of a position, as each side sees them.
//!
//! There are five kinds, each for one's own and for the opponent's:
//! - pieces: cell, owner, cap (8 and more are one) and prisoners (6 and more are one);
//! - hands: the pair of both hands;
//! - jumps: a piece that can be jumped now, by cell and direction;
//! - feeds: a vacant cell on which a piece that stepped there could be jumped, by the direction of the jump;
//! - triples: a piece in contact with an enemy piece, with its two neighbours on their line, on any cell.
//!
//! A [`FeatureSet`] numbers the features of a board. A [`FeatureState`] holds those of a position in a form that is
//! fast to compare with another one.

use super::triples::TripleSet;
use emergo::{Bitboard, Column, Position, Side, Square, Variant};
use std::ops::Deref;

/// Number of different caps. The last one stands for all taller ones.
pub const CAPS: usize = 8;
/// Number of different prisoner counts, from 0. The last one stands for all larger ones.
pub const PRISONERS: usize = 7;
/// Number of output buckets: kinds of positions, each with its own output weights.
pub const OUTPUT_BUCKETS: usize = 8;

/// The number of a feature in one side's view.
pub type FeatureIndex = u16;

/// The features of a board and their numbers.
#[derive(Clone, Debug)]
pub struct FeatureSet {
    variant: Variant,
    /// Number of a cell, 0..cells, by its square index.
    pub(super) cell: [u8; 64],
    pub(super) cells: usize,
    pub(super) directions: usize,
    /// The first index of each of [`FeatureKind::ALL`], then the number of features.
    first: [usize; FeatureKind::ALL.len() + 1],
    /// The first index of a column among the pieces of its owner, by [`Column::bits`].
    column: [FeatureIndex; 256],
    /// The first index of each line of [`FeatureState::lines`], in White's and in Black's view.
    first_of_line: [[[FeatureIndex; 2]; Variant::MAX_DIRECTIONS]; LINES.len()],
    triples: TripleSet,
}

emergo::named! {
    UnknownFeatureKind, "kind of features";
    /// A kind of features.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum FeatureKind {
        /// A piece on a cell.
        Piece = "pieces",
        /// Both hands.
        Hands = "hands",
        /// A piece that can be jumped.
        Jump = "jumps",
        /// A cell on which a step would feed.
        Feed = "feeds",
        /// A piece in contact with an enemy piece, and its two neighbours on their line.
        Triple = "triples",
    }
}

impl FeatureSet {
    /// The features of a board.
    pub fn new(variant: Variant) -> FeatureSet {
        let mut cell = [0; 64];
        for (number, square) in variant.cells().enumerate() {
            cell[square.index()] = number as u8;
        }
        let cells = variant.cells().count() as usize;
        let directions = variant.shifts().len();
        let column = std::array::from_fn(|bits| {
            let column = Column::from_bits(bits as u8);
            let cap = (usize::from(column.cap()).max(1) - 1).min(CAPS - 1);
            let prisoners = usize::from(column.prisoners()).min(PRISONERS - 1);
            ((cap * PRISONERS + prisoners) * cells) as FeatureIndex
        });
        let hands = usize::from(variant.men() + 1).pow(2);
        let lines = 2 * directions * cells;
        let mut first = [0; FeatureKind::ALL.len() + 1];
        for (index, kind) in FeatureKind::ALL.into_iter().enumerate() {
            let size = match kind {
                FeatureKind::Piece => 2 * CAPS * PRISONERS * cells,
                FeatureKind::Hands => hands,
                FeatureKind::Jump | FeatureKind::Feed => lines,
                FeatureKind::Triple => TripleSet::SIZE,
            };
            first[index + 1] = first[index] + size;
        }
        let first_of_line = LINES.map(|(kind, owner)| {
            std::array::from_fn(|direction| {
                by_owner(owner, first[kind as usize] + direction * cells, directions * cells)
            })
        });
        let triples = TripleSet::new(variant, first[FeatureKind::Triple as usize]);
        FeatureSet { variant, cell, cells, directions, first, column, first_of_line, triples }
    }

    /// The board.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// The number of features.
    pub fn size(&self) -> usize {
        self.first[FeatureKind::ALL.len()]
    }

    /// The number of features for the pieces of one owner.
    pub(super) fn owner_piece_features(&self) -> usize {
        self.first_of(FeatureKind::Hands) / 2
    }

    pub(super) fn first_of(&self, kind: FeatureKind) -> usize {
        self.first[kind as usize]
    }

    pub(super) fn hand_sizes(&self) -> usize {
        usize::from(self.variant.men()) + 1
    }

    /// The kind of a feature of the board.
    pub fn kind(&self, index: FeatureIndex) -> FeatureKind {
        let is_before_end =
            |kind: &FeatureKind| usize::from(index) < self.first[*kind as usize + 1];
        FeatureKind::ALL.into_iter().find(is_before_end).expect("a feature of the board")
    }

    /// The indices of a piece in White's and in Black's view.
    #[inline]
    fn piece(&self, owner: Side, square: Square, column: Column) -> [FeatureIndex; 2] {
        let column = usize::from(self.column[usize::from(column.bits())]);
        let own = column + usize::from(self.cell[square.index()]);
        by_owner(owner, own, self.owner_piece_features())
    }

    #[inline]
    fn hands(&self, hands: [u8; 2]) -> [FeatureIndex; 2] {
        let sizes = self.hand_sizes();
        let hands = hands.map(|men| usize::from(men).min(sizes - 1));
        let index = |own: usize, other: usize| {
            (self.first_of(FeatureKind::Hands) + own * sizes + other) as FeatureIndex
        };
        [index(hands[0], hands[1]), index(hands[1], hands[0])]
    }

    /// The indices of a jump or feed in White's and in Black's view. `line` is its number in [`FeatureState::lines`], over
    /// all kinds and directions.
    #[inline]
    fn line(&self, line: usize, square: Square) -> [FeatureIndex; 2] {
        let cell = FeatureIndex::from(self.cell[square.index()]);
        self.first_of_line.as_flattened()[line].map(|first| first + cell)
    }
}

#[inline]
fn by_owner(owner: Side, own: usize, apart: usize) -> [FeatureIndex; 2] {
    let (own, other) = (own as FeatureIndex, (own + apart) as FeatureIndex);
    if owner == Side::White { [own, other] } else { [other, own] }
}

/// The output bucket of a position, 0..[`OUTPUT_BUCKETS`].
///
/// | bucket | positions |
/// |---|---|
/// | 0 | no hand is empty, and the hands hold at least as many men as one side has |
/// | 1 | no hand is empty, and the hands hold fewer men |
/// | 2 | the opponent's hand is empty |
/// | 3 | the mover's hand is empty |
/// | 4 to 7 | both hands are empty, by the number of pieces on the board |
// CITE: Output buckets by the number of pieces, as in Stockfish. https://www.chessprogramming.org/Stockfish_NNUE
#[inline]
pub fn output_bucket(pos: &Position) -> usize {
    let (us, men) = (pos.side(), u32::from(pos.variant().men()));
    let (own, other) = (u32::from(pos.hand(us)), u32::from(pos.hand(us.other())));
    match (own, other) {
        (0, 0) => {
            4 + match pos.occupied().count() * 12 / men {
                0..=8 => 0,
                9..=11 => 1,
                12..=14 => 2,
                _ => 3,
            }
        }
        (_, 0) => 2,
        (0, _) => 3,
        _ if own + other >= men => 0,
        _ => 1,
    }
}

/// The kinds of lines of a [`FeatureState`], each with the side of the piece that can be jumped.
const LINES: [(FeatureKind, Side); 4] = [
    (FeatureKind::Jump, Side::White),
    (FeatureKind::Jump, Side::Black),
    (FeatureKind::Feed, Side::White),
    (FeatureKind::Feed, Side::Black),
];

/// The features of a position, in a form that is fast to compare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureState {
    /// As [`Position::column_words`].
    columns: [u64; 8],
    pub(super) pieces: [Bitboard; 2],
    hands: [u8; 2],
    /// In the order of [`LINES`], by direction.
    lines: [[Bitboard; Variant::MAX_DIRECTIONS]; 4],
}

/// The features in which two positions differ.
#[derive(Clone, Default, Debug)]
pub struct FeatureDiff {
    /// Features of the new position only.
    pub added: FeatureList,
    /// Features of the old position only.
    pub removed: FeatureList,
}

/// Features in White's and in Black's view, in memory that is allocated once.
#[derive(Clone, Debug)]
pub struct FeatureList {
    features: Box<[[FeatureIndex; 2]; FeatureList::CAPACITY]>,
    len: usize,
}

impl FeatureList {
    /// More than the hands and all cells as pieces, jumps, feeds and triples. A power of two, so that an index needs no check.
    const CAPACITY: usize = 2_048;

    #[inline]
    pub(super) fn push(&mut self, feature: [FeatureIndex; 2]) {
        self.features[self.len % FeatureList::CAPACITY] = feature;
        self.len += 1;
    }
}

impl Default for FeatureList {
    fn default() -> FeatureList {
        FeatureList { features: Box::new([[0; 2]; FeatureList::CAPACITY]), len: 0 }
    }
}

impl Deref for FeatureList {
    type Target = [[FeatureIndex; 2]];

    #[inline]
    fn deref(&self) -> &[[FeatureIndex; 2]] {
        &self.features[..self.len]
    }
}

impl FeatureState {
    /// The features of a position.
    #[inline]
    pub fn of(pos: &Position) -> FeatureState {
        let [white, black] = pos.jump_lines();
        FeatureState {
            columns: pos.column_words(),
            pieces: Side::ALL.map(|side| pos.pieces(side)),
            hands: Side::ALL.map(|side| pos.hand(side)),
            lines: [
                white.jumpable_pieces,
                black.jumpable_pieces,
                white.feeding_cells,
                black.feeding_cells,
            ],
        }
    }

    /// The number of cells on which the owner of the piece differs: an estimate of the number of different features.
    #[inline]
    pub fn distance(&self, other: &FeatureState) -> u32 {
        ((self.pieces[0] ^ other.pieces[0]) | (self.pieces[1] ^ other.pieces[1])).count()
    }

    /// The cells on which the pieces differ.
    #[inline]
    fn changed_cells(&self, other: &FeatureState) -> Bitboard {
        const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;
        let mut cells = 0;
        for word in 0..8 {
            let change = self.columns[word] ^ other.columns[word];
            // The top bit of every byte that is not 0, gathered into one byte.
            let tops = (((change & LOW) + LOW) | change) & !LOW;
            cells |= ((tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * word);
        }
        Bitboard(cells) | (self.pieces[0] ^ other.pieces[0]) | (self.pieces[1] ^ other.pieces[1])
    }

    #[inline]
    pub(super) fn column(&self, square: Square) -> Column {
        let (word, byte) = (square.index() / 8, square.index() % 8);
        Column::from_bits((self.columns[word] >> (8 * byte)) as u8)
    }

    /// Writes the features in which this position differs from an old one into `difference`.
    #[inline]
    pub fn compare(
        &self,
        old: &FeatureState,
        feature_set: &FeatureSet,
        difference: &mut FeatureDiff,
    ) {
        (difference.added.len, difference.removed.len) = (0, 0);
        let changed_cells = self.changed_cells(old);
        for side in Side::ALL {
            for square in changed_cells & old.pieces[side.index()] {
                difference.removed.push(feature_set.piece(side, square, old.column(square)));
            }
            for square in changed_cells & self.pieces[side.index()] {
                difference.added.push(feature_set.piece(side, square, self.column(square)));
            }
        }
        if self.hands != old.hands {
            difference.removed.push(feature_set.hands(old.hands));
            difference.added.push(feature_set.hands(self.hands));
        }
        feature_set.triples.compare([self, old], changed_cells, difference);
        // Few lines differ. To find them first, without branches, is faster than to test each of them.
        let (new, old) = (self.lines.as_flattened(), old.lines.as_flattened());
        let mut changed_lines = 0_u32;
        for (line, (new, old)) in new.iter().zip(old).enumerate() {
            changed_lines |= u32::from(new != old) << line;
        }
        while changed_lines != 0 {
            let line = changed_lines.trailing_zeros() as usize;
            changed_lines &= changed_lines - 1;
            for square in new[line] & !old[line] {
                difference.added.push(feature_set.line(line, square));
            }
            for square in old[line] & !new[line] {
                difference.removed.push(feature_set.line(line, square));
            }
        }
    }

    /// All features of the position, in White's and in Black's view.
    pub fn active(&self, feature_set: &FeatureSet) -> Vec<[FeatureIndex; 2]> {
        let mut active = Vec::with_capacity(64);
        active.push(feature_set.hands(self.hands));
        for side in Side::ALL {
            for square in self.pieces[side.index()] {
                active.push(feature_set.piece(side, square, self.column(square)));
            }
        }
        for (line, cells) in self.lines.as_flattened().iter().enumerate() {
            active.extend(cells.map(|square| feature_set.line(line, square)));
        }
        active.extend(feature_set.triples.active(self));
        active
    }
}
