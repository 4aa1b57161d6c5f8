//! The rules clause by clause in positions that were checked by hand, and the worked examples of the rules.

use crate::support::{
    find_move, legal_move_texts, legal_moves_line, parse_position, play_moves, position_of_pieces,
    position_text, square_name,
};
use emergo::{Blocked, EndReason, Ending, MoveKind, Position, Side, Square, Variant};
use std::collections::HashSet;

use Variant::{Emergo, Emergo7, Hexemergo};

/// The empty cells on which the side to move may not enter. An entry is the required kind of move.
fn forbidden_entries(position: &Position) -> String {
    assert_eq!(position.required_move_kind(), MoveKind::Entry, "{}", position_text(position));
    let allowed = legal_move_texts(position);
    let empty = position.empty().map(|square| square_name(position.variant(), square));
    let mut forbidden: Vec<String> = empty.filter(|cell| !allowed.contains(cell)).collect();
    forbidden.sort();
    forbidden.join(" ")
}

fn square(variant: Variant, name: &str) -> Square {
    let bytes = name.as_bytes();
    variant.square_at(bytes[0] - b'a', bytes[1] - b'0').unwrap()
}

// Entering

#[test]
fn the_first_turn_has_40_24_and_36_entries() {
    for (variant, entries) in [(Emergo, 40), (Emergo7, 24), (Hexemergo, 36)] {
        let start = Position::start(variant);
        assert_eq!(start.count_moves(), entries, "{variant}");
        assert_eq!(start.empty().count() as u64, entries + 1, "{variant}");
        assert_eq!(start.side(), Side::White, "{variant}");
        assert_eq!([start.hand(Side::White), start.hand(Side::Black)], [variant.men(); 2]);
    }
}

#[test]
fn an_entry_takes_a_man_from_the_hand_and_passes_the_turn() {
    let mut position = Position::start(Emergo7);
    for (entry, expected) in [
        ("a4", "1/3/5/w6/5/3/1 b 7,8"),
        ("g4", "1/3/5/w5b/5/3/1 w 7,7"),
        ("d4", "1/3/5/w2w2b/5/3/1 b 6,7"),
    ] {
        position = play_moves(&position, entry);
        assert_eq!(position_text(&position), expected);
    }
}

#[test]
fn only_the_first_entry_of_white_may_not_be_on_the_centre() {
    for variant in Variant::ALL {
        let (men, centre) = (variant.men(), square_name(variant, variant.centre()));
        let fewer = men - 1;
        let rim = ["a4", "a5"][usize::from(variant == Emergo)];
        for (pieces, side_and_hands, expected) in [
            (String::new(), format!("w {men},{men}"), true),
            // A composed position: Black has a piece, but White has all its men in hand.
            (format!("{rim}:b"), format!("w {men},{fewer}"), true),
            (String::new(), format!("b {men},{men}"), false),
            (String::new(), format!("w {fewer},{men}"), false),
            (format!("{rim}:w"), format!("w {fewer},{men}"), false),
        ] {
            let position = position_of_pieces(variant, &pieces, &side_and_hands);
            let is_forbidden = forbidden_entries(&position).split(' ').any(|cell| cell == centre);
            assert_eq!(is_forbidden, expected, "{variant} {}", position_text(&position));
        }
    }
}

#[test]
fn an_entry_may_not_feed_the_opponent() {
    for (variant, pieces, side_and_hands, expected) in [
        // Next to an enemy man, with an empty cell on the other side.
        (Emergo, "e4:w", "b 11,12", "d4 e3 e5 f4"),
        (Hexemergo, "d4:w", "b 11,12", "c3 c4 d3 d5 e4 e5"),
        // A man on the rim jumps inward, and on the hexagonal board also along the rim.
        (Emergo, "e1:w", "b 11,12", "e2"),
        (Emergo, "a5:w", "b 11,12", "b5"),
        (Emergo, "c3:w", "b 11,12", "c4 d3"),
        (Emergo7, "d7:b", "w 7,7", "d6"),
        (Hexemergo, "a1:w", "b 11,12", "a2 b1 b2"),
        (Hexemergo, "b1:w", "b 11,12", "b2 c1 c2"),
        // A piece of either side on the landing cell protects.
        (Emergo, "e4:w e6:w", "b 10,12", "d4 d6 e3 e7 f4 f6"),
        (Emergo, "e4:w e6:b", "b 11,11", "d4 e3 f4"),
        // A tall column jumps like a single man.
        (Emergo, "e4:(w3b2)", "b 5,5", "d4 e3 e5 f4"),
    ] {
        let position = position_of_pieces(variant, pieces, side_and_hands);
        assert_eq!(forbidden_entries(&position), expected, "{variant} {pieces} {side_and_hands}");
    }
}

#[test]
fn an_entry_may_feed_if_the_opponent_can_capture_anyway() {
    // Black's piece on e5 is next to White's piece on e4. It can jump it only if e3 is empty.
    for (variant, pieces, side_and_hands, expected) in [
        (Emergo, "e3:w e4:w e5:b e6:b", "w 5,5", "d5 d6 e7 f5 f6"),
        (Emergo, "e4:w e5:b e6:b", "w 5,5", ""),
        (Emergo, "e3:w e4:w e5:b e6:b", "w 5,0", "d5 d6 e7 f5 f6"),
        (Emergo, "e4:w e5:b e6:b", "w 5,0", ""),
        (Hexemergo, "a1:b b1:b c1:w d1:w", "w 5,5", "a2 b2 c2"),
        (Hexemergo, "a1:b b1:b c1:w d1:w", "b 5,5", "c2 d2 e2"),
        (Hexemergo, "b1:w c1:b d1:b", "w 5,5", ""),
    ] {
        let position = position_of_pieces(variant, pieces, side_and_hands);
        assert_eq!(forbidden_entries(&position), expected, "{variant} {pieces} {side_and_hands}");
    }
}

#[test]
fn a_side_with_men_in_hand_must_enter() {
    for (side_and_hands, kind) in
        [("w 1,0", MoveKind::Entry), ("w 1,5", MoveKind::Entry), ("w 0,5", MoveKind::Step)]
    {
        let position = position_of_pieces(Emergo, "e4:w i5:(b2w)", side_and_hands);
        assert_eq!(position.required_move_kind(), kind);
        let entries = position.legal_moves().iter().all(|mv| mv.path(Emergo).count() == 1);
        assert_eq!(entries, kind == MoveKind::Entry, "{}", legal_moves_line(&position));
        assert!(!position.legal_moves().is_empty());
    }
}

#[test]
fn the_entry_cells_are_the_cells_of_the_legal_entries() {
    for (variant, pieces, side_and_hands) in [
        (Emergo, "", "w 12,12"),
        (Emergo, "e4:w", "b 11,12"),
        (Emergo7, "d7:b", "w 7,7"),
        (Hexemergo, "a1:b b1:b c1:w d1:w", "w 5,5"),
        (Emergo, "e4:w i5:(b2w)", "w 0,5"),
    ] {
        let position = position_of_pieces(variant, pieces, side_and_hands);
        let moves = position.legal_moves();
        let targets = moves.iter().map(|mv| mv.to());
        let expected = match position.required_move_kind() {
            MoveKind::Entry => targets.collect(),
            _ => emergo::Bitboard::EMPTY,
        };
        assert_eq!(position.entry_cells(), expected, "{variant} {pieces} {side_and_hands}");
    }
}

// The shadowpiece

#[test]
fn the_shadowpiece_consists_of_all_men_in_hand_if_the_opponent_has_none() {
    for (side_and_hands, entry, expected) in [
        ("w 5,0", "c3", "1/3/5/7/4w4/7/(w5)4/3/b b 0,0"),
        ("b 0,7", "c3", "1/3/5/7/4w4/7/(b7)4/3/b w 0,0"),
        ("w 1,0", "c3", "1/3/5/7/4w4/7/w4/3/b b 0,0"),
        // The opponent has men in hand: one man enters.
        ("w 5,1", "c3", "1/3/5/7/4w4/7/w4/3/b b 4,1"),
        ("b 1,5", "c3", "1/3/5/7/4w4/7/b4/3/b w 1,4"),
    ] {
        let before = position_of_pieces(Emergo, "e5:w e1:b", side_and_hands);
        let entered = before.hand(before.side()) - play_moves(&before, entry).hand(before.side());
        assert_eq!(before.entering_men(), entered, "{side_and_hands}");
        assert_eq!(position_text(&play_moves(&before, entry)), expected, "{side_and_hands}");
    }
}

#[test]
fn the_shadowpiece_obeys_the_feeding_rule() {
    for hand in 1..=11 {
        let position = position_of_pieces(Emergo, "e4:w", &format!("b 0,{hand}"));
        assert_eq!(forbidden_entries(&position), "d4 e3 e5 f4", "{hand} men");
    }
}

#[test]
fn after_the_last_entry_of_one_side_the_other_enters_its_shadowpiece() {
    let before = position_of_pieces(Emergo7, "a4:w", "w 1,4");
    assert_eq!(position_text(&play_moves(&before, "d7 d1")), "w/3/5/w6/5/3/(b4) w 0,0");
}

// Steps

#[test]
fn a_piece_steps_to_any_empty_neighbour() {
    for (variant, pieces, side, expected) in [
        (Emergo, "e5:w", "w", "e5-d5 e5-e4 e5-e6 e5-f5"),
        (Emergo, "e1:w", "w", "e1-e2"),
        (Emergo, "d2:(b2w3)", "b", "d2-d3 d2-e2"),
        (Emergo7, "d4:w c4:w e4:w", "w", "c4-b4 c4-c3 c4-c5 d4-d3 d4-d5 e4-e3 e4-e5 e4-f4"),
        (Emergo7, "a4:b", "b", "a4-b4"),
        (Hexemergo, "d4:w", "w", "d4-c3 d4-c4 d4-d3 d4-d5 d4-e4 d4-e5"),
        (Hexemergo, "a1:w", "w", "a1-a2 a1-b1 a1-b2"),
        (Hexemergo, "g4:b", "b", "g4-f3 g4-f4 g4-g5"),
    ] {
        let position = position_of_pieces(variant, pieces, &format!("{side} 0,0"));
        assert_eq!(legal_moves_line(&position), expected, "{variant} {pieces}");
    }
}

#[test]
fn a_step_moves_the_whole_column() {
    let before = position_of_pieces(Emergo7, "d2:(b2w3)", "b 0,0");
    assert_eq!(position_text(&play_moves(&before, "d2-d3")), "1/3/5/7/2(b2w3)2/3/1 w 0,0");
}

#[test]
fn a_step_may_feed() {
    for hands in ["0,0", "0,3"] {
        let before = position_of_pieces(Emergo, "e5:w e7:b", &format!("w {hands}"));
        assert_eq!(legal_moves_line(&before), "e5-d5 e5-e4 e5-e6 e5-f5", "{hands}");
        let fed = play_moves(&before, "e5-e6");
        assert_eq!(legal_moves_line(&fed), "e7xe5", "{hands}");
        assert!(before.is_feeding(find_move(&before, "e5-e6")), "{hands}");
        assert!(!before.is_feeding(find_move(&before, "e5-e4")), "{hands}");
    }
}

// Captures

#[test]
fn a_capture_is_mandatory() {
    for (variant, pieces, side_and_hands, expected) in [
        (Emergo, "e4:w e5:b a5:w", "w 0,0", "e4xe6"),
        // A capture comes before an entry and before the shadowpiece.
        (Emergo, "e4:w e5:b a5:w", "w 3,3", "e4xe6"),
        (Emergo, "e4:w e5:b a5:w", "w 3,0", "e4xe6"),
        (Emergo, "e4:w e5:b a5:w", "b 3,3", "e5xe3"),
        (Emergo7, "d4:w d5:(b2w) d2:w", "w 0,0", "d4xd6"),
        (Hexemergo, "c3:w d4:b a4:w", "w 0,0", "c3xe5"),
        // The landing cell does not exist or is not empty: no capture.
        (Emergo7, "d6:w d7:b", "w 0,0", "d6-c6 d6-d5 d6-e6"),
        (Emergo7, "d1:w d2:b d3:b c2:b e2:b", "w 0,0", ""),
        (Emergo7, "d1:w d2:w d3:b d4:b", "w 0,0", "d2-c2 d2-e2"),
    ] {
        let position = position_of_pieces(variant, pieces, side_and_hands);
        assert_eq!(legal_moves_line(&position), expected, "{variant} {pieces} {side_and_hands}");
    }
}

#[test]
fn the_top_man_goes_under_the_jumping_piece() {
    for (pieces, expected) in [
        // A single man vanishes from its cell.
        ("d3:w d4:b", "1/3/2(wb)2/7/5/3/1 b 0,0"),
        // A taller cap loses its top man.
        ("d3:w d4:(b3w)", "1/3/2(wb)2/3(b2w)3/5/3/1 b 0,0"),
        // If the last cap man is captured, the prisoners become a piece of their own side.
        ("d3:w d4:(bw2)", "1/3/2(wb)2/3(w2)3/5/3/1 b 0,0"),
        // A new prisoner goes to the bottom of the column.
        ("d3:(w2b) d4:b", "1/3/2(w2b2)2/7/5/3/1 b 0,0"),
    ] {
        let before = position_of_pieces(Emergo7, pieces, "w 0,0");
        assert_eq!(legal_moves_line(&before), "d3xd5", "{pieces}");
        assert_eq!(position_text(&play_moves(&before, "d3xd5")), expected, "{pieces}");
    }
}

#[test]
fn a_capture_continues_as_long_as_possible() {
    let before = position_of_pieces(Emergo, "e1:w e2:b e4:b f5:b", "w 0,0");
    assert_eq!(legal_moves_line(&before), "e1xe3xe5xg5");
    assert_eq!(position_text(&play_moves(&before, "e1xe3xe5xg5")), "1/3/5/7/6(wb3)2/7/5/3/1 b 0,0");
}

#[test]
fn a_capture_does_not_turn_straight_back() {
    for (variant, pieces, expected) in [
        (Emergo, "e4:w e5:(b3)", "e4xe6"),
        (Hexemergo, "c3:w d4:(b3)", "c3xe5"),
        // Within a route: after a jump over d6 the piece continues over c5 and not back over d6.
        (Emergo, "e4:w e5:b d6:(b3) c5:b", "e4xe6xc6xc4"),
        // A route around several pieces.
        (Emergo, "e4:w e5:(b2) d6:b c5:b", "e4xe6xc6xc4"),
        // Straight on.
        (Emergo, "e1:w e2:(b2) e4:(b2) e6:(b2)", "e1xe3xe5xe7"),
        // On the hexagonal board, a turn by 120 degrees is not straight back.
        (Hexemergo, "c3:w d3:(b2) d2:b", "c3xe3xc1"),
    ] {
        let position = position_of_pieces(variant, pieces, "w 0,0");
        assert_eq!(legal_moves_line(&position), expected, "{variant} {pieces}");
    }
}

#[test]
fn only_the_greatest_number_of_captured_men_is_legal() {
    for (pieces, expected) in [
        // One piece with two branches.
        ("e5:w e6:b d5:b c4:b", "e5xc5xc3"),
        // Two pieces.
        ("e5:w e6:b d2:w e2:b f3:b", "d2xf2xf4"),
        // The number of men counts: e4 jumps one piece twice and captures five men, i5 captures four.
        ("e4:w e5:(b2) d6:b c5:b d4:b i5:w h5:b g6:b f7:b e8:b", "e4xe6xc6xc4xe4xe6"),
    ] {
        let position = position_of_pieces(Emergo, pieces, "w 0,0");
        assert_eq!(legal_moves_line(&position), expected, "{pieces}");
    }
}

#[test]
fn routes_of_equal_length_are_all_legal_even_with_the_same_result() {
    let position = position_of_pieces(Emergo, "e4:w d4:b c5:b d6:b e5:b", "w 0,0");
    assert_eq!(legal_moves_line(&position), "e4xc4xc6xe6xe4 e4xe6xc6xc4xe4");
    assert_eq!(position.count_moves(), 2);
    let results: HashSet<String> =
        position.legal_moves().into_iter().map(|mv| position_text(&position.after(mv))).collect();
    assert_eq!(results.into_iter().collect::<Vec<_>>(), ["1/3/5/7/9/3(wb4)3/5/3/1 b 0,0"]);

    let different = position_of_pieces(Emergo, "e5:w e6:b f5:b a5:w", "w 0,0");
    assert_eq!(legal_moves_line(&different), "e5xe7 e5xg5");
}

#[test]
fn the_origin_of_a_capture_counts_as_empty() {
    for (variant, pieces, expected) in [
        // A route may end on the origin and may pass over it.
        (Emergo, "e4:w d4:b c5:b d6:b e5:b", "e4xc4xc6xe6xe4 e4xe6xc6xc4xe4"),
        (Emergo, "e4:w d4:b c5:b d6:b e5:b e3:b", "e4xc4xc6xe6xe4xe2 e4xe6xc6xc4xe4xe2"),
        (Emergo, "e4:w e5:b d6:b c5:b d4:b f4:b", "e4xc4xc6xe6xe4xg4 e4xe6xc6xc4xe4xg4"),
        (Hexemergo, "d4:w e4:b f5:b e5:b", "d4xf4xf6xd4 d4xf6xf4xd4"),
    ] {
        let position = position_of_pieces(variant, pieces, "w 0,0");
        assert_eq!(legal_moves_line(&position), expected, "{variant} {pieces}");
    }
}

#[test]
fn cells_may_be_visited_and_pieces_jumped_more_than_once() {
    // The route goes around four pieces and can jump the first one again if an enemy cap man remains on it. Single men
    // that vanished and pieces that changed sides are not jumped again.
    for (column, expected) in [
        ("(b2)", "e4xc4xc6xe6xe4xc4"),
        ("(b2w)", "e4xc4xc6xe6xe4xc4"),
        ("b", "e4xc4xc6xe6xe4 e4xe6xc6xc4xe4"),
        ("(bw)", "e4xc4xc6xe6xe4 e4xe6xc6xc4xe4"),
        ("(bw3)", "e4xc4xc6xe6xe4 e4xe6xc6xc4xe4"),
    ] {
        let pieces = format!("e4:w d4:{column} c5:b d6:b e5:b");
        let position = position_of_pieces(Emergo, &pieces, "w 0,0");
        assert_eq!(legal_moves_line(&position), expected, "{pieces}");
    }
}

#[test]
fn the_longest_capture_takes_all_twelve_men() {
    let pieces = "e4:w d4:(b3) c5:(b3) d6:(b3) e5:(b3)";
    let before = position_of_pieces(Emergo, pieces, "w 0,0");
    let routes = before.legal_moves();
    assert!(routes.iter().all(|mv| mv.jumps() == 12), "{}", legal_moves_line(&before));
    assert_eq!(
        legal_moves_line(&before).split(' ').next(),
        Some("e4xc4xc6xe6xe4xc4xc6xe6xe4xc4xc6xe6xe4")
    );
    for mv in routes {
        let end = before.after(mv);
        assert_eq!(position_text(&end), "1/3/5/7/9/3(wb12)3/5/3/1 b 0,0");
        let lost = Ending { winner: Some(Side::White), reason: EndReason::NoMen };
        assert_eq!(end.ending(Blocked::Draw), Some(lost));
    }
}

#[test]
fn a_piece_on_the_rim_can_be_jumped_only_along_the_rim_of_the_hexagonal_board() {
    for variant in Variant::ALL {
        let ring = u8::from(variant == Emergo) + 3;
        let rim: Vec<Square> =
            variant.cells().filter(|square| variant.distance_to_centre(*square) == ring).collect();
        assert_eq!(rim.len(), [16, 12, 18][variant as usize], "{variant}");
        let directions = variant.shifts().len();
        let neighbours = |square: &Square| {
            (0..directions).filter(|way| variant.neighbour(*square, *way).is_some()).count()
        };
        let has_fewer = |square: &Square| neighbours(square) < directions;
        assert_eq!(rim, variant.cells().filter(has_fewer).collect::<Vec<_>>(), "{variant}");
        let mut captures = 0;
        for target in rim {
            for jumper in (0..directions).filter_map(|way| variant.neighbour(target, way)) {
                let pieces = format!(
                    "{}:b {}:w",
                    square_name(variant, target),
                    square_name(variant, jumper)
                );
                let position = position_of_pieces(variant, &pieces, "w 0,0");
                captures += usize::from(position.can_capture());
                let along = variant.distance_to_centre(jumper) == ring;
                assert!(along || !position.can_capture(), "{variant} {pieces}");
            }
        }
        // Each of the six sides has two cells between its corners, and each can be jumped in two directions.
        assert_eq!(captures, [0, 0, 24][variant as usize], "{variant}");
    }
    for (pieces, expected) in [
        ("a1:w b1:b", "a1xc1"),
        ("c1:w d1:b", "c1-b1 c1-c2 c1-d2"),
        ("g5:w g6:b", "g5xg7"),
        ("b5:w c6:b", "b5xd7"),
    ] {
        assert_eq!(
            legal_moves_line(&position_of_pieces(Hexemergo, pieces, "w 0,0")),
            expected,
            "{pieces}"
        );
    }
}

// The worked examples

#[test]
fn worked_example_1_is_a_roundabout_of_five_captures() {
    let start = parse_position(Emergo, "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0");
    assert_eq!(legal_moves_line(&start), "e4xc4xc6xe6xe4xc4");
    let end = play_moves(&start, "e4xc4xc6xe6xe4xc4");
    assert_eq!(position_text(&end), "1/3/5/7/9/1(w3b5)(w2)4/5/3/1 b 0,0");
    let lost = Ending { winner: Some(Side::White), reason: EndReason::NoMen };
    assert_eq!(end.ending(Blocked::Draw), Some(lost));
}

#[test]
fn worked_example_2_is_decided_by_two_feeding_entries() {
    let mut position = parse_position(Emergo, "1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5");
    assert_eq!(position.required_move_kind(), MoveKind::Entry);
    let threatened: Vec<String> =
        position.threatened().map(|square| square_name(Emergo, square)).collect();
    assert_eq!(threatened, ["f3"]);
    assert_eq!(forbidden_entries(&position), "");
    for (mv, only) in [
        ("g6", false),
        ("g7xg5xe5xe3xc3xc5", true),
        ("c6", false),
        ("g3xe3", true),
        ("c6xc4", true),
    ] {
        assert_eq!(legal_moves_line(&position) == mv, only, "{mv} in {}", position_text(&position));
        position = play_moves(&position, mv);
    }
    // White's piece from c6 jumped the column on c5 with a cap of 1. Its five prisoners are free.
    let freed = square(Emergo, "c5");
    assert_eq!(position.owner(freed), Some(Side::White));
    assert_eq!((position.column(freed).cap(), position.column(freed).prisoners()), (5, 0));
}
