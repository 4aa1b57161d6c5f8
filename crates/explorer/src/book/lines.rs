//! The main lines of a book.

use emergo::{Coordinates, Move, Position, Side, Variant, write_move, write_position};
use emergo_records::Evaluation;
use luctor_engine::book::{Book, BookHeader, BookMove};
use luctor_engine::score::Score;
use serde::Serialize;
use std::collections::HashSet;

/// A line of a book: it begins with any moves of the book and goes on with the best ones to the end of the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MainLine {
    /// The moves from the start of the game.
    pub moves: Vec<Move>,
    /// The position after the moves.
    pub end: Position,
    /// The sum of the losses of White's moves against the best ones, in centimen, and the same of Black's moves.
    pub losses: [u32; 2],
    /// White's negamaxed score of the line.
    pub score: Score,
}

/// Main lines as an object of JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct LinesReport {
    /// The board.
    pub variant: Variant,
    /// Nodes of the search of a position.
    pub nodes: u64,
    /// Positions of the book.
    pub positions: usize,
    /// Positions with moves.
    pub expanded: usize,
    /// The lines.
    pub lines: Vec<BookLine>,
}

/// A line of a [`LinesReport`].
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BookLine {
    /// The moves.
    pub moves: Vec<String>,
    /// White's negamaxed score of the line.
    pub evaluation: Evaluation,
    /// White's expected points, 0.0..=1.0.
    pub expected: f64,
    /// The sums of the losses of White's and of Black's moves against the best ones, in centimen.
    pub losses: [u32; 2],
    /// The position after the moves.
    pub position: String,
}

impl LinesReport {
    /// The report on lines of a book.
    pub fn new(book: &Book, lines: &[MainLine], coordinates: Coordinates) -> LinesReport {
        let &BookHeader { variant, nodes, .. } = book.header();
        let turn = |line: &MainLine| 1 + line.moves.len() as u32 / 2;
        let report = |line: &MainLine| BookLine {
            moves: line.moves.iter().map(|mv| write_move(variant, coordinates, *mv)).collect(),
            evaluation: Evaluation::new(line.score.value(), line.score.moves_to_end()),
            expected: line.score.expected_points(),
            losses: line.losses,
            position: write_position(&line.end, turn(line)),
        };
        LinesReport {
            variant,
            nodes,
            positions: book.size(),
            expanded: book.expanded(),
            lines: lines.iter().map(report).collect(),
        }
    }
}

/// The lines with the least losses. They begin with different positions after `plies` moves, and from there on they have the
/// best moves. The line with the least loss of both sides together is the first.
pub fn main_lines(book: &Book, plies: usize, count: usize) -> Vec<MainLine> {
    let start = Position::start(book.header().variant);
    let score = book.moves(&start).first().map_or_else(Score::default, |best| best.score);
    let mut open = vec![MainLine { moves: Vec::new(), end: start, losses: [0; 2], score }];
    for _ in 0..plies {
        open = open.iter().flat_map(|line| line.continued(book)).collect();
        open.sort_by_key(MainLine::loss);
        let mut keys = HashSet::new();
        open.retain(|line| keys.insert(line.end.canonical_key()));
    }
    open.truncate(count);
    for line in &mut open {
        let best = book.best_line(&line.end);
        best.iter().for_each(|mv| line.end.play(*mv));
        line.moves.extend(best);
    }
    open
}

impl MainLine {
    /// The losses of both sides.
    pub fn loss(&self) -> u32 {
        self.losses.iter().sum()
    }

    /// The line with each move of the book that follows, or the line itself at the end of the book.
    fn continued(&self, book: &Book) -> Vec<MainLine> {
        let side = self.end.side();
        let moves = book.moves(&self.end);
        let Some(best) = moves.first() else {
            return vec![self.clone()];
        };
        let with = |mv: &BookMove| {
            let mut line = self.clone();
            line.moves.push(mv.mv);
            line.end.play(mv.mv);
            line.losses[side.index()] += best.score.value().abs_diff(mv.score.value());
            line.score = if side == Side::White { mv.score } else { -mv.score };
            line
        };
        moves.iter().map(with).collect()
    }
}
