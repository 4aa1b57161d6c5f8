//! The inputs of the network: what is true of a position, seen by each side.
//!
//! Four kinds, each of one's own and of the opponent's:
//! - pieces: cell, owner, cap (8 and more are one) and prisoners (6 and more are one);
//! - hands: the pair of both, which says who enters next, and what shadowpiece is to come and whose;
//! - jumps: a piece that can be jumped now, by cell and direction;
//! - feeds: a vacant cell to which a step would feed, by the direction of the forced jump.
//!
//! A [`FeatureState`] holds these facts in a form that two can be compared quickly: from the difference of two the
//! engine brings its sums up to date. The trainer lists them all.

use emergo::{Bitboard, Column, Position, Side, Square, Symmetry, Variant};

/// Caps that are told apart; the last stands for all taller ones.
pub const CAPS: usize = 8;
/// Numbers of prisoners that are told apart, from 0; the last stands for all greater ones.
pub const PRISONERS: usize = 7;
/// Stages of the game, each with its own output weights.
pub const OUTPUT_BUCKETS: usize = 8;

/// A row of the network's weights: an input as one side sees it.
pub type FeatureIndex = u16;

/// Where the rows of each kind lie.
#[derive(Clone, Debug)]
pub struct FeatureSet {
    variant: Variant,
    /// Number of a cell, 0..cells, by its bit.
    cell: [u8; 64],
    cells: usize,
    directions: usize,
    /// The first row of each of [`FeatureKind::ALL`], then the number of rows.
    first: [usize; 5],
    /// The first row of a column on any cell, by [`Column::bits`], among those of its owner.
    column: [FeatureIndex; 256],
}

/// What an input is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FeatureKind {
    /// A piece on a cell.
    Piece,
    /// Both hands.
    Hands,
    /// A piece that can be jumped.
    Jump,
    /// A cell where feeding is possible.
    Feed,
}

impl FeatureKind {
    /// All kinds.
    pub const ALL: [FeatureKind; 4] =
        [FeatureKind::Piece, FeatureKind::Hands, FeatureKind::Jump, FeatureKind::Feed];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            FeatureKind::Piece => "pieces",
            FeatureKind::Hands => "hands",
            FeatureKind::Jump => "jumps",
            FeatureKind::Feed => "feeds",
        }
    }
}

impl FeatureSet {
    /// The layout for a board.
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
        let mut first = [0; 5];
        for (kind, rows) in
            [2 * CAPS * PRISONERS * cells, hands, lines, lines].into_iter().enumerate()
        {
            first[kind + 1] = first[kind] + rows;
        }
        FeatureSet { variant, cell, cells, directions, first, column }
    }

    /// The board.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// All rows.
    pub fn rows(&self) -> usize {
        self.first[4]
    }

    /// Rows of pieces of one owner.
    fn owner_rows(&self) -> usize {
        self.first[1] / 2
    }

    fn first_hands(&self) -> usize {
        self.first[1]
    }

    fn hand_sizes(&self) -> usize {
        usize::from(self.variant.men()) + 1
    }

    fn first_jump(&self) -> usize {
        self.first[2]
    }

    fn first_feed(&self) -> usize {
        self.first[3]
    }

    /// What a row is about.
    pub fn kind(&self, row: FeatureIndex) -> FeatureKind {
        match usize::from(row) {
            row if row < self.first_hands() => FeatureKind::Piece,
            row if row < self.first_jump() => FeatureKind::Hands,
            row if row < self.first_feed() => FeatureKind::Jump,
            _ => FeatureKind::Feed,
        }
    }

    /// The rows of a piece, as White and as Black see it.
    #[inline]
    fn piece(&self, owner: Side, bit: usize, column: Column) -> [FeatureIndex; 2] {
        let column = usize::from(self.column[usize::from(column.bits())]);
        let own = column + usize::from(self.cell[bit]);
        by_owner(owner, own, self.owner_rows())
    }

    #[inline]
    fn hands(&self, hands: [u8; 2]) -> [FeatureIndex; 2] {
        let sizes = self.hand_sizes();
        let hands = hands.map(|men| usize::from(men).min(sizes - 1));
        let row =
            |own: usize, other: usize| (self.first_hands() + own * sizes + other) as FeatureIndex;
        [row(hands[0], hands[1]), row(hands[1], hands[0])]
    }

    /// The rows of a line, as White and as Black see it: `owner` is whose piece is, or would be, jumped.
    #[inline]
    fn line(
        &self,
        kind: FeatureKind,
        owner: Side,
        direction: usize,
        bit: usize,
    ) -> [FeatureIndex; 2] {
        let own = self.first[kind as usize] + direction * self.cells + usize::from(self.cell[bit]);
        by_owner(owner, own, self.directions * self.cells)
    }

    /// The other side's row of each row.
    pub fn other_view(&self) -> Vec<FeatureIndex> {
        let swap =
            |row: usize, first: usize, half: usize| first + (row - first + half) % (2 * half);
        let (half_pieces, half_lines) = (self.owner_rows(), self.directions * self.cells);
        let sizes = self.hand_sizes();
        (0..self.rows())
            .map(|row| match self.kind(row as FeatureIndex) {
                FeatureKind::Piece => swap(row, 0, half_pieces),
                FeatureKind::Hands => {
                    let pair = row - self.first_hands();
                    self.first_hands() + pair % sizes * sizes + pair / sizes
                }
                FeatureKind::Jump => swap(row, self.first_jump(), half_lines),
                FeatureKind::Feed => swap(row, self.first_feed(), half_lines),
            } as FeatureIndex)
            .collect()
    }

    /// Where a symmetry of the board takes each row.
    pub fn image(&self, symmetry: &Symmetry) -> Vec<FeatureIndex> {
        let squares: Vec<_> = self.variant.cells().collect();
        let cell = |number: usize| usize::from(self.cell[symmetry.image(squares[number]).index()]);
        let centre = self.variant.centre();
        let direction = |index: usize| {
            let target = self.variant.neighbour(centre, index).map(|next| symmetry.image(next));
            (0..self.directions)
                .find(|direction| self.variant.neighbour(centre, *direction) == target)
                .expect("a symmetry keeps directions")
        };
        (0..self.rows())
            .map(|row| {
                let first = match self.kind(row as FeatureIndex) {
                    FeatureKind::Hands => return row as FeatureIndex,
                    FeatureKind::Piece => {
                        return (row / self.cells * self.cells + cell(row % self.cells))
                            as FeatureIndex;
                    }
                    FeatureKind::Jump => self.first_jump(),
                    FeatureKind::Feed => self.first_feed(),
                };
                let (line, number) = ((row - first) / self.cells, (row - first) % self.cells);
                let (owner, index) = (line / self.directions, line % self.directions);
                let line = owner * self.directions + direction(index);
                (first + line * self.cells + cell(number)) as FeatureIndex
            })
            .collect()
    }

    /// What rows have in common, for training: weights that a row shares with others, by number. A cap on a
    /// cell, prisoners on a cell, a cap over prisoners anywhere; one hand whatever the other; a line in any
    /// direction. Returns the shares of every row and how many there are.
    pub fn shares(&self) -> (Vec<Vec<usize>>, usize) {
        let mut count = 0;
        let mut block = |size: usize| {
            count += size;
            count - size
        };
        let (caps, prisoners) = (2 * CAPS, 2 * PRISONERS);
        let cap_on_cell = block(caps * self.cells);
        let prisoners_on_cell = block(prisoners * self.cells);
        let column_anywhere = block(2 * CAPS * PRISONERS);
        let sizes = self.hand_sizes();
        let (own_hand, other_hand) = (block(sizes), block(sizes));
        let line_on_cell = block(4 * self.cells);
        let line_anywhere = block(4);
        let shares = (0..self.rows())
            .map(|row| {
                let kind = self.kind(row as FeatureIndex);
                match kind {
                    FeatureKind::Piece => {
                        let (column, cell) = (row / self.cells, row % self.cells);
                        let (cap, held) = (column / PRISONERS, column % PRISONERS);
                        let owner = cap / CAPS;
                        vec![
                            cap_on_cell + cap * self.cells + cell,
                            prisoners_on_cell + (owner * PRISONERS + held) * self.cells + cell,
                            column_anywhere + column,
                        ]
                    }
                    FeatureKind::Hands => {
                        let pair = row - self.first_hands();
                        vec![own_hand + pair / sizes, other_hand + pair % sizes]
                    }
                    FeatureKind::Jump | FeatureKind::Feed => {
                        let line = (row - self.first_jump()) / self.cells / self.directions;
                        let cell = (row - self.first_jump()) % self.cells;
                        vec![line_on_cell + line * self.cells + cell, line_anywhere + line]
                    }
                }
            })
            .collect();
        (shares, count)
    }
}

#[inline]
fn by_owner(owner: Side, own: usize, apart: usize) -> [FeatureIndex; 2] {
    let (own, other) = (own as FeatureIndex, (own + apart) as FeatureIndex);
    if owner == Side::White { [own, other] } else { [other, own] }
}

/// The stage of a game, 0..[`OUTPUT_BUCKETS`]: neither hand empty and half of all men or more still in them, or fewer; the
/// opponent's hand empty; one's own; or steps only, by how crowded the board is.
#[inline]
pub fn output_bucket(pos: &Position) -> usize {
    let (us, men) = (pos.side(), u32::from(pos.variant().men()));
    let (own, other) = (u32::from(pos.hand(us)), u32::from(pos.hand(us.other())));
    match (own, other) {
        (0, 0) => {
            let pieces = (pos.pieces(Side::White) | pos.pieces(Side::Black)).count() * 12 / men;
            4 + match pieces {
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

/// What the lines of a picture are about, and whose piece is, or would be, jumped.
const LINES: [(FeatureKind, Side); 4] = [
    (FeatureKind::Jump, Side::White),
    (FeatureKind::Jump, Side::Black),
    (FeatureKind::Feed, Side::White),
    (FeatureKind::Feed, Side::Black),
];

/// What the inputs say of a position, to be compared with another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureState {
    /// As [`Position::column_words`].
    columns: [u64; 8],
    pieces: [Bitboard; 2],
    hands: [u8; 2],
    /// As [`LINES`] says, by direction.
    lines: [[Bitboard; Variant::MAX_DIRECTIONS]; 4],
}

/// The rows in which two pictures differ, as White and as Black see them.
#[derive(Clone, Default, Debug)]
pub struct FeatureDiff {
    /// True of the new one only.
    pub added: Vec<[FeatureIndex; 2]>,
    /// True of the old one only.
    pub removed: Vec<[FeatureIndex; 2]>,
}

impl FeatureDiff {
    fn clear(&mut self) {
        self.added.clear();
        self.removed.clear();
    }
}

impl FeatureState {
    /// The picture of a position.
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

    /// How far another picture is: the cells that changed hands.
    #[inline]
    pub fn distance(&self, other: &FeatureState) -> u32 {
        ((self.pieces[0] ^ other.pieces[0]) | (self.pieces[1] ^ other.pieces[1])).count()
    }

    /// The cells on which two pictures have different pieces.
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
    fn column(&self, square: Square) -> Column {
        let (word, byte) = (square.index() / 8, square.index() % 8);
        Column::from_bits((self.columns[word] >> (8 * byte)) as u8)
    }

    /// Lists how this picture differs from an older one, instead of what `difference` held.
    #[inline]
    pub fn compare(&self, old: &FeatureState, layout: &FeatureSet, difference: &mut FeatureDiff) {
        difference.clear();
        for square in self.changed_cells(old) {
            for side in Side::ALL {
                if old.pieces[side.index()].has(square) {
                    let bit = square.index();
                    difference.removed.push(layout.piece(side, bit, old.column(square)));
                }
                if self.pieces[side.index()].has(square) {
                    let bit = square.index();
                    difference.added.push(layout.piece(side, bit, self.column(square)));
                }
            }
        }
        if self.hands != old.hands {
            difference.removed.push(layout.hands(old.hands));
            difference.added.push(layout.hands(self.hands));
        }
        for ((kind, owner), (new, old)) in LINES.into_iter().zip(self.lines.iter().zip(&old.lines))
        {
            if new == old {
                continue;
            }
            for direction in 0..layout.directions {
                let (new, old) = (new[direction], old[direction]);
                for square in new & !old {
                    difference.added.push(layout.line(kind, owner, direction, square.index()));
                }
                for square in old & !new {
                    difference.removed.push(layout.line(kind, owner, direction, square.index()));
                }
            }
        }
    }

    /// All rows that are true of this picture, as White and as Black see them.
    pub fn rows(&self, layout: &FeatureSet) -> Vec<[FeatureIndex; 2]> {
        let mut rows = vec![layout.hands(self.hands)];
        for side in Side::ALL {
            for square in self.pieces[side.index()] {
                let bit = square.index();
                rows.push(layout.piece(side, bit, self.column(square)));
            }
        }
        for ((kind, owner), lines) in LINES.into_iter().zip(&self.lines) {
            for (direction, cells) in lines.iter().enumerate() {
                for square in *cells {
                    rows.push(layout.line(kind, owner, direction, square.index()));
                }
            }
        }
        rows
    }
}
