//! What is trained on: games, their results and the scores of their searches.

use emergo::GameResult;
use emergo::{Position, Side, Variant};
use luctor_engine::eval::features::FeatureSet;
use luctor_engine::score::{Calibration, Score};
use luctor_trainer::gamefile::{Block, GameFileWriter, RecordedGame, RecordedPly, Searched};
use luctor_trainer::train::dataset::{
    Dataset, DatasetError, HELD_OUT_ONE_IN, Sample, Samples, samples,
};
use luctor_trainer::train::model::Target;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::collections::BTreeMap;
use std::path::PathBuf;
use test_support::random;

#[test]
fn a_target_mixes_score_and_result() {
    let layout = FeatureSet::new(Variant::Emergo7);
    let position = Position::start(Variant::Emergo7);
    // Score, result, weight of the search, points expected at 200 centimen for e : 1.
    let table = [
        (0, Some(1.0), 0.0, 1.0),
        (0, Some(1.0), 1.0, 0.5),
        (0, Some(1.0), 0.25, 0.875),
        (0, Some(0.0), 0.25, 0.125),
        (0, Some(0.5), 0.25, 0.5),
        (200, Some(0.0), 1.0, 0.731_058_6),
        (-200, Some(0.0), 1.0, 0.268_941_4),
        (200, Some(0.0), 0.5, 0.365_529_3),
        (200, Some(0.5), 0.0, 0.5),
        (200, None, 0.0, 0.731_058_6),
        (-200, None, 0.5, 0.268_941_4),
        (400, None, 1.0, 0.880_797_1),
        (20_000, Some(1.0), 0.5, 1.0),
    ];
    for (score, result, search, expected) in table {
        let mut samples = Samples::default();
        let sample = Sample { position, score: Score::centimen(score), result };
        samples.push(&layout, Calibration::new(200.0, 0.0), &sample);
        let found = Target { search }.of(&samples, 0);
        assert!((found - expected).abs() < 1e-6, "{score} {result:?} {search}: {found}");
    }
}

/// A random game whose searched plies have this score, and in which chance plays some moves.
fn recorded_game(rng: &mut StdRng, variant: Variant, score: i32) -> RecordedGame {
    let mut position = Position::start(variant);
    let mut plies = Vec::new();
    for _ in 0..rng.random_range(20..50) {
        let legal = position.legal_moves();
        let Some(&played) = legal.choose(rng) else { break };
        let best = if rng.random_bool(0.05) { *legal.choose(rng).unwrap() } else { played };
        let searched =
            rng.random_bool(0.8).then_some(Searched { best, score: Score::centimen(score) });
        plies.push(RecordedPly { played, searched });
        position.play(played);
    }
    let winner = [None, Some(Side::White), Some(Side::Black)][rng.random_range(0..3)];
    RecordedGame { plies, result: GameResult::from_winner(winner) }
}

/// Writes games into a new file of so many in a block.
fn game_file(name: &str, variant: Variant, games: &[RecordedGame], in_a_block: usize) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It is there only after an earlier run.
    let _ = std::fs::remove_file(&path);
    let mut writer = GameFileWriter::open(&path, &format!("variant={variant} test=1")).unwrap();
    for games in games.chunks(in_a_block) {
        let mut block = Block::default();
        games.iter().for_each(|game| block.push(variant, game));
        writer.add(&block).unwrap();
    }
    path
}

/// How many samples have each expectation, by its bits.
fn by_expectation(samples: &Samples) -> BTreeMap<u32, usize> {
    let mut counts = BTreeMap::new();
    for expected in &samples.expected {
        *counts.entry(expected.to_bits()).or_default() += 1;
    }
    counts
}

#[test]
fn no_game_is_both_trained_on_and_held_out() {
    let variant = Variant::Emergo7;
    let mut rng = random::rng(41);
    let held_out_one_in = HELD_OUT_ONE_IN as usize;
    // Every game has a score of its own. Blocks and the rhythm of holding out have nothing in common.
    let counts = [3 * held_out_one_in + 5, 2 * held_out_one_in];
    let (mut training, mut held_out) = (BTreeMap::new(), BTreeMap::new());
    let mut paths = Vec::new();
    let mut score = 0;
    for (file, count) in counts.into_iter().enumerate() {
        let mut games = Vec::new();
        for number in 0..count {
            score += 1;
            let game = recorded_game(&mut rng, variant, score);
            let usable = samples(variant, &game).count();
            let is_held_out = number % held_out_one_in == held_out_one_in - 1;
            let part = if is_held_out { &mut held_out } else { &mut training };
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
        let bits = |file: usize, score| (dataset.files[file].1.expected(score) as f32).to_bits();
        parts.iter().map(|((file, score), count)| (bits(*file, *score), *count)).collect()
    };
    assert_eq!(by_expectation(&dataset.training), expected(&training));
    assert_eq!(by_expectation(&dataset.held_out), expected(&held_out));
    assert_eq!(held_out.len(), 5);
    let positions = &dataset.held_out_positions;
    assert_eq!(positions.len(), dataset.held_out.len());
    let layout = FeatureSet::new(variant);
    for (index, sample) in positions.iter().enumerate() {
        let mut alone = Samples::default();
        alone.push(&layout, Calibration::new(250.0, 0.0), sample);
        assert_eq!(alone.rows.get(0), dataset.held_out.rows.get(index));
        assert_eq!(alone.terms.get(0), dataset.held_out.terms.get(index));
        assert_eq!(alone.stages[0], dataset.held_out.stages[index]);
        assert_eq!(alone.results[0].to_bits(), dataset.held_out.results[index].to_bits());
    }
}

#[test]
fn a_result_counts_from_the_last_random_move_on() {
    for variant in Variant::ALL {
        let mut rng = random::rng(42);
        let (mut counting, mut idle, mut captures) = (0, 0, 0);
        for score in 0..60 {
            let game = recorded_game(&mut rng, variant, score);
            let last = (0..game.plies.len()).rev().find(|at| {
                game.plies[*at]
                    .searched
                    .is_some_and(|searched| searched.best != game.plies[*at].played)
            });
            let mut position = Position::start(variant);
            let mut expected = Vec::new();
            for (at, ply) in game.plies.iter().enumerate() {
                if ply.searched.is_some() && !position.can_capture() {
                    let winner = match game.result {
                        GameResult::WhiteWins => Some(Side::White),
                        GameResult::BlackWins => Some(Side::Black),
                        GameResult::Draw => None,
                    };
                    let points =
                        winner.map_or(0.5, |side| f32::from(u8::from(side == position.side())));
                    expected.push((position, last.is_none_or(|last| at > last).then_some(points)));
                }
                captures += usize::from(position.can_capture());
                position.play(ply.played);
            }
            let found: Vec<(Position, Option<f32>)> =
                samples(variant, &game).map(|sample| (sample.position, sample.result)).collect();
            assert_eq!(found, expected, "{variant}");
            counting += found.iter().filter(|(_, result)| result.is_some()).count();
            idle += found.iter().filter(|(_, result)| result.is_none()).count();
        }
        assert!(counting > 50 && idle > 50 && captures > 0, "{counting} {idle} {captures}");
    }
}

#[test]
fn data_that_can_not_be_trained_on_is_refused() {
    let mut rng = random::rng(43);
    let mut games = |variant: Variant, count: usize| -> Vec<RecordedGame> {
        (0..count).map(|_| recorded_game(&mut rng, variant, 10)).collect()
    };
    let (small, large) = (games(Variant::Emergo7, 5), games(Variant::Emergo, 5));
    let few = game_file("few.games", Variant::Emergo7, &small, 5);
    let other = game_file("other board.games", Variant::Emergo, &large, 5);
    let missing = few.with_file_name("no such.games");
    let text = few.with_file_name("text.games");
    std::fs::write(&text, "no games\n").unwrap();
    assert!(matches!(Dataset::read(&[]), Err(DatasetError::TooSmall(0, 0))));
    let found = Dataset::read(std::slice::from_ref(&few));
    assert!(matches!(found, Err(DatasetError::TooSmall(1.., 0))), "{found:?}");
    let found = Dataset::read(&[few, other.clone()]).unwrap_err();
    assert!(matches!(&found, DatasetError::Board(path, Variant::Emergo) if *path == other));
    for path in [missing, text] {
        let found = Dataset::read(std::slice::from_ref(&path)).unwrap_err();
        assert!(matches!(&found, DatasetError::File(bad, _) if *bad == path), "{found:?}");
        assert!(found.to_string().contains(&path.display().to_string()), "{found}");
    }
}
