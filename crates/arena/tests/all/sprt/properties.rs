//! Properties of Elo and SPRT that all results have.

use super::{MODELS, assert_near, degenerate, estimate, ratio, sprt};
use EloModel::Logistic;
use luctor_arena::statistics::counts::*;
use luctor_arena::statistics::elo::*;
use luctor_arena::statistics::sprt::*;

#[test]
fn a_pair_counts_by_its_points() {
    use GameScore::{Draw, Loss, Win};
    let mut pairs = PairCounts::default();
    for one in [Loss, Draw, Win] {
        for other in [Loss, Draw, Win] {
            pairs.add(one, other);
        }
    }
    assert_eq!(pairs, PairCounts([1, 2, 3, 2, 1]));
    assert_eq!(pairs.pairs(), 9);
    assert_eq!(pairs.to_string(), "[1, 2, 3, 2, 1]");

    let mut games = ResultCounts::default();
    for score in [Win, Win, Draw, Loss] {
        games.add(score);
    }
    assert_eq!(games, ResultCounts { wins: 2, draws: 1, losses: 1 });
    assert_eq!(games.games(), 4);
    assert_eq!(games.draw_ratio().value(), 0.25);
    assert_eq!(games.score().value(), 0.625);
    assert_eq!(ResultCounts::default().score().value(), 0.5);
}

#[test]
fn swapping_the_engines_negates_elo_and_ratio() {
    let typical = [[3, 20, 45, 25, 7], [0, 10, 20, 50, 20], [7, 0, 0, 9, 0], [1_000, 0, 1, 0, 0]];
    for counts in typical.into_iter().chain(degenerate()) {
        let mut swapped_counts = counts;
        swapped_counts.reverse();
        let (found, swapped) = (estimate(counts), estimate(swapped_counts));
        assert_near(found.superiority.value() + swapped.superiority.value(), 1.0, 1e-12);
        for (one, other) in
            [(found.logistic, swapped.logistic), (found.normalized, swapped.normalized)]
        {
            for (a, b) in [(one.difference, other.difference), (one.low, other.high)] {
                let (a, b) = (a.value(), -b.value());
                assert!(a == b || (a - b).abs() < 1e-9 * (1.0 + a.abs()), "{counts:?}: {a} {b}");
            }
        }
        for model in MODELS {
            let one = ratio(model, [-2.0, 15.0], counts);
            let other = ratio(model, [-15.0, 2.0], swapped_counts);
            let tolerance = 1e-6 * (1.0 + one.abs());
            assert!((one + other).abs() < tolerance, "{counts:?} {model}: {one} {other}");
        }
    }
}

#[test]
fn elo_and_expected_score_are_inverse() {
    for elo in [-400.0, -20.0, 0.0, 1.0, 100.0, 400.0] {
        assert_near(Elo::of_score(Elo::new(elo).expected_score()).value(), elo, 1e-9);
    }
    assert_near(Elo::new(400.0).expected_score().value(), 10.0 / 11.0, 1e-15);
    assert_eq!(Elo::of_score(Share::new(0.5)).value(), 0.0);
}

#[test]
fn no_printed_number_is_nan() {
    for counts in degenerate() {
        let (pairs, found) = (PairCounts(counts), estimate(counts));
        let EloEstimate { difference, low, high, .. } = found.logistic;
        assert!(low <= difference && difference <= high && low < high, "{counts:?}: {found:?}");
        let mut printed = vec![
            found.logistic.to_string(),
            found.normalized.to_string(),
            format!("{} {}", found.logistic.low, found.logistic.high),
            format!("{} {}", found.normalized.low, found.normalized.high),
            found.superiority.to_string(),
            format!("{:?}", pairs.pairs_ratio()),
        ];
        for model in MODELS {
            for hypotheses in [[0.0, 10.0], [-200.0, 200.0], [199.0, 200.0]] {
                let ratio = sprt(model, hypotheses).log_likelihood_ratio(&pairs);
                assert!(ratio.is_finite(), "{counts:?} {model} {hypotheses:?}");
                printed.push(format!("{ratio:.2}"));
            }
        }
        assert!(printed.iter().all(|text| !text.contains("NaN")), "{counts:?}: {printed:?}");
    }
}

#[test]
fn without_results_the_estimate_is_even_and_unbounded() {
    let found = estimate([0; 5]);
    assert_eq!(found.logistic.to_string(), "0.00 +/- inf");
    assert_eq!(found.normalized.to_string(), "0.00 +/- inf");
    assert_eq!(found.superiority.value(), 0.5);
    assert_eq!(PairCounts::default().pairs_ratio(), None);
    assert_eq!(Estimate::of_games(&ResultCounts::default()), found);
    for model in MODELS {
        assert_eq!(ratio(model, [0.0, 10.0], [0; 5]), 0.0);
    }
}

#[test]
fn if_all_pairs_are_won_the_interval_has_only_a_lower_end() {
    let found = estimate([0, 0, 0, 0, 100]);
    assert_eq!(found.logistic.to_string(), "inf +/- inf");
    assert_eq!(found.logistic.high.value(), f64::INFINITY);
    // The score at which 100 won pairs have a probability of 5 %: 0.05^(1/100) = 0.97049.
    assert_near(found.logistic.low.value(), 606.7, 0.1);
    assert_eq!(found.normalized.to_string(), "inf +/- inf");
    assert_eq!(found.superiority.to_string(), "100.00 %");
    assert_eq!(PairCounts([0, 0, 0, 0, 100]).pairs_ratio(), Some(f64::INFINITY));
    // One won pair is one standard deviation under the null hypothesis.
    assert_eq!(estimate([0, 0, 0, 0, 1]).superiority.to_string(), "84.13 %");
    assert_eq!(estimate([0, 1, 0, 0, 0]).superiority.to_string(), "15.87 %");
}

#[test]
fn the_bounds_are_those_of_wald() {
    let bounds = |test: Sprt| format!("{:.2} {:.2}", test.lower_bound(), test.upper_bound());
    assert_eq!(bounds(sprt(Logistic, [0.0, 10.0])), "-2.94 2.94");
    // The bounds that fastchess prints for alpha 0.05 and beta 0.1: cinder #836.
    let test = Sprt::new(SprtSettings { beta: 0.10, ..SprtSettings::default() }).unwrap();
    assert_eq!(bounds(test), "-2.25 2.89");
}

#[test]
fn a_test_is_decided_at_its_bounds() {
    let test = sprt(Logistic, [0.0, 10.0]);
    assert_eq!(test.accepted(test.lower_bound()), Some(Hypothesis::H0));
    assert_eq!(test.accepted(test.upper_bound()), Some(Hypothesis::H1));
    let decide = |counts| test.accepted(test.log_likelihood_ratio(&PairCounts(counts)));
    assert_eq!(decide([0; 5]), None);
    assert_eq!(decide([20, 40, 100, 40, 20]), None);
    assert_eq!(decide([2_000, 4_000, 10_000, 4_000, 2_000]), Some(Hypothesis::H0));
    assert_eq!(decide([2_000, 4_000, 10_000, 4_000, 4_000]), Some(Hypothesis::H1));
}

#[test]
fn a_test_with_invalid_parameters_is_refused() {
    let good = SprtSettings::default();
    assert!(Sprt::new(good).is_ok());
    let bad = [
        (SprtSettings { elo0: 10.0, ..good }, SprtError::Order),
        (SprtSettings { elo0: 11.0, ..good }, SprtError::Order),
        (SprtSettings { elo1: f64::NAN, ..good }, SprtError::Elo),
        (SprtSettings { elo0: f64::NEG_INFINITY, ..good }, SprtError::Elo),
        (SprtSettings { elo1: 200.1, ..good }, SprtError::Elo),
        (SprtSettings { alpha: 0.0, ..good }, SprtError::ErrorRate),
        (SprtSettings { alpha: f64::NAN, ..good }, SprtError::ErrorRate),
        (SprtSettings { beta: -0.05, ..good }, SprtError::ErrorRate),
        (SprtSettings { beta: 0.5, ..good }, SprtError::ErrorRate),
    ];
    for (settings, expected) in bad {
        assert_eq!(Sprt::new(settings), Err(expected), "{settings:?}");
    }
    assert_eq!(SprtError::Order.to_string(), "elo0 must be less than elo1");
    assert_eq!(SprtError::Elo.to_string(), "elo0 and elo1 must be from -200 to 200 Elo");
}
