//! The puzzles that are part of the program. docs/study.md tells how they were made.

use super::{Puzzle, read_puzzles};
use emergo::Variant;

/// The puzzles of a board, from easy to hard.
///
/// ```
/// use emergo::Variant;
/// use luctor_study::puzzle::shipped_puzzles;
///
/// assert_eq!(shipped_puzzles(Variant::Emergo).len(), 300);
/// ```
pub fn shipped_puzzles(variant: Variant) -> Vec<Puzzle> {
    let lines = match variant {
        Variant::Emergo => include_str!("../../puzzles/emergo.jsonl"),
        Variant::Emergo7 => include_str!("../../puzzles/emergo7.jsonl"),
        Variant::Hexemergo => include_str!("../../puzzles/hexemergo.jsonl"),
    };
    read_puzzles(lines).expect("a test reads the embedded puzzles")
}
