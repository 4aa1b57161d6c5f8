//! A position: columns on cells, men in hand, the side to move, and its key. Small enough to copy (96
//! bytes), so moves are played on a copy and never taken back. Fields change only through the few mutators
//! that keep the key; what a position must satisfy is said once, in [`Position::check`], for readers and
//! tests alike.

use super::bitboard::Bitboard;
use super::board::{Symmetry, Variant};
use super::column::Column;
use super::moves::{Move, MoveKind};
use super::side::Side;
use super::square::Square;
use super::zobrist::{self, Key};
use std::fmt;

/// A position of one of the three boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    columns: [Column; 64],
    pieces: [Bitboard; 2],
    key: Key,
    hands: [u8; 2],
    side: Side,
    variant: Variant,
}

/// Why something is no position of its variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PositionError {
    /// A side has more men on the board and in hand than the game has.
    TooManyMen {
        /// Whose men.
        side: Side,
        /// Men on the board, caps and prisoners.
        on_board: u32,
        /// Men in hand.
        in_hand: u32,
        /// Men of the game, 12 or 8.
        limit: u32,
    },
    /// A cell's column does not fit its owner: no cap, men on a vacant cell, two owners, or off the board.
    Column {
        /// The bit of the cell.
        square: Square,
    },
    /// The key is not that of the contents: a fault of the program, never of a text.
    Key,
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::TooManyMen { side, on_board, in_hand, limit } => write!(
                f,
                "too many men: {side} has {on_board} on the board and {in_hand} in hand, the game has {limit}"
            ),
            PositionError::Column { square } => {
                write!(f, "the column on bit {} does not fit its owner", square.index())
            }
            PositionError::Key => write!(f, "the key is not that of the position"),
        }
    }
}

impl std::error::Error for PositionError {}

impl Position {
    /// The start of a game: an empty board, all men in hand, White to move.
    pub fn start(variant: Variant) -> Position {
        let mut position = Position::vacant(variant);
        position.set_hand(Side::White, variant.men());
        position.set_hand(Side::Black, variant.men());
        position
    }

    /// No men at all, White to move: what a reader fills.
    pub(super) fn vacant(variant: Variant) -> Position {
        Position {
            columns: [Column::EMPTY; 64],
            pieces: [Bitboard::EMPTY; 2],
            key: zobrist::variant(variant)
                ^ zobrist::hand(Side::White, 0)
                ^ zobrist::hand(Side::Black, 0),
            hands: [0, 0],
            side: Side::White,
            variant,
        }
    }

    /// The board.
    #[inline]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The side to move.
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The cells of a side's pieces.
    #[inline]
    pub const fn pieces(&self, side: Side) -> Bitboard {
        self.pieces[side.index()]
    }

    /// The cells without a piece.
    #[inline]
    pub fn empty(&self) -> Bitboard {
        self.variant.cells() & !(self.pieces[0] | self.pieces[1])
    }

    /// The column on a cell, [`Column::EMPTY`] where there is none.
    #[inline]
    pub const fn column(&self, square: Square) -> Column {
        self.columns[square.index()]
    }

    /// All columns, by bit.
    #[inline]
    pub(super) const fn columns(&self) -> &[Column; 64] {
        &self.columns
    }

    /// All columns as words of eight cells, the cell of the lowest bit in the lowest byte: the cap in its low four
    /// bits, the prisoners in the high ones.
    #[inline]
    pub fn column_words(&self) -> [u64; 8] {
        std::array::from_fn(|word| {
            u64::from_le_bytes(std::array::from_fn(|byte| self.columns[8 * word + byte].bits()))
        })
    }

    /// Whose piece stands on a cell.
    #[inline]
    pub fn owner(&self, square: Square) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.pieces(*side).has(square))
    }

    /// Men a side has in hand, 0..=12.
    #[inline]
    pub const fn hand(&self, side: Side) -> u8 {
        self.hands[side.index()]
    }

    /// The key: equal for equal positions.
    #[inline]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// Men of a side on the board, as caps and as prisoners.
    pub fn men_on_board(&self, side: Side) -> u32 {
        let caps = self.pieces(side).map(|square| u32::from(self.column(square).cap()));
        let prisoners =
            self.pieces(side.other()).map(|square| u32::from(self.column(square).prisoners()));
        caps.sum::<u32>() + prisoners.sum::<u32>()
    }

    /// Is the side to move White with every man still in hand, so that the centre is forbidden?
    #[inline]
    pub const fn is_first_entry(&self) -> bool {
        matches!(self.side, Side::White) && self.hands[0] == self.variant.men()
    }

    /// Men that come with the next entry of the side to move: 1, or the whole hand as the shadowpiece when
    /// the opponent's hand is empty; 0 with an empty hand.
    #[inline]
    pub const fn entering_men(&self) -> u8 {
        let hand = self.hands[self.side.index()];
        if self.hands[self.side.other().index()] == 0 || hand == 0 { hand } else { 1 }
    }

    /// Plays a legal move. What an illegal one does is unspecified, but never unsafe.
    pub fn play(&mut self, mv: Move) {
        let us = self.side;
        match mv.kind() {
            MoveKind::Entry => {
                let men = self.entering_men();
                self.put(us, mv.to(), Column::new(men, 0));
                self.set_hand(us, self.hand(us) - men);
            }
            MoveKind::Step => {
                let column = self.lift(us, mv.from());
                self.put(us, mv.to(), column);
            }
            MoveKind::Capture => self.capture(mv),
        }
        self.side = us.other();
        self.key ^= zobrist::SIDE;
    }

    /// The position after a legal move.
    #[inline]
    pub fn after(&self, mv: Move) -> Position {
        let mut next = *self;
        next.play(mv);
        next
    }

    /// Can the position from before this move never come again? True of entries, and of captures in which a
    /// piece vanished. The only moves at which history may be cut: cycles of other captures exist.
    pub fn is_irreversible(&self, mv: Move, after: &Position) -> bool {
        match mv.kind() {
            MoveKind::Entry => true,
            MoveKind::Step => false,
            MoveKind::Capture => after.empty().count() > self.empty().count(),
        }
    }

    /// Takes the top man of each jumped piece, in the order of the route.
    fn capture(&mut self, mv: Move) {
        let (us, them) = (self.side, self.side.other());
        let shifts = self.variant.shifts();
        let piece = self.lift(us, mv.from());
        let mut at = mv.from();
        for direction in mv.directions() {
            let jumped = at.shifted(shifts[direction]);
            at = jumped.shifted(shifts[direction]);
            let left = self.lift(them, jumped).without_top_man();
            if left.cap() > 0 {
                self.put(them, jumped, left);
            } else if left.prisoners() > 0 {
                self.put(us, jumped, left.freed_prisoners());
            }
        }
        self.put(us, at, piece.with_prisoners_added(mv.jumps() as u8));
    }

    /// Puts a side's column on a vacant cell.
    #[inline]
    pub(super) fn put(&mut self, side: Side, square: Square, column: Column) {
        self.columns[square.index()] = column;
        self.pieces[side.index()] |= square.bitboard();
        self.key ^= zobrist::column(side, square, column);
    }

    /// Takes a side's column off its cell.
    #[inline]
    fn lift(&mut self, side: Side, square: Square) -> Column {
        let column = self.columns[square.index()];
        self.columns[square.index()] = Column::EMPTY;
        self.pieces[side.index()] &= !square.bitboard();
        self.key ^= zobrist::column(side, square, column);
        column
    }

    /// Sets a side's men in hand, at most 15.
    #[inline]
    pub(super) fn set_hand(&mut self, side: Side, men: u8) {
        self.key ^= zobrist::hand(side, self.hand(side)) ^ zobrist::hand(side, men);
        self.hands[side.index()] = men;
    }

    /// Gives the move to a side.
    pub(super) fn set_side(&mut self, side: Side) {
        if side != self.side {
            self.side = side;
            self.key ^= zobrist::SIDE;
        }
    }

    /// The key computed from the contents alone.
    pub fn key_from_scratch(&self) -> Key {
        let mut fresh = Position::vacant(self.variant);
        for side in Side::ALL {
            for square in self.pieces(side) {
                fresh.put(side, square, self.column(square));
            }
            fresh.set_hand(side, self.hand(side));
        }
        fresh.set_side(self.side);
        fresh.key
    }

    /// Is this a position of its variant? Composed ones may have fewer men than the game has, never more.
    pub fn check(&self) -> Result<(), PositionError> {
        let (white, black) = (self.pieces[0], self.pieces[1]);
        for index in 0..64 {
            let square = Square::new(index);
            let column = self.column(square);
            let occupied = (white | black).has(square);
            let fits = if occupied { column.cap() > 0 } else { column == Column::EMPTY };
            if !fits || (white & black).has(square) || occupied && !self.variant.cells().has(square)
            {
                return Err(PositionError::Column { square });
            }
        }
        let limit = u32::from(self.variant.men());
        for side in Side::ALL {
            let (on_board, in_hand) = (self.men_on_board(side), u32::from(self.hand(side)));
            if on_board + in_hand > limit {
                return Err(PositionError::TooManyMen { side, on_board, in_hand, limit });
            }
        }
        if self.key != self.key_from_scratch() {
            return Err(PositionError::Key);
        }
        Ok(())
    }

    /// The position without the piece on a cell, if there is one.
    pub fn without(&self, square: Square) -> Position {
        let mut rest = *self;
        if let Some(side) = self.owner(square) {
            rest.lift(side, square);
        }
        rest
    }

    /// The position with another number of men in a side's hand, at most 15.
    pub fn with_hand(&self, side: Side, men: u8) -> Position {
        let mut other = *self;
        other.set_hand(side, men);
        other
    }

    /// The position under a symmetry of its board.
    pub fn image(&self, symmetry: &Symmetry) -> Position {
        self.rebuilt(|side, square| (side, symmetry.image(square)), self.side)
    }

    /// The keys of the position's images under symmetries of its board, which are not made for that.
    pub fn symmetric_keys(&self, symmetries: &[Symmetry]) -> impl Iterator<Item = Key> {
        let columns = |image: &dyn Fn(Square) -> Square| {
            let mut key = 0;
            for side in Side::ALL {
                for square in self.pieces(side) {
                    key ^= zobrist::column(side, image(square), self.column(square));
                }
            }
            key
        };
        let rest = self.key ^ columns(&|square| square);
        symmetries.iter().map(move |symmetry| rest ^ columns(&|square| symmetry.image(square)))
    }

    /// The position with the colours of everything swapped. White's first entry is bound by a rule that
    /// Black's is not, so where that bites the two are not alike.
    pub fn with_colours_swapped(&self) -> Position {
        self.rebuilt(|side, square| (side.other(), square), self.side.other())
    }

    fn rebuilt(
        &self,
        map: impl Fn(Side, Square) -> (Side, Square),
        side_to_move: Side,
    ) -> Position {
        let mut image = Position::vacant(self.variant);
        for side in Side::ALL {
            for square in self.pieces(side) {
                let (owner, target) = map(side, square);
                image.put(owner, target, self.column(square));
            }
            let (owner, _) = map(side, self.variant.centre());
            image.set_hand(owner, self.hand(side));
        }
        image.set_side(side_to_move);
        image
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No text and no move makes such positions: only here is it seen that the check can fail.
    #[test]
    fn whatever_is_wrong_with_a_position_is_found() {
        let at = Variant::Emergo.centre();
        let column = PositionError::Column { square: at };
        let too_many =
            PositionError::TooManyMen { side: Side::White, on_board: 1, in_hand: 12, limit: 12 };
        type Spoil = fn(&mut Position, Square);
        let table: [(&str, Spoil, &PositionError); 8] = [
            ("a piece without men", |it, at| it.columns[at.index()] = Column::EMPTY, &column),
            ("a piece without a cap", |it, at| it.columns[at.index()] = Column::new(0, 1), &column),
            ("men on a vacant cell", |it, at| it.pieces[0] &= !at.bitboard(), &column),
            ("two owners", |it, at| it.pieces[1] = at.bitboard(), &column),
            ("a man too many in the hand", |it, _| it.set_hand(Side::White, 12), &too_many),
            ("another side to move", |it, _| it.side = it.side.other(), &PositionError::Key),
            ("another man in hand", |it, _| it.hands[1] -= 1, &PositionError::Key),
            ("another key", |it, _| it.key ^= 1, &PositionError::Key),
        ];
        for (name, spoil, expected) in table {
            let mut position = Position::start(Variant::Emergo);
            position.put(Side::White, at, Column::SINGLE_MAN);
            position.set_hand(Side::White, 11);
            assert_eq!(position.check(), Ok(()));
            spoil(&mut position, at);
            assert_eq!(position.check().as_ref(), Err(expected), "{name}");
        }
        let mut outside = Position::start(Variant::Emergo);
        let cells = outside.variant.cells();
        let off = (0..64).map(Square::new).find(|square| !cells.has(*square)).unwrap();
        outside.pieces[0] = off.bitboard();
        outside.columns[off.index()] = Column::SINGLE_MAN;
        let error = outside.check().unwrap_err();
        assert_eq!(error, PositionError::Column { square: off });
        let sentence = format!("the column on bit {} does not fit its owner", off.index());
        assert_eq!(error.to_string(), sentence);
        assert_eq!(PositionError::Key.to_string(), "the key is not that of the position");
    }
}
