//! What several test files share: the oracle, random material, and a few words for positions and moves.

pub mod oracle;
pub mod random;

use emergo::{Coordinates, Move, MoveList, Position, Square, Variant};
use emergo::{read_position, write_move, write_position};
use std::collections::HashMap;

/// The position of a text that the test knows to be good.
pub fn position(variant: Variant, text: &str) -> Position {
    match read_position(variant, text) {
        Ok(read) => read.position,
        Err(error) => panic!("{variant} {text}: {error}"),
    }
}

/// All legal moves.
pub fn legal(position: &Position) -> Vec<Move> {
    let mut moves = MoveList::new();
    position.legal_moves_into(&mut moves);
    moves.to_vec()
}

/// A move in oblique coordinates.
pub fn text_of(variant: Variant, mv: Move) -> String {
    write_move(variant, Coordinates::Oblique, mv)
}

/// The oblique name of a cell.
pub fn name(variant: Variant, square: Square) -> String {
    Coordinates::Oblique.name_of(variant, square).to_string()
}

/// The texts of all legal moves, sorted.
pub fn legal_texts(position: &Position) -> Vec<String> {
    let mut texts: Vec<String> =
        legal(position).into_iter().map(|mv| text_of(position.variant(), mv)).collect();
    texts.sort();
    texts
}

/// All legal moves in one line.
pub fn moves(position: &Position) -> String {
    legal_texts(position).join(" ")
}

/// The legal move of that full text.
pub fn find(position: &Position, text: &str) -> Move {
    let found = legal(position).into_iter().find(|mv| text_of(position.variant(), *mv) == text);
    found.unwrap_or_else(|| {
        panic!("{} has no move {text}, only {:?}", shown(position), legal_texts(position))
    })
}

/// The position after moves given by their full texts, separated by spaces.
pub fn after(position: &Position, moves: &str) -> Position {
    moves.split_whitespace().fold(*position, |position, mv| position.after(find(&position, mv)))
}

/// A position by its pieces, such as `e4:w f4:(b2w)`, then side and hands.
pub fn placed(variant: Variant, pieces: &str, side_and_hands: &str) -> Position {
    let mut columns: HashMap<&str, &str> =
        pieces.split_whitespace().map(|piece| piece.split_once(':').unwrap()).collect();
    let mut lines = Vec::new();
    for digit in (1..=variant.size()).rev() {
        let letters = (0..variant.size()).filter(|at| variant.square_at(*at, digit).is_some());
        let names = letters.map(|letter| format!("{}{digit}", char::from(b'a' + letter)));
        let cells = names.map(|name| columns.remove(name.as_str()).unwrap_or("1").to_owned());
        lines.push(line_text(&cells.collect::<Vec<_>>()));
    }
    assert!(columns.is_empty(), "{variant} has no cells for {columns:?}");
    position(variant, &format!("{} {side_and_hands}", lines.join("/")))
}

/// The cells of a line, each vacant one given as `1`, with the runs of those counted.
pub fn line_text(cells: &[String]) -> String {
    let runs = cells.chunk_by(|one, other| one == "1" && other == "1");
    runs.map(|run| if run[0] == "1" { run.len().to_string() } else { run[0].clone() }).collect()
}

/// Position text without the turn, which no rule depends on.
pub fn shown(position: &Position) -> String {
    let text = write_position(position, 1);
    text.strip_suffix(" 1").expect("the turn is the last field").to_owned()
}

/// The positions of the perft fixture.
pub fn perft_positions() -> Vec<Position> {
    let lines = include_str!("../../../crates/emergo/tests/data/perft.txt").lines();
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let mut fields = line.split(';').map(str::trim);
            let variant = fields.next().unwrap().parse().unwrap();
            position(variant, fields.next().unwrap())
        })
        .collect()
}
