//! Opening books.

use super::mutation::Mutator;
use super::{assert_is_a_sentence, inputs};
use emergo::{Position, Variant};
use luctor_engine::book::{Book, BookHeader, successors};
use luctor_engine::checksum::fnv1a;
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

/// The lines of a book with their checksum.
fn with_checksum(mut input: Vec<u8>) -> Vec<u8> {
    let body = input.trim_ascii_end();
    let end = body.iter().rposition(|byte| *byte == b'\n').map_or(input.len(), |at| at + 1);
    input.truncate(end);
    let line = format!("end {:016x}\n", fnv1a(input.iter().copied()));
    input.extend_from_slice(line.as_bytes());
    input
}

#[test]
fn any_book_is_read_or_refused() {
    let books = Variant::ALL.map(book);
    let words =
        ["luctor-book 1 ", "variant=", "emergo", "engine=", ": ", ", ", "31000", "-0", "0,0"];
    let mut mutator = Mutator::new(12, &books, &words);
    let (mut read, mut moves) = (0, 0);
    for number in 0..inputs(3_000) {
        let mut input = mutator.input();
        if number % 8 > 0 {
            input = with_checksum(input);
        }
        match Book::read(&input) {
            Ok(book) => {
                read += 1;
                moves += book.moves(&Position::start(book.header().variant)).len();
                let again = Book::read(book.to_text().as_bytes()).expect("a written book is read");
                assert_eq!(again.to_text(), book.to_text());
            }
            Err(error) => assert_is_a_sentence(&error),
        }
    }
    println!("{read} books read, {moves} first moves");
    assert!(moves > 0);
}
