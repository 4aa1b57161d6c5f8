//! The table of exact values of a board.

use super::board_sets::BoardSets;
use super::level::{EndingLevel, piece_count};
use super::settings::{EndingSettings, NotCovered, SolveError};
use super::solver::{KnownValues, SolvedLevel, SolverPass, solve_level};
use super::statistics::LevelStatistics;
use super::value::EndingValue;
use emergo::{Ending, Move, Position, Side};
use std::ops::RangeInclusive;
use std::sync::Arc;

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

    /// The pieces of the smallest table for a position, within [`EndingTable::PIECES`].
    pub fn pieces_for(position: &Position) -> usize {
        piece_count(position).clamp(*EndingTable::PIECES.start(), *EndingTable::PIECES.end())
    }

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
        let levels: Vec<EndingLevel> =
            levels.map(|pieces| EndingLevel::new(&board, [0; 2], pieces)).collect();
        let needed = levels.iter().map(EndingLevel::bytes).sum();
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
