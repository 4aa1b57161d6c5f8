//! The trainer: its data, its gradients, and that it learns.

mod common;

use common::{legal, placed, random, shown};
use luctor::eval::inputs::{Kind, Layout, Row, STAGES, stage};
use luctor::eval::network::HIDDEN;
use luctor::rules::{Position, Side, Variant};
use luctor::score::{Calibration, Score};
use luctor::tools::gamefile::{
    Block, GameFileWriter, GameResult, RecordedGame, RecordedPly, Searched,
};
use luctor::tools::train::dataset::{
    Dataset, DatasetError, HELD_OUT_ONE_IN, Sample, Samples, samples,
};
use luctor::tools::train::fit::{FitSettings, fit, gradient, loss};
use luctor::tools::train::linear::Linear;
use luctor::tools::train::model::{Model, Target};
use luctor::tools::train::net::Net;
use luctor::tools::train::{calibration, terms};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

/// Positions of random games without a capture, no two of them images of each other or with the colours swapped: the
/// network can't be asked to tell those apart.
fn quiet_positions(rng: &mut StdRng, variant: Variant, count: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut seen = HashSet::new();
    let symmetries = variant.symmetries();
    while positions.len() < count {
        for position in random::game(rng, variant, 120).into_iter().step_by(5) {
            let swapped = position.swapped();
            if !position.can_capture() && !seen.contains(&position.key()) {
                for symmetry in symmetries {
                    seen.insert(position.image(symmetry).key());
                    seen.insert(swapped.image(symmetry).key());
                }
                positions.push(position);
            }
        }
    }
    positions.truncate(count);
    positions
}

/// Samples of random positions with random results and scores.
fn random_samples(rng: &mut StdRng, variant: Variant, count: usize) -> Samples {
    let layout = Layout::new(variant);
    let mut samples = Samples::default();
    for position in quiet_positions(rng, variant, count) {
        let score = Score::centimen(rng.random_range(-600..=600));
        let result = Some(f32::from(u8::from(rng.random_bool(0.5))));
        samples.push(&layout, Calibration::new(250.0, 0.0), &Sample { position, score, result });
    }
    samples
}

fn uniform(rng: &mut StdRng, size: f32) -> f32 {
    rng.random_range(-size..=size)
}

// Gradients

/// The cross-entropy of an output against a target.
fn plain_cross_entropy(output: f64, target: f64) -> f64 {
    let chance = 1.0 / (1.0 + (-output).exp());
    -target * chance.ln() - (1.0 - target) * (1.0 - chance).ln()
}

/// The network's output a second time, by its parameters, in plain sums of f64.
struct PlainNet {
    layout: Layout,
    without: Vec<Kind>,
    shares: Vec<Vec<usize>>,
    shared: usize,
    /// By symmetry.
    images: Vec<Vec<Row>>,
    other: Vec<Row>,
}

impl PlainNet {
    fn new(layout: &Layout, without: &[Kind]) -> PlainNet {
        let (shares, shared) = layout.shares();
        let symmetries = layout.variant().symmetries();
        PlainNet {
            layout: layout.clone(),
            without: without.to_vec(),
            shares,
            shared,
            images: symmetries.iter().map(|symmetry| layout.image(symmetry)).collect(),
            other: layout.other_view(),
        }
    }

    /// Where parts of the parameters begin: shared rows, hidden biases, output weights, output biases, the end.
    fn parts(&self) -> [usize; 5] {
        let shared = self.layout.rows() * HIDDEN;
        let biases = shared + self.shared * HIDDEN;
        let outputs = biases + HIDDEN;
        let output_biases = outputs + 2 * HIDDEN * STAGES;
        [shared, biases, outputs, output_biases, output_biases + STAGES]
    }

    fn output(&self, parameters: &[f64], samples: &Samples, (index, image): (usize, usize)) -> f64 {
        let [shared, biases, outputs, output_biases, end] = self.parts();
        assert_eq!(parameters.len(), end);
        let stage = usize::from(samples.stages[index]);
        let mut sum = parameters[output_biases + stage];
        for view in [0, 1] {
            let mut hidden = parameters[biases..][..HIDDEN].to_vec();
            for row in samples.rows.get(index) {
                if self.without.contains(&self.layout.kind(*row)) {
                    continue;
                }
                let row = self.images[image][usize::from(*row)];
                let row = usize::from(if view == 0 { row } else { self.other[usize::from(row)] });
                for (unit, hidden) in hidden.iter_mut().enumerate() {
                    *hidden += parameters[row * HIDDEN + unit];
                    for share in &self.shares[row] {
                        *hidden += parameters[shared + share * HIDDEN + unit];
                    }
                }
            }
            for (unit, hidden) in hidden.iter().enumerate() {
                let weight = parameters[outputs + (2 * stage + view) * HIDDEN + unit];
                sum += hidden.clamp(0.0, 1.0).powi(2) * weight;
            }
        }
        sum
    }

    fn loss(
        &self,
        parameters: &[f64],
        samples: &Samples,
        batch: &[(usize, usize)],
        target: Target,
    ) -> f64 {
        let losses = batch.iter().map(|seen| {
            let output = self.output(parameters, samples, *seen);
            plain_cross_entropy(output, f64::from(target.of(samples, seen.0)))
        });
        losses.sum::<f64>() / batch.len() as f64
    }
}

const TARGET: Target = Target { search: 0.6 };

/// The slope of a function of parameters by one of them. In f64 a step can be so short that no unit of the batch
/// comes to a kink of the clip within it.
fn difference(parameters: &mut [f64], at: usize, function: &dyn Fn(&[f64]) -> f64) -> f64 {
    const STEP: f64 = 1e-5;
    let own = parameters[at];
    let mut value = |parameter: f64| {
        parameters[at] = parameter;
        function(parameters)
    };
    let slope = (value(own + STEP) - value(own - STEP)) / (2.0 * STEP);
    parameters[at] = own;
    slope
}

/// Sums of f32 over a batch lose a few of their 24 bits; a wrong factor anywhere is far more.
fn assert_close(found: f32, expected: f64, what: &dyn Fn() -> String) {
    let error = (f64::from(found) - expected).abs();
    assert!(error <= 5e-4 * expected.abs() + 2e-7, "{}: {found}, expected {expected}", what());
}

#[test]
fn the_gradient_of_the_network_is_that_of_its_loss() {
    for (variant, without) in
        [(Variant::Emergo7, vec![]), (Variant::Hexemergo, vec![Kind::ALL[Kind::ALL.len() - 1]])]
    {
        let mut rng = random::seeded(21);
        let layout = Layout::new(variant);
        let samples = random_samples(&mut rng, variant, 24);
        assert!(samples.stages.iter().collect::<HashSet<_>>().len() >= 3, "{:?}", samples.stages);
        let model = Net::new(&layout, &without);
        let plain = PlainNet::new(&layout, &without);
        assert_eq!(model.images(), plain.images.len());
        let mut parameters = model.initial(&mut fastrand::Rng::with_seed(4));
        // Rows of their own begin at 0, and small outputs make small slopes.
        let parts = plain.parts();
        assert_eq!(parameters.len(), parts[4]);
        parameters[..parts[0]].iter_mut().for_each(|weight| *weight = uniform(&mut rng, 0.03));
        parameters[parts[2]..].iter_mut().for_each(|weight| *weight = uniform(&mut rng, 0.7));

        let images = model.images();
        let batch: Vec<(usize, usize)> =
            (0..samples.len()).map(|index| (index, index % images)).collect();
        let weights = model.weights(&parameters);
        let (by_weights, mean) = gradient(&model, &weights, &samples, &batch, TARGET);
        let slopes = model.of_parameters(&by_weights);
        assert_eq!(slopes.len(), parameters.len());

        let mut exact: Vec<f64> = parameters.iter().map(|weight| f64::from(*weight)).collect();
        for &(index, image) in &batch {
            let output = model.output(&weights, &samples, index, image);
            let expected = plain.output(&exact, &samples, (index, image));
            assert!((f64::from(output) - expected).abs() < 1e-4, "{output}, expected {expected}");
        }
        let loss = |parameters: &[f64]| plain.loss(parameters, &samples, &batch, TARGET);
        assert!((mean - loss(&exact)).abs() < 1e-5, "{mean}, expected {}", loss(&exact));

        let mut compared = 0;
        let mut first = 0;
        for (part, end) in parts.into_iter().enumerate() {
            let of_note: Vec<usize> = (first..end).filter(|at| slopes[*at].abs() > 1e-5).collect();
            for _ in 0..45 {
                let at = *of_note.choose(&mut rng).expect("every part has a slope");
                let expected = difference(&mut exact, at, &loss);
                assert_close(slopes[at], expected, &|| format!("{variant}, part {part}, {at}"));
                compared += 1;
            }
            // Any others, most of which nothing of the batch touches.
            for _ in 0..10 {
                let at = rng.random_range(first..end);
                let expected = difference(&mut exact, at, &loss);
                assert_close(slopes[at], expected, &|| format!("{variant}, part {part}, {at}"));
            }
            first = end;
        }
        assert!(compared >= 200);
    }
}

#[test]
fn the_gradient_of_the_linear_model_is_that_of_its_loss() {
    for range in [0..terms::MATERIAL, terms::MATERIAL..terms::TERMS] {
        let mut rng = random::seeded(22);
        let samples = random_samples(&mut rng, Variant::Emergo, 40);
        let model = Linear { terms: range.clone() };
        let weights: Vec<f32> = range.clone().map(|_| uniform(&mut rng, 0.3)).collect();
        let batch: Vec<(usize, usize)> = (0..samples.len()).map(|index| (index, 0)).collect();
        let (by_weights, mean) = gradient(&model, &weights, &samples, &batch, TARGET);
        let slopes = model.of_parameters(&by_weights);
        assert_eq!(slopes.len(), range.len());
        let loss = |parameters: &[f64]| {
            let losses = (0..samples.len()).map(|index| {
                let counts = samples.terms.get(index).iter();
                let used = counts.filter(|count| range.contains(&usize::from(count.term)));
                let products = used.map(|count| {
                    parameters[usize::from(count.term) - range.start] * f64::from(count.count)
                });
                let target = f64::from(TARGET.of(&samples, index));
                plain_cross_entropy(products.sum::<f64>(), target)
            });
            losses.sum::<f64>() / samples.len() as f64
        };
        let mut exact: Vec<f64> = weights.iter().map(|weight| f64::from(*weight)).collect();
        assert!((mean - loss(&exact)).abs() < 1e-5, "{mean}, expected {}", loss(&exact));
        for (at, slope) in slopes.iter().enumerate() {
            let expected = difference(&mut exact, at, &loss);
            let name = || terms::name(range.start + at);
            assert_close(*slope, expected, &name);
        }
        let of_note = slopes.iter().filter(|slope| slope.abs() > 1e-4).count();
        assert!(of_note >= range.len().min(30), "{of_note}");
    }
}

// Fitting

/// The least loss that any model can have against these targets.
fn entropy(samples: &Samples, target: Target) -> f64 {
    let entropies = (0..samples.len()).map(|index| {
        let wanted = f64::from(target.of(samples, index));
        let part = |chance: f64| if chance > 0.0 { -chance * chance.ln() } else { 0.0 };
        part(wanted) + part(1.0 - wanted)
    });
    entropies.sum::<f64>() / samples.len() as f64
}

#[test]
fn the_network_learns_a_hundred_positions_by_heart() {
    let variant = Variant::Emergo7;
    let samples = random_samples(&mut random::seeded(31), variant, 100);
    let model = Net::new(&Layout::new(variant), &[]);
    for search in [0.0, 0.7] {
        let target = Target { search };
        let settings = FitSettings {
            epochs: 150,
            positions: usize::MAX,
            batch: 100,
            rate: 0.01,
            target,
            seed: 2,
        };
        let mut losses = Vec::new();
        let weights = fit(&model, (&samples, &samples), &settings, &mut |epoch| {
            losses.push((epoch.training, epoch.held_out.target));
        });
        let least = entropy(&samples, target);
        let (first, _) = losses[0];
        let (training, seen) = losses[losses.len() - 1];
        println!("search {search}: least {least:.4}, from {first:.4} to {training:.4}");
        assert_eq!(losses.len(), settings.epochs);
        assert!(first > least + 0.1, "{first} at first, least {least}");
        assert!(training < least + 0.03, "{training} at last, least {least}");
        assert!(training > least - 1e-4, "{training} is less than can be, {least}");
        // What is told of the held-out positions is the loss of the weights that are returned.
        assert_eq!(loss(&model, &weights, &samples, target).target, seen);
        assert!(seen < least + 0.03, "{seen} at last, least {least}");
    }
}

#[test]
fn a_seed_makes_the_same_weights_on_any_number_of_threads() {
    let variant = Variant::Emergo7;
    let samples = random_samples(&mut random::seeded(32), variant, 90);
    let fitted = |threads: usize, seed: u64, linear: bool| -> Vec<u32> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let settings =
            FitSettings { epochs: 3, positions: 70, batch: 40, rate: 0.01, target: TARGET, seed };
        let both = (&samples, &samples);
        let weights = pool.install(|| {
            if linear {
                fit(&Linear { terms: 0..terms::TERMS }, both, &settings, &mut |_| ())
            } else {
                fit(&Net::new(&Layout::new(variant), &[]), both, &settings, &mut |_| ())
            }
        });
        weights.iter().map(|weight| weight.to_bits()).collect()
    };
    for linear in [false, true] {
        let one = fitted(1, 5, linear);
        assert!(one == fitted(2, 5, linear), "two threads make other weights");
        assert!(one == fitted(3, 5, linear), "three threads make other weights");
        assert!(one != fitted(1, 6, linear), "the seed does not matter");
    }
}

#[test]
fn a_target_mixes_score_and_result() {
    let layout = Layout::new(Variant::Emergo7);
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

// Data

/// A random game whose searched plies have this score, and in which chance plays some moves.
fn recorded_game(rng: &mut StdRng, variant: Variant, score: i32) -> RecordedGame {
    let mut position = Position::start(variant);
    let mut plies = Vec::new();
    for _ in 0..rng.random_range(20..50) {
        let legal = legal(&position);
        let Some(&played) = legal.choose(rng) else { break };
        let best = if rng.random_bool(0.05) { *legal.choose(rng).unwrap() } else { played };
        let searched =
            rng.random_bool(0.8).then_some(Searched { best, score: Score::centimen(score) });
        plies.push(RecordedPly { played, searched });
        position.play(played);
    }
    let winner = [None, Some(Side::White), Some(Side::Black)][rng.random_range(0..3)];
    RecordedGame { plies, result: GameResult::won_by(winner) }
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
    let mut rng = random::seeded(41);
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
    let layout = Layout::new(variant);
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
        let mut rng = random::seeded(42);
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
    let mut rng = random::seeded(43);
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

// Calibration

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
    let mut rng = random::seeded(51);
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
    let mut rng = random::seeded(52);
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

// Terms

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
            for position in random::game(&mut random::seeded(seed), variant, 120) {
                let (own, swapped) = (terms::counts(&position), terms::counts(&position.swapped()));
                assert_eq!(own, swapped, "{variant} {}", shown(&position));
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
        let position = placed(variant, pieces, side_and_hands);
        let mut expected: BTreeMap<String, i8> =
            expected.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
        expected.insert("the move".to_owned(), 1);
        expected.insert(format!("tempo in stage {}", stage(&position)), 1);
        let found: BTreeMap<String, i8> = terms::counts(&position)
            .iter()
            .map(|count| (terms::name(usize::from(count.term)), count.count))
            .collect();
        assert_eq!(found, expected, "{pieces} {side_and_hands}");
    }
}
