//! Parts of texts for people: numbers, wrapped words, and aligned columns.

use std::fmt::Alignment;

/// A number and a noun.
///
/// ```
/// use luctor_system::text::count;
///
/// assert_eq!([count(1, "game"), count(2, "game")], ["1 game", "2 games"]);
/// ```
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A number with this many decimals; `-` if it is missing.
pub fn decimals_or_dash(number: Option<f64>, decimals: usize) -> String {
    number.map_or("-".to_owned(), |number| format!("{number:.decimals$}"))
}

/// The words of a text in lines of at most `width` columns, or of one longer word.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A line for each row, with two blanks between the columns and none at the end. A column that is not aligned at the right
/// is aligned at the left.
///
/// ```
/// use luctor_system::text::aligned;
/// use std::fmt::Alignment::{Left, Right};
///
/// let rows = [["move", "games", "player"], ["e4 f5", "12", "Zoë"], ["d5", "9", ""]];
/// let text = aligned(&rows.map(|row| row.map(str::to_owned)), [Left, Right, Left]);
/// assert_eq!(text, "move   games  player\ne4 f5     12  Zoë\nd5         9\n");
/// ```
pub fn aligned<const N: usize>(rows: &[[String; N]], alignments: [Alignment; N]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: [usize; N] = std::array::from_fn(|column| width(column).unwrap_or(0));
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(widths).zip(alignments);
        let cells = cells.map(|((cell, width), alignment)| match alignment {
            Alignment::Right => format!("{cell:>width$}"),
            Alignment::Left | Alignment::Center => format!("{cell:<width$}"),
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}
