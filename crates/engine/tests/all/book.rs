//! Opening books: probing, negamaxed scores, and files.

use emergo::{Position, Variant};
use luctor_engine::book::{Book, BookHeader, BookMove, successors};
use luctor_engine::score::Score;
use luctor_system::checksum::fnv1a;
use test_support::{find_move, move_text, play_moves, random};

fn empty_book(variant: Variant) -> Book {
    let engine = "Luctor of a test".to_owned();
    Book::new(BookHeader { variant, nodes: 1_000, ply_cost: 20, network: 0xABC, engine })
}

fn start() -> Position {
    Position::start(Variant::Emergo7)
}

/// Adds a position in which one move has a score and all others lose 900 centimen.
fn add(book: &mut Book, position: &Position, best: &str, score: i32) {
    let best = position.after(find_move(position, best)).canonical_key();
    let score = |key| if key == best { Score::centimen(score) } else { Score::centimen(-900) };
    let scores: Vec<Score> = successors(position)
        .iter()
        .map(|successor| score(successor.position.canonical_key()))
        .collect();
    book.add(position, &scores);
}

fn book_move(book: &Book, position: &Position, mv: &str) -> BookMove {
    let after = position.after(find_move(position, mv)).canonical_key();
    let moves = book.moves(position);
    let is_it = |known: &&BookMove| position.after(known.mv).canonical_key() == after;
    *moves.iter().find(is_it).expect(mv)
}

/// A book of positions that follow each other, with random scores.
fn random_book(variant: Variant, seed: u64) -> (Book, Vec<Position>) {
    let mut random = random::rng(seed);
    let mut book = empty_book(variant);
    let mut positions = Vec::new();
    for _ in 0..6 {
        let mut position = Position::start(variant);
        for _ in 0..8 {
            let all = successors(&position);
            let scores: Vec<Score> =
                all.iter().map(|_| Score::centimen(random.i32(-300..300))).collect();
            book.add(&position, &scores);
            positions.push(position);
            let Some(next) = random.choice(&all) else { break };
            position = next.position;
        }
    }
    (book, positions)
}

#[test]
fn a_symmetric_position_has_the_images_of_the_moves_with_their_scores() {
    for variant in Variant::ALL {
        let (book, positions) = random_book(variant, 1);
        for position in &positions {
            let moves = book.moves(position);
            assert_eq!(moves.len(), successors(position).len());
            assert!(moves.is_sorted_by(|a, b| a.score >= b.score));
            for symmetry in variant.symmetries() {
                let image = position.image(symmetry);
                let of_image = book.moves(&image);
                assert_eq!(of_image.len(), moves.len());
                for known in &moves {
                    let mapped = move_text(variant, symmetry.move_image(variant, known.mv));
                    let found = book_move(&book, &image, &mapped);
                    assert_eq!(BookMove { mv: known.mv, ..found }, *known);
                }
                let is_legal = |known: &BookMove| image.legal_moves().contains(&known.mv);
                assert!(of_image.iter().all(is_legal));
            }
        }
    }
}

#[test]
fn a_score_is_that_of_the_best_move_behind_the_move() {
    let mut book = empty_book(Variant::Emergo7);
    add(&mut book, &start(), "d3", 40);
    assert_eq!(book_move(&book, &start(), "d3").score, Score::centimen(40));

    let d3 = play_moves(&start(), "d3");
    add(&mut book, &d3, "d5", 70);
    assert_eq!(book_move(&book, &start(), "d3").score, Score::centimen(-70));

    // The best move of Black is no longer as good.
    add(&mut book, &play_moves(&d3, "d5"), "a4", 250);
    assert_eq!(book_move(&book, &d3, "d5").score, Score::centimen(-250));
    assert_eq!(book_move(&book, &start(), "d3").score, Score::centimen(250));
    let line = book.best_line(&start());
    assert_eq!(line.len(), 3);
    assert_eq!(book.moves(&start())[0].mv, line[0]);
    assert_eq!(book.expanded(), 3);
    assert_eq!(book.positions_below(&start()), book.size());
}

#[test]
fn orders_of_moves_that_lead_to_one_position_share_its_score() {
    let mut book = empty_book(Variant::Emergo7);
    let [one, other] = [("d3", "a4"), ("a4", "d3")]
        .map(|(first, last)| (play_moves(&start(), &format!("{first} g4")), last));
    for (position, last) in [&one, &other] {
        add(&mut book, position, last, 10);
    }
    let shared = play_moves(&one.0, one.1);
    assert_eq!(shared, play_moves(&other.0, other.1));
    let size = book.size();
    add(&mut book, &shared, "d5", 333);
    assert_eq!(book.size(), size + successors(&shared).len());
    for (position, last) in [&one, &other] {
        assert_eq!(book_move(&book, position, last).score, Score::centimen(-333));
    }
}

#[test]
fn a_win_is_one_ply_further_from_the_position_before() {
    let mut book = empty_book(Variant::Emergo7);
    add(&mut book, &start(), "d3", 0);
    let d3 = play_moves(&start(), "d3");
    let scores: Vec<Score> = successors(&d3).iter().map(|_| Score::win_in(9)).collect();
    book.add(&d3, &scores);
    assert_eq!(book_move(&book, &start(), "d3").score, Score::loss_in(10));
}

#[test]
fn a_move_within_the_margin_is_chosen_at_random() {
    let mut book = empty_book(Variant::Emergo7);
    let scores: Vec<Score> = [-50, 3, 12, 12, 5].map(Score::centimen).to_vec();
    book.add(&start(), &scores);
    let chosen = |margin, random| book.choose(&start(), margin, random).unwrap().score.value();
    let all = |margin| -> Vec<i32> { (0..4).map(|random| chosen(margin, random)).collect() };
    assert_eq!(all(0), [12, 12, 12, 12]);
    assert_eq!(all(6), [12, 12, 12, 12]);
    assert_eq!(all(7), [12, 12, 5, 12]);
    assert_eq!(all(9), [12, 12, 5, 3]);
    let first = |random| book.choose(&start(), 0, random).unwrap().moves;
    assert_eq!(first(1), first(2), "a margin of 0 selects one move");
    assert_eq!(book.choose(&play_moves(&start(), "d3"), 9, 0), None);
}

#[test]
fn a_written_book_is_read_unchanged() {
    for variant in Variant::ALL {
        let (book, positions) = random_book(variant, 2);
        let text = book.to_text();
        let again = Book::read(text.as_bytes()).unwrap();
        assert_eq!(again.header(), book.header());
        assert_eq!(again.to_text(), text);
        assert_eq!(again.size(), book.size());
        for position in &positions {
            assert_eq!(again.moves(position), book.moves(position));
        }
    }
    let empty = empty_book(Variant::Emergo);
    assert_eq!(Book::read(empty.to_text().as_bytes()).unwrap().size(), 0);
}

/// The text with the right checksum.
fn sealed(lines: &str) -> String {
    format!("{lines}end {:016x}\n", fnv1a(lines.bytes()))
}

#[test]
fn wrong_books_are_refused_with_the_reason() {
    let mut book = empty_book(Variant::Emergo7);
    add(&mut book, &start(), "d3", 40);
    let text = book.to_text();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let [header, position, end] = lines[..] else { panic!("{text}") };
    let body = [header, position].concat();
    assert_eq!(sealed(&body), text);
    let first = position.split(' ').nth(3).unwrap();
    let changed = |from: &str, to: &str| sealed(&body.replacen(from, to, 1));
    let cases = [
        (String::new(), "not an opening book: the first line is wrong".to_owned()),
        ("luctor-net 2 x\n".to_owned(), "not an opening book: the first line is wrong".to_owned()),
        (changed("book 1", "book 2"), "an opening book of format '2'".to_owned()),
        (changed("emergo7", "chess"), "its first line has no good variant=".to_owned()),
        (changed("nodes=1000", "nodes=-1"), "its first line has no good nodes=".to_owned()),
        (changed("ply=20", ""), "its first line has no good ply=".to_owned()),
        (changed("0abc", "xabc"), "its first line has no good network=".to_owned()),
        (changed("engine=", "motor="), "its first line has no good engine=".to_owned()),
        (body.clone(), "the book is incomplete: its last line is missing".to_owned()),
        (header.to_owned() + end, "the book is damaged: its checksum is wrong".to_owned()),
        (text.replacen("40", "41", 1), "the book is damaged: its checksum is wrong".to_owned()),
        (changed(": ", " "), "in line 2: it is not a position with moves".to_owned()),
        (changed("8,8", "9,8"), "in line 2: the position is not valid: too many men: ".to_owned()),
        (changed("8,8", "0,0"), "in line 2: all men have entered".to_owned()),
        (
            sealed(&[&body, position].concat()),
            "in line 3: the position is in the book twice".to_owned(),
        ),
        (
            changed(&format!(": {first} "), ": e5 "),
            format!("in line 2: expected {first} with its score, found 'e5 "),
        ),
        (changed(" 40", " forty"), "with its score, found '".to_owned()),
        (changed(" 40", " 31001"), "with its score, found '".to_owned()),
        (sealed(&body.replace("\n1", "\nX")), "in line 2: ".to_owned()),
        (
            sealed(&(body.trim_end().to_owned() + ", d4 5\n")),
            "expected the end of the line, found 'd4 5'".to_owned(),
        ),
    ];
    for (text, reason) in cases {
        let error = Book::read(text.as_bytes()).map(|_| ()).expect_err(&reason).to_string();
        assert!(error.contains(&reason), "{error:?} is not {reason:?}");
    }
}

#[test]
fn a_cut_or_changed_book_is_refused() {
    let text = random_book(Variant::Emergo7, 3).0.to_text().into_bytes();
    for length in 0..text.len() {
        assert!(Book::read(&text[..length]).is_err(), "the first {length} bytes");
    }
    let mut random = random::rng(4);
    for _ in 0..2_000 {
        let mut changed = text.clone();
        let at = random.usize(..text.len());
        changed[at] ^= 1 << random.u32(..8);
        assert!(Book::read(&changed).is_err(), "byte {at}");
    }
}
