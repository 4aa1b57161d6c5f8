//! The lists of openings in scripts/openings.

use emergo::{MoveKind, Position, Variant, read_position};
use std::collections::HashSet;

fn openings(variant: Variant) -> Vec<Position> {
    let text = match variant {
        Variant::Emergo => include_str!("../../scripts/openings/emergo.txt"),
        Variant::Emergo7 => include_str!("../../scripts/openings/emergo7.txt"),
        Variant::Hexemergo => include_str!("../../scripts/openings/hexemergo.txt"),
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| read_position(variant, line).expect(line).position).collect()
}

#[test]
fn each_list_has_2000_openings_without_symmetric_pairs_in_which_the_side_to_move_enters_a_man() {
    for variant in Variant::ALL {
        let openings = openings(variant);
        let different: HashSet<_> = openings.iter().map(Position::canonical_key).collect();
        assert_eq!((openings.len(), different.len()), (2_000, 2_000), "{variant}");
        for position in openings {
            let shown = emergo::write_position(&position, 1);
            assert_eq!(position.required_move_kind(), MoveKind::Entry, "{variant}: {shown}");
            assert!(position.has_legal_move(), "{variant}: {shown}");
        }
    }
}
