//! The features of positions, their differences and their symmetries.

use super::{embedded, many_positions, quiet_positions};
use emergo::{Bitboard, Position, Side, Square, Variant};
use luctor_engine::eval::Evaluator;
use luctor_engine::eval::feature_maps::Factoriser;
use luctor_engine::eval::features::{
    FeatureDiff, FeatureIndex, FeatureKind, FeatureSet, FeatureState,
};
use std::collections::HashMap;
use test_support::{position_text, random};

/// The trainer uses every position in all its symmetric forms, but nothing forces equal scores.
#[test]
fn symmetric_positions_have_similar_scores() {
    for variant in Variant::ALL {
        let mut evaluator = Evaluator::new(embedded(variant));
        let symmetries = variant.symmetries();
        let (mut sum, mut largest, mut count) = (0.0, 0, 0);
        let mut scores = Vec::new();
        for position in quiet_positions(variant) {
            let mut score = |position: &Position| evaluator.evaluate(position, 0).value();
            let own = score(&position);
            assert_eq!(score(&position.image(&symmetries[0])), own, "{}", position_text(&position));
            for symmetry in &symmetries[1..] {
                let difference = (score(&position.image(symmetry)) - own).abs();
                sum += f64::from(difference);
                largest = largest.max(difference);
                count += 1;
            }
            scores.push(f64::from(own));
        }
        let mean = sum / f64::from(count);
        let centre = scores.iter().sum::<f64>() / scores.len() as f64;
        let spread =
            scores.iter().map(|score| (score - centre).abs()).sum::<f64>() / scores.len() as f64;
        println!(
            "{variant}: scores of symmetric positions differ by {mean:.1} centimen on average, {largest} at most; \
             mean deviation of all scores {spread:.1}"
        );
        // A network that was trained on all symmetric forms passes.
        assert!(mean < spread / 2.0, "{variant}: {mean:.1} of {spread:.1}");
    }
}

/// The number of occurrences of each pair of indices.
fn counted(active: &[[FeatureIndex; 2]]) -> HashMap<[FeatureIndex; 2], i32> {
    let mut counts = HashMap::new();
    active.iter().for_each(|pair| *counts.entry(*pair).or_default() += 1);
    counts
}

#[test]
fn the_difference_of_two_positions_leads_from_one_to_the_other() {
    for variant in Variant::ALL {
        let set = FeatureSet::new(variant);
        let positions = many_positions(variant);
        let mut rng = random::rng(3);
        // The same buffer all the time: its old contents must not matter.
        let mut difference = FeatureDiff::default();
        for at in 0..3_000 {
            let old = at % positions.len();
            // A position near it in its game, or any position.
            let new = if at % 2 == 0 {
                rng.usize(..positions.len())
            } else {
                (old + rng.usize(..4)) % positions.len()
            };
            let [old, new] = [old, new].map(|at| FeatureState::of(&positions[at]));
            new.compare(&old, &set, &mut difference);
            let mut active = counted(&old.active(&set));
            for pair in difference.removed.iter() {
                let count = active
                    .get_mut(pair)
                    .unwrap_or_else(|| panic!("feature {pair:?} was not active"));
                *count -= 1;
                assert!(*count >= 0, "feature {pair:?} is removed too often");
            }
            difference.added.iter().for_each(|pair| *active.entry(*pair).or_default() += 1);
            active.retain(|_, count| *count != 0);
            assert_eq!(active, counted(&new.active(&set)), "{variant}");
            if old == new {
                assert!(difference.added.is_empty() && difference.removed.is_empty());
            }
            assert_eq!(old.distance(&new), new.distance(&old));
        }
    }
}

#[test]
fn every_index_is_valid_and_every_kind_occurs() {
    for variant in Variant::ALL {
        let set = FeatureSet::new(variant);
        let mut seen = vec![false; set.size()];
        for position in many_positions(variant) {
            let active = FeatureState::of(&position).active(&set);
            for index in active.iter().flatten() {
                assert!(usize::from(*index) < set.size(), "{variant} {}", position_text(&position));
                seen[usize::from(*index)] = true;
            }
            let pieces =
                active.iter().filter(|pair| set.kind(pair[0]) == FeatureKind::Piece).count();
            let expected = Side::ALL.map(|side| position.pieces(side).count() as usize);
            assert_eq!(
                pieces,
                expected.iter().sum::<usize>(),
                "{variant} {}",
                position_text(&position)
            );
        }
        for kind in FeatureKind::ALL {
            let mut indices =
                (0..set.size()).filter(|index| set.kind(*index as FeatureIndex) == kind);
            assert!(indices.any(|index| seen[index]), "{variant}: no {}", kind.name());
        }
    }
}

#[test]
fn the_other_view_is_the_view_of_the_other_side() {
    for variant in Variant::ALL {
        let set = FeatureSet::new(variant);
        let other = set.other_view();
        assert_eq!(other.len(), set.size());
        for (index, swapped) in other.iter().enumerate() {
            assert_eq!(usize::from(other[usize::from(*swapped)]), index, "{variant}");
        }
        for position in many_positions(variant) {
            let mut active = FeatureState::of(&position).active(&set);
            for [white, black] in &active {
                assert_eq!(
                    other[usize::from(*white)],
                    *black,
                    "{variant} {}",
                    position_text(&position)
                );
            }
            active.iter_mut().for_each(|pair| pair.reverse());
            let swapped = FeatureState::of(&position.with_colours_swapped()).active(&set);
            assert_eq!(
                counted(&swapped),
                counted(&active),
                "{variant} {}",
                position_text(&position)
            );
        }
    }
}

#[test]
fn features_of_a_symmetric_position_are_the_images_of_the_features() {
    for variant in Variant::ALL {
        let set = FeatureSet::new(variant);
        let images: Vec<_> =
            variant.symmetries().iter().map(|symmetry| (set.image(symmetry), symmetry)).collect();
        for (image, _) in &images {
            let mut all = image.clone();
            all.sort_unstable();
            assert!(all.iter().enumerate().all(|(index, image)| usize::from(*image) == index));
        }
        for position in many_positions(variant).iter().step_by(3) {
            let active = FeatureState::of(position).active(&set);
            for (image, symmetry) in &images {
                let mapped: Vec<[FeatureIndex; 2]> =
                    active.iter().map(|pair| pair.map(|index| image[usize::from(index)])).collect();
                let expected = FeatureState::of(&position.image(symmetry)).active(&set);
                assert_eq!(
                    counted(&mapped),
                    counted(&expected),
                    "{variant} {}",
                    position_text(position)
                );
            }
        }
    }
}

#[test]
fn every_feature_has_different_factors_and_every_factor_is_used() {
    for variant in Variant::ALL {
        let set = FeatureSet::new(variant);
        let Factoriser { factors, count } = set.factoriser();
        assert_eq!(factors.len(), set.size(), "{variant}");
        let mut used = vec![0; count];
        for (index, factors) in factors.iter().enumerate() {
            let mut different = factors.clone();
            different.sort_unstable();
            different.dedup();
            assert_eq!(different.len(), factors.len(), "{variant}, feature {index}: {factors:?}");
            for factor in factors {
                assert!(*factor < count, "{variant}, feature {index}: {factor} of {count}");
                used[*factor] += 1;
            }
        }
        assert!(used.iter().all(|features| *features > 0), "{variant}: a factor without a feature");
    }
}

/// The direction opposite to one.
fn opposite(variant: Variant, direction: usize) -> usize {
    let directions = variant.shifts().len();
    (direction + directions / 2) % directions
}

#[test]
fn jumps_and_feeds_agree_with_the_rules() {
    for variant in Variant::ALL {
        let directions = variant.shifts().len();
        for position in many_positions(variant) {
            for side in Side::ALL {
                let (own, enemies) = (position.pieces(side), position.pieces(side.other()));
                let found = position.jump_lines()[side.index()];
                for direction in 0..directions {
                    // Could an enemy piece jump in this direction over a piece on `cell`?
                    let can_be_jumped = |cell: Square, vacant: Bitboard| {
                        let behind = variant.neighbour(cell, opposite(variant, direction));
                        let ahead = variant.neighbour(cell, direction);
                        behind.is_some_and(|cell| enemies.has(cell))
                            && ahead.is_some_and(|cell| vacant.has(cell))
                    };
                    let is_jumped = |cell: &Square| can_be_jumped(*cell, position.empty());
                    let jumps: Bitboard = own.filter(is_jumped).collect();
                    let is_fed = |to: &Square| {
                        let from = (0..directions).filter_map(|way| variant.neighbour(*to, way));
                        from.filter(|from| own.has(*from))
                            .any(|from| can_be_jumped(*to, position.empty() | from.bitboard()))
                    };
                    let feeds: Bitboard = position.empty().filter(is_fed).collect();
                    let at =
                        || format!("{variant} {} {side} {direction}", position_text(&position));
                    assert_eq!(found.jumpable_pieces[direction], jumps, "{}", at());
                    assert_eq!(found.feeding_cells[direction], feeds, "{}", at());
                }
                let unused = &found.jumpable_pieces[directions..];
                let mut unused = unused.iter().chain(&found.feeding_cells[directions..]);
                assert!(!unused.any(|cells| cells.any()));
            }
        }
    }
}

/// What a triple says of a cell, in the view of a side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Content {
    Outside,
    Vacant,
    Piece { is_own: bool, has_tall_cap: bool, has_prisoners: bool },
}

/// The positions in which each thing occurs, once for each occurrence.
type Occurrences<T> = HashMap<T, Vec<usize>>;

#[test]
fn a_triple_is_a_piece_in_contact_with_its_two_neighbours_on_a_line() {
    for variant in Variant::ALL {
        let set = FeatureSet::new(variant);
        let mut expected: Occurrences<(Content, [Content; 2])> = HashMap::new();
        let mut found: Occurrences<FeatureIndex> = HashMap::new();
        for (number, position) in many_positions(variant).iter().enumerate() {
            let content = |cell: Option<Square>| {
                let Some(cell) = cell else { return Content::Outside };
                let Some(owner) = position.owner(cell) else { return Content::Vacant };
                let column = position.column(cell);
                Content::Piece {
                    is_own: owner == Side::White,
                    has_tall_cap: column.cap() > 1,
                    has_prisoners: column.prisoners() > 0,
                }
            };
            for side in Side::ALL {
                let enemies = position.pieces(side.other());
                for middle in position.pieces(side) {
                    for direction in 0..variant.shifts().len() / 2 {
                        let ends = [direction, opposite(variant, direction)]
                            .map(|direction| variant.neighbour(middle, direction));
                        if ends.iter().flatten().any(|cell| enemies.has(*cell)) {
                            let mut ends = ends.map(content);
                            ends.sort_unstable();
                            let triple = (content(Some(middle)), ends);
                            expected.entry(triple).or_default().push(number);
                        }
                    }
                }
            }
            for [white, _] in FeatureState::of(position).active(&set) {
                if set.kind(white) == FeatureKind::Triple {
                    found.entry(white).or_default().push(number);
                }
            }
        }
        // Each triple has an index of its own if the indices occur where the triples do.
        let mut expected: Vec<Vec<usize>> = expected.into_values().collect();
        let mut found: Vec<Vec<usize>> = found.into_values().collect();
        expected.sort_unstable();
        found.sort_unstable();
        assert!(found == expected, "{variant}");
        assert!(found.len() > 100, "{variant}: only {} triples", found.len());
    }
}
