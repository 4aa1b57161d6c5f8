//! Solved levels: the values of positions and of their moves.

use super::level::{EndingLevel, LevelKey};
use super::settings::TableTooLarge;
use super::solver::solve_level;
use super::value::{EndingValue, PackedValue};
use emergo::{Blocked, Ending, Move, Position, Side};
use std::collections::BTreeMap;

/// A legal move and its value for the side that makes it.
pub(super) struct ValuedMove {
    pub mv: Move,
    pub value: EndingValue,
}

/// The positions of a level with their values.
pub(super) struct SolvedLevel {
    pub level: EndingLevel,
    pub values: Vec<PackedValue>,
    /// The largest number of plies of a win or a loss.
    pub longest: u16,
}

/// Solved levels. Each move from one of their positions leads to one of them, or the game is over.
pub(super) struct SolvedLevels {
    /// The rule for a side without a legal move.
    pub blocked: Blocked,
    pub levels: BTreeMap<LevelKey, SolvedLevel>,
}

impl SolvedLevels {
    /// Solves the levels that have a position. They come in ascending order. `memory` is the largest size of the values, in
    /// bytes. `begin` is called with the pieces of each level before the work on it.
    pub fn solve(
        levels: impl Iterator<Item = EndingLevel>,
        blocked: Blocked,
        memory: usize,
        begin: &mut dyn FnMut(usize),
    ) -> Result<SolvedLevels, TableTooLarge> {
        let levels: Vec<EndingLevel> = levels.filter(|level| level.size > 0).collect();
        let needed = levels.iter().map(|level| level.size * size_of::<PackedValue>()).sum();
        if needed > memory {
            return Err(TableTooLarge { needed, limit: memory });
        }
        let mut solved = SolvedLevels { blocked, levels: BTreeMap::new() };
        for level in levels {
            begin(level.key.pieces);
            let level = solve_level(level, &solved);
            solved.levels.insert(level.level.key, level);
        }
        Ok(solved)
    }

    /// The largest number of plies of a win or a loss.
    pub fn longest(&self) -> u16 {
        self.levels.values().map(|level| level.longest).max().unwrap_or(0)
    }

    /// The value of a position of the levels, or in which a side has no man.
    pub fn value(&self, position: &Position) -> EndingValue {
        let has_lost = |side: Side| position.pieces(side).is_empty() && position.hand(side) == 0;
        if has_lost(position.side()) {
            return EndingValue::Loss { plies: 0 };
        }
        if has_lost(position.side().other()) {
            return match position.ending(self.blocked) {
                None => EndingValue::Win { plies: 1 },
                Some(Ending { winner: None, .. }) => EndingValue::Draw,
                Some(_) => EndingValue::Loss { plies: 0 },
            };
        }
        let solved = &self.levels[&LevelKey::of(position)];
        let number = solved.level.number(position).expect("a position of the level");
        solved.values[number].value()
    }

    /// The value of every legal move, best first.
    pub fn moves(&self, position: &Position) -> Vec<ValuedMove> {
        let value = |mv: Move| self.value(&position.after(mv)).before_move();
        let moves = legal_moves(position).into_iter();
        let mut moves: Vec<_> = moves.map(|mv| ValuedMove { mv, value: value(mv) }).collect();
        moves.sort_by_key(|valued| -valued.value.rank());
        moves
    }

    /// The best moves of both sides to the end of the game, or none if the position is drawn.
    pub fn best_line(&self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *position;
        if self.value(&position) != EndingValue::Draw {
            while let Some(best) = self.moves(&position).first() {
                line.push(best.mv);
                position.play(best.mv);
            }
        }
        line
    }
}

/// The legal moves. On an empty board the centre is forbidden also if the hands are not full, which the rules crate does not know.
pub(super) fn legal_moves(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves();
    if position.occupied().is_empty() {
        moves.retain(|mv| mv.to() != position.variant().centre());
    }
    moves
}
