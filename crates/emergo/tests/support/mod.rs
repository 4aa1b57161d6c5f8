//! Helpers for tests: positions and moves as short texts, random games and positions, and a second move generator. The
//! tests of other crates use them through the crate `test-support`.

pub mod oracle;
pub mod random;

use emergo::{Coordinates, Move, Position, Square, Variant};
use emergo::{read_position, write_move, write_position};
use std::collections::HashMap;

/// Reads a valid position text.
pub fn parse_position(variant: Variant, text: &str) -> Position {
    match read_position(variant, text) {
        Ok(read) => read.position,
        Err(error) => panic!("{variant} {text}: {error}"),
    }
}

/// The text of a move in oblique coordinates.
pub fn move_text(variant: Variant, mv: Move) -> String {
    write_move(variant, Coordinates::Oblique, mv)
}

/// The oblique name of a cell.
pub fn square_name(variant: Variant, square: Square) -> String {
    Coordinates::Oblique.name_of(variant, square).to_string()
}

/// The texts of all legal moves, sorted.
pub fn legal_move_texts(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let mut texts: Vec<String> =
        moves.iter().map(|mv| move_text(position.variant(), *mv)).collect();
    texts.sort();
    texts
}

/// The texts of all legal moves, sorted, in one line.
pub fn legal_moves_line(position: &Position) -> String {
    legal_move_texts(position).join(" ")
}

/// The legal move with a text.
pub fn find_move(position: &Position, text: &str) -> Move {
    let moves = position.legal_moves();
    let found = moves.iter().find(|mv| move_text(position.variant(), **mv) == text);
    *found.unwrap_or_else(|| {
        let legal = legal_move_texts(position);
        panic!("{} has no move {text}, only {legal:?}", position_text(position))
    })
}

/// The position after moves, given by their texts with spaces between them.
pub fn play_moves(position: &Position, moves: &str) -> Position {
    let texts = moves.split_whitespace();
    texts.fold(*position, |position, text| position.after(find_move(&position, text)))
}

/// A position from a list of pieces such as `e4:w f4:(b2w)`, and the fields for side and hands.
pub fn position_of_pieces(variant: Variant, pieces: &str, side_and_hands: &str) -> Position {
    let mut columns: HashMap<&str, &str> =
        pieces.split_whitespace().map(|piece| piece.split_once(':').unwrap()).collect();
    let mut lines = Vec::new();
    for digit in (1..=variant.size()).rev() {
        let letters = (0..variant.size()).filter(|at| variant.square_at(*at, digit).is_some());
        let names = letters.map(|letter| format!("{}{digit}", char::from(b'a' + letter)));
        let cells = names.map(|name| columns.remove(name.as_str()).unwrap_or("1").to_owned());
        lines.push(line_of_cells(&cells.collect::<Vec<_>>()));
    }
    assert!(columns.is_empty(), "{variant} has no cells for {columns:?}");
    parse_position(variant, &format!("{} {side_and_hands}", lines.join("/")))
}

/// A line of position text. An empty cell is given as `1`; empty cells in a row become one number.
pub fn line_of_cells(cells: &[String]) -> String {
    let runs = cells.chunk_by(|one, other| one == "1" && other == "1");
    runs.map(|run| if run[0] == "1" { run.len().to_string() } else { run[0].clone() }).collect()
}

/// The text of a position without the turn number.
pub fn position_text(position: &Position) -> String {
    let text = write_position(position, 1);
    text.strip_suffix(" 1").expect("the turn is the last field").to_owned()
}

/// A line of the perft table.
pub struct PerftLine {
    /// The number of the line in the file, from 1.
    pub number: usize,
    /// The position.
    pub position: Position,
    /// Its text without the turn number.
    pub text: String,
    /// The numbers of leaves at depth 1, 2, 3 and so on.
    pub counts: Vec<u64>,
}

/// The perft table.
pub fn perft_lines() -> Vec<PerftLine> {
    let lines = (1..).zip(include_str!("../data/perft.txt").lines());
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            PerftLine {
                number,
                position: parse_position(fields[0].parse().unwrap(), fields[1]),
                text: fields[1].to_owned(),
                counts: fields[2].split(',').map(|count| count.trim().parse().unwrap()).collect(),
            }
        })
        .collect()
}

/// The positions of the perft table.
pub fn perft_positions() -> Vec<Position> {
    perft_lines().into_iter().map(|line| line.position).collect()
}
