//! What scores are worth.

use fastrand::Rng;
use luctor_engine::score::Score;
use luctor_trainer::data::score_curve::{ScoreCurve, ScoredResult, score_bins};

/// Random scores with random results that follow a known curve.
fn random_results(rng: &mut Rng, known: ScoreCurve, count: usize) -> Vec<ScoredResult> {
    (0..count)
        .map(|_| {
            let score = rng.i32(-900..=900);
            let expected = known.expected(score);
            let drawn = known.draws * expected * (1.0 - expected);
            let chance = rng.f64();
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
fn the_fit_finds_the_curve_of_random_results() {
    let mut rng = Rng::with_seed(51);
    for (doubling, draws) in
        [(80.0, 0.0), (170.0, 0.0), (400.0, 0.0), (100.0, 0.5), (200.0, 0.6), (280.0, 1.6)]
    {
        let known = ScoreCurve { doubling, draws };
        let mut results = random_results(&mut rng, known, 60_000);
        let found = ScoreCurve::fit(&results);
        let context = format!("{found:?} for {known:?}");
        assert!((found.doubling / doubling - 1.0).abs() < 0.03, "{context}");
        assert!((found.draws - draws).abs() < 0.03 + 0.03 * draws, "{context}");
        if draws == 0.0 {
            assert_eq!(found.draws, 0.0, "{context}");
        }
        // Won and lost positions are not used for the fit.
        let decided =
            [(Score::win_in(9), 1.0), (Score::loss_in(8), 0.0), (Score::centimen(3_000), 0.5)]
                .map(|(score, points)| ScoredResult { score, points });
        results.extend(decided.iter().cycle().take(10_000));
        assert_eq!(ScoreCurve::fit(&results), found, "{context}");
    }
}

#[test]
fn score_bins_have_all_results_in_order() {
    let mut rng = Rng::with_seed(52);
    let known = ScoreCurve { doubling: 170.0, draws: 0.5 };
    let results = random_results(&mut rng, known, 1_003);
    for count in [1, 7, 40] {
        let bins = score_bins(&results, count);
        // All bins except the last have the same size, so there may be fewer bins than asked for.
        assert!(bins.len() <= count && bins.len() * 10 > count * 9, "{}", bins.len());
        let sizes = results.chunks(results.len().div_ceil(count)).map(<[_]>::len);
        assert_eq!(bins.len(), sizes.len());
        assert!(bins.windows(2).all(|pair| pair[0].score <= pair[1].score));
        let points: f64 = bins.iter().zip(sizes).map(|(bin, size)| bin.points * size as f64).sum();
        let expected: f64 = results.iter().map(|result| f64::from(result.points)).sum();
        assert!((points - expected).abs() < 1e-6, "{points}, expected {expected}");
    }
}
