//! The options OwnBook, BookFile and BookMargin.

use super::start;
use emergo::{Position, Variant};
use luctor_engine::book::{Book, BookHeader, successors};
use luctor_engine::score::Score;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use test_support::client::{Client, field, line_of_play, number};
use test_support::scratch::scratch_path;
use test_support::{find_move, play_moves};

/// A book in which two first moves are 5 centimen apart and Black has one good answer to the best of them, `d3`.
fn book() -> Book {
    let variant = Variant::Emergo7;
    let engine = "Luctor of a test".to_owned();
    let mut book = Book::new(BookHeader { variant, nodes: 1, ply_cost: 20, network: 0, engine });
    let start = Position::start(variant);
    for (position, best) in [(start, "d3"), (play_moves(&start, "d3"), "d5")] {
        let best = position.after(find_move(&position, best)).canonical_key();
        let mut worse = (0..).map(|rank| Score::centimen(-25 - 100 * rank));
        let all = successors(&position);
        let mut score = |key| if key == best { Score::centimen(20) } else { worse.next().unwrap() };
        let scores: Vec<Score> = all.iter().map(|next| score(next.position.key())).collect();
        book.add(&position, &scores);
    }
    book
}

fn file(name: &str) -> PathBuf {
    let path = scratch_path(name);
    std::fs::write(&path, book().to_text()).unwrap();
    path
}

fn client_with(book: &Path) -> Client {
    let mut client = start();
    client.tell("setoption name UCI_Variant value emergo7");
    client.tell(&format!("setoption name BookFile value {}", book.display()));
    client.tell("setoption name OwnBook value true");
    client.tell("setoption name BookMargin value 0");
    client
}

#[test]
fn a_position_of_the_book_is_answered_without_a_search() {
    let mut client = client_with(&file("answered.book"));
    for go in ["depth 30", "p1time 1000 p2time 1000", "movetime 100000", "nodes 10000000"] {
        let search = client.go(go);
        assert_eq!(search.messages, ["book move"], "{go}");
        let info = search.last();
        assert_eq!(
            info,
            "info depth 2 seldepth 2 multipv 1 score cp -20 nodes 0 nps 0 hashfull 0 time 0 pv d3 d5"
        );
        assert_eq!(search.answer, ["d3"], "{go}");
    }
    client.tell("position startpos moves d3");
    assert_eq!(client.go("depth 30").best(), "d5");
    // In a symmetric position the move is another one.
    client.tell("position startpos moves c4");
    assert_eq!(client.go("depth 30").best(), "e4");
    // The book ends here.
    client.tell("position startpos moves d3 d5");
    let search = client.go("depth 2");
    assert!(search.messages.is_empty());
    assert_eq!(number(search.last(), "depth"), 2);
    assert_ne!(field(search.last(), "nodes"), "0");
    client.quit();
}

#[test]
fn the_expected_reply_of_the_book_is_reported() {
    let mut client = client_with(&file("ponder.book"));
    client.tell("setoption name Ponder value true");
    assert_eq!(client.go("movetime 100000").answer, ["d3", "ponder", "d5"]);
    client.quit();
}

#[test]
fn the_book_is_not_used_for_analysis() {
    let path = file("analysis.book");
    let mut client = client_with(&path);
    client.tell("setoption name Skill value 3");
    assert_eq!(client.go("depth 2").messages, ["book move"], "at reduced strength");
    for go in ["depth 2 mate 1", "depth 2 searchmoves a4 b4"] {
        let search = client.go(go);
        assert!(search.messages.is_empty(), "{go}");
        assert_eq!(line_of_play(search.last())[0], search.best(), "{go}");
    }
    for (go, end) in [("go infinite", "stop"), ("go ponder depth 2", "ponderhit")] {
        client.send(go);
        client.send(end);
        assert!(client.search().messages.is_empty(), "{go}");
    }
    client.tell("setoption name OwnBook value false");
    assert!(client.go("depth 2").messages.is_empty(), "OwnBook is off");
    client.quit();
}

#[test]
fn moves_within_the_margin_are_played_at_random() {
    let mut client = client_with(&file("margin.book"));
    let mut scores = |margin: i32| -> HashSet<i64> {
        client.tell(&format!("setoption name BookMargin value {margin}"));
        (0..60).map(|_| number(client.go("depth 1").last(), "cp")).collect()
    };
    assert_eq!(scores(4), HashSet::from([-20]));
    assert_eq!(scores(5), HashSet::from([-20, -25]));
    client.quit();
}

#[test]
fn a_file_that_is_not_a_book_leaves_the_book_unchanged() {
    let good = file("good.book");
    let text = book().to_text();
    let mut client = client_with(&good);
    let missing = scratch_path("missing.book");
    let [cut, other] = ["cut.book", "other.book"].map(scratch_path);
    std::fs::write(&cut, &text[..text.len() / 2]).unwrap();
    std::fs::write(&other, "1. e4 e6\n").unwrap();
    for (path, reason) in [
        (missing, "No such file"),
        (cut, "the book is incomplete: its last line is missing"),
        (other, "not an opening book: the first line is wrong"),
        (PathBuf::from("/"), "not a file"),
    ] {
        let message = client.refused(&format!("setoption name BookFile value {}", path.display()));
        assert!(
            message.starts_with(&format!("option BookFile: {}: ", path.display())),
            "{message}"
        );
        assert!(message.contains(reason), "{message} without {reason}");
        assert!(message.ends_with("; the book is not changed"), "{message}");
        assert_eq!(client.go("depth 30").messages, ["book move"]);
    }
    client.quit();
}

#[test]
fn a_book_that_was_changed_is_read_again() {
    let path = file("changed.book");
    let mut client = client_with(&path);
    assert_eq!(client.go("depth 2").best(), "d3");
    let mut book = book();
    let start = Position::start(Variant::Emergo7);
    let best = play_moves(&start, "a4").canonical_key();
    let score = |key| Score::centimen(if key == best { 900 } else { 0 });
    let scores: Vec<Score> =
        successors(&start).iter().map(|next| score(next.position.key())).collect();
    book.add(&start, &scores);
    std::fs::write(&path, book.to_text()).unwrap();
    assert_eq!(client.go("depth 2").best(), "d3");
    client.tell(&format!("setoption name BookFile value {}", path.display()));
    assert_eq!(number(client.go("depth 2").last(), "cp"), 900);
    client.quit();
}

#[test]
fn without_a_book_for_the_board_a_message_comes_and_the_engine_searches() {
    let mut client = client_with(&file("board.book"));
    client.tell("setoption name UCI_Variant value emergo");
    let search = client.go("depth 2");
    let message = "OwnBook: the book is for emergo7, but the board is emergo";
    assert_eq!(search.messages, [message]);
    assert_eq!(number(search.last(), "depth"), 2);
    client.tell("setoption name BookFile value");
    let message = "OwnBook: no book, because BookFile is not set";
    assert_eq!(client.go("depth 2").messages, [message]);
    client.tell("setoption name UCI_Variant value emergo7");
    assert_eq!(client.go("depth 2").messages, [message]);
    client.quit();
}
