//! The opening book: positions of the entering stage with a searched score for each move.
//!
//! The positions of a book are a graph: moves that lead to symmetric positions, or to one position by different orders of
//! moves, share it. Scores are negamaxed: a move that leads to a position of the book has the score of the best move there,
//! all other moves have that of their search. A book has no positions in which all men have entered, so that steps cannot
//! repeat a position. A cycle of captures is possible in theory; a position that repeats on the way to it is a draw.
//!
//! `luctor-explorer` makes books. This module reads, writes and probes them.

mod file;

pub use file::{BookError, BookLineFault};

use crate::score::Score;
use crate::search::{Bound, ScoredLine};
use emergo::{Key, Move, Position, Stage, Variant};
use std::collections::{HashMap, HashSet};

/// How a book was made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookHeader {
    /// The board.
    pub variant: Variant,
    /// Nodes of the search of a position.
    pub nodes: u64,
    /// The loss in centimen that counts as much as one ply of depth, when the next position is chosen.
    pub ply_cost: i32,
    /// [`Network::fingerprint`](crate::eval::Network::fingerprint) of the network that evaluated.
    pub network: u64,
    /// Name and version of the engine.
    pub engine: String,
}

/// An opening book.
#[derive(Clone, Debug)]
pub struct Book {
    header: BookHeader,
    /// In the order in which they were added.
    positions: Vec<BookPosition>,
    /// The index of a position by its canonical key.
    index: HashMap<Key, usize>,
}

/// A position whose moves were searched.
#[derive(Clone, Debug)]
struct BookPosition {
    position: Position,
    edges: Vec<Edge>,
}

/// A move of a position of the book, for all moves that lead to symmetric positions.
#[derive(Clone, Copy, Debug)]
struct Edge {
    mv: Move,
    /// The canonical key of the position after the move.
    key: Key,
    searched: Score,
    negamaxed: Score,
}

/// A move of the book.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move. Of moves that lead to symmetric positions, the least one stands for all.
    pub mv: Move,
    /// The negamaxed score, from the view of the side that moves.
    pub score: Score,
}

/// A move to a position, one for all moves that lead to symmetric positions.
#[derive(Clone, Copy, Debug)]
pub struct Successor {
    /// The least of these moves.
    pub mv: Move,
    /// The canonical position after the move.
    pub position: Position,
}

/// The different positions after the moves of a position, in the order of the moves.
pub fn successors(position: &Position) -> Vec<Successor> {
    let mut keys = HashSet::new();
    let all = position.sorted_moves().into_iter().map(|mv| (mv, position.after(mv)));
    let distinct = all.filter(|(_, after)| keys.insert(after.canonical_key()));
    distinct.map(|(mv, after)| Successor { mv, position: after.canonical() }).collect()
}

impl Book {
    /// A book without positions.
    pub fn new(header: BookHeader) -> Book {
        Book { header, positions: Vec::new(), index: HashMap::new() }
    }

    /// How the book was made.
    pub fn header(&self) -> &BookHeader {
        &self.header
    }

    /// Does the book have moves for the position?
    pub fn contains(&self, position: &Position) -> bool {
        self.index.contains_key(&position.canonical_key())
    }

    /// Number of positions with moves.
    pub fn expanded(&self) -> usize {
        self.positions.len()
    }

    /// Number of different positions, the searched ones after the last moves included.
    pub fn size(&self) -> usize {
        let mut keys: HashSet<Key> = self.searched().map(|(key, _)| key).collect();
        keys.extend(self.index.keys());
        keys.len()
    }

    /// The canonical keys of all positions after moves of the book, with the score of their search from the view of the side that
    /// moved there. A position that follows several others occurs several times.
    pub fn searched(&self) -> impl Iterator<Item = (Key, Score)> {
        let edges = self.positions.iter().flat_map(|position| &position.edges);
        edges.map(|edge| (edge.key, edge.searched))
    }

    /// Adds a position with the scores of its [`successors`], from the view of the side to move there. A position that the book
    /// has is replaced.
    pub fn add(&mut self, position: &Position, scores: &[Score]) {
        debug_assert_eq!(Stage::of(position), Stage::Entering);
        let keys = successors(position).into_iter().map(|successor| successor.position.key());
        let by_key: HashMap<Key, Score> = keys.zip(scores.iter().copied()).collect();
        let canonical = position.canonical();
        let score = |successor: &Successor| by_key.get(&successor.position.key()).copied();
        let scores: Vec<Score> = successors(&canonical).iter().filter_map(score).collect();
        self.push(canonical, &scores);
        self.negamax();
    }

    /// Adds a position without negamaxing.
    fn push(&mut self, position: Position, scores: &[Score]) {
        let edge = |(successor, score): (Successor, &Score)| {
            let (mv, key) = (successor.mv, successor.position.key());
            Edge { mv, key, searched: *score, negamaxed: *score }
        };
        let edges = successors(&position).into_iter().zip(scores).map(edge).collect();
        let added = BookPosition { position, edges };
        match self.index.get(&position.canonical_key()) {
            Some(index) => self.positions[*index] = added,
            None => {
                self.index.insert(position.canonical_key(), self.positions.len());
                self.positions.push(added);
            }
        }
    }

    /// Computes the negamaxed scores of all moves.
    fn negamax(&mut self) {
        let mut values = vec![None; self.positions.len()];
        for index in 0..self.positions.len() {
            self.value(index, &mut values);
        }
        for index in 0..self.positions.len() {
            for number in 0..self.positions[index].edges.len() {
                let edge = self.positions[index].edges[number];
                self.positions[index].edges[number].negamaxed = self.score(&edge, &mut values);
            }
        }
    }

    /// The negamaxed score of a move. `values` are the scores of the best moves by position, as far as they are known.
    fn score(&self, edge: &Edge, values: &mut [Option<Score>]) -> Score {
        match self.index.get(&edge.key) {
            Some(next) => self.value(*next, values).before_move(),
            None => edge.searched,
        }
    }

    /// The score of the best move of a position.
    fn value(&self, index: usize, values: &mut [Option<Score>]) -> Score {
        if let Some(score) = values[index] {
            return score;
        }
        // The score if the position repeats below its own moves.
        values[index] = Some(Score::DRAW);
        let scores = self.positions[index].edges.iter().map(|edge| self.score(edge, values));
        let best = scores.max().unwrap_or(Score::DRAW);
        values[index] = Some(best);
        best
    }

    /// The moves of a position, the best first. Empty if the book does not have the position.
    ///
    /// ```
    /// use emergo::{Position, Variant};
    /// use luctor_engine::book::{Book, BookHeader, successors};
    /// use luctor_engine::score::Score;
    ///
    /// let variant = Variant::Emergo7;
    /// let engine = "example".to_owned();
    /// let mut book = Book::new(BookHeader { variant, nodes: 1, ply_cost: 20, network: 0, engine });
    /// let start = Position::start(variant);
    /// assert!(book.moves(&start).is_empty());
    /// let scores: Vec<Score> = (0..).map(Score::centimen).take(successors(&start).len()).collect();
    /// book.add(&start, &scores);
    /// assert_eq!(book.moves(&start).len(), 5); // first entries that are not symmetric
    /// assert_eq!(book.moves(&start)[0].score, Score::centimen(4));
    /// ```
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        let Some(index) = self.index.get(&position.canonical_key()) else {
            return Vec::new();
        };
        let edges: HashMap<Key, &Edge> =
            self.positions[*index].edges.iter().map(|edge| (edge.key, edge)).collect();
        let book_move = |successor: Successor| {
            let edge = edges.get(&successor.position.key())?;
            Some(BookMove { mv: successor.mv, score: edge.negamaxed })
        };
        let mut moves: Vec<BookMove> =
            successors(position).into_iter().filter_map(book_move).collect();
        moves.sort_by_key(|mv| std::cmp::Reverse(mv.score));
        moves
    }

    /// A move of the book with the best moves that follow it: one of the moves whose score is at most `margin` centimen below
    /// that of the best move. `random` chooses it. With a margin of 0 it is the best move. `None` if the book does not have
    /// the position.
    // CITE: choice within a margin. F. Letouzey, Scan. https://github.com/rhalbersma/scan/blob/master/src/book.cpp
    pub fn choose(&self, position: &Position, margin: u32, random: u64) -> Option<ScoredLine> {
        let moves = self.moves(position);
        let best = moves.first()?.score;
        let is_near = |mv: &&BookMove| best.value().abs_diff(mv.score.value()) <= margin;
        let near = if margin == 0 { 1 } else { moves.iter().take_while(is_near).count() };
        let chosen = moves[(random % near as u64) as usize];
        let mut line = vec![chosen.mv];
        line.extend(self.best_line(&position.after(chosen.mv)));
        Some(ScoredLine { score: chosen.score, bound: Bound::Exact, moves: line })
    }

    /// The best moves from a position to the end of the book.
    pub fn best_line(&self, position: &Position) -> Vec<Move> {
        let mut line = Vec::new();
        let mut position = *position;
        let mut keys = HashSet::new();
        while let Some(best) = self.moves(&position).first()
            && keys.insert(position.canonical_key())
        {
            line.push(best.mv);
            position.play(best.mv);
        }
        line
    }

    /// Number of different positions of the book that follow a position, which is counted too.
    pub fn positions_below(&self, position: &Position) -> usize {
        let mut open = vec![position.canonical_key()];
        let mut keys: HashSet<Key> = open.iter().copied().collect();
        while let Some(key) = open.pop() {
            let Some(index) = self.index.get(&key) else { continue };
            let edges = self.positions[*index].edges.iter();
            open.extend(edges.map(|edge| edge.key).filter(|key| keys.insert(*key)));
        }
        keys.len()
    }
}
