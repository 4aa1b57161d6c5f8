//! The texts of positions and moves, read leniently and written strictly, in both coordinate systems. The
//! grammar is in protocol.md. Readers name what is wrong and where, and never more than a few words of what
//! they were given.

mod coordinates;
mod move_text;
mod position_text;

pub use coordinates::{Coordinates, SquareName, UnknownCoordinates};
pub use move_text::{IllegalReason, MoveTextError, read_move, write_divide, write_move};
pub use position_text::{
    PositionText, PositionTextError, read_position, write_cells, write_position,
};

use std::fmt;

/// Text from outside, shown inside quotes: characters that cannot be seen escaped, cut after 40 characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt(String);

const EXCERPT_CHARACTERS: usize = 40;

impl Excerpt {
    /// Takes the beginning of `text`.
    pub fn of(text: &str) -> Excerpt {
        let mut beginning: String = text.chars().take(EXCERPT_CHARACTERS).collect();
        if beginning.len() < text.len() {
            beginning.push('…');
        }
        Excerpt(beginning)
    }
}

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("'")?;
        for character in self.0.chars() {
            // What Debug escapes, quotes and backslashes aside, cannot be seen or plays with the terminal.
            let plain =
                matches!(character, '\'' | '"' | '\\') || character.escape_debug().len() == 1;
            if plain && character != char::REPLACEMENT_CHARACTER {
                write!(f, "{character}")?;
            } else {
                write!(f, "{}", character.escape_unicode())?;
            }
        }
        f.write_str("'")
    }
}
