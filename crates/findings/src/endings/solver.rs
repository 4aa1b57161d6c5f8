//! Retrograde analysis of one level: finds what is won and lost, by increasing distance to the end.
//!
//! Pass `n` finds the positions that are decided in exactly `n` plies. In an odd pass a position is won if a move leads to a
//! loss. In an even pass it is lost if every move leads to a win. A quiet position can change only if a position after one of
//! its steps has changed, so its steps are followed back. Captures cannot be followed back easily. Positions with a
//! capture are few, so each pass looks at all of them that are still open. If no move of a position stays in the level,
//! because it is blocked, or because it has only entries and captures of single men, its value is known before the first pass.

// CITE: Retrograde analysis. https://www.chessprogramming.org/Retrograde_Analysis

use super::level::EndingLevel;
use super::number_set::NumberSet;
use super::solved_levels::{SolvedLevel, SolvedLevels, legal_moves};
use super::value::{EndingValue, PackedValue};
use emergo::{Blocked, Move, Position};
use rayon::prelude::*;
use std::collections::BTreeMap;

struct Solver<'a> {
    /// All levels below.
    lower: &'a SolvedLevels,
    level: EndingLevel,
    values: Vec<PackedValue>,
    /// Positions with a capture.
    captures: NumberSet,
    /// Those of them that have no value yet and a move within the level.
    open_captures: NumberSet,
}

pub(super) fn solve_level(level: EndingLevel, lower: &SolvedLevels) -> SolvedLevel {
    let mut solver = Solver::new(level, lower);
    let mut leaving = solver.leaving_positions();
    let mut touched = NumberSet::empty(solver.level.size);
    let (mut plies, mut longest) = (0, 0);
    // Two passes without a find end the search, because a win and a loss depend on the pass before.
    while plies <= longest.max(lower.longest()) + 2 {
        let mut found = solver.find(plies, &touched);
        found.extend(leaving.remove(&plies).unwrap_or_default());
        if !found.is_empty() {
            longest = plies;
        }
        solver.assign(&found, plies);
        touched = solver.positions_before(&found);
        plies += 1;
    }
    SolvedLevel { level: solver.level, values: solver.values, longest }
}

impl<'a> Solver<'a> {
    fn new(level: EndingLevel, lower: &'a SolvedLevels) -> Solver<'a> {
        let captures = NumberSet::of(level.size, |number| {
            level.is_used(number) && level.position(number).can_capture()
        });
        let open_captures = NumberSet::of(level.size, |number| {
            captures.has(number) && {
                let position = level.position(number);
                let moves = position.legal_moves();
                moves.iter().any(|mv| level.number(&position.after(*mv)).is_some())
            }
        });
        let values = vec![PackedValue::DRAW; level.size];
        Solver { lower, level, values, captures, open_captures }
    }

    /// The positions that are not drawn and have no move within the level, by the distance to the end.
    fn leaving_positions(&self) -> BTreeMap<u16, Vec<usize>> {
        let used = self.level.used().filter(|number| !self.open_captures.has(*number));
        let plies = used.filter_map(|number| {
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

    fn assign(&mut self, found: &[usize], plies: u16) {
        for number in found {
            self.values[*number] = PackedValue::decided_in(plies);
            self.open_captures.remove(*number);
        }
    }

    /// The positions without a capture from which a step leads to one of these positions.
    fn positions_before(&self, found: &[usize]) -> NumberSet {
        let positions = NumberSet::empty(self.level.size);
        found.par_iter().for_each(|number| {
            self.level.for_each_step_back(*number, |before| {
                if !self.captures.has(before) {
                    positions.insert(before);
                }
            });
        });
        positions
    }

    /// The positions that are decided in exactly `plies` plies. `touched` are the quiet positions of which a position after a
    /// step got its value in the last pass.
    fn find(&self, plies: u16, touched: &NumberSet) -> Vec<usize> {
        let words = touched.words_with(&self.open_captures);
        let found = words.map_init(Vec::new, |moves, numbers| {
            let open = numbers.filter(|number| self.values[*number] == PackedValue::DRAW);
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
