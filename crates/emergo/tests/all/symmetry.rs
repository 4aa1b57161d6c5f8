//! Properties of all positions: the rules are the same under all symmetries, keys are correct, and no man leaves the
//! game.

use crate::support::{
    move_text, parse_position, perft_positions, position_of_pieces, position_text, random,
};
use emergo::perft::perft;
use emergo::{Bitboard, Key, Move, Position, Side, Square, Symmetry, Variant};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

use Variant::{Emergo, Emergo7, Hexemergo};

#[test]
fn the_boards_have_8_8_and_12_different_symmetries() {
    for (variant, count) in [(Emergo, 8), (Emergo7, 8), (Hexemergo, 12)] {
        let symmetries = variant.symmetries();
        assert_eq!(symmetries.len(), count, "{variant}");
        assert!(variant.cells().all(|cell| symmetries[0].image(cell) == cell), "{variant}");
        let maps: HashSet<Vec<Square>> = symmetries
            .iter()
            .map(|symmetry| variant.cells().map(|cell| symmetry.image(cell)).collect())
            .collect();
        assert_eq!(maps.len(), count, "{variant}");
    }
}

#[test]
fn positions_are_keys_of_maps() {
    let after = |cells: [u8; 3]| {
        let entries = cells.map(|cell| Move::entry(Emergo.square_at(cell, 5).unwrap()));
        entries.into_iter().fold(Position::start(Emergo), |position, entry| position.after(entry))
    };
    // The second game reaches the position of the first one in another order.
    let positions = HashSet::from([after([0, 4, 8]), after([8, 4, 0]), after([0, 4, 7])]);
    assert_eq!(positions.len(), 2);
}

#[test]
fn a_symmetry_maps_cells_to_cells_and_neighbours_to_neighbours() {
    for variant in Variant::ALL {
        let neighbours = |cell: Square| -> HashSet<Square> {
            let directions = 0..variant.shifts().len();
            directions.filter_map(|direction| variant.neighbour(cell, direction)).collect()
        };
        for symmetry in variant.symmetries() {
            assert_eq!(
                variant.cells().map(|cell| symmetry.image(cell)).collect::<Bitboard>(),
                variant.cells(),
                "{variant}"
            );
            assert_eq!(symmetry.image(variant.centre()), variant.centre(), "{variant}");
            for cell in variant.cells() {
                let images = neighbours(cell).into_iter().map(|next| symmetry.image(next));
                let expected = neighbours(symmetry.image(cell));
                assert_eq!(images.collect::<HashSet<_>>(), expected, "{variant}");
            }
        }
    }
}

/// The positions of the perft table, and every seventh position of random games.
fn many_positions() -> Vec<Position> {
    let mut positions = perft_positions();
    for variant in Variant::ALL {
        for seed in 0..20 {
            let game = random::game_positions(&mut random::rng(seed), variant, 120);
            positions.extend(game.into_iter().step_by(7));
        }
    }
    positions
}

/// The greatest depth up to 4 with at most `leaves` leaves, at least 1, and the perft of that depth.
fn shallow_perft(position: &Position, leaves: u64) -> (u32, u64) {
    let counts = (1..=4).map(|depth| (depth, perft(position, depth)));
    counts.take_while(|(depth, count)| *depth == 1 || *count <= leaves).last().unwrap()
}

#[test]
fn perft_is_the_same_on_every_symmetry_of_the_board() {
    many_positions().par_iter().for_each(|position| {
        let (depth, leaves) = shallow_perft(position, 20_000);
        for symmetry in position.variant().symmetries() {
            let image = position.image(symmetry);
            let found = perft(&image, depth);
            assert_eq!(found, leaves, "{} as {}", position_text(position), position_text(&image));
        }
    });
}

#[test]
fn symmetric_keys_are_the_keys_of_the_images() {
    for position in many_positions() {
        let symmetries = position.variant().symmetries().iter();
        let made = symmetries.map(|symmetry| position.image(symmetry).key());
        assert!(position.symmetric_keys().eq(made), "{}", position_text(&position));
    }
}

#[test]
fn quiet_and_feeding_moves_agree_with_legal_moves_and_is_feeding() {
    let mut feeding = 0;
    for position in many_positions().into_iter().filter(|position| !position.can_capture()) {
        let feeds = |mv| position.after(mv).can_capture();
        let expected: Vec<_> =
            position.legal_moves().into_iter().map(|mv| (mv, feeds(mv))).collect();
        for (mv, feeds) in &expected {
            assert_eq!(position.is_feeding(*mv), *feeds, "{}", position_text(&position));
        }
        let mut found = Vec::new();
        position.for_each_quiet_move(|mv, is_feeding| found.push((mv, is_feeding)));
        assert_eq!(found, expected, "{}", position_text(&position));
        let mut feeds = Vec::new();
        position.for_each_feeding_move(|mv| feeds.push(mv));
        let expected = expected.iter().filter(|(_, is_feeding)| *is_feeding).map(|(mv, _)| *mv);
        assert!(feeds.iter().copied().eq(expected), "{}", position_text(&position));
        feeding += feeds.len();
    }
    assert!(feeding > 1_000, "{feeding}");
}

#[test]
fn a_feeding_move_is_recaptured_where_a_capture_follows_every_legal_reply() {
    let mut counts = [0; 2];
    for position in many_positions().into_iter().filter(|position| !position.can_capture()) {
        position.for_each_feeding_move(|feed| {
            let after = position.after(feed);
            let expected =
                after.legal_moves().iter().all(|reply| after.after(*reply).can_capture());
            assert_eq!(position.is_recaptured(feed), expected, "{}", position_text(&position));
            counts[usize::from(expected)] += 1;
        });
    }
    assert!(counts.iter().all(|count| *count > 300), "{counts:?}");
}

/// The cells that each legal move visits, mapped by a symmetry.
fn paths(position: &Position, symmetry: &Symmetry) -> HashSet<Vec<Square>> {
    let path = |mv: Move| -> Vec<Square> {
        mv.path(position.variant()).map(|square| symmetry.image(square)).collect()
    };
    position.legal_moves().into_iter().map(path).collect()
}

#[test]
fn a_symmetry_maps_legal_moves_to_the_legal_moves_of_the_image() {
    many_positions().par_iter().for_each(|position| {
        let symmetries = position.variant().symmetries();
        for symmetry in symmetries {
            let image = position.image(symmetry);
            let expected = paths(&image, &symmetries[0]);
            assert_eq!(paths(position, symmetry), expected, "{}", position_text(position));
            let moves = position.legal_moves().into_iter();
            let images: HashSet<Move> =
                moves.map(|mv| symmetry.move_image(position.variant(), mv)).collect();
            let expected: HashSet<Move> = image.legal_moves().into_iter().collect();
            assert_eq!(images, expected, "{}", position_text(position));
        }
        if !position.is_first_entry() && !position.with_colours_swapped().is_first_entry() {
            let swapped = paths(&position.with_colours_swapped(), &symmetries[0]);
            assert_eq!(paths(position, &symmetries[0]), swapped, "{}", position_text(position));
        }
    });
}

// Keys and men

#[test]
fn positions_that_differ_in_columns_hands_side_or_variant_have_different_keys() {
    let all = [
        position_of_pieces(Emergo, "e4:w", "w 0,0"),
        position_of_pieces(Emergo, "e4:(w2)", "w 0,0"),
        position_of_pieces(Emergo, "e4:(wb)", "w 0,0"),
        position_of_pieces(Emergo, "e4:(wb2)", "w 0,0"),
        position_of_pieces(Emergo, "e4:(w2b)", "w 0,0"),
        position_of_pieces(Emergo, "e4:(w2b2)", "w 0,0"),
        position_of_pieces(Emergo, "e4:(bw)", "w 0,0"),
        position_of_pieces(Emergo, "e4:b", "w 0,0"),
        position_of_pieces(Emergo, "e5:w", "w 0,0"),
        position_of_pieces(Emergo, "e4:w", "w 1,0"),
        position_of_pieces(Emergo, "e4:w", "w 0,1"),
        position_of_pieces(Emergo, "e4:w", "w 1,1"),
        position_of_pieces(Emergo, "e4:w", "b 0,0"),
        position_of_pieces(Emergo, "", "w 0,0"),
        position_of_pieces(Emergo7, "", "w 0,0"),
        position_of_pieces(Hexemergo, "", "w 0,0"),
    ];
    let keys: HashSet<Key> = all.iter().map(Position::key).collect();
    assert_eq!(keys.len(), all.len());
}

/// Calls `each` with every move in the tree and the positions before and after it.
fn walk(position: &Position, depth: u32, each: &impl Fn(&Position, Move, &Position)) {
    if depth == 0 {
        return;
    }
    for mv in position.legal_moves() {
        let next = position.after(mv);
        each(position, mv, &next);
        walk(&next, depth - 1, each);
    }
}

#[test]
fn every_move_leads_to_a_valid_position_with_the_same_men() {
    many_positions().par_iter().for_each(|root| {
        let (depth, _) = shallow_perft(root, 5_000);
        walk(root, depth, &|before, mv, after| {
            let context =
                || format!("{} {}", position_text(before), move_text(before.variant(), mv));
            let read = parse_position(after.variant(), &position_text(after));
            assert_eq!(read, *after, "{}", context());
            assert_eq!(after.side(), before.side().other(), "{}", context());
            for side in Side::ALL {
                let men = random::total_men(after, side);
                assert_eq!(men, random::total_men(before, side), "{}", context());
            }
        });
    });
}

/// Opening books have keys, so these must not depend on the machine.
#[test]
fn keys_are_the_same_on_every_machine() {
    let pos = parse_position(Variant::Emergo, "1/3/5/3b3/9/3ww2/5/3/1 b 10,11");
    assert_eq!(format!("{:016x}", pos.key()), "2f9b3084dd05aba0");
}

#[test]
fn keys_are_equal_if_and_only_if_positions_are_equal() {
    let mut texts: HashMap<Key, String> = HashMap::new();
    let mut keys: HashMap<String, Key> = HashMap::new();
    let mut repeated = 0;
    let mut note = |position: &Position| {
        let text = format!("{} {}", position.variant(), position_text(position));
        let known = texts.entry(position.key()).or_insert_with(|| text.clone());
        assert_eq!(*known, text);
        repeated += usize::from(keys.contains_key(&text));
        assert_eq!(*keys.entry(text).or_insert(position.key()), position.key());
    };
    for variant in Variant::ALL {
        for seed in 0..300 {
            random::game_positions(&mut random::rng(seed), variant, 120).iter().for_each(&mut note);
        }
        // Transpositions: the same positions after different orders of moves.
        let start = Position::start(variant);
        for (count, first) in start.legal_moves().into_iter().enumerate().take(6) {
            let second = start.after(first);
            for reply in second.legal_moves().into_iter().skip(count) {
                let third = second.after(reply);
                third.legal_moves().into_iter().take(6).for_each(|mv| note(&third.after(mv)));
            }
        }
    }
    assert!(repeated > 1000, "{repeated}");
    assert!(keys.len() > 50_000, "{}", keys.len());
}
