//! What a table covers, and why a table or a value does not exist.

use super::level::piece_count;
use super::table::EndingTable;
use emergo::{Blocked, Position, Side, Variant};
use thiserror::Error;

/// What a table covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndingSettings {
    /// The board.
    pub variant: Variant,
    /// The largest number of pieces, of both sides, within [`EndingTable::PIECES`].
    pub pieces: usize,
    /// Men of each side, 1..=12. All are on the board. The default is that of the board; less makes a small table.
    pub men: u8,
    /// The rule for a side without a legal move.
    pub blocked: Blocked,
    /// The largest size of the table, in bytes. The solver takes about half as much for itself.
    pub memory: usize,
}

impl EndingSettings {
    /// All endings with at most `pieces` pieces, with the men of the board. A blocked side draws. At most 1 GiB.
    pub fn new(variant: Variant, pieces: usize) -> EndingSettings {
        EndingSettings {
            variant,
            pieces,
            men: variant.men(),
            blocked: Blocked::Draw,
            memory: 1 << 30,
        }
    }

    /// Does a table with these settings cover the position?
    ///
    /// # Errors
    ///
    /// Why it does not.
    pub fn covers(&self, position: &Position) -> Result<(), NotCovered> {
        let table = self.variant;
        if position.variant() != table {
            return Err(NotCovered::Variant { table, position: position.variant() });
        }
        let pieces = piece_count(position);
        if pieces > self.pieces {
            return Err(NotCovered::Pieces { pieces, limit: self.pieces });
        }
        for side in Side::ALL {
            let in_hand = position.hand(side);
            if in_hand > 0 {
                return Err(NotCovered::Hand { side, men: in_hand });
            }
            let (men, needed) = (position.men_on_board(side), self.men.into());
            if men != needed {
                return Err(NotCovered::Men { side, men, needed });
            }
        }
        Ok(())
    }
}

/// Why a table was not made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SolveError {
    /// The number of pieces is outside of [`EndingTable::PIECES`].
    #[error("a table has {} to {} pieces, not {pieces}", EndingTable::PIECES.start(), EndingTable::PIECES.end())]
    Pieces {
        /// The number of pieces asked for.
        pieces: usize,
    },
    /// The number of men is 0 or more than the board has.
    #[error("{variant} is solved with 1 to {limit} men a side, not with {men}")]
    Men {
        /// The board.
        variant: Variant,
        /// The largest number.
        limit: u8,
        /// The number of men asked for.
        men: u8,
    },
    /// The table is larger than the settings allow.
    #[error("the table takes {} MiB, the limit is {} MiB", needed >> 20, limit >> 20)]
    Memory {
        /// Bytes of the table.
        needed: usize,
        /// The limit in bytes.
        limit: usize,
    },
}

/// Why a table has no value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotCovered {
    /// The position is one of another board.
    #[error("the table is for {table}, the position for {position}")]
    Variant {
        /// The board of the table.
        table: Variant,
        /// The board of the position.
        position: Variant,
    },
    /// A side has men in hand.
    #[error("{side} has {men} men in hand, a table is for empty hands")]
    Hand {
        /// The side.
        side: Side,
        /// Its men in hand.
        men: u8,
    },
    /// There are too many pieces.
    #[error("the position has {pieces} pieces, the table at most {limit}")]
    Pieces {
        /// The pieces of both sides.
        pieces: usize,
        /// The largest number of pieces in the table.
        limit: usize,
    },
    /// Men are missing on the board, or there are too many.
    #[error("{side} has {men} men on the board, a table is for {needed}")]
    Men {
        /// The side.
        side: Side,
        /// Its men on the board, caps and prisoners.
        men: u32,
        /// The men of each side in the table.
        needed: u32,
    },
}
