//! The calibration of scores, and the terms of the linear model.

use emergo::Variant;
use luctor_engine::eval::features::output_bucket;
use luctor_engine::score::{Calibration, Score};
use luctor_trainer::calibration_fit::{self, ScoredResult};
use luctor_trainer::terms::{self, TERMS, Term};
use rand::RngExt;
use rand::rngs::StdRng;
use std::collections::{BTreeMap, HashSet};
use test_support::{position_of_pieces, position_text, random};

/// Random scores with random results that follow a known calibration.
fn random_results(rng: &mut StdRng, known: Calibration, count: usize) -> Vec<ScoredResult> {
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
            ScoredResult { score: Score::centimen(score), points }
        })
        .collect()
}

#[test]
fn the_fit_finds_the_calibration_of_random_results() {
    let mut rng = random::rng(51);
    for (points, draws) in
        [(120.0, 0.0), (250.0, 0.0), (600.0, 0.0), (150.0, 0.5), (290.0, 0.6), (400.0, 1.6)]
    {
        let known = Calibration::new(points, draws);
        let mut results = random_results(&mut rng, known, 60_000);
        let found = calibration_fit::fit(&results);
        let context = format!("{found:?} for {known:?}");
        assert!((found.points() / points - 1.0).abs() < 0.03, "{context}");
        assert!((found.draws() - draws).abs() < 0.03 + 0.03 * draws, "{context}");
        if draws == 0.0 {
            assert_eq!(found.draws(), 0.0, "{context}");
        }
        // Won and lost positions are not used for the fit.
        let decided =
            [(Score::win_in(9), 1.0), (Score::loss_in(8), 0.0), (Score::centimen(3_000), 0.5)]
                .map(|(score, points)| ScoredResult { score, points });
        results.extend(decided.iter().cycle().take(10_000));
        assert_eq!(calibration_fit::fit(&results), found, "{context}");
    }
}

#[test]
fn score_bins_have_all_results_in_order() {
    let mut rng = random::rng(52);
    let known = Calibration::new(250.0, 0.5);
    let results = random_results(&mut rng, known, 1_003);
    for count in [1, 7, 40] {
        let bins = calibration_fit::score_bins(&results, known, count);
        // All bins except the last have the same size, so there may be fewer bins than asked for.
        assert!(bins.len() <= count && bins.len() * 10 > count * 9, "{}", bins.len());
        assert!(bins[..bins.len() - 1].iter().all(|bin| bin.results == bins[0].results));
        assert_eq!(bins.iter().map(|bin| bin.results).sum::<usize>(), results.len());
        assert!(bins.windows(2).all(|pair| pair[0].score <= pair[1].score));
        let points: f64 = bins.iter().map(|bin| bin.points * bin.results as f64).sum();
        let expected: f64 = results.iter().map(|result| f64::from(result.points)).sum();
        assert!((points - expected).abs() < 1e-6, "{points}, expected {expected}");
    }
}

#[test]
fn every_term_has_its_own_index_and_name() {
    let terms = Term::all();
    assert_eq!(terms.len(), TERMS);
    let names: HashSet<String> = terms.iter().map(|term| term.to_string()).collect();
    assert_eq!(names.len(), TERMS);
    for (index, term) in terms.iter().enumerate() {
        assert_eq!(term.index(), index, "{term}");
    }
}

#[test]
fn a_position_with_colours_swapped_has_the_same_terms() {
    for variant in Variant::ALL {
        for seed in 0..15 {
            for position in random::game_positions(&mut random::rng(seed), variant, 120) {
                let (own, swapped) =
                    (terms::counts(&position), terms::counts(&position.with_colours_swapped()));
                assert_eq!(own, swapped, "{variant} {}", position_text(&position));
                assert!(own.iter().all(|count| usize::from(count.term) < TERMS));
                assert!(own.windows(2).all(|pair| pair[0].term < pair[1].term));
            }
        }
    }
}

#[test]
fn terms_agree_with_counts_by_hand() {
    use Variant::{Emergo, Emergo7};
    /// Board, pieces, side to move and hands, expected terms.
    type Case<'a> = (Variant, &'a str, &'a str, &'a [(&'a str, i8)]);
    let table: [Case; 6] = [
        (
            Emergo,
            "e5:w",
            "w 0,0",
            &[("men in caps", 1), ("cap 1, prisoners 0, ring 0", 1), ("mobility", 4)],
        ),
        // The same position with the other side to move.
        (
            Emergo,
            "e5:w",
            "b 0,0",
            &[("men in caps", -1), ("cap 1, prisoners 0, ring 0", -1), ("mobility", -4)],
        ),
        // Each side can feed the other on e4 only, and has four steps.
        (
            Emergo,
            "e5:(w2b) e3:b",
            "b 0,0",
            &[
                ("men in caps", -1),
                ("prisoners held", -1),
                ("cap 2, prisoners 1, ring 0", -1),
                ("cap 1, prisoners 0, ring 2", 1),
                ("own men under a guard of 2 without an anchorman", 1),
                ("feeding cells", 1),
                ("feeding cells of the opponent", 1),
            ],
        ),
        // The man on the rim cannot be jumped. He can jump, but not step.
        (
            Emergo,
            "e8:w e9:b",
            "w 0,0",
            &[
                ("cap 1, prisoners 0, ring 3", 1),
                ("cap 1, prisoners 0, ring 4", -1),
                ("jumpable cap of 1 without prisoners", 1),
                ("mobility", 3),
                ("pieces without a step", -1),
            ],
        ),
        // A guard with an anchorman next to it. White has three steps, Black two.
        (
            Emergo7,
            "d6:(w3b2) d7:b",
            "b 1,4",
            &[
                ("men in caps", -2),
                ("prisoners held", -2),
                ("men in hand", 3),
                ("cap 3, prisoners 2, ring 2", -1),
                ("cap 1, prisoners 0, ring 3", 1),
                ("coming shadowpiece of 3", 1),
                ("jumpable cap of 3 with prisoners", -1),
                ("own men under a guard of 3 with an anchorman", 2),
                ("mobility", -3),
                ("pieces without a step", 1),
            ],
        ),
        // Greater columns count as the greatest with a term of its own.
        (
            Emergo,
            "e5:(w12b9)",
            "w 0,3",
            &[
                ("men in caps", 12),
                ("prisoners held", 9),
                ("men in hand", -3),
                ("cap 8, prisoners 6, ring 0", 1),
                ("coming shadowpiece of 3", -1),
                ("own men under a guard of 4 without an anchorman", -9),
                ("mobility", 4),
            ],
        ),
    ];
    let names: Vec<String> = Term::all().iter().map(Term::to_string).collect();
    for (variant, pieces, side_and_hands, expected) in table {
        let position = position_of_pieces(variant, pieces, side_and_hands);
        let mut expected: BTreeMap<String, i8> =
            expected.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
        expected.insert("side to move".to_owned(), 1);
        expected.insert(format!("tempo in output bucket {}", output_bucket(&position)), 1);
        let found: BTreeMap<String, i8> = terms::counts(&position)
            .iter()
            .map(|count| (names[usize::from(count.term)].clone(), count.count))
            .collect();
        assert_eq!(found, expected, "{pieces} {side_and_hands}");
    }
}
