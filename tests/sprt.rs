//! The statistics of a match: against published values, against simulated matches, at the edges.

use EloModel::{Logistic, Normalized};
use luctor::tools::matches::sprt::*;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

const MODELS: [EloModel; 2] = [Logistic, Normalized];

fn sprt(model: EloModel, [elo0, elo1]: [f64; 2]) -> Sprt {
    Sprt::new(SprtSettings { elo0, elo1, model, ..SprtSettings::default() }).unwrap()
}

fn ratio(model: EloModel, hypotheses: [f64; 2], counts: [u64; 5]) -> f64 {
    sprt(model, hypotheses).log_likelihood_ratio(&PairCounts::new(counts)).value()
}

fn estimate(counts: [u64; 5]) -> Estimate {
    Estimate::of_pairs(&PairCounts::new(counts))
}

#[track_caller]
fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected}");
}

/// One pair of each kind, and many of one kind.
fn degenerate() -> Vec<[u64; 5]> {
    let mut all = vec![[0; 5]];
    for class in 0..5 {
        for count in [1, 2, 30, 5_000, 10_000_000] {
            let mut counts = [0; 5];
            counts[class] = count;
            all.push(counts);
        }
    }
    all.extend([[1, 0, 0, 0, 1], [0, 0, 1, 0, 1], [100_000, 0, 0, 0, 1], [0, 0, 9_999_999, 1, 0]]);
    all
}

// Published values.

#[test]
fn the_ratio_is_that_of_fishtest() {
    // Results of official-stockfish/fishtest, server/fishtest/stats/LLRcalc.py (LLR_logistic and
    // LLR_normalized). The first counts are those of the self-test in stat_util.py beside it.
    let cases = [
        ([10_789, 19_328, 33_806, 19_402, 10_543], [-3.0, 1.0], 2.131_067_812, 0.300_869_785),
        ([39, 2_226, 31_451, 2_412, 40], [0.2, 0.9], 2.162_542_580, f64::NAN),
        ([39, 2_226, 31_451, 2_412, 40], [0.764, 3.439], f64::NAN, 2.162_940_870),
        ([0, 10, 20, 50, 20], [0.0, 5.0], 1.428_686_106, 1.268_896_404),
        ([3, 20, 45, 25, 7], [0.0, 20.0], 0.997_633_768, 0.825_294_312),
        ([2, 5, 80, 8, 5], [0.0, 5.0], 0.538_486_257, 0.265_705_594),
        ([0, 0, 50, 0, 0], [0.0, 5.0], -0.717_605_836, -0.017_561_249),
        ([0, 0, 0, 0, 1], [0.0, 20.0], 0.056_016_676, 0.078_046_308),
        ([1, 0, 0, 0, 0], [0.0, 20.0], -0.059_341_838, -0.084_672_504),
    ];
    for (counts, hypotheses, logistic, normalized) in cases {
        for (model, expected) in [(Logistic, logistic), (Normalized, normalized)] {
            if !expected.is_nan() {
                assert_near(ratio(model, hypotheses, counts), expected, 2e-9);
            }
        }
    }
    let games = GameCounts { wins: 65_388, draws: 56_553, losses: 65_804 };
    for (model, expected) in [(Logistic, 2.049_042_618), (Normalized, 0.491_711_776)] {
        let found = sprt(model, [-3.0, 1.0]).log_likelihood_ratio_of_games(&games);
        assert_near(found.value(), expected, 2e-9);
    }
}

#[test]
fn the_ratio_is_that_of_the_tests_of_fastchess() {
    // Disservin/fastchess, app/tests/sprt_test.cpp; two digits are given there.
    let pairs = [
        (Normalized, [0.0, 2.0], [365, 16_618, 36_029 + 200, 16_974, 390], 2.25),
        (Normalized, [-1.75, 0.25], [127, 4_883, 10_311 + 401, 5_150, 104], 3.01),
        (Logistic, [0.5, 2.5], [223, 9_863, 20_279 + 1_000, 10_037, 246], -3.07),
        (Logistic, [0.0, 2.0], [871, 26_175, 55_003 + 980, 26_678, 821], -4.98),
    ];
    for (model, hypotheses, counts, expected) in pairs {
        assert_near(ratio(model, hypotheses, counts), expected, 0.006);
    }
    let games = [
        (Normalized, [0.0, 2.0], [36_433, 36_027, 68_692], 0.92),
        (Normalized, [-1.75, 0.25], [10_871, 10_650, 20_431], 2.30),
        (Logistic, [0.5, 2.5], [21_404, 21_184, 40_708], -1.57),
        (Logistic, [0.0, 2.0], [57_433, 57_030, 106_593], -2.59),
    ];
    for (model, hypotheses, [wins, losses, draws], expected) in games {
        let found = sprt(model, hypotheses)
            .log_likelihood_ratio_of_games(&GameCounts { wins, draws, losses })
            .value();
        assert_near(found, expected, 0.006);
    }
}

#[test]
fn the_ratio_is_that_of_published_tests_of_stockfish() {
    // Pull requests of official-stockfish/Stockfish, tested by fishtest: its braces mean logistic
    // Elo (2020), its angle brackets normalized Elo (since 2021).
    let cases = [
        (3209, Logistic, [-0.25, 1.25], [253, 4_282, 17_604, 4_431, 286], "2.94"),
        (3209, Logistic, [0.25, 1.25], [58, 3_302, 33_130, 3_518, 84], "2.97"),
        (3098, Logistic, [-0.25, 1.25], [491, 7_345, 29_693, 7_670, 465], "2.96"),
        (2971, Logistic, [-0.5, 1.5], [17, 253, 1_042, 337, 39], "2.96"),
        (3017, Logistic, [-1.5, 0.5], [40, 1_272, 12_142, 1_300, 30], "3.01"),
        (4194, Normalized, [0.0, 2.0], [371, 10_263, 24_989, 10_642, 379], "2.95"),
        (5884, Normalized, [0.0, 2.0], [87, 2_524, 5_762, 2_819, 88], "2.93"),
        (5884, Normalized, [-1.75, 0.25], [0, 2_816, 9_189, 2_559, 5], "-2.94"),
        (6036, Normalized, [0.0, 2.0], [0, 1_236, 4_490, 1_474, 1], "2.94"),
        (6285, Normalized, [-1.75, 0.25], [118, 38_575, 109_888, 38_432, 122], "2.95"),
    ];
    for (pull, model, hypotheses, counts, expected) in cases {
        let found = sprt(model, hypotheses).log_likelihood_ratio(&PairCounts::new(counts));
        assert_eq!(found.to_string(), expected, "Stockfish #{pull}");
    }
}

#[test]
fn the_elo_of_pairs_is_that_of_the_tests_of_fastchess() {
    // Disservin/fastchess, app/tests/elo_test.cpp: Elo, its error, normalized Elo, its error.
    let cases = [
        ([34, 54, 31 + 32, 64, 75], [55.58, 27.65, 57.94, 28.28], "100.00 %"),
        ([332, 433, 457 + 41, 333, 334], [-8.64, 10.33, -9.17, 10.96], "5.05 %"),
        ([7_895, 8_757, 5_485 + 200, 568, 9_999], [-21.04, 2.95, -19.01, 2.65], "0.00 %"),
    ];
    for (counts, [elo, error, normalized, normalized_error], superiority) in cases {
        let found = estimate(counts);
        assert_eq!(found.logistic.to_string(), format!("{elo:.2} +/- {error:.2}"));
        let expected = format!("{normalized:.2} +/- {normalized_error:.2}");
        assert_eq!(found.normalized.to_string(), expected);
        assert_eq!(found.superiority.to_string(), superiority);
    }
}

#[test]
fn the_elo_of_games_is_that_of_the_tests_of_fastchess() {
    // The same file.
    let of = |wins, losses, draws| Estimate::of_games(&GameCounts { wins, draws, losses });
    let found = of(76, 89, 123);
    assert_eq!(found.normalized.to_string(), "-20.76 +/- 40.13");
    assert_eq!(found.superiority.to_string(), "15.53 %");
    let found = of(136, 96, 111);
    assert_eq!(found.normalized.to_string(), "49.77 +/- 36.77");
    assert_eq!(found.logistic.to_string(), "40.70 +/- 30.43");
    assert_eq!(found.superiority.to_string(), "99.60 %");
    let found = of(34, 356, 0);
    assert_eq!(found.normalized.to_string(), "-508.44 +/- 34.48");
}

#[test]
fn whole_reports_of_fastchess_are_reproduced() {
    // Pull requests of brunocodutra/cinder, and issue 807 of Disservin/fastchess (without a test).
    // Elo, normalized Elo, superiority, ratio of draws, ratio of pairs; hypotheses and ratio of
    // the test.
    type Report = ([u64; 5], [&'static str; 5], Option<([f64; 2], &'static str)>);
    let reports: [(&str, Report); 6] = [
        (
            "cinder #727",
            (
                [50, 287, 610, 387, 73],
                ["18.04 +/- 8.23", "28.19 +/- 12.84", "100.00 %", "43.35 %", "1.36"],
                Some(([0.0, 5.0], "2.97")),
            ),
        ),
        (
            "cinder #836",
            (
                [835, 6_884, 13_116, 7_201, 852],
                ["2.11 +/- 1.70", "3.52 +/- 2.83", "99.25 %", "45.40 %", "1.04"],
                Some(([0.0, 3.0], "2.89")),
            ),
        ),
        (
            "cinder #795",
            (
                [1_447, 13_972, 26_437, 14_412, 1_441],
                ["1.29 +/- 1.18", "2.19 +/- 2.00", "98.39 %", "45.81 %", "1.03"],
                Some(([0.0, 3.0], "1.98")),
            ),
        ),
        (
            "cinder #879",
            (
                [115, 1_156, 2_443, 1_233, 141],
                ["4.40 +/- 3.91", "7.61 +/- 6.75", "98.64 %", "48.01 %", "1.08"],
                Some(([-3.0, 1.0], "2.90")),
            ),
        ),
        (
            "cinder #800",
            (
                [147, 1_252, 2_509, 1_445, 165],
                ["7.21 +/- 3.87", "12.07 +/- 6.48", "99.99 %", "45.47 %", "1.15"],
                Some(([0.0, 3.0], "2.89")),
            ),
        ),
        (
            "fastchess #807",
            (
                [30, 6, 18, 0, 6],
                ["-168.40 +/- 73.37", "-170.08 +/- 62.16", "0.00 %", "30.00 %", "0.17"],
                None,
            ),
        ),
    ];
    for (source, (counts, expected, test)) in reports {
        let (pairs, found) = (PairCounts::new(counts), estimate(counts));
        let found = [
            found.logistic.to_string(),
            found.normalized.to_string(),
            found.superiority.to_string(),
            pairs.draw_ratio().to_string(),
            pairs.pairs_ratio().to_string(),
        ];
        assert_eq!(found, expected, "{source}");
        if let Some((hypotheses, expected)) = test {
            let found = sprt(Normalized, hypotheses).log_likelihood_ratio(&pairs);
            assert_eq!(found.to_string(), expected, "{source}");
        }
    }
}

// Simulated matches.

/// Pairs of a decisive game whose openings favour a colour: mostly a win each. Probabilities of 0
/// to 2 points.
const EVEN_PAIRS: [f64; 5] = [0.16, 0.05, 0.58, 0.05, 0.16];

/// `EVEN_PAIRS` with so much of the probability moved from lost to won pairs that the score is the
/// expected one.
fn pairs_of_score(score: f64) -> [f64; 5] {
    let mut shares = EVEN_PAIRS;
    shares[0] -= score - 0.5;
    shares[4] += score - 0.5;
    shares
}

/// The score of `pairs_of_score` at which the pairs lead by so many normalized Elo.
fn score_of_normalized(elo: f64) -> f64 {
    let (mut low, mut high) = (0.5, 0.6);
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

/// Plays simulated tests to their ends. Returns how many accepted H1.
fn accepted(test: &Sprt, shares: [f64; 5], tests: u64, seed: u64) -> u64 {
    let mut random = StdRng::seed_from_u64(seed);
    let mut accepted = 0;
    for _ in 0..tests {
        let mut counts = [0; 5];
        loop {
            let mut point: f64 = random.random();
            let class = shares.iter().position(|share| {
                point -= share;
                point < 0.0
            });
            counts[class.unwrap_or(4)] += 1;
            match test.decision(test.log_likelihood_ratio(&PairCounts::new(counts))) {
                Decision::Continue => {}
                Decision::AcceptH0 => break,
                Decision::AcceptH1 => {
                    accepted += 1;
                    break;
                }
            }
        }
    }
    accepted
}

/// An error rate is at most the nominal one, up to three standard deviations of the simulation;
/// and not so far below it that the test would waste games.
#[track_caller]
fn assert_error_rate(errors: u64, tests: u64, nominal: f64) {
    let rate = errors as f64 / tests as f64;
    let deviation = (nominal * (1.0 - nominal) / tests as f64).sqrt();
    assert!(rate <= nominal + 3.0 * deviation, "{rate} against {nominal}, {deviation}");
    assert!(rate >= 0.6 * nominal - 3.0 * deviation, "{rate} against {nominal}, {deviation}");
}

#[test]
fn a_logistic_test_errs_as_often_as_it_says() {
    const TESTS: u64 = 2_000;
    let settings = SprtSettings { elo0: 0.0, elo1: 20.0, ..SprtSettings::default() };
    let test = Sprt::new(settings).unwrap();
    let [even, better] = [0.0, 20.0].map(|elo| Elo::new(elo).expected_score().value());
    let false_accepts = accepted(&test, pairs_of_score(even), TESTS, 1);
    let false_rejects = TESTS - accepted(&test, pairs_of_score(better), TESTS, 2);
    println!("{false_accepts} and {false_rejects} of {TESTS}");
    assert_error_rate(false_accepts, TESTS, 0.05);
    assert_error_rate(false_rejects, TESTS, 0.05);
}

#[test]
fn both_error_rates_are_those_asked_for_when_they_differ() {
    const TESTS: u64 = 2_000;
    let (alpha, beta) = (0.15, 0.03);
    let settings = SprtSettings { elo0: -10.0, elo1: 20.0, alpha, beta, model: Logistic };
    let test = Sprt::new(settings).unwrap();
    let [worse, better] = [-10.0, 20.0].map(|elo| Elo::new(elo).expected_score().value());
    let false_accepts = accepted(&test, pairs_of_score(worse), TESTS, 3);
    let false_rejects = TESTS - accepted(&test, pairs_of_score(better), TESTS, 4);
    println!("{false_accepts} and {false_rejects} of {TESTS}");
    assert_error_rate(false_accepts, TESTS, alpha);
    assert_error_rate(false_rejects, TESTS, beta);
}

#[test]
fn a_normalized_test_errs_as_often_as_it_says() {
    const TESTS: u64 = 2_000;
    let test = sprt(Normalized, [0.0, 40.0]);
    let better = pairs_of_score(score_of_normalized(40.0));
    let false_accepts = accepted(&test, EVEN_PAIRS, TESTS, 5);
    let false_rejects = TESTS - accepted(&test, better, TESTS, 6);
    println!("{false_accepts} and {false_rejects} of {TESTS}");
    assert_error_rate(false_accepts, TESTS, 0.05);
    assert_error_rate(false_rejects, TESTS, 0.05);
}

#[test]
fn the_error_of_elo_holds_the_truth_nineteen_times_of_twenty() {
    const MATCHES: u64 = 2_000;
    let truth = 30.0;
    let shares = pairs_of_score(Elo::new(truth).expected_score().value());
    let mut random = StdRng::seed_from_u64(7);
    let mut held = 0;
    for _ in 0..MATCHES {
        let mut counts = [0; 5];
        for _ in 0..300 {
            let mut point: f64 = random.random();
            let class = shares.iter().position(|share| {
                point -= share;
                point < 0.0
            });
            counts[class.unwrap_or(4)] += 1;
        }
        let found = estimate(counts).logistic;
        held += u64::from(found.low.value() <= truth && truth <= found.high.value());
    }
    let deviation = (0.95 * 0.05 / MATCHES as f64).sqrt();
    assert_near(held as f64 / MATCHES as f64, 0.95, 3.0 * deviation + 0.005);
}

// Counting.

#[test]
fn a_pair_counts_by_its_points() {
    use GameScore::{Draw, Loss, Win};
    let mut pairs = PairCounts::default();
    for one in [Loss, Draw, Win] {
        for other in [Loss, Draw, Win] {
            pairs.add(one, other);
        }
    }
    assert_eq!(pairs, PairCounts::new([1, 2, 3, 2, 1]));
    assert_eq!(pairs.pairs(), 9);
    assert_eq!(pairs.draw_ratio().value(), 3.0 / 9.0);
    assert_eq!(pairs.to_string(), "[1, 2, 3, 2, 1]");

    let mut games = GameCounts::default();
    for score in [Win, Win, Draw, Loss] {
        games.add(score);
    }
    assert_eq!(games, GameCounts { wins: 2, draws: 1, losses: 1 });
    assert_eq!(games.games(), 4);
    assert_eq!(games.draw_ratio().value(), 0.25);
    assert_eq!(games.swapped(), GameCounts { wins: 1, draws: 1, losses: 2 });
    assert_eq!(Estimate::of_games(&games).score.value(), 0.625);
}

#[test]
fn pairs_that_split_their_points_have_a_smaller_error_than_their_games() {
    let pairs = estimate([10, 0, 80, 0, 14]);
    let games = Estimate::of_games(&GameCounts { wins: 108, draws: 0, losses: 100 });
    assert_eq!(pairs.score, games.score);
    assert_eq!(pairs.logistic.difference, games.logistic.difference);
    assert!(pairs.logistic.margin().value() < 0.7 * games.logistic.margin().value());
}

// Symmetry and order.

#[test]
fn swapping_the_engines_swaps_every_sign() {
    let typical = [[3, 20, 45, 25, 7], [0, 10, 20, 50, 20], [7, 0, 0, 9, 0], [1_000, 0, 1, 0, 0]];
    for counts in typical.into_iter().chain(degenerate()) {
        let pairs = PairCounts::new(counts);
        let (found, swapped) = (Estimate::of_pairs(&pairs), Estimate::of_pairs(&pairs.swapped()));
        assert_near(found.score.value() + swapped.score.value(), 1.0, 1e-12);
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
            let other = ratio(model, [-15.0, 2.0], pairs.swapped().counts());
            let tolerance = 1e-6 * (1.0 + one.abs());
            assert!((one + other).abs() < tolerance, "{counts:?} {model}: {one} {other}");
        }
    }
}

#[test]
fn better_results_never_lower_the_ratio_or_the_elo() {
    let start = [20, 40, 100, 40, 20];
    for class in 0..4 {
        let mut better = start;
        better[class] -= 1;
        better[class + 1] += 1;
        for model in MODELS {
            assert!(ratio(model, [0.0, 10.0], better) > ratio(model, [0.0, 10.0], start));
        }
        let (one, other) = (estimate(start), estimate(better));
        assert!(other.logistic.difference > one.logistic.difference);
        assert!(other.normalized.difference > one.normalized.difference);
        assert!(other.superiority > one.superiority);
    }
}

#[test]
fn more_of_the_same_results_narrows_the_error_and_scales_the_ratio() {
    let (one, four) = ([5, 9, 30, 11, 7], [20, 36, 120, 44, 28]);
    let [small, large] = [one, four].map(estimate);
    assert_eq!(small.logistic.difference, large.logistic.difference);
    for (small, large) in [(small.logistic, large.logistic), (small.normalized, large.normalized)] {
        assert_near(small.margin().value() / large.margin().value(), 2.0, 0.03);
    }
    for model in MODELS {
        let ratios = [one, four].map(|counts| ratio(model, [0.0, 10.0], counts));
        assert_near(ratios[1], 4.0 * ratios[0], 1e-9);
    }
}

#[test]
fn a_score_between_the_hypotheses_has_a_ratio_of_nothing() {
    for model in MODELS {
        assert_near(ratio(model, [-7.0, 7.0], [12, 30, 70, 30, 12]), 0.0, 1e-9);
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

// The edges.

#[test]
fn nothing_printed_is_ever_not_a_number() {
    for counts in degenerate() {
        let (pairs, found) = (PairCounts::new(counts), estimate(counts));
        let EloEstimate { difference, low, high } = found.logistic;
        assert!(low <= difference && difference <= high && low < high, "{counts:?}: {found:?}");
        let mut printed = vec![
            found.score.to_string(),
            found.logistic.to_string(),
            found.normalized.to_string(),
            format!("{} {}", found.logistic.low, found.logistic.high),
            format!("{} {}", found.normalized.low, found.normalized.high),
            found.superiority.to_string(),
            pairs.draw_ratio().to_string(),
            pairs.pairs_ratio().to_string(),
        ];
        for model in MODELS {
            for hypotheses in [[0.0, 10.0], [-200.0, 200.0], [199.0, 200.0]] {
                let ratio = sprt(model, hypotheses).log_likelihood_ratio(&pairs);
                assert!(ratio.value().is_finite(), "{counts:?} {model} {hypotheses:?}");
                printed.push(ratio.to_string());
            }
        }
        assert!(printed.iter().all(|text| !text.contains("NaN")), "{counts:?}: {printed:?}");
    }
}

#[test]
fn no_results_say_nothing() {
    let found = estimate([0; 5]);
    assert_eq!(found.logistic.to_string(), "0.00 +/- inf");
    assert_eq!(found.normalized.to_string(), "0.00 +/- inf");
    assert_eq!((found.score.value(), found.superiority.value()), (0.5, 0.5));
    assert_eq!(PairCounts::default().pairs_ratio().to_string(), "-");
    assert_eq!(PairCounts::default().draw_ratio().value(), 0.0);
    assert_eq!(Estimate::of_games(&GameCounts::default()), found);
    for model in MODELS {
        assert_eq!(ratio(model, [0.0, 10.0], [0; 5]), 0.0);
        let test = sprt(model, [0.0, 10.0]);
        assert_eq!(test.log_likelihood_ratio_of_games(&GameCounts::default()).value(), 0.0);
    }
}

#[test]
fn pairs_all_won_give_a_lower_end_only() {
    let found = estimate([0, 0, 0, 0, 100]);
    assert_eq!(found.logistic.to_string(), "inf +/- inf");
    assert_eq!(found.logistic.high.value(), f64::INFINITY);
    // 0.05^(1/100) is 0.97049: 95 % against less.
    assert_near(found.logistic.low.value(), 606.7, 0.1);
    assert_eq!(found.normalized.to_string(), "inf +/- inf");
    assert_eq!(found.superiority.to_string(), "100.00 %");
    assert_eq!(PairCounts::new([0, 0, 0, 0, 100]).pairs_ratio().value(), Some(f64::INFINITY));
    assert_eq!(PairCounts::new([0, 0, 0, 0, 100]).pairs_ratio().to_string(), "inf");
    // One pair won is one deviation of the null hypothesis.
    assert_eq!(estimate([0, 0, 0, 0, 1]).superiority.to_string(), "84.13 %");
    assert_eq!(estimate([0, 1, 0, 0, 0]).superiority.to_string(), "15.87 %");
}

#[test]
fn pairs_all_drawn_are_even_with_an_error_that_shrinks() {
    let few = estimate([0, 0, 10, 0, 0]).logistic;
    let many = estimate([0, 0, 1_000, 0, 0]).logistic;
    assert_eq!(few.difference.value(), 0.0);
    assert!(many.margin().value() > 1.0 && many.margin().value() < 3.0);
    assert!(few.margin().value() > 100.0 && few.margin().value() < 300.0);
    assert_eq!(estimate([0, 0, 1_000, 0, 0]).superiority.value(), 0.5);
}

// The test.

#[test]
fn the_bounds_are_those_of_wald() {
    let test = sprt(Logistic, [0.0, 10.0]);
    assert_eq!(test.lower_bound().to_string(), "-2.94");
    assert_eq!(test.upper_bound().to_string(), "2.94");
    assert_eq!(test.to_string(), "[0.00, 10.00]");
    // As fastchess prints them of alpha 0.05 and beta 0.1: cinder #836.
    let test = Sprt::new(SprtSettings { beta: 0.10, ..SprtSettings::default() }).unwrap();
    assert_eq!(test.lower_bound().to_string(), "-2.25");
    assert_eq!(test.upper_bound().to_string(), "2.89");
}

#[test]
fn a_test_decides_at_its_bounds() {
    let test = sprt(Logistic, [0.0, 10.0]);
    assert_eq!(test.decision(test.lower_bound()), Decision::AcceptH0);
    assert_eq!(test.decision(test.upper_bound()), Decision::AcceptH1);
    let decide = |counts| test.decision(test.log_likelihood_ratio(&PairCounts::new(counts)));
    assert_eq!(decide([0; 5]), Decision::Continue);
    assert_eq!(decide([20, 40, 100, 40, 20]), Decision::Continue);
    assert_eq!(decide([2_000, 4_000, 10_000, 4_000, 2_000]), Decision::AcceptH0);
    assert_eq!(decide([2_000, 4_000, 10_000, 4_000, 4_000]), Decision::AcceptH1);
}

#[test]
fn a_lucky_beginning_does_not_end_a_test() {
    for model in MODELS {
        let test = sprt(model, [0.0, 10.0]);
        for class in 0..5 {
            let mut counts = [0; 5];
            counts[class] = 10;
            let ratio = test.log_likelihood_ratio(&PairCounts::new(counts));
            assert_eq!(test.decision(ratio), Decision::Continue, "{counts:?} {model}");
        }
    }
}

#[test]
fn a_test_of_impossible_numbers_is_refused() {
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

#[test]
fn a_model_is_read_by_the_name_it_prints() {
    for model in MODELS {
        assert_eq!(model.to_string().parse(), Ok(model));
    }
    assert_eq!("Normalized".parse(), Ok(Normalized));
    assert_eq!("bayesian".parse::<EloModel>(), Err(SprtError::Model));
}
