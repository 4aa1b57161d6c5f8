//! Parts of invalid input for error messages.

use std::fmt;

/// The beginning of an invalid text, for an error message: at most 40 characters, with escapes for the
/// characters that a terminal does not show.
///
/// ```
/// use emergo::notation::Excerpt;
///
/// assert_eq!(Excerpt::of("e4\u{1b}").to_string(), "'e4\\u{1b}'");
/// ```
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
    /// Writes the excerpt in single quotes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("'")?;
        for character in self.0.chars() {
            // Debug escapes quotes, backslashes, and the characters that are invisible or control a terminal.
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
