//! Move lists of MindSports, the designers' site: steps as `e4-e5`, captures with hyphens as `e4-c4-c6`, or with an x at
//! the end. The site has no export, so people paste lists of moves. A blocked side loses.

use crate::move_list::Dialect;
use emergo::{Blocked, Coordinates, Variant};

pub(crate) const DIALECT: Dialect = Dialect {
    variants: &[Variant::Emergo, Variant::Hexemergo],
    coordinates: &[Coordinates::Oblique],
    blocked: Blocked::Loss,
};

/// Is this a capture that only MindSports writes? It has hyphens between squares that are not neighbours, or an x
/// after squares with separators.
pub(crate) fn is_capture(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let (squares, ends_with_x) = match word.strip_suffix('x') {
        Some(squares) => (squares, true),
        None => (&*word, false),
    };
    let squares: Vec<&[u8]> = squares.split(['-', 'x']).map(str::as_bytes).collect();
    let is_square =
        |square: &&[u8]| matches!(**square, [b'a'..=b'i', digit] if digit.is_ascii_digit());
    if squares.len() < 2 || !squares.iter().all(is_square) {
        return false;
    }
    let is_step = squares.len() == 2
        && std::iter::zip(squares[0], squares[1]).all(|(from, to)| from.abs_diff(*to) < 2);
    ends_with_x || !word.contains('x') && !is_step
}
