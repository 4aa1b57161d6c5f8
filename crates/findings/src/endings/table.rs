//! The table of exact values of a board.

use super::board_sets::BoardSets;
use super::level::{EndingLevel, LevelKey};
use super::settings::{EndingSettings, NotCovered, TableTooLarge};
use super::solved_levels::{SolvedLevel, SolvedLevels};
use super::value::EndingValue;
use emergo::Position;
use rayon::prelude::*;
use std::ops::RangeInclusive;
use std::sync::Arc;

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
    pub(super) solved: SolvedLevels,
}

impl EndingTable {
    /// The numbers of pieces that a table can have.
    pub const PIECES: RangeInclusive<usize> = 2..=4;

    /// The pieces of the smallest table for a position, within [`EndingTable::PIECES`].
    pub fn pieces_for(position: &Position) -> usize {
        let pieces = LevelKey::of(position).pieces;
        pieces.clamp(*EndingTable::PIECES.start(), *EndingTable::PIECES.end())
    }

    /// Solves all positions with at most the pieces of the settings, on the threads of the current rayon pool. `begin` is
    /// called with each number of pieces before the work on it.
    ///
    /// # Errors
    ///
    /// The table is larger than the settings allow.
    ///
    /// # Panics
    ///
    /// The settings are out of range.
    pub fn solve(
        settings: EndingSettings,
        begin: &mut dyn FnMut(usize),
    ) -> Result<EndingTable, TableTooLarge> {
        let EndingSettings { variant, pieces, men, blocked, memory } = settings;
        assert!(EndingTable::PIECES.contains(&pieces) && (1..=variant.men()).contains(&men));
        let board = Arc::new(BoardSets::new(variant, men, pieces));
        let levels = (*EndingTable::PIECES.start()..=pieces)
            .map(|pieces| EndingLevel::new(&board, LevelKey::with_empty_hands(pieces)));
        let solved = SolvedLevels::solve(levels, blocked, memory, begin)?;
        Ok(EndingTable { settings, solved })
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
        Ok(self.solved.value(position))
    }

    /// All positions with `pieces` pieces and White to move, one of those that are symmetric to each other. A list of many
    /// millions with four pieces.
    pub fn positions(&self, pieces: usize) -> Vec<Position> {
        let solved = self.solved.levels.get(&LevelKey::with_empty_hands(pieces));
        let positions = |SolvedLevel { level, .. }: &SolvedLevel| {
            level.used().map(|number| level.position(number)).collect()
        };
        solved.map_or_else(Vec::new, positions)
    }
}
