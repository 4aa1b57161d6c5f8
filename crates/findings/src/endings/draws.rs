//! Why positions are drawn.
//!
//! Only moves that keep the draw are considered. If both sides can step for ever, neither makes progress. Other draws come to
//! such a position by captures, or to a blocked one, or the captures themselves never end.

use super::level::{EndingLevel, piece_count};
use super::number_set::NumberSet;
use super::report::write_text;
use super::solver::SolvedLevel;
use super::table::EndingTable;
use super::value::{EndingValue, PackedValue};
use emergo::{Move, Position};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt;

/// Why a position is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrawReason {
    /// The side to move has no legal move.
    Blocked,
    /// Both sides can step for ever, without a capture.
    Steps,
    /// Captures lead to a position in which a side is blocked or both can step for ever.
    AfterCaptures,
    /// Every line contains captures again and again.
    EndlessCaptures,
}

impl DrawReason {
    /// All reasons.
    pub const ALL: [DrawReason; 4] = [
        DrawReason::Blocked,
        DrawReason::Steps,
        DrawReason::AfterCaptures,
        DrawReason::EndlessCaptures,
    ];
}

impl fmt::Display for DrawReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DrawReason::Blocked => "blocked",
            DrawReason::Steps => "both step for ever",
            DrawReason::AfterCaptures => "after captures",
            DrawReason::EndlessCaptures => "endless captures",
        })
    }
}

/// The draws of a reason. As in [`EndingCounts`](super::EndingCounts), White is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct DrawStatistics {
    /// The reason.
    pub reason: DrawReason,
    /// All positions, each symmetric one for itself.
    pub positions: u64,
    /// Those of them in which one move keeps the draw and another one loses.
    pub only_move: u64,
    /// One of them; its text in JSON.
    #[serde(serialize_with = "write_text")]
    pub example: Position,
}

/// A draw with its reason.
struct AnalysedDraw {
    number: usize,
    reason: DrawReason,
    /// Positions that are symmetric to it, itself included.
    positions: u64,
    is_only_move: bool,
}

/// The draws of one level.
struct LevelDraws<'a> {
    table: &'a EndingTable,
    solved: &'a SolvedLevel,
    /// The draws by steps.
    steps: NumberSet,
    /// The draws by steps, the blocked positions, and all draws from which a side can come to one of them.
    settled: NumberSet,
    drawn: Vec<usize>,
}

impl EndingTable {
    /// The draws by reason, without reasons that do not occur: one list for each number of pieces.
    pub fn draw_statistics(&self) -> Vec<Vec<DrawStatistics>> {
        let mut analysed: Vec<LevelDraws> = Vec::new();
        for solved in &self.levels {
            let draws = LevelDraws::of(self, solved, &analysed);
            analysed.push(draws);
        }
        analysed.iter().map(LevelDraws::statistics).collect()
    }
}

impl<'a> LevelDraws<'a> {
    fn of(table: &'a EndingTable, solved: &'a SolvedLevel, lower: &[LevelDraws]) -> LevelDraws<'a> {
        let SolvedLevel { level, values, .. } = solved;
        let drawn = (0..level.size()).into_par_iter();
        let drawn =
            drawn.filter(|number| values[*number] == PackedValue::DRAW && level.is_used(*number));
        let drawn: Vec<usize> = drawn.collect();
        let (steps, settled) = (NumberSet::empty(level.size()), NumberSet::empty(level.size()));
        let mut draws = LevelDraws { table, solved, steps, settled, drawn };
        draws.find_steps();
        draws.find_settled(lower);
        draws
    }

    /// Begins with all quiet draws, and removes those that have no step to another one of the set.
    fn find_steps(&mut self) {
        let level = &self.solved.level;
        let quiet: Vec<usize> = self
            .drawn
            .par_iter()
            .copied()
            .filter(|number| {
                let position = level.position(*number);
                !position.can_capture() && position.has_legal_move()
            })
            .collect();
        let mut steps = NumberSet::empty(level.size());
        quiet.iter().for_each(|number| steps.insert(*number));
        let mut candidates = quiet;
        while !candidates.is_empty() {
            let removed: Vec<usize> = candidates
                .into_par_iter()
                .filter(|number| {
                    let position = level.position(*number);
                    !position
                        .legal_moves()
                        .iter()
                        .any(|mv| has(&steps, level, &position.after(*mv)))
                })
                .collect();
            removed.iter().for_each(|number| steps.remove(*number));
            candidates = Vec::new();
            for number in removed {
                level.for_each_step_back(number, |before| {
                    if steps.has(before) {
                        candidates.push(before);
                    }
                });
            }
            candidates.sort_unstable();
            candidates.dedup();
        }
        self.steps = steps;
    }

    /// Begins with the draws by steps and the blocked positions, and adds draws with a move to one of the set.
    fn find_settled(&mut self, lower: &[LevelDraws]) {
        let level = &self.solved.level;
        let mut settled = NumberSet::empty(level.size());
        let mut open = self.drawn.clone();
        loop {
            let (added, rest): (Vec<usize>, Vec<usize>) =
                open.into_par_iter().partition(|number| {
                    let position = level.position(*number);
                    let moves = position.legal_moves();
                    self.steps.has(*number)
                        || moves.is_empty()
                        || moves.iter().any(|mv| {
                            let next = position.after(*mv);
                            self.table.value(&next) == EndingValue::Draw
                                && self.is_settled(&next, &settled, lower)
                        })
                });
            if added.is_empty() {
                break;
            }
            added.iter().for_each(|number| settled.insert(*number));
            open = rest;
        }
        self.settled = settled;
    }

    /// Is a draw of this level or of a lower one settled?
    fn is_settled(&self, position: &Position, settled: &NumberSet, lower: &[LevelDraws]) -> bool {
        let pieces = piece_count(position);
        let lower = lower.iter().find(|draws| draws.solved.level.pieces() == pieces);
        match lower {
            Some(draws) => has(&draws.settled, &draws.solved.level, position),
            None => has(settled, &self.solved.level, position),
        }
    }

    fn statistics(&self) -> Vec<DrawStatistics> {
        let level = &self.solved.level;
        let found = self.drawn.par_iter().map(|number| {
            let position = level.position(*number);
            let moves = position.legal_moves();
            let keeps = |mv: &&Move| self.table.value(&position.after(**mv)) == EndingValue::Draw;
            AnalysedDraw {
                number: *number,
                reason: self.reason(*number, moves.len()),
                positions: level.orbit(*number),
                is_only_move: moves.len() > 1 && moves.iter().filter(keeps).count() == 1,
            }
        });
        let found: Vec<AnalysedDraw> = found.collect();
        let statistics = |reason: DrawReason| {
            let draws = || found.iter().filter(move |draw| draw.reason == reason);
            let only_move = draws().filter(|draw| draw.is_only_move);
            Some(DrawStatistics {
                reason,
                positions: draws().map(|draw| draw.positions).sum(),
                only_move: only_move.map(|draw| draw.positions).sum(),
                example: level.position(draws().next()?.number),
            })
        };
        DrawReason::ALL.into_iter().filter_map(statistics).collect()
    }

    fn reason(&self, number: usize, moves: usize) -> DrawReason {
        match moves {
            0 => DrawReason::Blocked,
            _ if self.steps.has(number) => DrawReason::Steps,
            _ if self.settled.has(number) => DrawReason::AfterCaptures,
            _ => DrawReason::EndlessCaptures,
        }
    }
}

/// Is the number of a position of the level in the set?
fn has(set: &NumberSet, level: &EndingLevel, position: &Position) -> bool {
    level.number(position).is_some_and(|number| set.has(number))
}
