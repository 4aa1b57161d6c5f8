//! The shorthand of the designers' Emergo Tutor of 1997: `c45` is c4-c5, `cd4` is c4-d4. A capture names its ends and
//! ends with an x: `b53x`, `bd4x`, `d6b4x`. The Tutor plays Hexemergo.

use crate::move_list::Dialect;
use emergo::{Blocked, Coordinates, Variant};

pub(crate) const DIALECT: Dialect = Dialect {
    variants: &[Variant::Hexemergo, Variant::Emergo, Variant::Emergo7],
    coordinates: &[Coordinates::Oblique],
    blocked: Blocked::Draw,
};

/// Is this a move in shorthand?
pub(crate) fn is_shorthand(word: &str) -> bool {
    let word = word.to_ascii_lowercase();
    let (ends, is_capture) = match word.strip_suffix('x') {
        Some(ends) => (ends, true),
        None => (&*word, false),
    };
    let kinds: Vec<bool> = ends.bytes().map(|byte| byte.is_ascii_digit()).collect();
    let are_names = ends.bytes().all(|byte| matches!(byte, b'a'..=b'i' | b'0'..=b'9'));
    are_names
        && match kinds[..] {
            [false, false, true] | [false, true, true] => true,
            [false, true, false, true] => is_capture,
            _ => false,
        }
}
