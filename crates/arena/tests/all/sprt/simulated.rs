//! Simulated matches with known probabilities: the error rates of the SPRT and the coverage of the confidence interval.

use super::{assert_near, estimate, sprt};
use EloModel::{Logistic, Normalized};
use luctor_arena::statistics::counts::*;
use luctor_arena::statistics::elo::*;
use luctor_arena::statistics::sprt::*;

/// Simulated tests for each error rate.
const TESTS: u64 = 1_000;

/// Probabilities of 0, 0.5, 1, 1.5 and 2 points in a pair. The openings favour a colour, so most pairs have one win each.
const EVEN_PAIRS: [f64; 5] = [0.16, 0.05, 0.58, 0.05, 0.16];

/// Probabilities with this expected score: `EVEN_PAIRS` with probability moved from lost to won pairs.
fn pairs_of_score(score: f64) -> [f64; 5] {
    let mut shares = EVEN_PAIRS;
    shares[0] -= score - 0.5;
    shares[4] += score - 0.5;
    shares
}

/// The expected score for which `pairs_of_score` has this normalized Elo.
fn score_of_normalized(elo: f64) -> f64 {
    let (mut low, mut high) = (0.5, 0.65);
    for _ in 0..60 {
        let middle: f64 = (low + high) / 2.0;
        let shares = pairs_of_score(middle);
        let squares = (0..5).map(|i| shares[i] * (i as f64 / 4.0 - middle).powi(2));
        let deviation = (2.0 * squares.sum::<f64>()).sqrt();
        if (middle - 0.5) / deviation * 800.0 / 10f64.ln() < elo {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The class of a pair that is drawn with these probabilities.
fn random_class(random: &mut fastrand::Rng, shares: [f64; 5]) -> usize {
    let mut point = random.f64();
    let class = shares.iter().position(|share| {
        point -= share;
        point < 0.0
    });
    class.unwrap_or(4)
}

/// Runs simulated tests until they are decided: after few games, because the hypotheses are far apart. Returns the number of tests that accepted H1.
fn accepted(test: &Sprt, shares: [f64; 5], seed: u64) -> u64 {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut accepted = 0;
    for _ in 0..TESTS {
        let mut counts = [0; 5];
        let hypothesis = loop {
            counts[random_class(&mut random, shares)] += 1;
            let ratio = test.log_likelihood_ratio(&PairCounts(counts));
            if let Some(hypothesis) = test.accepted(ratio) {
                break hypothesis;
            }
        };
        accepted += u64::from(hypothesis == Hypothesis::H1);
    }
    accepted
}

/// Checks an error rate: at most the nominal rate plus three standard deviations of the simulation, and not much below the
/// nominal rate, because such a test would need more games than necessary.
#[track_caller]
fn assert_error_rate(errors: u64, nominal: f64) {
    let rate = errors as f64 / TESTS as f64;
    let deviation = (nominal * (1.0 - nominal) / TESTS as f64).sqrt();
    assert!(rate <= nominal + 3.0 * deviation, "{rate} against {nominal}, {deviation}");
    assert!(rate >= 0.6 * nominal - 3.0 * deviation, "{rate} against {nominal}, {deviation}");
}

/// Checks both error rates of a test, for pairs with these probabilities under H0 and under H1. The simulations have
/// this seed and the next one.
#[track_caller]
fn assert_error_rates(test: &Sprt, [h0, h1]: [[f64; 5]; 2], [alpha, beta]: [f64; 2], seed: u64) {
    let false_accepts = accepted(test, h0, seed);
    let false_rejects = TESTS - accepted(test, h1, seed + 1);
    println!("{false_accepts} and {false_rejects} of {TESTS}");
    assert_error_rate(false_accepts, alpha);
    assert_error_rate(false_rejects, beta);
}

/// Probabilities with this logistic Elo.
fn pairs_of_elo(elo: f64) -> [f64; 5] {
    pairs_of_score(Elo::new(elo).expected_score().value())
}

#[test]
fn different_nominal_error_rates_are_both_kept() {
    let (alpha, beta) = (0.15, 0.03);
    let settings = SprtSettings { elo0: -20.0, elo1: 40.0, alpha, beta, model: Logistic };
    let test = Sprt::new(settings).unwrap();
    assert_error_rates(&test, [-20.0, 40.0].map(pairs_of_elo), [alpha, beta], 3);
}

#[test]
fn a_normalized_test_has_its_nominal_error_rates() {
    let test = sprt(Normalized, [0.0, 80.0]);
    let better = pairs_of_score(score_of_normalized(80.0));
    assert_error_rates(&test, [EVEN_PAIRS, better], [0.05, 0.05], 5);
}

#[test]
fn the_confidence_interval_contains_the_true_elo_in_95_percent_of_the_matches() {
    const MATCHES: u64 = 2_000;
    let truth = 30.0;
    let shares = pairs_of_elo(truth);
    let mut random = fastrand::Rng::with_seed(7);
    let mut contained = 0;
    for _ in 0..MATCHES {
        let mut counts = [0; 5];
        for _ in 0..300 {
            counts[random_class(&mut random, shares)] += 1;
        }
        let found = estimate(counts).logistic;
        contained += u64::from(found.low.value() <= truth && truth <= found.high.value());
    }
    let deviation = (0.95 * 0.05 / MATCHES as f64).sqrt();
    assert_near(contained as f64 / MATCHES as f64, 0.95, 3.0 * deviation + 0.005);
}
