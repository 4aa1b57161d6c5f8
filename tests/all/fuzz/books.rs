//! Opening books.

use super::mutation::Mutator;
use super::{checks, inputs};
use emergo::{Position, Variant};
use luctor_engine::book::{Book, BookHeader, successors};
use luctor_engine::score::Score;

/// A book of a few positions that follow each other.
fn book(variant: Variant) -> String {
    let engine = "Luctor of a test".to_owned();
    let mut book = Book::new(BookHeader { variant, nodes: 9, ply_cost: 20, network: 1, engine });
    let mut position = Position::start(variant);
    for number in 0..4 {
        let all = successors(&position);
        let scores: Vec<Score> = (0..).step_by(7).map(Score::centimen).take(all.len()).collect();
        book.add(&position, &scores);
        position = all[number % all.len()].position;
    }
    book.to_text()
}

#[test]
fn any_book_is_read_or_refused() {
    let books = Variant::ALL.map(book);
    let words = "luctor-book 1 |variant=|emergo|engine=|: |, |31000|-0|0,0".split('|');
    let mut mutator = Mutator::new(12, &books, words);
    let (mut read, mut moves) = (0, 0);
    for number in 0..inputs(3_000) {
        let mut input = mutator.input();
        if number % 8 > 0 {
            input = checks::with_book_checksum(input);
        }
        if let Some(known) = checks::book(&input) {
            read += 1;
            moves += known;
        }
    }
    println!("{read} books read, {moves} first moves");
    assert!(moves > 0);
}
