//! A set of puzzles without duplicates, and a selection of many puzzles.

use super::Puzzle;
use emergo::{Key, Position};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet, VecDeque};

/// Puzzles of which no two have symmetric positions. Positions that differ only by the colours are symmetric too.
#[derive(Default)]
pub struct PuzzleSet {
    puzzles: Vec<Puzzle>,
    starts: HashSet<Key>,
}

impl PuzzleSet {
    /// Adds a puzzle, unless the set has one with a symmetric position. Returns whether it was added.
    pub fn add(&mut self, puzzle: Puzzle) -> bool {
        let is_new = self.starts.insert(symmetric_key(&puzzle.start.position));
        if is_new {
            self.puzzles.push(puzzle);
        }
        is_new
    }

    /// The puzzles from easy to hard, without those whose position occurs in the solution of another one.
    pub fn into_puzzles(self) -> Vec<Puzzle> {
        let later_turns = |puzzle: &Puzzle| {
            let plies = puzzle.plies().skip(2).step_by(2);
            plies.map(|ply| symmetric_key(ply.before.position())).collect::<Vec<_>>()
        };
        let later: HashSet<Key> = self.puzzles.iter().flat_map(later_turns).collect();
        let mut puzzles = self.puzzles;
        puzzles.retain(|puzzle| !later.contains(&symmetric_key(&puzzle.start.position)));
        puzzles.sort_by_key(|puzzle| puzzle.nodes);
        puzzles
    }

    /// At most `count` of the puzzles, from easy to hard. They are spread over the lengths, the difficulties and the themes:
    /// each combination gives one puzzle in turn. Puzzles with a proved win come first, then those with a wide margin.
    pub fn select(self, count: usize) -> Vec<Puzzle> {
        let mut groups: BTreeMap<_, VecDeque<Puzzle>> = BTreeMap::new();
        for puzzle in self.into_puzzles() {
            let group = (Reverse(puzzle.length()), puzzle.difficulty(), puzzle.themes.clone());
            groups.entry(group).or_default().push_back(puzzle);
        }
        for group in groups.values_mut() {
            group.make_contiguous().sort_by(|one, other| {
                let is_unproved = |puzzle: &Puzzle| puzzle.win_in.is_none();
                let by_margin = other.margin.total_cmp(&one.margin);
                is_unproved(one).cmp(&is_unproved(other)).then(by_margin)
            });
        }
        let mut selected = Vec::new();
        while selected.len() < count && !groups.is_empty() {
            selected.extend(groups.values_mut().filter_map(VecDeque::pop_front));
            groups.retain(|_, group| !group.is_empty());
        }
        selected.truncate(count);
        selected.sort_by_key(|puzzle| puzzle.nodes);
        selected
    }
}

/// A key that is equal for symmetric positions, and for positions with exchanged colours.
fn symmetric_key(position: &Position) -> Key {
    position.canonical_key().min(position.with_colours_swapped().canonical_key())
}
