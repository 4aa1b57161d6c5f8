//! Chooses the position that is expanded next: the leaf with the least cost.
//!
//! The cost of a leaf is the sum over the moves of its path from the start of the game: [`BookHeader::ply_cost`] for each
//! move, and the loss of the move, which is the difference between its score and that of the best move, in centimen. So good
//! moves are expanded deeply, and bad ones not at all or not far. Of several paths to a leaf the cheapest counts.
//!
//! All moves of the chosen position are added, each with the score of a search. Then the scores are negamaxed, which changes
//! the losses, and the next position is chosen.

// CITE: drop-out expansion. T. R. Lincke, "Strategies for the Automatic Construction of Opening Books", 2000.
// https://doi.org/10.1007/3-540-45579-5_5

use super::LeafSearch;
use emergo::{Blocked, Key, Position, Stage};
use luctor_engine::book::{Book, BookHeader, successors};
use luctor_engine::score::Score;
use std::collections::{BTreeMap, HashMap, HashSet};
use thiserror::Error;

/// Why a book cannot be continued: it was made in another way.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("a book with {name} {old} cannot be continued with {name} {new}")]
pub struct OtherBook {
    name: &'static str,
    old: String,
    new: String,
}

/// A book that grows.
pub struct Expander {
    book: Book,
    /// The scores of all positions that were searched, from the view of the side that moved there, by canonical key.
    searched: HashMap<Key, Score>,
}

impl Expander {
    /// Continues a book.
    pub fn new(book: Book) -> Expander {
        let searched = book.searched().collect();
        Expander { book, searched }
    }

    /// Continues a book, if it has this header.
    ///
    /// # Errors
    ///
    /// The first value of the header that differs.
    pub fn continued(book: Book, header: &BookHeader) -> Result<Expander, OtherBook> {
        let words = |header: &BookHeader| {
            let BookHeader { variant, nodes, ply_cost, network, engine } = header;
            [
                ("variant", variant.to_string()),
                ("nodes", nodes.to_string()),
                ("ply cost", ply_cost.to_string()),
                ("network", format!("{network:016x}")),
                ("engine", engine.clone()),
            ]
        };
        let mut pairs = words(book.header()).into_iter().zip(words(header));
        match pairs.find(|(old, new)| old != new) {
            Some(((name, old), (_, new))) => Err(OtherBook { name, old, new }),
            None => Ok(Expander::new(book)),
        }
    }

    /// Expands one position after the other until the book has `size` positions, nothing is left to expand, or the search is
    /// interrupted. Calls `save` after each of them.
    ///
    /// # Errors
    ///
    /// The error of `save`.
    pub fn expand_to<E>(
        &mut self,
        size: usize,
        search: &LeafSearch,
        save: &mut dyn FnMut(&Book) -> Result<(), E>,
    ) -> Result<(), E> {
        while self.book.size() < size && !search.is_interrupted() {
            let Some((position, _)) = self.next() else { break };
            let Some(scored) = search.scored(self.positions_to_search(&position)) else { break };
            self.expand(&position, &scored);
            save(&self.book)?;
        }
        Ok(())
    }

    /// The book.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// The canonical position that is expanded next, and its cost in centimen. `None` if nothing is left to expand: the moves of
    /// positions in which the game has ended, all men have entered, or a win is proved are not part of a book.
    pub fn next(&self) -> Option<(Position, i64)> {
        let BookHeader { variant, ply_cost, .. } = *self.book.header();
        let start = Position::start(variant);
        // The positions that were reached, in the order of their costs.
        let mut open = BTreeMap::from([((0_i64, start.key()), start)]);
        let mut closed: HashSet<Key> = HashSet::new();
        while let Some(((cost, key), position)) = open.pop_first() {
            if !closed.insert(key) {
                continue;
            }
            if !self.book.contains(&position) {
                if self.is_expandable(&position) {
                    return Some((position, cost));
                }
                continue;
            }
            let moves = self.book.moves(&position);
            let best = moves.first().map_or(Score::DRAW, |best| best.score);
            for mv in moves {
                let loss = i64::from(best.value()) - i64::from(mv.score.value());
                let next = position.after(mv.mv).canonical();
                open.insert((cost + i64::from(ply_cost) + loss, next.key()), next);
            }
        }
        None
    }

    fn is_expandable(&self, position: &Position) -> bool {
        let is_proved = self.searched.get(&position.key()).is_some_and(|score| score.is_decisive());
        let is_entering = Stage::of(position) == Stage::Entering;
        is_entering && !is_proved && position.ending(Blocked::Draw).is_none()
    }

    /// The canonical positions after the moves of a position that have no score yet.
    pub fn positions_to_search(&self, position: &Position) -> Vec<Position> {
        let all = successors(position).into_iter().map(|successor| successor.position);
        all.filter(|position| !self.searched.contains_key(&position.key())).collect()
    }

    /// Adds the moves of a position. `scored` are its [`Expander::positions_to_search`], each with its score from the view of the
    /// side to move there.
    ///
    /// # Panics
    ///
    /// One of them is missing.
    pub fn expand(&mut self, position: &Position, scored: &[(Position, Score)]) {
        let new = scored.iter().map(|(after, score)| (after.key(), score.before_move()));
        self.searched.extend(new);
        let keys = successors(position).into_iter().map(|successor| successor.position.key());
        let scores: Vec<Score> = keys.map(|key| self.searched[&key]).collect();
        self.book.add(position, &scores);
    }
}
