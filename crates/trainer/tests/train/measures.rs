//! What a network is measured by: the curve from scores to results, and what plain terms would know.

use emergo::Variant;
use luctor_engine::eval::features::output_bucket;
use luctor_engine::score::{Calibration, Score};
use luctor_trainer::train::{calibration, terms};
use rand::RngExt;
use rand::rngs::StdRng;
use std::collections::{BTreeMap, HashMap};
use test_support::{position_of_pieces, position_text, random};

/// Outcomes of random scores by a known curve.
fn outcomes(rng: &mut StdRng, known: Calibration, count: usize) -> Vec<calibration::Outcome> {
    (0..count)
        .map(|_| {
            let score = rng.random_range(-900..=900);
            let expected = known.expected(score);
            let drawn = known.draws() * expected * (1.0 - expected);
            let chance: f64 = rng.random_range(0.0..1.0);
            let points = if chance < drawn {
                0.5
            } else if chance < drawn + (expected - drawn / 2.0) {
                1.0
            } else {
                0.0
            };
            (score, points)
        })
        .collect()
}

#[test]
fn the_fit_finds_the_curve_that_made_the_outcomes() {
    let mut rng = random::rng(51);
    for (points, draws) in
        [(120.0, 0.0), (250.0, 0.0), (600.0, 0.0), (150.0, 0.5), (290.0, 0.6), (400.0, 1.6)]
    {
        let known = Calibration::new(points, draws);
        let mut outcomes = outcomes(&mut rng, known, 60_000);
        let found = calibration::fit(&outcomes);
        let context = format!("{found:?} for {known:?}");
        assert!((found.points() / points - 1.0).abs() < 0.03, "{context}");
        assert!((found.draws() - draws).abs() < 0.03 + 0.03 * draws, "{context}");
        if draws == 0.0 {
            assert_eq!(found.draws(), 0.0, "{context}");
        }
        // Sure wins say nothing of the curve.
        outcomes.extend((0..5_000).map(|_| (Score::win_in(9).value(), 1.0)));
        outcomes.extend((0..5_000).map(|_| (Score::loss_in(8).value(), 0.0)));
        assert_eq!(calibration::fit(&outcomes), found, "{context}");
    }
}

#[test]
fn classes_have_all_outcomes_in_order() {
    let mut rng = random::rng(52);
    let known = Calibration::new(250.0, 0.5);
    let outcomes = outcomes(&mut rng, known, 1_003);
    for count in [1, 7, 40] {
        let classes = calibration::classes(&outcomes, known, count);
        // All but the last are of one size, so there may be a few less than wanted.
        assert!(classes.len() <= count && classes.len() * 10 > count * 9, "{}", classes.len());
        assert!(classes[..classes.len() - 1].iter().all(|class| class.3 == classes[0].3));
        assert_eq!(classes.iter().map(|class| class.3).sum::<usize>(), outcomes.len());
        assert!(classes.windows(2).all(|pair| pair[0].0 <= pair[1].0));
        let points: f64 = classes.iter().map(|class| class.2 * class.3 as f64).sum();
        let expected: f64 = outcomes.iter().map(|(_, points)| f64::from(*points)).sum();
        assert!((points - expected).abs() < 1e-6, "{points}, expected {expected}");
    }
}

#[test]
fn every_term_has_a_name_of_its_own() {
    let mut names: HashMap<String, usize> = HashMap::new();
    for term in 0..terms::TERMS {
        let name = terms::name(term);
        assert!(!name.trim().is_empty());
        if let Some(other) = names.insert(name.clone(), term) {
            panic!("terms {other} and {term} are both called {name:?}");
        }
    }
}

#[test]
fn a_colour_swapped_position_has_the_same_terms() {
    for variant in Variant::ALL {
        for seed in 0..15 {
            for position in random::game_positions(&mut random::rng(seed), variant, 120) {
                let (own, swapped) =
                    (terms::counts(&position), terms::counts(&position.with_colours_swapped()));
                assert_eq!(own, swapped, "{variant} {}", position_text(&position));
                assert!(own.iter().all(|count| usize::from(count.term) < terms::TERMS));
                assert!(own.windows(2).all(|pair| pair[0].term < pair[1].term));
            }
        }
    }
}

#[test]
fn terms_are_what_a_person_counts() {
    use Variant::{Emergo, Emergo7};
    /// Board, pieces, side and hands, and what counts.
    type Case<'a> = (Variant, &'a str, &'a str, &'a [(&'a str, i8)]);
    let table: [Case; 6] = [
        (
            Emergo,
            "e5:w",
            "w 0,0",
            &[("men in caps", 1), ("cap 1 over 0 on ring 0", 1), ("mobility", 4)],
        ),
        // The same, seen by the other side.
        (
            Emergo,
            "e5:w",
            "b 0,0",
            &[("men in caps", -1), ("cap 1 over 0 on ring 0", -1), ("mobility", -4)],
        ),
        // Either can feed the other on e4 only, and has four steps.
        (
            Emergo,
            "e5:(w2b) e3:b",
            "b 0,0",
            &[
                ("men in caps", -1),
                ("prisoners held", -1),
                ("cap 2 over 1 on ring 0", -1),
                ("cap 1 over 0 on ring 2", 1),
                ("own men under a guard of 2 without an anchorman", 1),
                ("cells to feed on", 1),
                ("cells for the opponent to feed on", 1),
            ],
        ),
        // Nobody can jump the man on the rim; he can jump, and not step.
        (
            Emergo,
            "e8:w e9:b",
            "w 0,0",
            &[
                ("cap 1 over 0 on ring 3", 1),
                ("cap 1 over 0 on ring 4", -1),
                ("jumpable cap of 1", 1),
                ("mobility", 3),
                ("pieces without a step", -1),
            ],
        ),
        // A guard next to a man of its prisoners' side: white can step to three cells, black to two.
        (
            Emergo7,
            "d6:(w3b2) d7:b",
            "b 1,4",
            &[
                ("men in caps", -2),
                ("prisoners held", -2),
                ("men in hand", 3),
                ("cap 3 over 2 on ring 2", -1),
                ("cap 1 over 0 on ring 3", 1),
                ("coming shadowpiece of 3", 1),
                ("jumpable cap of 3 over prisoners", -1),
                ("own men under a guard of 3 with an anchorman", 2),
                ("mobility", -3),
                ("pieces without a step", 1),
            ],
        ),
        // Tall columns count as the tallest that is told apart.
        (
            Emergo,
            "e5:(w12b9)",
            "w 0,3",
            &[
                ("men in caps", 12),
                ("prisoners held", 9),
                ("men in hand", -3),
                ("cap 8 over 6 on ring 0", 1),
                ("coming shadowpiece of 3", -1),
                ("own men under a guard of 4 without an anchorman", -9),
                ("mobility", 4),
            ],
        ),
    ];
    for (variant, pieces, side_and_hands, expected) in table {
        let position = position_of_pieces(variant, pieces, side_and_hands);
        let mut expected: BTreeMap<String, i8> =
            expected.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
        expected.insert("the move".to_owned(), 1);
        expected.insert(format!("tempo in stage {}", output_bucket(&position)), 1);
        let found: BTreeMap<String, i8> = terms::counts(&position)
            .iter()
            .map(|count| (terms::name(usize::from(count.term)), count.count))
            .collect();
        assert_eq!(found, expected, "{pieces} {side_and_hands}");
    }
}
