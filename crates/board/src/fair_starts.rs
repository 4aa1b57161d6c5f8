//! Balanced openings for a fair game: all of `scripts/openings/*-balanced.txt`. The first lines of these files tell how
//! they were found.

use emergo::Variant;

/// The position texts of the balanced openings of a board.
pub(crate) fn fair_starts(variant: Variant) -> Vec<String> {
    let text = match variant {
        Variant::Emergo => include_str!("../../../scripts/openings/emergo-balanced.txt"),
        Variant::Emergo7 => include_str!("../../../scripts/openings/emergo7-balanced.txt"),
        Variant::Hexemergo => include_str!("../../../scripts/openings/hexemergo-balanced.txt"),
    };
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}
