//! Elo and SPRT compared with values that other programs published.

use super::{assert_near, estimate, ratio};
use EloModel::{Logistic, Normalized};
use luctor_arena::statistics::counts::*;
use luctor_arena::statistics::elo::*;
use luctor_arena::statistics::sprt::*;

#[test]
fn the_log_likelihood_ratio_agrees_with_fishtest() {
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
}

#[test]
fn the_log_likelihood_ratio_agrees_with_the_tests_and_reports_of_fastchess_and_fishtest() {
    // Disservin/fastchess, app/tests/sprt_test.cpp, pull requests of official-stockfish/Stockfish, tested by fishtest, and of
    // brunocodutra/cinder, tested by fastchess. Fishtest writes hypotheses in logistic Elo in braces and hypotheses in
    // normalized Elo in angle brackets.
    let cases = [
        ("fastchess", Normalized, [0.0, 2.0], [365, 16_618, 36_029 + 200, 16_974, 390], "2.25"),
        ("fastchess", Normalized, [-1.75, 0.25], [127, 4_883, 10_311 + 401, 5_150, 104], "3.01"),
        ("fastchess", Logistic, [0.5, 2.5], [223, 9_863, 20_279 + 1_000, 10_037, 246], "-3.07"),
        ("fastchess", Logistic, [0.0, 2.0], [871, 26_175, 55_003 + 980, 26_678, 821], "-4.98"),
        ("#3209", Logistic, [-0.25, 1.25], [253, 4_282, 17_604, 4_431, 286], "2.94"),
        ("#3209", Logistic, [0.25, 1.25], [58, 3_302, 33_130, 3_518, 84], "2.97"),
        ("#3098", Logistic, [-0.25, 1.25], [491, 7_345, 29_693, 7_670, 465], "2.96"),
        ("#2971", Logistic, [-0.5, 1.5], [17, 253, 1_042, 337, 39], "2.96"),
        ("#3017", Logistic, [-1.5, 0.5], [40, 1_272, 12_142, 1_300, 30], "3.01"),
        ("#4194", Normalized, [0.0, 2.0], [371, 10_263, 24_989, 10_642, 379], "2.95"),
        ("#5884", Normalized, [0.0, 2.0], [87, 2_524, 5_762, 2_819, 88], "2.93"),
        ("#5884", Normalized, [-1.75, 0.25], [0, 2_816, 9_189, 2_559, 5], "-2.94"),
        ("#6036", Normalized, [0.0, 2.0], [0, 1_236, 4_490, 1_474, 1], "2.94"),
        ("#6285", Normalized, [-1.75, 0.25], [118, 38_575, 109_888, 38_432, 122], "2.95"),
        ("cinder #727", Normalized, [0.0, 5.0], [50, 287, 610, 387, 73], "2.97"),
        ("cinder #836", Normalized, [0.0, 3.0], [835, 6_884, 13_116, 7_201, 852], "2.89"),
        ("cinder #795", Normalized, [0.0, 3.0], [1_447, 13_972, 26_437, 14_412, 1_441], "1.98"),
        ("cinder #879", Normalized, [-3.0, 1.0], [115, 1_156, 2_443, 1_233, 141], "2.90"),
        ("cinder #800", Normalized, [0.0, 3.0], [147, 1_252, 2_509, 1_445, 165], "2.89"),
    ];
    for (source, model, hypotheses, counts, expected) in cases {
        let found = ratio(model, hypotheses, counts);
        assert_eq!(format!("{found:.2}"), expected, "{source}");
    }
}

#[test]
fn the_elo_of_pairs_agrees_with_the_tests_and_reports_of_fastchess() {
    // Disservin/fastchess, app/tests/elo_test.cpp, pull requests of brunocodutra/cinder, and issue 807 of fastchess: Elo, its
    // error, normalized Elo, its error, LOS and pairs ratio. The tests have no pairs ratio.
    let cases = [
        ([34, 54, 31 + 32, 64, 75], [55.58, 27.65, 57.94, 28.28], "100.00 %", None),
        ([332, 433, 457 + 41, 333, 334], [-8.64, 10.33, -9.17, 10.96], "5.05 %", None),
        ([7_895, 8_757, 5_485 + 200, 568, 9_999], [-21.04, 2.95, -19.01, 2.65], "0.00 %", None),
        ([50, 287, 610, 387, 73], [18.04, 8.23, 28.19, 12.84], "100.00 %", Some("1.36")),
        ([835, 6_884, 13_116, 7_201, 852], [2.11, 1.70, 3.52, 2.83], "99.25 %", Some("1.04")),
        ([1_447, 13_972, 26_437, 14_412, 1_441], [1.29, 1.18, 2.19, 2.0], "98.39 %", Some("1.03")),
        ([115, 1_156, 2_443, 1_233, 141], [4.40, 3.91, 7.61, 6.75], "98.64 %", Some("1.08")),
        ([147, 1_252, 2_509, 1_445, 165], [7.21, 3.87, 12.07, 6.48], "99.99 %", Some("1.15")),
        ([30, 6, 18, 0, 6], [-168.40, 73.37, -170.08, 62.16], "0.00 %", Some("0.17")),
    ];
    for (counts, [elo, error, normalized, normalized_error], superiority, pairs_ratio) in cases {
        let found = estimate(counts);
        assert_eq!(found.logistic.to_string(), format!("{elo:.2} +/- {error:.2}"));
        let expected = format!("{normalized:.2} +/- {normalized_error:.2}");
        assert_eq!(found.normalized.to_string(), expected);
        assert_eq!(found.superiority.to_string(), superiority);
        if let Some(expected) = pairs_ratio {
            let ratio = PairCounts(counts).pairs_ratio().unwrap();
            assert_eq!(format!("{ratio:.2}"), expected, "{counts:?}");
        }
    }
}

#[test]
fn the_elo_of_games_agrees_with_the_tests_of_fastchess() {
    // Disservin/fastchess, app/tests/elo_test.cpp.
    let of = |wins, losses, draws| Estimate::of_games(&ResultCounts { wins, draws, losses });
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
