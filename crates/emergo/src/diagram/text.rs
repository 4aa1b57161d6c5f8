//! A position drawn with letters, for people: `show` and `luctor show`.
//!
//! In oblique coordinates rows are digit lines and columns letter lines, so that pieces step up, down and
//! sideways (on the hexagon rows are shifted by half a cell); in checkerboard coordinates it is the
//! checkerboard with its dark squares only, and pieces step diagonally.

use crate::board::Variant;
use crate::column::Column;
use crate::game::Game;
use crate::moves::MoveKind;
use crate::notation::{Coordinates, write_position};
use crate::position::Position;
use crate::side::Side;
use crate::square::Square;
use std::fmt::Write;

/// The board and what belongs to it, for people.
pub fn draw_game(game: &Game, coordinates: Coordinates) -> String {
    let position = game.position();
    let variant = position.variant();
    let side = position.side();
    let mut text = draw_board(position, coordinates);
    let state = match game.ending() {
        Some(ending) => ending.to_string(),
        None => format!("{side} to move, {}", required_move_text(position)),
    };
    let lines = [
        format!(
            "{variant}, {} coordinates, turn {}: {state}",
            coordinates.for_variant(variant),
            game.turn()
        ),
        format!(
            "in hand: White {}, Black {}",
            position.hand(Side::White),
            position.hand(Side::Black)
        ),
        format!("position: {}", write_position(position, game.turn())),
        format!("key: {:016x}", position.key()),
    ];
    text.push_str(&lines.join("\n"));
    text
}

/// What the side to move has to do, in words.
pub fn required_move_text(position: &Position) -> String {
    match position.required_move_kind() {
        MoveKind::Capture => "must capture".to_owned(),
        MoveKind::Entry if position.entering_men() > 1 => {
            format!("enters its shadowpiece of {}", position.entering_men())
        }
        MoveKind::Entry => "enters a man".to_owned(),
        MoveKind::Step => "steps".to_owned(),
    }
}

/// The board with its coordinates, several lines, each ended by a line break.
pub fn draw_board(pos: &Position, coordinates: Coordinates) -> String {
    draw_cells(pos.variant(), coordinates, |square| cell_text(pos, square))
}

/// A board with a text on each cell, several lines, each ended by a line break.
pub fn draw_cells(
    variant: Variant,
    coordinates: Coordinates,
    cell_text: impl Fn(Square) -> String,
) -> String {
    let size = variant.size();
    let widest = variant.cells().map(|square| cell_text(square).len()).max().unwrap_or(1);
    let width = (widest + 1).next_multiple_of(2).max(4);
    let mut drawing = String::new();
    for digit in (1..=size).rev() {
        let mut line = format!("{digit:>2} ");
        if variant.is_hexagonal() {
            line.push_str(&" ".repeat(usize::from(size - digit) * width / 2));
        }
        for letter in 0..size {
            let name = char::from(b'a' + letter);
            let square = coordinates.square(variant, name, char::from(b'0' + digit));
            let text = square.map_or(String::new(), &cell_text);
            write!(line, "{text:^width$}").expect("a String takes everything");
        }
        writeln!(drawing, "{}", line.trim_end()).expect("a String takes everything");
    }
    let mut letters = "   ".to_owned();
    if variant.is_hexagonal() {
        letters.push_str(&" ".repeat(usize::from(size) * width / 2));
    }
    for letter in 0..size {
        write!(letters, "{:^width$}", char::from(b'a' + letter))
            .expect("a String takes everything");
    }
    writeln!(drawing, "{}", letters.trim_end()).expect("a String takes everything");
    drawing
}

/// `.` of a vacant cell, otherwise the owner's letter, its cap, and the prisoners: `w`, `w3`, `b2w4`.
pub fn cell_text(pos: &Position, square: Square) -> String {
    match pos.owner(square) {
        None => ".".to_owned(),
        Some(owner) => column_text(owner, pos.column(square)),
    }
}

fn column_text(owner: Side, column: Column) -> String {
    let count = |men: u8| if men > 1 { men.to_string() } else { String::new() };
    let mut text = format!("{}{}", owner.letter(), count(column.cap()));
    if column.prisoners() > 0 {
        text.push(owner.other().letter());
        text.push_str(&count(column.prisoners()));
    }
    text
}
