//! Retrograde analysis of one level: finds what is won and lost, by increasing distance to the end.
//!
//! Pass `n` finds the positions that are decided in exactly `n` plies. In an odd pass a position is won if a move leads to a
//! loss. In an even pass it is lost if every move leads to a win. A quiet position can change only if a position after one of
//! its steps has changed, so its steps are followed back. Captures cannot be followed back easily. Positions with a
//! capture are few, so each pass looks at all of them that are still open. If no move of a position stays in the level,
//! because it is blocked, or because it has only entries and captures of single men, its value is known before the first pass.

// CITE: Retrograde analysis. https://www.chessprogramming.org/Retrograde_Analysis

use super::level::EndingLevel;
use super::number_set::{NumberSet, numbers_of_word};
use super::solved_levels::{SolvedLevel, SolvedLevels, legal_moves};
use super::value::{EndingValue, PackedValue};
use emergo::{Blocked, Move, Position};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

struct Solver<'a> {
    /// All levels below.
    lower: &'a SolvedLevels,
    level: EndingLevel,
    values: Vec<PackedValue>,
    /// Positions with a capture.
    captures: NumberSet,
    /// Those of them that have no value yet and a move within the level.
    open_captures: NumberSet,
    /// Positions without a capture of which a position after a step got its value in the last pass.
    touched: NumberSet,
}

/// Solves a level with the solved levels below it.
pub(super) fn solve_level(level: EndingLevel, lower: &SolvedLevels) -> SolvedLevel {
    let mut solver = Solver::new(level, lower);
    let (mut plies, mut longest) = (0, 0);
    let mut found = Vec::new();
    let mut leaving = solver.leaving_positions();
    // Two passes without a find end the search, because a win and a loss depend on the pass before.
    while plies <= longest.max(lower.longest()) + 2 {
        found.extend(leaving.remove(&plies).unwrap_or_default());
        if !found.is_empty() {
            longest = plies;
        }
        solver.assign(&found, plies);
        plies += 1;
        found = solver.find(plies);
    }
    SolvedLevel { level: solver.level, values: solver.values, longest }
}

impl<'a> Solver<'a> {
    fn new(level: EndingLevel, lower: &'a SolvedLevels) -> Solver<'a> {
        let captures = numbers_with(&level, |number| {
            level.is_used(number) && level.position(number).can_capture()
        });
        let open_captures = numbers_with(&level, |number| {
            captures.has(number) && {
                let position = level.position(number);
                let moves = position.legal_moves();
                moves.iter().any(|mv| level.number(&position.after(*mv)).is_some())
            }
        });
        Solver {
            lower,
            values: vec![PackedValue::DRAW; level.size],
            touched: NumberSet::empty(level.size),
            level,
            captures,
            open_captures,
        }
    }

    /// The positions that are not drawn and have no move within the level, by the distance to the end.
    fn leaving_positions(&self) -> BTreeMap<u16, Vec<usize>> {
        let numbers = (0..self.level.size).into_par_iter();
        let plies = numbers.filter_map(|number| {
            if self.open_captures.has(number) || !self.level.is_used(number) {
                return None;
            }
            let position = self.level.position(number);
            let can_step = !self.captures.has(number) && position.hand(position.side()) == 0;
            if can_step && position.has_legal_move() {
                return None;
            }
            let moves = legal_moves(&position).into_iter();
            let after = moves.map(|mv| self.value(&position.after(mv)).before_move());
            match after.max_by_key(|value| value.rank()) {
                None if self.lower.blocked == Blocked::Loss => Some((0, number)),
                Some(EndingValue::Win { plies } | EndingValue::Loss { plies }) => {
                    Some((plies, number))
                }
                None | Some(EndingValue::Draw) => None,
            }
        });
        let mut leaving: BTreeMap<u16, Vec<usize>> = BTreeMap::new();
        for (plies, number) in plies.collect::<Vec<_>>() {
            leaving.entry(plies).or_default().push(number);
        }
        leaving
    }

    /// Gives positions their value, and notes the quiet positions before them.
    fn assign(&mut self, found: &[usize], plies: u16) {
        for number in found {
            self.values[*number] = PackedValue::decided_in(plies);
            self.open_captures.remove(*number);
        }
        let touched: Vec<AtomicU64> = self.touched.0.iter().map(|_| AtomicU64::new(0)).collect();
        found.par_iter().for_each(|number| {
            self.level.for_each_step_back(*number, |before| {
                if !self.captures.has(before) {
                    touched[before / 64].fetch_or(1 << (before % 64), Ordering::Relaxed);
                }
            });
        });
        let touched = touched.into_iter().map(AtomicU64::into_inner).collect();
        self.touched = NumberSet(touched);
    }

    /// The positions that are decided in exactly `plies` plies.
    fn find(&self, plies: u16) -> Vec<usize> {
        let words = (0..self.touched.0.len()).into_par_iter();
        let found = words.map_init(Vec::new, |moves, word| {
            let bits = self.touched.0[word] | self.open_captures.0[word];
            let open = numbers_of_word(word, bits)
                .filter(|number| self.values[*number] == PackedValue::DRAW);
            open.filter(|number| self.is_decided(*number, plies, moves)).collect::<Vec<_>>()
        });
        found.flatten_iter().collect()
    }

    /// Is an open position decided in `plies` plies? All smaller distances are known.
    fn is_decided(&self, number: usize, plies: u16, moves: &mut Vec<Move>) -> bool {
        let position = self.level.position(number);
        position.legal_moves_into(moves);
        let mut after = moves.iter().map(|mv| self.value(&position.after(*mv)));
        if plies % 2 == 1 {
            after.any(|value| matches!(value, EndingValue::Loss { plies: left } if left < plies))
        } else {
            !moves.is_empty()
                && after
                    .all(|value| matches!(value, EndingValue::Win { plies: left } if left < plies))
        }
    }

    fn value(&self, position: &Position) -> EndingValue {
        match self.level.number(position) {
            Some(number) => self.values[number].value(),
            None => self.lower.value(position),
        }
    }
}

/// The numbers of a level for which `is_member` holds.
fn numbers_with(level: &EndingLevel, is_member: impl Fn(usize) -> bool + Sync) -> NumberSet {
    let words = (0..level.size.div_ceil(64)).into_par_iter().map(|word| {
        let numbers = 64 * word..level.size.min(64 * word + 64);
        numbers.fold(0, |bits, number| bits | u64::from(is_member(number)) << (number % 64))
    });
    NumberSet(words.collect())
}
