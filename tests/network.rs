//! The network: what it sees of a position, what it makes of it, and its files. Nothing here depends on how good
//! the networks are, and on their shape only through the library's own constants.

mod common;

use common::{legal, position, random, shown};
use luctor::checksum::fnv1a;
use luctor::eval::inputs::{Difference, Kind, Layout, Picture, Row, STAGES, stage};
use luctor::eval::network::{FloatWeights, HIDDEN, Header, NetworkError};
use luctor::eval::{Evaluator, Network, Networks};
use luctor::rules::{Bitboard, Phase, Position, Side, Square, Variant};
use luctor::score::{Calibration, MAX_PLY, Score};
use proptest::prelude::*;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// Positions of random games and composed ones, which have taller columns, odd hands and captures.
fn many_positions(variant: Variant) -> Vec<Position> {
    let mut rng = random::seeded(1);
    let games = (0..25).flat_map(|seed| random::game(&mut random::seeded(seed), variant, 120));
    let mut positions: Vec<Position> = games.collect();
    positions.extend((0..400).map(|_| position(variant, &random::composed(&mut rng, variant))));
    positions
}

/// Positions of random games in which the mover has no capture: those that are evaluated.
fn quiet_positions(variant: Variant) -> Vec<Position> {
    let games = (0..12).flat_map(|seed| random::game(&mut random::seeded(seed), variant, 120));
    let quiet: Vec<Position> = games.filter(|position| !position.can_capture()).collect();
    assert!(quiet.len() > 300, "{variant}: {}", quiet.len());
    quiet
}

fn embedded(variant: Variant) -> Arc<Network> {
    Arc::clone(Networks::embedded().of(variant))
}

/// A network of random weights. Those of the rows are at most `size`.
fn random_network(rng: &mut StdRng, variant: Variant, size: f32) -> Network {
    let header = Header {
        variant,
        scale: 400,
        calibration: Calibration::new(250.0, 0.5),
        training: "games=3 seed=7 loss=0.5000".to_owned(),
    };
    let rows = Layout::new(variant).rows();
    let mut weights = |count: usize, size: f32| -> Vec<f32> {
        (0..count).map(|_| rng.random_range(-size..=size)).collect()
    };
    let weights = FloatWeights {
        biases: weights(HIDDEN, 0.5),
        rows: weights(rows * HIDDEN, size),
        outputs: weights(2 * HIDDEN * STAGES, 1.0),
        output_biases: weights(STAGES, 1.0),
    };
    Network::quantised(header, &weights)
}

fn evaluate(network: &Arc<Network>, position: &Position) -> Score {
    Evaluator::new(Arc::clone(network)).evaluate(position, 0)
}

// Scores

#[test]
fn a_colour_swapped_position_has_the_same_score() {
    for variant in Variant::ALL {
        let mut evaluator = Evaluator::new(embedded(variant));
        let mut scores = Vec::new();
        for position in quiet_positions(variant) {
            let score = evaluator.evaluate(&position, 0);
            let swapped = evaluator.evaluate(&position.swapped(), 0);
            assert_eq!(swapped, score, "{variant} {}", shown(&position));
            scores.push(score);
        }
        // A network that says the same of everything would pass.
        scores.sort_unstable();
        scores.dedup();
        assert!(scores.len() > 100, "{variant}: {} different scores", scores.len());
    }
}

/// A squared unit is kept in more steps than this from 0 to 1: the greatest 15 bits, squared, of which the
/// upper half is kept, and the clip is at no less than seven tenths of that.
const SQUARE_STEPS: f64 = 8_192.0;

/// The score as a plain sum over the weights, in centimen, and how far the integers may be from it.
fn plain_score(network: &Network, weights: &FloatWeights, position: &Position) -> (f64, f64) {
    let rows = Picture::of(position).rows(network.layout());
    let stage = stage(position);
    let us = position.side();
    let mut sum = f64::from(weights.output_biases[stage]);
    let mut output_weights = 0.0;
    for (half, view) in [us.index(), us.other().index()].into_iter().enumerate() {
        for unit in 0..HIDDEN {
            let row =
                |row: &[Row; 2]| f64::from(weights.rows[usize::from(row[view]) * HIDDEN + unit]);
            let hidden = f64::from(weights.biases[unit]) + rows.iter().map(row).sum::<f64>();
            let output = f64::from(weights.outputs[(2 * stage + half) * HIDDEN + unit]);
            sum += hidden.clamp(0.0, 1.0).powi(2) * output;
            output_weights += output.abs();
        }
    }
    let scale = f64::from(network.header().scale);
    // The weights are those of the integers, so the hidden sums are exact but for the rounding of f32, and two things
    // are cut off: every squared unit at one of its steps, and the score at a whole centiman.
    let error = 1.0 + scale * output_weights / SQUARE_STEPS;
    let limit = f64::from(Score::centimen(i32::MAX).value());
    ((scale * sum).clamp(-limit, limit), error + 0.01)
}

#[test]
fn the_integers_say_what_plain_arithmetic_says() {
    for variant in Variant::ALL {
        let drawn = random_network(&mut random::seeded(5), variant, 0.1);
        for network in [embedded(variant), Arc::new(drawn)] {
            let weights = network.weights();
            let mut evaluator = Evaluator::new(Arc::clone(&network));
            let (mut sum, mut largest, mut count) = (0.0, 0.0, 0);
            for position in quiet_positions(variant) {
                let score = f64::from(evaluator.evaluate(&position, 0).value());
                let (plain, error) = plain_score(&network, &weights, &position);
                let difference = (score - plain).abs();
                let at = format!("{variant} {}: {score}, plainly {plain}", shown(&position));
                assert!(difference <= error, "{at}, at most {error} apart");
                assert!(error < 10.0, "the bound says something: {error}");
                sum += difference;
                largest = f64::max(largest, difference);
                count += 1;
            }
            let mean = sum / f64::from(count);
            println!("{variant}: {mean:.2} apart in the mean, {largest:.2} at most");
            // Cutting off a centiman alone makes half a one.
            assert!(mean < 1.5, "{variant}: {mean}");
        }
    }
}

#[test]
fn an_evaluator_that_walks_says_the_same_as_a_fresh_one() {
    Variant::ALL.par_iter().for_each(|&variant| {
        let mut rng = random::seeded(11);
        // Great weights make the sums of 16 bits run over, there and back.
        let networks = [
            embedded(variant),
            Arc::new(random_network(&mut rng, variant, 0.1)),
            Arc::new(random_network(&mut rng, variant, 25.0)),
        ];
        for network in networks {
            let mut walker = Evaluator::new(Arc::clone(&network));
            for _ in 0..8 {
                let game = random::game(&mut rng, variant, 120);
                let mut at = 0;
                while at < game.len() {
                    let position = &game[at];
                    if !position.can_capture() {
                        let ply = match rng.random_range(0..4) {
                            0 => rng.random_range(0..=2 * MAX_PLY),
                            1 => usize::MAX,
                            _ => at,
                        };
                        let expected = evaluate(&network, position);
                        let found = walker.evaluate(position, ply);
                        assert_eq!(found, expected, "{variant} {} {ply}", shown(position));
                    }
                    at = match rng.random_range(0..10) {
                        0 => rng.random_range(0..=at),
                        step => at + 1 + step % 3,
                    };
                }
            }
        }
    });
}

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
            assert_eq!(score(&position.image(&symmetries[0])), own, "{}", shown(&position));
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

// What the network sees

/// How often each pair of rows is there.
fn counted(rows: &[[Row; 2]]) -> HashMap<[Row; 2], i32> {
    let mut counts = HashMap::new();
    rows.iter().for_each(|row| *counts.entry(*row).or_default() += 1);
    counts
}

#[test]
fn the_difference_of_two_pictures_leads_from_one_to_the_other() {
    for variant in Variant::ALL {
        let layout = Layout::new(variant);
        let positions = many_positions(variant);
        let mut rng = random::seeded(3);
        // The same one all the time: what it held must not matter.
        let mut difference = Difference::default();
        for at in 0..3_000 {
            let old = at % positions.len();
            // A neighbour in its game, or any position.
            let new = if at % 2 == 0 {
                rng.random_range(0..positions.len())
            } else {
                (old + rng.random_range(0..4)) % positions.len()
            };
            let [old, new] = [old, new].map(|at| Picture::of(&positions[at]));
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
        let layout = Layout::new(variant);
        let mut seen = vec![false; layout.rows()];
        for position in many_positions(variant) {
            let rows = Picture::of(&position).rows(&layout);
            for row in rows.iter().flatten() {
                assert!(usize::from(*row) < layout.rows(), "{variant} {}", shown(&position));
                seen[usize::from(*row)] = true;
            }
            let pieces = rows.iter().filter(|row| layout.kind(row[0]) == Kind::Piece).count();
            let expected = Side::ALL.map(|side| position.pieces(side).count() as usize);
            assert_eq!(pieces, expected.iter().sum::<usize>(), "{variant} {}", shown(&position));
        }
        for kind in Kind::ALL {
            let rows = (0..layout.rows()).filter(|row| layout.kind(*row as Row) == kind);
            assert!(rows.clone().any(|row| seen[row]), "{variant}: no {}", kind.name());
        }
    }
}

#[test]
fn the_other_view_is_that_of_the_other_side() {
    for variant in Variant::ALL {
        let layout = Layout::new(variant);
        let other = layout.other_view();
        assert_eq!(other.len(), layout.rows());
        for (row, swapped) in other.iter().enumerate() {
            assert_eq!(usize::from(other[usize::from(*swapped)]), row, "{variant}");
        }
        for position in many_positions(variant) {
            let mut rows = Picture::of(&position).rows(&layout);
            for [white, black] in &rows {
                assert_eq!(other[usize::from(*white)], *black, "{variant} {}", shown(&position));
            }
            rows.iter_mut().for_each(|row| row.reverse());
            let swapped = Picture::of(&position.swapped()).rows(&layout);
            assert_eq!(counted(&swapped), counted(&rows), "{variant} {}", shown(&position));
        }
    }
}

#[test]
fn rows_of_an_image_are_the_images_of_the_rows() {
    for variant in Variant::ALL {
        let layout = Layout::new(variant);
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
            let rows = Picture::of(position).rows(&layout);
            for (image, symmetry) in &images {
                let mapped: Vec<[Row; 2]> =
                    rows.iter().map(|pair| pair.map(|row| image[usize::from(row)])).collect();
                let expected = Picture::of(&position.image(symmetry)).rows(&layout);
                assert_eq!(counted(&mapped), counted(&expected), "{variant} {}", shown(position));
            }
        }
    }
}

#[test]
fn every_row_shares_weights_that_exist() {
    for variant in Variant::ALL {
        let layout = Layout::new(variant);
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

// Lines

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
                let found = position.lines()[side.index()];
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
                    let at = || format!("{variant} {} {side} {direction}", shown(&position));
                    assert_eq!(found.jumps[direction], jumps, "{}", at());
                    assert_eq!(found.feeds[direction], feeds, "{}", at());
                }
                for direction in directions..found.jumps.len() {
                    assert!(found.jumps[direction].is_empty() && found.feeds[direction].is_empty());
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
            if position.phase() != Phase::Stepping {
                continue;
            }
            let us = position.side();
            let feeds = position.lines()[us.index()].feeds;
            let mut expected = [Bitboard::EMPTY; luctor::rules::board::MAX_DIRECTIONS];
            for mv in legal(&position) {
                let after = position.after(mv);
                let jumps = after.lines()[us.index()].jumps;
                let target = mv.to().bitboard();
                for (cells, jumps) in expected.iter_mut().zip(jumps) {
                    *cells |= jumps & target;
                }
                // The opponent may also jump a piece that the step exposed, or that stood there anyway.
                let anywhere = jumps.iter().any(|jumps| jumps.any());
                assert_eq!(position.feeds(mv), anywhere, "{variant} {}", shown(&position));
                assert_eq!(after.can_capture(), anywhere, "{variant} {}", shown(&position));
            }
            assert_eq!(feeds, expected, "{variant} {}", shown(&position));
            compared += usize::from(expected.iter().any(|cells| cells.any()));
        }
        assert!(compared > 100, "{variant}: {compared}");
    }
}

// Files

/// The length of the header with its line break.
fn header_length(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| *byte == b'\n').expect("a header") + 1
}

/// The file with another header.
fn with_header(bytes: &[u8], change: impl Fn(&str) -> String) -> Vec<u8> {
    let (header, weights) = bytes.split_at(header_length(bytes));
    let header = change(std::str::from_utf8(header).expect("a header is text"));
    [header.as_bytes(), weights].concat()
}

/// The file with one word of its header, `key=…`, replaced.
fn with_word(bytes: &[u8], key: &str, word: &str) -> Vec<u8> {
    with_header(bytes, |header| {
        let words = header.trim_end_matches('\n').split(' ');
        let is_it = |found: &&str| found.split_once('=').is_some_and(|(name, _)| name == key);
        assert_eq!(words.clone().filter(is_it).count(), 1, "{key} is in {header:?}");
        let words = words.map(|found| if is_it(&found) { word } else { found });
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        words.join(" ") + "\n"
    })
}

#[test]
fn a_network_survives_its_file() {
    for variant in Variant::ALL {
        let drawn = random_network(&mut random::seeded(2), variant, 0.2);
        let mut untold = drawn.clone();
        untold.set_header(Header { training: String::new(), ..drawn.header().clone() });
        for network in [(*embedded(variant)).clone(), drawn, untold] {
            let bytes = network.to_bytes();
            let again = Network::read(&bytes).unwrap();
            assert_eq!(again.header(), network.header());
            assert_eq!(again.weights(), network.weights());
            assert_eq!(again.to_bytes(), bytes);
            for position in quiet_positions(variant).iter().step_by(40) {
                let (old, new) = (Arc::new(network.clone()), Arc::new(again.clone()));
                assert_eq!(evaluate(&new, position), evaluate(&old, position));
            }
        }
    }
}

#[test]
fn rounding_weights_that_are_round_changes_nothing() {
    for variant in Variant::ALL {
        let network = embedded(variant);
        let again = Network::quantised(network.header().clone(), &network.weights());
        assert_eq!(again.weights().rows, network.weights().rows, "{variant}");
        assert_eq!(again.weights().biases, network.weights().biases, "{variant}");
        assert_eq!(again.weights().outputs, network.weights().outputs, "{variant}");
        let biases = network.weights().output_biases;
        for (again, bias) in again.weights().output_biases.iter().zip(biases) {
            // Integers of 32 bits lose a few as f32.
            assert!(
                (again - bias).abs() <= 1e-6 * bias.abs().max(1.0),
                "{variant}: {again} {bias}"
            );
        }
    }
}

#[test]
fn a_file_cut_or_lengthened_anywhere_is_refused() {
    let bytes = embedded(Variant::Emergo7).to_bytes();
    let first = header_length(&bytes);
    for length in 0..first {
        assert_eq!(Network::read(&bytes[..length]).unwrap_err(), NetworkError::Header, "{length}");
    }
    let wanted = bytes.len() - first;
    let mut rng = random::seeded(4);
    let lengths = (0..200).map(|_| rng.random_range(0..wanted));
    for found in lengths.chain([0, 1, wanted - 8, wanted - 1]) {
        let error = Network::read(&bytes[..first + found]).unwrap_err();
        assert_eq!(error, NetworkError::Length { found, wanted });
    }
    for more in [1, 2, 64, 4_096] {
        let longer = [&bytes[..], &vec![0; more]].concat();
        let error = Network::read(&longer).unwrap_err();
        assert_eq!(error, NetworkError::Length { found: wanted + more, wanted });
    }
}

#[test]
fn a_flipped_bit_of_the_weights_is_noticed() {
    let mut bytes = embedded(Variant::Emergo7).to_bytes();
    let (first, end) = (header_length(&bytes), bytes.len());
    let mut rng = random::seeded(6);
    let places = (0..60).map(|_| rng.random_range(first..end));
    for at in places.collect::<Vec<_>>().into_iter().chain([first, end - 9, end - 8, end - 1]) {
        let bit = 1 << rng.random_range(0..8);
        bytes[at] ^= bit;
        assert_eq!(Network::read(&bytes).unwrap_err(), NetworkError::Checksum, "{at} {bit}");
        bytes[at] ^= bit;
    }
    assert!(Network::read(&bytes).is_ok());
}

#[test]
fn a_header_that_does_not_fit_is_refused_with_its_reason() {
    use NetworkError::{Number, Shape};
    let variant = Variant::Emergo7;
    let bytes = embedded(variant).to_bytes();
    let rows = Layout::new(variant).rows();
    for (key, wanted) in [("rows", rows), ("hidden", HIDDEN), ("stages", STAGES)] {
        for found in [0, 1, wanted - 1, wanted + 1, 2 * wanted, usize::MAX] {
            let error =
                Network::read(&with_word(&bytes, key, &format!("{key}={found}"))).unwrap_err();
            assert_eq!(error, Shape { key, found, wanted }, "{key}={found}");
            let said = error.to_string();
            assert!(said.contains(&format!("{key}={found}")), "{said}");
            assert!(said.contains(&wanted.to_string()), "{said}");
        }
    }
    let keys = ["variant", "rows", "hidden", "stages", "scale", "points", "draws"];
    for key in keys {
        for word in ["", &format!("{key}="), &format!("{key}=x"), key, &format!("{key}=-1")] {
            let error = Network::read(&with_word(&bytes, key, word)).unwrap_err();
            assert_eq!(error, Number(key), "{word:?} for {key}");
            assert!(error.to_string().contains(key), "{error}");
        }
    }
    for word in [
        "variant=chess",
        "hidden=1e3",
        "rows=99999999999999999999999",
        "scale=0",
        "scale=NaN",
        "scale=inf",
        "scale=1e9",
        "points=0",
        "points=NaN",
        "points=-inf",
        "draws=2.5",
        "draws=NaN",
    ] {
        let (key, _) = word.split_once('=').unwrap();
        let error = Network::read(&with_word(&bytes, key, word)).unwrap_err();
        assert!(matches!(error, Number(found) if found == key), "{word}: {error:?}");
    }
    // The weights of another board do not fit, even where the header says so.
    for other in [Variant::Emergo, Variant::Hexemergo] {
        let renamed = with_word(&bytes, "variant", &format!("variant={other}"));
        let wanted = Layout::new(other).rows();
        let error = Network::read(&renamed).unwrap_err();
        assert_eq!(error, Shape { key: "rows", found: rows, wanted });
        let renamed = with_word(&renamed, "rows", &format!("rows={wanted}"));
        let error = Network::read(&renamed).unwrap_err();
        assert!(matches!(error, NetworkError::Length { .. }), "{error:?}");
    }
}

#[test]
fn what_does_not_begin_like_a_network_is_none() {
    let bytes = embedded(Variant::Emergo7).to_bytes();
    let weights = &bytes[header_length(&bytes)..];
    let other_version = with_header(&bytes, |header| header.replacen(" 1 ", " 2 ", 1));
    let longest = vec![b'a'; 1 << 16];
    let broken = [b"luctor-net 1 variant=\xff\xfe\n", weights].concat();
    let texts: [&[u8]; 8] = [
        b"",
        b"\n",
        b"luctor-net",
        b"luctor-games 1 variant=emergo\n",
        &other_version,
        weights,
        &longest,
        &broken,
    ];
    for bytes in texts {
        let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned();
        assert_eq!(Network::read(bytes).unwrap_err(), NetworkError::Header, "{beginning:?}");
    }
    assert_eq!(Network::read(b"luctor-net 1 \n").unwrap_err(), NetworkError::Number("variant"));
}

/// A file with output weights or biases as great as the integers allow, and a checksum that fits.
fn with_great_outputs(variant: Variant, value: i16) -> Vec<u8> {
    let weights = FloatWeights {
        biases: vec![1.0; HIDDEN],
        rows: vec![0.0; Layout::new(variant).rows() * HIDDEN],
        outputs: vec![0.0; 2 * HIDDEN * STAGES],
        output_biases: vec![0.0; STAGES],
    };
    let header = embedded(variant).header().clone();
    let mut bytes = Network::quantised(header, &weights).to_bytes();
    let first = header_length(&bytes);
    let end = bytes.len() - 8 - 4 * STAGES;
    for weight in bytes[end - 4 * HIDDEN * STAGES..end].chunks_exact_mut(2) {
        weight.copy_from_slice(&value.to_le_bytes());
    }
    let checked = bytes.len() - 8;
    let checksum = fnv1a(bytes[first..checked].iter().copied());
    bytes[checked..].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

#[test]
fn output_weights_beyond_the_limit_are_refused_or_harmless() {
    for variant in Variant::ALL {
        for value in [i16::MAX, i16::MIN, 2_000, -2_000] {
            if let Ok(network) = Network::read(&with_great_outputs(variant, value)) {
                let score = evaluate(&Arc::new(network), &Position::start(variant)).value();
                // All units are 1, so the sum has the sign of the weights.
                assert_eq!(score.signum(), i32::from(value.signum()), "{variant} {value}: {score}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_no_network(bytes in prop::collection::vec(any::<u8>(), 0..6_000)) {
        prop_assert!(Network::read(&bytes).is_err());
    }

    #[test]
    fn random_bytes_behind_a_good_header_are_no_network(
        board in 0..3_usize,
        bytes in prop::collection::vec(any::<u8>(), 0..2_000),
    ) {
        let network = embedded(Variant::ALL[board]).to_bytes();
        let file = [&network[..header_length(&network)], &bytes].concat();
        let is_length = |error: &NetworkError| matches!(error, NetworkError::Length { .. });
        prop_assert!(Network::read(&file).is_err_and(|error| is_length(&error)));
    }

    #[test]
    fn random_words_in_the_header_are_no_network(
        keys in prop::collection::vec(
            prop::sample::select(vec!["variant", "rows", "hidden", "stages", "scale", "points", "draws", ""]),
            0..10,
        ),
        values in prop::collection::vec("[ -~]{0,12}|[0-9]{1,25}|emergo|é*", 10),
    ) {
        let words: Vec<String> =
            keys.iter().zip(&values).map(|(key, value)| format!("{key}={value}")).collect();
        let file = format!("luctor-net 1 {}\n", words.join(" "));
        prop_assert!(Network::read(file.as_bytes()).is_err());
    }

    #[test]
    fn a_header_with_a_changed_byte_is_read_or_refused(at in 0..4_096_usize, byte in any::<u8>()) {
        let mut bytes = embedded(Variant::Emergo7).to_bytes();
        let at = at % header_length(&bytes);
        bytes[at] = byte;
        // The checksum is that of the weights alone: another scale or another training is another header.
        if let Ok(network) = Network::read(&bytes) {
            prop_assert_eq!(network.weights(), embedded(Variant::Emergo7).weights());
            let written = network.to_bytes();
            let again = Network::read(&written).unwrap();
            prop_assert_eq!(again.header(), network.header());
        }
    }
}

#[test]
fn files_give_a_network_for_their_own_board_only() {
    let directory = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let mut rng = random::seeded(8);
    for variant in Variant::ALL {
        let drawn = random_network(&mut rng, variant, 0.1);
        let path = directory.join(format!("network of {variant}.net"));
        std::fs::write(&path, drawn.to_bytes()).unwrap();
        let networks = Networks::with_file(Some(&path)).unwrap();
        for board in Variant::ALL {
            let expected =
                if board == variant { drawn.clone() } else { (*embedded(board)).clone() };
            assert_eq!(networks.of(board).to_bytes(), expected.to_bytes(), "{variant} {board}");
        }
        std::fs::remove_file(&path).unwrap();
        let error = Networks::with_file(Some(&path)).unwrap_err().to_string();
        assert!(error.contains(&path.display().to_string()), "{error}");
    }
    let networks = Networks::with_file(None).unwrap();
    let board = *Variant::ALL.choose(&mut rng).unwrap();
    assert_eq!(networks.of(board).to_bytes(), embedded(board).to_bytes());
}
