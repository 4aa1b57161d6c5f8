//! Why positions are drawn.
//!
//! Only moves that keep the draw count. Both sides can step for ever, or captures lead to such a position or to a blocked one,
//! or the captures never end.

use super::level::{EndingLevel, LevelKey};
use super::number_set::NumberSet;
use super::report::write_text;
use super::solved_levels::{SolvedLevel, SolvedLevels};
use super::value::{EndingValue, PackedValue};
use emergo::{Move, Position};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Why a position is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct DrawStatistics {
    /// The reason.
    pub reason: DrawReason,
    /// All positions, each symmetric one for itself.
    pub positions: u64,
    /// Those of them in which one move keeps the draw and another one loses.
    pub only_move: u64,
    /// One of them; its text in JSON.
    #[serde(serialize_with = "write_text")]
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub example: Position,
}

pub(super) struct LevelDraws<'a> {
    levels: &'a SolvedLevels,
    solved: &'a SolvedLevel,
    steps: NumberSet,
    /// The draws by steps, the blocked positions, and all draws from which a side can come to one of them.
    settled: NumberSet,
    drawn: Vec<usize>,
}

impl<'a> LevelDraws<'a> {
    /// The draws of a solved level of `levels`. `lower` are those of the levels below it.
    pub fn of(
        levels: &'a SolvedLevels,
        solved: &'a SolvedLevel,
        lower: &[LevelDraws],
    ) -> LevelDraws<'a> {
        let SolvedLevel { level, values, .. } = solved;
        let is_drawn = |number: &usize| values[*number] == PackedValue::DRAW;
        let drawn: Vec<usize> = level.used().filter(is_drawn).collect();
        let steps = draws_by_steps(level, &drawn);
        let settled = NumberSet::empty(level.size);
        let mut draws = LevelDraws { levels, solved, steps, settled, drawn };
        draws.find_settled(lower);
        draws
    }

    /// Begins with the draws by steps and the blocked positions, and adds draws with a move to one of the set.
    fn find_settled(&mut self, lower: &[LevelDraws]) {
        let mut open = self.drawn.clone();
        loop {
            let (added, rest): (Vec<usize>, Vec<usize>) =
                open.into_par_iter().partition(|number| {
                    let position = self.solved.level.position(*number);
                    let moves = position.legal_moves();
                    self.steps.has(*number)
                        || moves.is_empty()
                        || moves.iter().any(|mv| self.is_settled(&position.after(*mv), lower))
                });
            if added.is_empty() {
                return;
            }
            added.iter().for_each(|number| self.settled.insert(*number));
            open = rest;
        }
    }

    /// Is a position of this level or of a lower one a draw that is settled?
    fn is_settled(&self, position: &Position, lower: &[LevelDraws]) -> bool {
        let key = LevelKey::of(position);
        let draws = lower.iter().find(|draws| draws.solved.level.key == key).unwrap_or(self);
        has(&draws.settled, &draws.solved.level, position)
    }

    /// The draws by reason, without reasons that do not occur.
    pub fn statistics(&self) -> Vec<DrawStatistics> {
        let of_draw = |number: &usize| {
            let position = self.solved.level.position(*number);
            let moves = position.legal_moves();
            let keeps = |mv: &&Move| self.levels.value(&position.after(**mv)) == EndingValue::Draw;
            let is_only_move = moves.len() > 1 && moves.iter().filter(keeps).count() == 1;
            let positions = self.solved.level.orbit(*number);
            DrawStatistics {
                reason: self.reason(*number, moves.len()),
                positions,
                only_move: if is_only_move { positions } else { 0 },
                example: position,
            }
        };
        let draws = self.drawn.par_iter().map(of_draw).fold(BTreeMap::new, with_draws);
        let draws =
            draws.reduce(BTreeMap::new, |draws, later| later.into_values().fold(draws, with_draws));
        draws.into_values().collect()
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

/// Adds later draws. The first example stays.
fn with_draws(
    mut draws: BTreeMap<DrawReason, DrawStatistics>,
    later: DrawStatistics,
) -> BTreeMap<DrawReason, DrawStatistics> {
    let add = |draws: &mut DrawStatistics| {
        draws.positions += later.positions;
        draws.only_move += later.only_move;
    };
    draws.entry(later.reason).and_modify(add).or_insert(later);
    draws
}

/// The draws of a level in which both sides can step for ever. Begins with all quiet draws, and removes those that have no
/// step to another one of the set.
fn draws_by_steps(level: &EndingLevel, drawn: &[usize]) -> NumberSet {
    let can_step = |number: &usize| {
        let position = level.position(*number);
        !position.can_capture() && position.has_legal_move()
    };
    let mut candidates: Vec<usize> = drawn.par_iter().copied().filter(can_step).collect();
    let steps = NumberSet::empty(level.size);
    candidates.iter().for_each(|number| steps.insert(*number));
    while !candidates.is_empty() {
        let is_removed = |number: &usize| {
            let position = level.position(*number);
            let moves = position.legal_moves();
            !moves.iter().any(|mv| has(&steps, level, &position.after(*mv)))
        };
        let removed: Vec<usize> = candidates.into_par_iter().filter(is_removed).collect();
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
    steps
}

/// Is the number of a position of the level in the set?
fn has(set: &NumberSet, level: &EndingLevel, position: &Position) -> bool {
    level.number(position).is_some_and(|number| set.has(number))
}
