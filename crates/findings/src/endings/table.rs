//! The table of exact values of a board.

use super::level::{BoardSets, Level};
use super::solver::{KnownValues, SolvedLevel, SolverPass, solve_level};
use super::statistics::LevelStatistics;
use super::value::EndingValue;
use emergo::{Blocked, Ending, Move, Position, Side, Variant};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;
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

/// A legal move and its value for the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValuedMove {
    /// The move.
    pub mv: Move,
    /// What it leads to.
    pub value: EndingValue,
}

/// The values of all positions with few pieces on a board.
///
/// ```
/// use emergo::{Variant, read_position};
/// use luctor_findings::endings::{EndingSettings, EndingTable, EndingValue};
///
/// let table = EndingTable::solve(EndingSettings::new(Variant::Emergo7, 2), &mut |_| {})?;
/// // White jumps over the last black cap man, and Black has no piece left.
/// let position = read_position(Variant::Emergo7, "1/3/5/2(w8b7)b3/5/3/1 w 0,0")?.position;
/// assert_eq!(table.probe(&position)?, EndingValue::Win { plies: 1 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct EndingTable {
    settings: EndingSettings,
    /// From two pieces on.
    pub(super) levels: Vec<SolvedLevel>,
}

impl EndingTable {
    /// The numbers of pieces that a table can have.
    pub const PIECES: RangeInclusive<usize> = 2..=4;

    /// Solves all positions with at most the pieces of the settings, on the threads of the current rayon pool. `report` is
    /// called after each pass.
    ///
    /// # Errors
    ///
    /// The settings are out of range, or the table is larger than they allow.
    pub fn solve(
        settings: EndingSettings,
        report: &mut dyn FnMut(SolverPass),
    ) -> Result<EndingTable, SolveError> {
        let EndingSettings { variant, pieces, men, blocked, memory } = settings;
        if !EndingTable::PIECES.contains(&pieces) {
            return Err(SolveError::Pieces { pieces });
        }
        if !(1..=variant.men()).contains(&men) {
            return Err(SolveError::Men { variant, men, limit: variant.men() });
        }
        let levels = *EndingTable::PIECES.start()..=pieces;
        let board = Arc::new(BoardSets::new(variant, men, pieces));
        let levels: Vec<Level> = levels.map(|pieces| Level::new(&board, [0; 2], pieces)).collect();
        let needed = levels.iter().map(Level::bytes).sum();
        if needed > memory {
            return Err(SolveError::Memory { needed, limit: memory });
        }
        let mut table = EndingTable { settings, levels: Vec::new() };
        for level in levels {
            let solved = solve_level(level, blocked, &table, report);
            table.levels.push(solved);
        }
        Ok(table)
    }

    /// The settings of the table.
    pub fn settings(&self) -> EndingSettings {
        self.settings
    }

    /// The exact value of a position. A composed position in which the opponent of the side to move has no piece counts as
    /// won in one ply if there is a legal move.
    ///
    /// # Errors
    ///
    /// The table does not cover the position.
    pub fn probe(&self, position: &Position) -> Result<EndingValue, NotCovered> {
        self.settings.covers(position)?;
        Ok(self.value(position))
    }

    /// The value of every legal move, best first.
    ///
    /// # Errors
    ///
    /// The table does not cover the position.
    pub fn moves(&self, position: &Position) -> Result<Vec<ValuedMove>, NotCovered> {
        self.settings.covers(position)?;
        let moves = position.legal_moves();
        let valued = |mv: &Move| ValuedMove {
            mv: *mv,
            value: self.value(&position.after(*mv)).before_move(),
        };
        let mut moves: Vec<_> = moves.iter().map(valued).collect();
        moves.sort_by_key(|valued| -valued.value.rank());
        Ok(moves)
    }

    /// The best moves of both sides to the end of the game, or none if the position is drawn.
    ///
    /// # Errors
    ///
    /// The table does not cover the position.
    pub fn best_line(&self, position: &Position) -> Result<Vec<Move>, NotCovered> {
        let mut line = Vec::new();
        let mut position = *position;
        if self.probe(&position)? == EndingValue::Draw {
            return Ok(line);
        }
        while let Some(best) = self.moves(&position)?.first() {
            line.push(best.mv);
            position.play(best.mv);
            if position.pieces(position.side()).is_empty() {
                break;
            }
        }
        Ok(line)
    }

    /// All positions with `pieces` pieces and White to move, one of those that are symmetric to each other.
    pub fn positions(&self, pieces: usize) -> impl Iterator<Item = Position> {
        let level = self.levels.iter().map(|level| &level.level);
        level.filter(move |level| level.pieces() == pieces).flat_map(|level| {
            let used = (0..level.size()).filter(|number| level.is_used(*number));
            used.map(|number| level.position(number))
        })
    }

    /// Different positions with `pieces` pieces and White to move, in random order: as far as they exist, as many won as
    /// lost as drawn ones. There are fewer than `count` if the table has few. The seed decides which.
    pub fn sample(&self, pieces: usize, count: usize, seed: u64) -> Vec<Position> {
        let Some(SolvedLevel { level, values, .. }) =
            self.levels.iter().find(|level| level.level.pieces() == pieces)
        else {
            return Vec::new();
        };
        let mut random = fastrand::Rng::with_seed(seed);
        let mut numbers = BTreeSet::new();
        let kinds: [fn(EndingValue) -> bool; 3] = [
            |value| value == EndingValue::Draw,
            |value| matches!(value, EndingValue::Loss { .. }),
            |value| matches!(value, EndingValue::Win { .. }),
        ];
        for (kind, kinds_left) in kinds.iter().zip((1..=kinds.len()).rev()) {
            let quota = numbers.len() + (count - numbers.len()).div_ceil(kinds_left);
            for _ in 0..SAMPLE_ATTEMPTS * count {
                let number = random.usize(..level.size());
                if numbers.len() == quota {
                    break;
                }
                if kind(values[number].value()) && level.is_used(number) {
                    numbers.insert(number);
                }
            }
        }
        let mut positions: Vec<_> =
            numbers.into_iter().map(|number| level.position(number)).collect();
        random.shuffle(&mut positions);
        positions
    }

    /// Counts by result, and the longest wins: one entry for each number of pieces.
    pub fn statistics(&self) -> Vec<LevelStatistics> {
        self.levels.iter().map(LevelStatistics::of).collect()
    }

    /// The value of a position that the table covers.
    pub(super) fn value(&self, position: &Position) -> EndingValue {
        let over = |side: Side| position.pieces(side).is_empty();
        if over(position.side()) {
            return EndingValue::Loss { plies: 0 };
        }
        if over(position.side().other()) {
            return match position.ending(self.settings.blocked) {
                None => EndingValue::Win { plies: 1 },
                Some(Ending { winner: None, .. }) => EndingValue::Draw,
                Some(_) => EndingValue::Loss { plies: 0 },
            };
        }
        let level = &self.levels[piece_count(position) - EndingTable::PIECES.start()];
        let number = level.level.number(position).expect("all men are on the board");
        level.values[number].value()
    }
}

impl KnownValues for EndingTable {
    fn lower_value(&self, position: &Position) -> EndingValue {
        self.value(position)
    }

    fn longest(&self) -> u16 {
        self.levels.iter().map(|level| level.longest).max().unwrap_or(0)
    }
}

/// Random numbers for each position of a sample.
const SAMPLE_ATTEMPTS: usize = 100;

/// The pieces of both sides.
pub(super) fn piece_count(position: &Position) -> usize {
    Side::ALL.map(|side| position.pieces(side).count() as usize).iter().sum()
}
