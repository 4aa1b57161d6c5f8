//! A position: columns on cells, men in hand, the side to move, and the key.
//!
//! A position is small. Moves are played on a copy and never undone. Fields change only through a few methods that
//! update the key. Other modules add the methods for legal moves, jumps, symmetries and the end of the game.

use crate::bitboard::Bitboard;
use crate::column::Column;
use crate::moves::{Move, MoveKind};
use crate::side::Side;
use crate::square::Square;
use crate::variant::Variant;
use crate::zobrist::{self, Key};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A position of a game. It has no history: repetition belongs to [`Game`](crate::Game).
///
/// ```
/// use emergo::{Coordinates, Position, Side, Variant, read_move, write_position};
///
/// let start = Position::start(Variant::Emergo);
/// assert_eq!(start.hand(Side::White), 12);
/// let after = start.after(read_move(&start, Coordinates::Oblique, "e4")?);
/// assert_eq!(after.side(), Side::Black);
/// assert_eq!(write_position(&after, 1), "1/3/5/7/9/3w3/5/3/1 b 11,12 1");
/// # Ok::<(), emergo::notation::MoveTextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    columns: [Column; 64],
    pieces: [Bitboard; 2],
    key: Key,
    hands: [u8; 2],
    side: Side,
    variant: Variant,
}

/// A piece for [`Position::from_pieces`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlacedPiece {
    /// The cell.
    pub square: Square,
    /// The owner of the cap.
    pub owner: Side,
    /// The men of the piece.
    pub column: Column,
}

/// Why a position is not valid in its variant.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[non_exhaustive]
pub enum PositionError {
    /// A side has more men on the board and in hand than the game has.
    TooManyMen {
        /// The side with too many men.
        side: Side,
        /// Men on the board, caps and prisoners.
        on_board: u32,
        /// Men in hand.
        in_hand: u32,
        /// Men of each side in this variant, 12 or 8.
        limit: u32,
    },
    /// A piece has no cap, is outside of the board, or shares its cell with another piece.
    Column {
        /// The cell.
        #[cfg_attr(feature = "serde", serde(skip))]
        square: Square,
    },
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
        }
    }
}

impl std::error::Error for PositionError {}

impl Hash for Position {
    /// Hashes the key: equal positions have equal keys.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl Position {
    /// The start position: an empty board, all men in hand, White to move.
    pub fn start(variant: Variant) -> Position {
        let mut position = Position::without_men(variant);
        position.set_hand(Side::White, variant.men());
        position.set_hand(Side::Black, variant.men());
        position
    }

    /// A position without men on the board and in hand, White to move. A reader of position text fills it.
    pub(crate) fn without_men(variant: Variant) -> Position {
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

    /// A position with empty hands.
    ///
    /// ```
    /// use emergo::{Column, PlacedPiece, Position, Side, Variant, write_position};
    ///
    /// let centre = Variant::Emergo7.centre();
    /// let piece = PlacedPiece { square: centre, owner: Side::White, column: Column::new(3, 2) };
    /// let position = Position::from_pieces(Variant::Emergo7, Side::Black, [piece])?;
    /// assert_eq!(write_position(&position, 1), "1/3/5/3(w3b2)3/5/3/1 b 0,0 1");
    /// # Ok::<(), emergo::PositionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A side has too many men. A piece has no cap, is outside of the board, or shares its cell with another piece.
    pub fn from_pieces(
        variant: Variant,
        side: Side,
        pieces: impl IntoIterator<Item = PlacedPiece>,
    ) -> Result<Position, PositionError> {
        let mut position = Position::without_men(variant);
        for PlacedPiece { square, owner, column } in pieces {
            if !position.empty().has(square) || column.cap() == 0 {
                return Err(PositionError::Column { square });
            }
            position.put(owner, square, column);
        }
        position.set_side(side);
        position.check_men()?;
        Ok(position)
    }

    /// The variant.
    #[inline]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The side to move.
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The cells with a piece of a side.
    #[inline]
    pub const fn pieces(&self, side: Side) -> Bitboard {
        self.pieces[side.index()]
    }

    /// The cells with a piece of either side.
    ///
    /// ```
    /// use emergo::{Position, Variant, read_position};
    ///
    /// let position = read_position(Variant::Emergo, "1/3/5/3wb2/9/7/5/3/1 w 11,11")?.position;
    /// assert_eq!(position.occupied().count(), 2);
    /// # Ok::<(), emergo::notation::PositionTextError>(())
    /// ```
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.pieces[0] | self.pieces[1]
    }

    /// The cells without a piece.
    #[inline]
    pub fn empty(&self) -> Bitboard {
        self.variant.cells() & !self.occupied()
    }

    /// The column on a cell, [`Column::EMPTY`] if the cell is empty.
    #[inline]
    pub const fn column(&self, square: Square) -> Column {
        self.columns[square.index()]
    }

    /// The columns of all cells, by the index of the bit.
    #[inline]
    pub(crate) const fn columns(&self) -> &[Column; 64] {
        &self.columns
    }

    /// All columns as words of eight bytes, the cell with the lowest bit in the lowest byte. Each byte is
    /// [`Column::bits`]. Two positions can be compared word by word to find the cells that differ.
    #[inline]
    pub fn column_words(&self) -> [u64; 8] {
        std::array::from_fn(|word| {
            u64::from_le_bytes(std::array::from_fn(|byte| self.columns[8 * word + byte].bits()))
        })
    }

    /// The owner of the piece on a cell, or `None` if the cell is empty.
    #[inline]
    pub fn owner(&self, square: Square) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.pieces(*side).has(square))
    }

    /// Men that a side has in hand, 0..=12.
    #[inline]
    pub const fn hand(&self, side: Side) -> u8 {
        self.hands[side.index()]
    }

    /// The key. Equal positions have equal keys.
    #[inline]
    pub const fn key(&self) -> Key {
        self.key
    }

    /// Men of a side on the board, in caps and as prisoners.
    pub fn men_on_board(&self, side: Side) -> u32 {
        let caps = self.pieces(side).map(|square| u32::from(self.column(square).cap()));
        let prisoners =
            self.pieces(side.other()).map(|square| u32::from(self.column(square).prisoners()));
        caps.sum::<u32>() + prisoners.sum::<u32>()
    }

    /// Is White to move with all its men in hand? Then an entry on the centre is forbidden.
    #[inline]
    pub const fn is_first_entry(&self) -> bool {
        self.is_first_entry_of(self.side)
    }

    /// Would the next entry of a side be White's first one?
    #[inline]
    pub(crate) const fn is_first_entry_of(&self, side: Side) -> bool {
        matches!(side, Side::White) && self.hands[0] == self.variant.men()
    }

    /// Men of the next entry of the side to move: 1, or all men in hand (the shadowpiece) if the hand of the opponent
    /// is empty, or 0 if its own hand is empty.
    #[inline]
    pub const fn entering_men(&self) -> u8 {
        let hand = self.hands[self.side.index()];
        if self.hands[self.side.other().index()] == 0 || hand == 0 { hand } else { 1 }
    }

    /// Plays a legal move. The result of an illegal move is unspecified; it may panic.
    pub fn play(&mut self, mv: Move) {
        let us = self.side;
        match mv.kind() {
            MoveKind::Entry => {
                let men = self.entering_men();
                self.put(us, mv.to(), Column::new(men, 0));
                self.set_hand(us, self.hand(us) - men);
            }
            MoveKind::Step => {
                let column = self.remove(us, mv.from());
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

    /// Can the position before this move never occur again? True of entries, and of captures in which a single man
    /// vanished from its cell. Other captures can be part of a cycle, so the history for repetition is cut at these moves
    /// only. `after` is the position after the move.
    #[inline]
    pub fn is_irreversible(&self, mv: Move, after: &Position) -> bool {
        match mv.kind() {
            MoveKind::Entry => true,
            MoveKind::Step => false,
            MoveKind::Capture => after.empty().count() > self.empty().count(),
        }
    }

    /// Captures the top man of each jumped piece, in the order of the route.
    fn capture(&mut self, mv: Move) {
        let (us, them) = (self.side, self.side.other());
        let shifts = self.variant.shifts();
        let piece = self.remove(us, mv.from());
        let mut at = mv.from();
        for direction in mv.directions() {
            let jumped = at.shifted(shifts[direction]);
            at = jumped.shifted(shifts[direction]);
            let left = self.remove(them, jumped).without_top_man();
            if left.cap() > 0 {
                self.put(them, jumped, left);
            } else if left.prisoners() > 0 {
                self.put(us, jumped, left.freed_prisoners());
            }
        }
        self.put(us, at, piece.with_prisoners_added(mv.jumps() as u8));
    }

    /// Puts a column of a side on an empty cell.
    #[inline]
    pub(crate) fn put(&mut self, side: Side, square: Square, column: Column) {
        self.columns[square.index()] = column;
        self.pieces[side.index()] |= square.bitboard();
        self.key ^= zobrist::column(side, square, column);
    }

    /// Removes the column of a side from a cell.
    #[inline]
    fn remove(&mut self, side: Side, square: Square) -> Column {
        let column = self.columns[square.index()];
        self.columns[square.index()] = Column::EMPTY;
        self.pieces[side.index()] &= !square.bitboard();
        self.key ^= zobrist::column(side, square, column);
        column
    }

    /// Sets the men in hand of a side, at most 15.
    #[inline]
    pub(crate) fn set_hand(&mut self, side: Side, men: u8) {
        self.key ^= zobrist::hand(side, self.hand(side)) ^ zobrist::hand(side, men);
        self.hands[side.index()] = men;
    }

    pub(crate) fn set_side(&mut self, side: Side) {
        if side != self.side {
            self.side = side;
            self.key ^= zobrist::SIDE;
        }
    }

    /// Does no side have more men than the game? A composed position may have fewer.
    pub(crate) fn check_men(&self) -> Result<(), PositionError> {
        let limit = u32::from(self.variant.men());
        for side in Side::ALL {
            let (on_board, in_hand) = (self.men_on_board(side), u32::from(self.hand(side)));
            if on_board + in_hand > limit {
                return Err(PositionError::TooManyMen { side, on_board, in_hand, limit });
            }
        }
        Ok(())
    }

    /// The position without the piece on a cell. The cell may be empty.
    pub fn without(&self, square: Square) -> Position {
        let mut rest = *self;
        if let Some(side) = self.owner(square) {
            rest.remove(side, square);
        }
        rest
    }

    /// The position with another number of men in the hand of a side, at most 15.
    pub fn with_hand(&self, side: Side, men: u8) -> Position {
        let mut other = *self;
        other.set_hand(side, men);
        other
    }

    /// The position with White and Black exchanged: pieces, hands and side to move. The rule for White's first entry has
    /// no equivalent for Black. Otherwise the legal moves are the same.
    pub fn with_colours_swapped(&self) -> Position {
        self.rebuilt(Side::other, |square| square)
    }

    /// The position with all owners mapped by `side` and all cells by `cell`. Its key is computed anew.
    pub(crate) fn rebuilt(
        &self,
        side: impl Fn(Side) -> Side,
        cell: impl Fn(Square) -> Square,
    ) -> Position {
        let mut image = Position::without_men(self.variant);
        for owner in Side::ALL {
            for square in self.pieces(owner) {
                image.put(side(owner), cell(square), self.column(square));
            }
            image.set_hand(side(owner), self.hand(owner));
        }
        image.set_side(side(self.side));
        image
    }
}
