//! What a table tells about a board or a position, as types of serde with texts for players.

use super::draws::{DrawStatistics, LevelDraws};
use super::settings::NotCovered;
use super::solved_levels::ValuedMove;
use super::statistics::{ClassReport, EndingCounts, level_statistics};
use super::table::EndingTable;
use super::value::EndingValue;
use emergo::{Coordinates, Move, Position, Variant, write_move, write_position};
use serde::{Serialize, Serializer};

/// The endings of a board with a number of pieces.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EndingReport {
    /// The board.
    pub variant: Variant,
    /// The pieces of both sides.
    pub pieces: usize,
    /// The results of all positions.
    #[serde(flatten)]
    pub counts: EndingCounts,
    /// A longest win.
    pub longest_win: Option<EndingLine>,
    /// The draws by reason.
    pub draws: Vec<DrawStatistics>,
    /// The results by material.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<ClassReport>>"))]
    pub classes: Vec<ClassReport>,
}

/// A position with its value and the best moves of both sides.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EndingLine {
    /// The position; its text in JSON.
    #[serde(serialize_with = "write_text")]
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub position: Position,
    /// The value of the position.
    #[serde(flatten)]
    pub value: EndingValue,
    /// The moves to the end of the game; none in a draw.
    pub line: Vec<String>,
}

/// A position with the values of its moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PositionReport {
    /// The board.
    pub variant: Variant,
    /// The value and the best line.
    #[serde(flatten)]
    pub best: EndingLine,
    /// The legal moves, best first.
    pub moves: Vec<EndingMoveReport>,
}

/// A move and its value for the side that makes it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EndingMoveReport {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value.
    #[serde(flatten)]
    pub value: EndingValue,
}

impl ValuedMove {
    pub(super) fn report(&self, variant: Variant, coordinates: Coordinates) -> EndingMoveReport {
        EndingMoveReport { mv: write_move(variant, coordinates, self.mv), value: self.value }
    }
}

impl EndingTable {
    /// The value of a position, its moves and the best line.
    ///
    /// # Errors
    ///
    /// The table does not cover the position.
    pub fn position_report(
        &self,
        position: &Position,
        coordinates: Coordinates,
    ) -> Result<PositionReport, NotCovered> {
        self.settings().covers(position)?;
        let variant = position.variant();
        let best = self.ending_line(position, coordinates);
        let moves = self.solved.moves(position);
        let moves = moves.iter().map(|valued| valued.report(variant, coordinates)).collect();
        Ok(PositionReport { variant, best, moves })
    }

    fn ending_line(&self, position: &Position, coordinates: Coordinates) -> EndingLine {
        let write = |mv: &Move| write_move(position.variant(), coordinates, *mv);
        EndingLine {
            position: *position,
            value: self.solved.value(position),
            line: self.solved.best_line(position).iter().map(write).collect(),
        }
    }

    /// The report on each number of pieces of which there are positions.
    pub fn reports(&self, coordinates: Coordinates) -> Vec<EndingReport> {
        let mut lower: Vec<LevelDraws> = Vec::new();
        let mut reports = Vec::new();
        for solved in self.solved.levels.values() {
            let draws = LevelDraws::of(&self.solved, solved, &lower);
            let (all, classes) = level_statistics(solved);
            reports.push(EndingReport {
                variant: self.settings().variant,
                pieces: solved.level.key.pieces,
                counts: all.counts,
                longest_win: all
                    .longest_win
                    .map(|win| self.ending_line(&win.position, coordinates)),
                draws: draws.statistics(),
                classes,
            });
            lower.push(draws);
        }
        reports
    }
}

pub(super) fn write_text<S: Serializer>(position: &Position, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&write_position(position, 1))
}
