//! The puzzles that are part of the program. `scripts/puzzles` makes them.

use super::{Puzzle, read_puzzles};
use emergo::Variant;

/// The puzzles of a board, from easy to hard.
///
/// ```
/// use emergo::Variant;
/// use luctor_study::puzzle::shipped_puzzles;
///
/// assert_eq!(shipped_puzzles(Variant::Emergo).len(), 500);
/// ```
pub fn shipped_puzzles(variant: Variant) -> Vec<Puzzle> {
    read_puzzles(shipped_lines(variant)).expect("a test reads the embedded puzzles")
}

/// One of the puzzles of a board, by its number from 1.
pub fn shipped_puzzle(variant: Variant, number: usize) -> Option<Puzzle> {
    let line = shipped_lines(variant).lines().nth(number.checked_sub(1)?)?;
    read_puzzles(line).expect("a test reads the embedded puzzles").pop()
}

fn shipped_lines(variant: Variant) -> &'static str {
    match variant {
        Variant::Emergo => include_str!("../../puzzles/emergo.jsonl"),
        Variant::Emergo7 => include_str!("../../puzzles/emergo7.jsonl"),
        Variant::Hexemergo => include_str!("../../puzzles/hexemergo.jsonl"),
    }
}
