//! Drop-out expansion against a slow and simple computation of its order.

use emergo::{Blocked, Position, Stage, Variant};
use luctor_engine::book::{Book, BookHeader, successors};
use luctor_engine::score::Score;
use luctor_explorer::book::{Expander, main_lines};
use std::collections::HashSet;

const PLY_COST: i32 = 20;

fn empty_book(variant: Variant) -> Book {
    let engine = "Luctor of a test".to_owned();
    Book::new(BookHeader { variant, nodes: 1, ply_cost: PLY_COST, network: 0, engine })
}

/// An evaluation that depends on the position only: many scores are nearly equal, and a few are decisive.
fn evaluate(position: &Position) -> Score {
    match position.canonical_key() >> 20 {
        key if key.is_multiple_of(97) => Score::win_in(9),
        key => Score::centimen((key % 160) as i32 - 80),
    }
}

/// Expands one more position. Returns false if nothing is left.
fn expand(expander: &mut Expander) -> bool {
    let Some((position, _)) = expander.next() else { return false };
    let after = expander.positions_to_search(&position).into_iter();
    let scored: Vec<(Position, Score)> = after.map(|after| (after, evaluate(&after))).collect();
    expander.expand(&position, &scored);
    true
}

fn expanded_book(variant: Variant, positions: usize) -> Book {
    let mut expander = Expander::new(empty_book(variant));
    while expander.book().expanded() < positions && expand(&mut expander) {}
    expander.book().clone()
}

/// The expanded positions, without any of their scores.
struct SlowBook(HashSet<String>);

/// The text of the canonical position.
fn name(position: &Position) -> String {
    emergo::write_position(&position.canonical(), 1)
}

impl SlowBook {
    /// The score for the side to move, by all paths.
    fn score(&self, position: &Position) -> Score {
        if !self.0.contains(&name(position)) {
            return evaluate(position);
        }
        let moves = position.legal_moves();
        moves.iter().map(|mv| self.score(&position.after(*mv)).before_move()).max().unwrap()
    }

    /// The cheapest leaf below a position, by all paths: cost, key and position.
    fn cheapest(&self, position: &Position) -> Option<(i64, u64, Position)> {
        let position = position.canonical();
        if !self.0.contains(&name(&position)) {
            let is_leaf = Stage::of(&position) == Stage::Entering
                && !evaluate(&position).is_decisive()
                && position.ending(Blocked::Draw).is_none();
            return is_leaf.then_some((0, position.key(), position));
        }
        let best = self.score(&position);
        let all = successors(&position).into_iter().filter_map(|successor| {
            let loss = best.value() - self.score(&successor.position).before_move().value();
            let (cost, key, leaf) = self.cheapest(&successor.position)?;
            Some((cost + i64::from(PLY_COST + loss), key, leaf))
        });
        all.min_by_key(|(cost, key, _)| (*cost, *key))
    }
}

#[test]
fn the_order_of_expansion_is_that_of_a_slow_computation_over_all_paths() {
    for variant in Variant::ALL {
        let start = Position::start(variant);
        let mut expander = Expander::new(empty_book(variant));
        let mut slow = SlowBook(HashSet::new());
        for number in 0..25 {
            let (position, cost) = expander.next().unwrap();
            let (slow_cost, _, leaf) = slow.cheapest(&start).unwrap();
            assert_eq!((position, cost), (leaf, slow_cost), "{variant}, position {number}");
            assert!(expand(&mut expander));
            slow.0.insert(name(&position));
            let moves = expander.book().moves(&start);
            assert_eq!(moves[0].score, slow.score(&start), "{variant}, position {number}");
        }
    }
}

#[test]
fn a_book_that_is_continued_equals_a_book_of_one_run() {
    let whole = expanded_book(Variant::Hexemergo, 30);
    let mut book = empty_book(Variant::Hexemergo);
    for _ in 0..30 {
        // Each position is expanded by another process.
        let mut expander = Expander::new(Book::read(book.to_text().as_bytes()).unwrap());
        assert!(expand(&mut expander));
        book = expander.book().clone();
    }
    assert_eq!(book.to_text(), whole.to_text());
}

#[test]
fn good_lines_are_deeper_than_bad_ones() {
    let book = expanded_book(Variant::Emergo7, 60);
    let start = Position::start(Variant::Emergo7);
    let moves = book.moves(&start);
    let below = |rank: usize| book.positions_below(&start.after(moves[rank].mv));
    assert!(below(0) > below(moves.len() - 1), "{} {}", below(0), below(moves.len() - 1));
}

#[test]
fn the_main_lines_have_the_least_losses_and_different_positions() {
    let book = expanded_book(Variant::Emergo7, 60);
    let start = Position::start(Variant::Emergo7);
    let lines = main_lines(&book, 2, 5);
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0].moves, book.best_line(&start));
    assert_eq!((lines[0].loss(), lines[0].score), (0, book.moves(&start)[0].score));
    assert!(lines.is_sorted_by_key(|line| line.loss()));
    let best = main_lines(&book, 0, 5);
    assert_eq!(best, lines[..1]);
    // All lines of two plies, sorted by their losses.
    let mut all = Vec::new();
    for first in book.moves(&start) {
        let after = start.after(first.mv);
        let replies = book.moves(&after);
        let lost = book.moves(&start)[0].score.value() - first.score.value();
        match replies.first() {
            None => all.push(lost),
            Some(best) => all.extend(
                replies.iter().map(|reply| lost + best.score.value() - reply.score.value()),
            ),
        }
    }
    all.sort_unstable();
    let losses: Vec<i32> = lines.iter().map(|line| line.loss() as i32).collect();
    assert_eq!(losses, all[..5]);
}
