//! Diagrams as text.
//!
//! In oblique coordinates a row has one digit and a column has one letter, so that pieces step vertically and
//! horizontally. The rows of the hexagonal board are shifted by half a cell. In checkerboard coordinates the diagram
//! shows the dark squares of the checkerboard, and pieces step diagonally.

use crate::game::Game;
use crate::moves::MoveKind;
use crate::notation::{Coordinates, write_men, write_position};
use crate::position::Position;
use crate::side::Side;
use crate::square::Square;
use crate::variant::Variant;
use std::fmt::Write;

/// Draws the board and adds the state of the game: the side to move or the end, hands, position text and key.
///
/// ```
/// use emergo::diagram::draw_game;
/// use emergo::{Blocked, Coordinates, Game, Variant};
///
/// let text = draw_game(&Game::new(Variant::Emergo7, Blocked::Draw), Coordinates::Oblique);
/// assert!(text.contains("White to move"));
/// ```
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

/// The required kind of move in words, such as `must capture`.
pub fn required_move_text(position: &Position) -> String {
    match position.required_move_kind() {
        MoveKind::Capture => "must capture".to_owned(),
        MoveKind::Entry if position.entering_men() > 1 => {
            format!("must enter its shadowpiece of {}", position.entering_men())
        }
        MoveKind::Entry => "must enter a man".to_owned(),
        MoveKind::Step => "must step".to_owned(),
    }
}

/// Draws the board with its coordinates. The text has several lines. Each one ends with a line break.
///
/// ```
/// use emergo::diagram::draw_board;
/// use emergo::{Coordinates, Variant, read_position};
///
/// let position = read_position(Variant::Emergo7, "1/3/5/3(w3b2)3/5/3/1 w 0,0")?.position;
/// let text = draw_board(&position, Coordinates::Oblique);
/// let row = text.lines().find(|line| line.contains('w')).expect("a row with the piece");
/// assert_eq!(row.split_whitespace().collect::<Vec<_>>().join(" "), "4 . . . w3b2 . . .");
/// # Ok::<(), emergo::notation::PositionTextError>(())
/// ```
pub fn draw_board(pos: &Position, coordinates: Coordinates) -> String {
    draw_cells(pos.variant(), coordinates, |square| cell_text(pos, square))
}

/// Draws a board with any text on each cell. The text has several lines. Each one ends with a line break.
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
            write!(line, "{text:^width$}").expect("writing to a String cannot fail");
        }
        writeln!(drawing, "{}", line.trim_end()).expect("writing to a String cannot fail");
    }
    let mut letters = "   ".to_owned();
    if variant.is_hexagonal() {
        letters.push_str(&" ".repeat(usize::from(size) * width / 2));
    }
    for letter in 0..size {
        write!(letters, "{:^width$}", char::from(b'a' + letter))
            .expect("writing to a String cannot fail");
    }
    writeln!(drawing, "{}", letters.trim_end()).expect("writing to a String cannot fail");
    drawing
}

/// The text of a cell: `.` if it is empty, otherwise cap and prisoners, such as `w`, `w3` or `b2w4`.
pub fn cell_text(pos: &Position, square: Square) -> String {
    let mut text = String::new();
    match pos.owner(square) {
        None => text.push('.'),
        Some(owner) => write_men(&mut text, owner, pos.column(square)),
    }
    text
}
