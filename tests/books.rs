//! The books of openings that come with the project.

use emergo::{Key, Position, Variant, read_position};
use std::collections::HashSet;

fn book(variant: Variant) -> Vec<Position> {
    let text = match variant {
        Variant::Emergo => include_str!("../scripts/openings/emergo.txt"),
        Variant::Emergo7 => include_str!("../scripts/openings/emergo7.txt"),
        Variant::Hexemergo => include_str!("../scripts/openings/hexemergo.txt"),
    };
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| read_position(variant, line).expect(line).position).collect()
}

#[test]
fn each_board_has_two_thousand_openings_no_two_of_them_symmetric() {
    for variant in Variant::ALL {
        let symmetries = variant.symmetries();
        let least_key = |position: &Position| -> Option<Key> {
            symmetries.iter().map(|symmetry| position.image(symmetry).key()).min()
        };
        let book = book(variant);
        let different: HashSet<_> = book.iter().map(least_key).collect();
        assert_eq!((book.len(), different.len()), (2_000, 2_000), "{variant}");
    }
}

#[test]
fn every_opening_is_quiet_and_goes_on_with_men_in_hand() {
    for variant in Variant::ALL {
        for position in book(variant) {
            let side = position.side();
            let shown = emergo::write_position(&position, 1);
            assert!(position.has_legal_move() && !position.can_capture(), "{variant}: {shown}");
            assert!(position.hand(side) > 0, "{variant}: {shown}");
        }
    }
}
