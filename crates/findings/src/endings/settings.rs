//! What a table covers, and why a table or a value does not exist.

use super::level::LevelKey;
use emergo::{Blocked, Position, Side, Variant};
use thiserror::Error;

/// What a table covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndingSettings {
    /// The board.
    pub variant: Variant,
    /// The largest number of pieces, of both sides, within [`EndingTable::PIECES`](super::EndingTable::PIECES).
    pub pieces: usize,
    /// Men of each side, from 1 to those of the board, the default. All are on the board. Fewer men make a smaller table.
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
        let pieces = LevelKey::of(position).pieces;
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

/// A table is larger than its settings allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the table takes {} MiB, the limit is {} MiB", needed >> 20, limit >> 20)]
pub struct TableTooLarge {
    /// Its size in bytes.
    pub needed: usize,
    /// The limit in bytes.
    pub limit: usize,
}

/// Why a table has no value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum NotCovered {
    #[error("the table is for {table}, the position for {position}")]
    Variant { table: Variant, position: Variant },
    #[error("{side} has {men} in hand, a table is for empty hands")]
    Hand { side: Side, men: u8 },
    #[error("the position has {pieces} pieces, the table at most {limit}")]
    Pieces { pieces: usize, limit: usize },
    #[error("{side} has {men} of its {needed} men on the board, a table is for all of them")]
    Men { side: Side, men: u32, needed: u32 },
}
