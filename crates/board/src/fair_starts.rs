//! Balanced openings for a fair game: all of `openings`, which `scripts/openings` has too. The first lines of these files tell how
//! they were found.

use emergo::Variant;

/// The position texts of the balanced openings of a board.
pub(crate) fn fair_starts(variant: Variant) -> Vec<String> {
    let text = match variant {
        Variant::Emergo => include_str!("../openings/emergo.txt"),
        Variant::Emergo7 => include_str!("../openings/emergo7.txt"),
        Variant::Hexemergo => include_str!("../openings/hexemergo.txt"),
    };
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}
