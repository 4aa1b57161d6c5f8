//! What is known about positions, and balanced openings.

use crate::client::{ask_library, game};
use emergo::Variant;
use luctor_board::Library;
use luctor_board::interface::{Answer, BookEntry, LibraryAnswer, LibraryQuestion, Refusal};
use luctor_explorer::{ExplorerAnswer, GameCounts};
use luctor_findings::endings::{EndingValue, PositionReport};
use std::collections::HashSet;

/// The games, the book and the exact ending of a position.
type Known = (Option<ExplorerAnswer>, Vec<BookEntry>, Option<PositionReport>);

fn explore(
    library: &Library,
    variant: Variant,
    start: Option<&str>,
    moves: &str,
) -> Result<Known, Refusal> {
    match ask_library(LibraryQuestion::Explore { game: game(variant, start, moves) }, library) {
        Answer::Library(LibraryAnswer::Explorer { found, book, ending }) => {
            Ok((found, book, ending))
        }
        Answer::Refused { refusal } => Err(refusal),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_explorer_answers_from_the_index_if_there_is_one() {
    let ask = |library: &Library| explore(library, Variant::Emergo7, None, "d3");
    let library = Library::with_index(|position| {
        Ok(ExplorerAnswer {
            variant: position.variant(),
            position: emergo::write_position(position, 1),
            side: position.side(),
            counts: GameCounts::default(),
            moves: Vec::new(),
        })
    });
    assert_eq!(ask(&library).unwrap().0.unwrap().position, "1/3/5/7/2w2/3/1 b 7,8 1");
    let damaged = Library::with_index(|_| Err("the index is damaged".to_owned()));
    let refusal = Refusal::Index { message: "the index is damaged".to_owned() };
    assert_eq!(ask(&damaged).unwrap_err(), refusal);
}

#[test]
fn the_library_has_200_strong_games_of_each_board_and_a_book_of_one() {
    let library = Library::default();
    for variant in Variant::ALL {
        let has_book = variant == Variant::Emergo;
        let (found, book, ending) = explore(&library, variant, None, "").unwrap();
        let found = found.unwrap();
        assert_eq!(ending, None);
        assert_eq!((found.counts.games, !book.is_empty()), (200, has_book), "{variant}");
        assert!(found.moves[0].sources[0].examples.len() == 3, "{variant}");
    }
    let (_, book, _) = explore(&library, Variant::Emergo, None, "e4").unwrap();
    // docs/emergo.md: the best answer to e4 by the book.
    assert_eq!(book[0].mv, "e6");
}

#[test]
fn positions_with_few_pieces_have_an_exact_result() {
    let library = Library::default();
    let exact = |variant, start: &str, moves: &str| {
        explore(&library, variant, Some(start), moves).unwrap().2
    };
    // The opposition: with equal caps and an odd number of steps between, the side to move wins.
    let start = "1/3/5/7/(w12)7(b12)/7/5/3/1 w 0,0 1";
    let found = exact(Variant::Emergo, start, "").unwrap();
    let EndingValue::Loss { plies } = found.best.value else { panic!("{found:?}") };
    assert!(found.moves.iter().all(|one| matches!(one.value, EndingValue::Loss { .. })));
    assert_eq!(found.moves[0].value, found.best.value, "the longest way comes first");
    // After the move the other side wins in as many moves.
    let best = found.moves[0].mv.clone();
    let after = exact(Variant::Emergo, start, &best).unwrap();
    assert_eq!(after.best.value, EndingValue::Win { plies: plies - 1 });
    // One jump ends the game. Then there is nothing to ask.
    let start = "1/3/5/2(w8b7)b3/5/3/1 w 0,0 1";
    let found = exact(Variant::Emergo7, start, "").unwrap();
    assert_eq!(found.best.value, EndingValue::Win { plies: 1 });
    assert_eq!(exact(Variant::Emergo7, start, &found.moves[0].mv), None);
    // Three pieces are known on the small board only.
    let start = "1/3/2(b5w4)2/7/1(w2b2)1(w2b)1/3/1 b 0,0 1";
    let found = exact(Variant::Emergo7, start, "").unwrap();
    assert_eq!(found.moves[0].value, found.best.value);
    let start = "1/3/5/2(b9w6)4/9/2(w3b2)1(w3b)2/5/3/1 w 0,0 1";
    assert_eq!(exact(Variant::Emergo, start, ""), None);
    // A man in hand, or a man too few, is no ending of the tables.
    let start = "1/3/5/2(w8b7)4/5/3/1 w 0,1 1";
    assert_eq!(exact(Variant::Emergo7, start, ""), None);
}

#[test]
fn the_fair_starts_of_each_board_are_valid_and_different() {
    let library = Library::default();
    for (variant, count) in
        [(Variant::Emergo, 200), (Variant::Emergo7, 200), (Variant::Hexemergo, 100)]
    {
        let Answer::Library(LibraryAnswer::FairStarts { starts }) =
            ask_library(LibraryQuestion::ListFairStarts { variant }, &library)
        else {
            panic!("no starts");
        };
        let positions = starts
            .iter()
            .map(|text| emergo::read_position(variant, text).unwrap().position.canonical_key());
        let distinct: HashSet<_> = positions.collect();
        assert_eq!((starts.len(), distinct.len()), (count, count), "{variant}");
    }
}
