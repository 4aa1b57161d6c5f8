//! What a network is shown: rows of pictures, their differences and their symmetries.

use crate::{embedded, many_positions, quiet_positions};
use emergo::{Bitboard, MoveKind, Position, Side, Square, Variant};
use luctor_engine::eval::Evaluator;
use luctor_engine::eval::features::{
    FeatureDiff, FeatureIndex, FeatureKind, FeatureSet, FeatureState,
};
use rand::RngExt;
use std::collections::HashMap;
use test_support::{position_text, random};

/// Prints how far a position and its images are apart: the trainer shows the network every position in all of them,
/// but nothing forces their scores to be the same.
#[test]
fn images_of_a_position_are_more_alike_than_positions_are() {
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
            "{variant}: images differ by {mean:.1} centimen in the mean and {largest} at most; positions lie \
             {spread:.1} around their mean"
        );
        // No network that learned from all images could fail this.
        assert!(mean < spread / 2.0, "{variant}: {mean:.1} against {spread:.1}");
    }
}

/// How often each pair of rows is there.
fn counted(rows: &[[FeatureIndex; 2]]) -> HashMap<[FeatureIndex; 2], i32> {
    let mut counts = HashMap::new();
    rows.iter().for_each(|row| *counts.entry(*row).or_default() += 1);
    counts
}

#[test]
fn the_difference_of_two_pictures_leads_from_one_to_the_other() {
    for variant in Variant::ALL {
        let layout = FeatureSet::new(variant);
        let positions = many_positions(variant);
        let mut rng = random::rng(3);
        // The same one all the time: what it held must not matter.
        let mut difference = FeatureDiff::default();
        for at in 0..3_000 {
            let old = at % positions.len();
            // A neighbour in its game, or any position.
            let new = if at % 2 == 0 {
                rng.random_range(0..positions.len())
            } else {
                (old + rng.random_range(0..4)) % positions.len()
            };
            let [old, new] = [old, new].map(|at| FeatureState::of(&positions[at]));
            new.compare(&old, &layout, &mut difference);
            let mut rows = counted(&old.rows(&layout));
            for row in &difference.removed {
                let count = rows.get_mut(row).unwrap_or_else(|| panic!("{row:?} was not there"));
                *count -= 1;
                assert!(*count >= 0, "{row:?} is removed too often");
            }
            difference.added.iter().for_each(|row| *rows.entry(*row).or_default() += 1);
            rows.retain(|_, count| *count != 0);
            assert_eq!(rows, counted(&new.rows(&layout)), "{variant}");
            if old == new {
                assert!(difference.added.is_empty() && difference.removed.is_empty());
            }
            assert_eq!(old.distance(&new), new.distance(&old));
        }
    }
}

#[test]
fn every_row_has_its_place_and_every_kind_comes_up() {
    for variant in Variant::ALL {
        let layout = FeatureSet::new(variant);
        let mut seen = vec![false; layout.rows()];
        for position in many_positions(variant) {
            let rows = FeatureState::of(&position).rows(&layout);
            for row in rows.iter().flatten() {
                assert!(
                    usize::from(*row) < layout.rows(),
                    "{variant} {}",
                    position_text(&position)
                );
                seen[usize::from(*row)] = true;
            }
            let pieces =
                rows.iter().filter(|row| layout.kind(row[0]) == FeatureKind::Piece).count();
            let expected = Side::ALL.map(|side| position.pieces(side).count() as usize);
            assert_eq!(
                pieces,
                expected.iter().sum::<usize>(),
                "{variant} {}",
                position_text(&position)
            );
        }
        for kind in FeatureKind::ALL {
            let rows = (0..layout.rows()).filter(|row| layout.kind(*row as FeatureIndex) == kind);
            assert!(rows.clone().any(|row| seen[row]), "{variant}: no {}", kind.name());
        }
    }
}

#[test]
fn the_other_view_is_that_of_the_other_side() {
    for variant in Variant::ALL {
        let layout = FeatureSet::new(variant);
        let other = layout.other_view();
        assert_eq!(other.len(), layout.rows());
        for (row, swapped) in other.iter().enumerate() {
            assert_eq!(usize::from(other[usize::from(*swapped)]), row, "{variant}");
        }
        for position in many_positions(variant) {
            let mut rows = FeatureState::of(&position).rows(&layout);
            for [white, black] in &rows {
                assert_eq!(
                    other[usize::from(*white)],
                    *black,
                    "{variant} {}",
                    position_text(&position)
                );
            }
            rows.iter_mut().for_each(|row| row.reverse());
            let swapped = FeatureState::of(&position.with_colours_swapped()).rows(&layout);
            assert_eq!(counted(&swapped), counted(&rows), "{variant} {}", position_text(&position));
        }
    }
}

#[test]
fn rows_of_an_image_are_the_images_of_the_rows() {
    for variant in Variant::ALL {
        let layout = FeatureSet::new(variant);
        let images: Vec<_> = variant
            .symmetries()
            .iter()
            .map(|symmetry| (layout.image(symmetry), symmetry))
            .collect();
        for (image, _) in &images {
            let mut all = image.clone();
            all.sort_unstable();
            assert!(all.iter().enumerate().all(|(row, image)| usize::from(*image) == row));
        }
        for position in many_positions(variant).iter().step_by(3) {
            let rows = FeatureState::of(position).rows(&layout);
            for (image, symmetry) in &images {
                let mapped: Vec<[FeatureIndex; 2]> =
                    rows.iter().map(|pair| pair.map(|row| image[usize::from(row)])).collect();
                let expected = FeatureState::of(&position.image(symmetry)).rows(&layout);
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
fn every_row_shares_weights_that_exist() {
    for variant in Variant::ALL {
        let layout = FeatureSet::new(variant);
        let (shares, count) = layout.shares();
        assert_eq!(shares.len(), layout.rows(), "{variant}");
        let mut used = vec![0; count];
        for (row, shares) in shares.iter().enumerate() {
            let mut different = shares.clone();
            different.sort_unstable();
            different.dedup();
            assert_eq!(different.len(), shares.len(), "{variant}, row {row}: {shares:?}");
            for share in shares {
                assert!(*share < count, "{variant}, row {row}: {share} of {count}");
                used[*share] += 1;
            }
        }
        assert!(used.iter().all(|rows| *rows > 0), "{variant}: nobody learns some weights");
    }
}

/// The direction opposite to one.
fn opposite(variant: Variant, direction: usize) -> usize {
    let directions = variant.shifts().len();
    (direction + directions / 2) % directions
}

/// Could an enemy piece jump over a cell in this direction, were a piece there, with these pieces and vacant cells?
fn can_be_jumped(
    variant: Variant,
    (enemies, vacant): (Bitboard, Bitboard),
    cell: Square,
    direction: usize,
) -> bool {
    let is_in = |set: Bitboard, cell: Option<Square>| cell.is_some_and(|cell| set.has(cell));
    let behind = variant.neighbour(cell, opposite(variant, direction));
    is_in(enemies, behind) && is_in(vacant, variant.neighbour(cell, direction))
}

#[test]
fn lines_are_those_that_the_rules_have() {
    for variant in Variant::ALL {
        let directions = variant.shifts().len();
        for position in many_positions(variant) {
            for side in Side::ALL {
                let enemies = position.pieces(side.other());
                let vacant = position.empty();
                let found = position.jump_lines()[side.index()];
                for direction in 0..directions {
                    let jumped =
                        |cell: &Square| can_be_jumped(variant, (enemies, vacant), *cell, direction);
                    let jumps: Bitboard = position.pieces(side).filter(jumped).collect();
                    let feeds: Bitboard = vacant
                        .filter(|to| {
                            let from =
                                (0..directions).filter_map(|way| variant.neighbour(*to, way));
                            let mut from = from.filter(|from| position.pieces(side).has(*from));
                            from.any(|from| {
                                let vacated = (vacant | from.bitboard()) & !to.bitboard();
                                can_be_jumped(variant, (enemies, vacated), *to, direction)
                            })
                        })
                        .collect();
                    let at =
                        || format!("{variant} {} {side} {direction}", position_text(&position));
                    assert_eq!(found.jumpable_pieces[direction], jumps, "{}", at());
                    assert_eq!(found.feeding_cells[direction], feeds, "{}", at());
                }
                for direction in directions..found.jumpable_pieces.len() {
                    assert!(
                        found.jumpable_pieces[direction].is_empty()
                            && found.feeding_cells[direction].is_empty()
                    );
                }
            }
        }
    }
}

#[test]
fn cells_to_feed_on_are_where_a_step_can_be_jumped() {
    for variant in Variant::ALL {
        let mut compared = 0;
        for position in many_positions(variant) {
            if position.required_move_kind() != MoveKind::Step {
                continue;
            }
            let us = position.side();
            let feeds = position.jump_lines()[us.index()].feeding_cells;
            let mut expected = [Bitboard::EMPTY; Variant::MAX_DIRECTIONS];
            for mv in position.legal_moves() {
                let after = position.after(mv);
                let jumps = after.jump_lines()[us.index()].jumpable_pieces;
                let target = mv.to().bitboard();
                for (cells, jumps) in expected.iter_mut().zip(jumps) {
                    *cells |= jumps & target;
                }
                // The opponent may also jump a piece that the step exposed, or that stood there anyway.
                let anywhere = jumps.iter().any(|jumps| jumps.any());
                assert_eq!(
                    position.is_feeding(mv),
                    anywhere,
                    "{variant} {}",
                    position_text(&position)
                );
                assert_eq!(after.can_capture(), anywhere, "{variant} {}", position_text(&position));
            }
            assert_eq!(feeds, expected, "{variant} {}", position_text(&position));
            compared += usize::from(expected.iter().any(|cells| cells.any()));
        }
        assert!(compared > 100, "{variant}: {compared}");
    }
}
