//! The data set: samples of games, their labels, and the split into training and validation set.

use crate::game_file::{game, write};
use emergo::{Position, Side, Variant};
use fastrand::Rng;
use luctor_engine::score::Score;
use luctor_trainer::data::dataset::{Dataset, DatasetError, VALIDATION_ONE_IN};
use luctor_trainer::data::score_curve::ScoreCurve;
use luctor_trainer::data::training_samples::{PackedSample, TrainingSample, samples_of_game};
use luctor_trainer::self_play::game::SelfPlayGame;
use luctor_trainer::training::fit::TrainingTarget;
use std::collections::BTreeMap;
use std::path::PathBuf;
use test_support::scratch::scratch_path;

#[test]
fn the_target_is_lambda_times_result_plus_the_rest_times_score() {
    let position = Position::start(Variant::Emergo7);
    // Score, result, lambda, target. A score of 200 means odds of e : 1.
    let table = [
        (0, Some(1.0), 1.0, 1.0),
        (0, Some(1.0), 0.0, 0.5),
        (0, Some(1.0), 0.75, 0.875),
        (0, Some(0.0), 0.75, 0.125),
        (0, Some(0.5), 0.75, 0.5),
        (200, Some(0.0), 0.0, 0.731_058_6),
        (-200, Some(0.0), 0.0, 0.268_941_4),
        (200, Some(0.0), 0.5, 0.365_529_3),
        (200, Some(0.5), 1.0, 0.5),
        (200, None, 1.0, 0.731_058_6),
        (-200, None, 0.5, 0.268_941_4),
        (400, None, 0.0, 0.880_797_1),
        (20_000, Some(1.0), 0.5, 1.0),
    ];
    // 200 centimen have odds of e : 1.
    let curve = ScoreCurve { doubling: 200.0 * std::f64::consts::LN_2, draws: 0.0 };
    for (score, points, lambda, expected) in table {
        let sample = TrainingSample { position, score: Score::centimen(score), points };
        let found = TrainingTarget { lambda }.of(&PackedSample::new(&sample, curve));
        assert!((found - expected).abs() < 1e-6, "{score}, {points:?}, {lambda}: {found}");
    }
}

/// A random game with deviations in which all searches have this score.
fn recorded_game(rng: &mut Rng, variant: Variant, score: i32) -> SelfPlayGame {
    let plies = rng.usize(20..50);
    let mut game = game(rng, variant, plies);
    let searches = game.plies.iter_mut().filter_map(|ply| ply.search.as_mut());
    let scores = searches.map(|search| &mut search.score);
    let sampled = game.sampled.iter_mut().map(|sampled| &mut sampled.score);
    scores.chain(sampled).for_each(|found| *found = Score::centimen(score));
    game
}

/// Writes games to a new file.
fn game_file(
    name: &str,
    variant: Variant,
    games: &[SelfPlayGame],
    games_per_block: usize,
) -> PathBuf {
    let path = scratch_path(name);
    let blocks: Vec<Vec<SelfPlayGame>> = games.chunks(games_per_block).map(<[_]>::to_vec).collect();
    write(&path, variant, &blocks);
    path
}

/// The number of samples with each value of the expected points, by its bits.
fn by_expected_points(samples: &[PackedSample]) -> BTreeMap<u32, usize> {
    let mut counts = BTreeMap::new();
    for sample in samples {
        *counts.entry(sample.expected_points.to_bits()).or_default() += 1;
    }
    counts
}

#[test]
fn no_game_is_in_both_the_training_and_the_validation_set() {
    let variant = Variant::Emergo7;
    let mut rng = Rng::with_seed(41);
    let validation_one_in = VALIDATION_ONE_IN as usize;
    // The score identifies the game. The number of games per block is no divisor of the split.
    let counts = [3 * validation_one_in + 5, 2 * validation_one_in];
    let (mut training, mut validation) = (BTreeMap::new(), BTreeMap::new());
    let mut paths = Vec::new();
    let mut score = 0;
    for (file, count) in counts.into_iter().enumerate() {
        let mut games = Vec::new();
        for number in 0..count {
            score += 1;
            let game = recorded_game(&mut rng, variant, score);
            let usable = samples_of_game(&game).count();
            let is_validation = number % validation_one_in == validation_one_in - 1;
            let part = if is_validation { &mut validation } else { &mut training };
            if usable > 0 {
                part.insert((file, score), usable);
            }
            games.push(game);
        }
        paths.push(game_file(&format!("split {file}.games"), variant, &games, 7 + 6 * file));
    }
    let dataset = Dataset::read(&paths).unwrap();
    assert_eq!(dataset.variant, variant);
    assert_eq!(dataset.games, counts.iter().sum::<usize>() as u64);
    assert_eq!(dataset.files.len(), 2);
    let expected = |parts: &BTreeMap<(usize, i32), usize>| -> BTreeMap<u32, usize> {
        let bits =
            |file: usize, score| (dataset.files[file].curve.expected(score) as f32).to_bits();
        parts.iter().map(|((file, score), count)| (bits(*file, *score), *count)).collect()
    };
    assert_eq!(by_expected_points(&dataset.samples.training), expected(&training));
    assert_eq!(by_expected_points(&dataset.samples.validation), expected(&validation));
    assert_eq!(validation.len(), 5);
}

#[test]
fn a_result_counts_after_the_last_deviation_of_a_decided_game() {
    let curve = ScoreCurve { doubling: 170.0, draws: 0.0 };
    for variant in Variant::ALL {
        let mut rng = Rng::with_seed(42);
        let (mut with_result, mut without_result, mut captures) = (0, 0, 0);
        for score in 1_970..2_030 {
            let game = recorded_game(&mut rng, variant, score);
            let mut end = Position::start(variant);
            game.plies.iter().for_each(|ply| end.play(ply.played));
            let has_men = |side: Side| end.hand(side) > 0 || end.pieces(side).any();
            let is_won = game.result.winner().is_none_or(|winner| !has_men(winner.other()));
            let is_decided = score >= 2_000 || is_won;
            let last = game
                .plies
                .iter()
                .rposition(|ply| ply.search.is_some_and(|search| search.best_move != ply.played));
            let mut position = Position::start(variant);
            let mut expected = Vec::new();
            for (at, ply) in game.plies.iter().enumerate() {
                if ply.search.is_some() && !position.can_capture() {
                    let winner = game.result.winner();
                    let points =
                        winner.map_or(0.5, |side| f32::from(u8::from(side == position.side())));
                    let has_result = is_decided && last.is_none_or(|last| at > last);
                    expected.push((position, has_result.then_some(points)));
                }
                captures += usize::from(position.can_capture());
                position.play(ply.played);
            }
            expected.extend(game.sampled.iter().map(|sampled| (sampled.position, None)));
            let packed = samples_of_game(&game).map(|sample| PackedSample::new(&sample, curve));
            let found: Vec<(Position, Option<f32>)> =
                packed.map(|sample| (sample.position(variant), sample.result_points)).collect();
            assert_eq!(found, expected, "{variant}");
            with_result += found.iter().filter(|(_, result)| result.is_some()).count();
            without_result += found.iter().filter(|(_, result)| result.is_none()).count();
        }
        assert!(with_result > 50 && without_result > 50 && captures > 0);
    }
}

#[test]
fn unusable_data_are_refused() {
    let mut rng = Rng::with_seed(43);
    let mut games = |variant: Variant, count: usize| -> Vec<SelfPlayGame> {
        (0..count).map(|_| recorded_game(&mut rng, variant, 10)).collect()
    };
    let (small, large) = (games(Variant::Emergo7, 5), games(Variant::Emergo, 5));
    let few = game_file("few.games", Variant::Emergo7, &small, 5);
    let other = game_file("other board.games", Variant::Emergo, &large, 5);
    let missing = few.with_file_name("no such.games");
    let text = few.with_file_name("text.games");
    std::fs::write(&text, "no games\n").unwrap();
    assert!(matches!(
        Dataset::read(&[]),
        Err(DatasetError::TooSmall { training: 0, validation: 0 })
    ));
    let found = Dataset::read(std::slice::from_ref(&few));
    assert!(
        matches!(found, Err(DatasetError::TooSmall { training: 1.., validation: 0 })),
        "{found:?}"
    );
    let error = Dataset::read(&[few, other.clone()]).unwrap_err();
    let DatasetError::Board { path, found, expected } = &error else { panic!("{error}") };
    assert_eq!((path, found, expected), (&other, &Variant::Emergo, &Variant::Emergo7));
    for path in [missing, text] {
        let found = Dataset::read(std::slice::from_ref(&path)).unwrap_err();
        assert!(
            matches!(&found, DatasetError::File { path: bad, .. } if *bad == path),
            "{found:?}"
        );
        assert!(found.to_string().contains(&path.display().to_string()), "{found}");
    }
}
