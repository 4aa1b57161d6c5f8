//! The network: its gradient against finite differences, and the training loop.

use emergo::{Position, Variant};
use fastrand::Rng;
use luctor_engine::eval::feature_maps::Factoriser;
use luctor_engine::eval::features::{
    FeatureIndex, FeatureKind, FeatureSet, FeatureState, OUTPUT_BUCKETS, output_bucket,
};
use luctor_engine::eval::network::HIDDEN;
use luctor_engine::score::Score;
use luctor_trainer::data::dataset::SplitSamples;
use luctor_trainer::data::score_curve::ScoreCurve;
use luctor_trainer::data::training_samples::{PackedSample, TrainingSample};
use luctor_trainer::training::fit::{
    FitSettings, LossGradient, TrainingTarget, fit, gradient, loss,
};
use luctor_trainer::training::network_model::{NetworkInput, NetworkModel};
use std::collections::HashSet;
use test_support::random;

const TARGET: TrainingTarget = TrainingTarget { lambda: 0.4 };

/// Positions of random games without a capture. No two of them are symmetric or have the colours swapped, because the network
/// cannot distinguish those.
fn quiet_positions(rng: &mut Rng, variant: Variant, count: usize) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut seen = HashSet::new();
    let symmetries = variant.symmetries();
    while positions.len() < count {
        for position in random::game_positions(&mut random::rng(rng.u64(..)), variant, 120)
            .into_iter()
            .step_by(5)
        {
            let swapped = position.with_colours_swapped();
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
fn random_samples(rng: &mut Rng, variant: Variant, count: usize) -> Vec<PackedSample> {
    let positions = quiet_positions(rng, variant, count).into_iter();
    let samples = positions.map(|position| {
        let score = Score::centimen(rng.i32(-600..=600));
        let points = Some(f32::from(u8::from(rng.bool())));
        let sample = TrainingSample { position, score, points };
        PackedSample::new(&sample, ScoreCurve { doubling: 170.0, draws: 0.0 })
    });
    samples.collect()
}

fn uniform(rng: &mut Rng, size: f32) -> f32 {
    (2.0 * rng.f32() - 1.0) * size
}

/// The cross-entropy of an output against a target.
fn plain_cross_entropy(output: f64, target: f64) -> f64 {
    let chance = 1.0 / (1.0 + (-output).exp());
    -target * chance.ln() - (1.0 - target) * (1.0 - chance).ln()
}

/// A second implementation of the network's output from its parameters, in f64.
struct PlainNetwork {
    features: FeatureSet,
    without: Vec<FeatureKind>,
    factors: Vec<Vec<usize>>,
    factor_count: usize,
    /// By symmetry.
    images: Vec<Vec<FeatureIndex>>,
    opponent: Vec<FeatureIndex>,
}

impl PlainNetwork {
    fn new(features: &FeatureSet, without: &[FeatureKind]) -> PlainNetwork {
        let Factoriser { factors, count: factor_count } = features.factoriser();
        let symmetries = features.variant().symmetries();
        PlainNetwork {
            features: features.clone(),
            without: without.to_vec(),
            factors,
            factor_count,
            images: symmetries.iter().map(|symmetry| features.image(symmetry)).collect(),
            opponent: features.other_view(),
        }
    }

    /// Where parts of the parameters begin: factors, hidden biases, output weights, output biases, the end.
    fn parts(&self) -> [usize; 5] {
        let factors = self.features.size() * HIDDEN;
        let biases = factors + self.factor_count * HIDDEN;
        let outputs = biases + HIDDEN;
        let output_biases = outputs + 2 * HIDDEN * OUTPUT_BUCKETS;
        [factors, biases, outputs, output_biases, output_biases + OUTPUT_BUCKETS]
    }

    fn output(&self, parameters: &[f64], input: NetworkInput) -> f64 {
        let [factors, biases, outputs, output_biases, end] = self.parts();
        assert_eq!(parameters.len(), end);
        let position = input.sample.position(self.features.variant());
        let bucket = output_bucket(&position);
        let active = FeatureState::of(&position).active(&self.features);
        let mut sum = parameters[output_biases + bucket];
        for view in [0, 1] {
            let mut hidden = parameters[biases..][..HIDDEN].to_vec();
            for views in &active {
                let feature = views[position.side().index()];
                if self.without.contains(&self.features.kind(feature)) {
                    continue;
                }
                let feature = self.images[input.symmetry][usize::from(feature)];
                let opponent = self.opponent[usize::from(feature)];
                let feature = usize::from(if view == 0 { feature } else { opponent });
                for (unit, hidden) in hidden.iter_mut().enumerate() {
                    *hidden += parameters[feature * HIDDEN + unit];
                    for factor in &self.factors[feature] {
                        *hidden += parameters[factors + factor * HIDDEN + unit];
                    }
                }
            }
            for (unit, hidden) in hidden.iter().enumerate() {
                let weight = parameters[outputs + (2 * bucket + view) * HIDDEN + unit];
                sum += hidden.clamp(0.0, 1.0).powi(2) * weight;
            }
        }
        sum
    }

    fn loss(&self, parameters: &[f64], batch: &[NetworkInput], target: TrainingTarget) -> f64 {
        let losses = batch.iter().map(|input| {
            let output = self.output(parameters, *input);
            plain_cross_entropy(output, f64::from(target.of(input.sample)))
        });
        losses.sum::<f64>() / batch.len() as f64
    }
}

/// The derivative of a function with respect to one parameter, by finite differences. In f64 the step can be so short that no
/// hidden unit reaches a limit of the activation within it.
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

/// The tolerance is for rounding errors of f32. An error in a formula is much greater.
fn assert_close(found: f32, expected: f64, what: &dyn Fn() -> String) {
    let error = (f64::from(found) - expected).abs();
    assert!(error <= 5e-4 * expected.abs() + 2e-7, "{}: {found}, expected {expected}", what());
}

#[test]
fn the_gradient_of_the_network_agrees_with_finite_differences() {
    for (variant, without) in [
        (Variant::Emergo7, vec![]),
        (Variant::Hexemergo, vec![FeatureKind::ALL[FeatureKind::ALL.len() - 1]]),
    ] {
        let mut rng = Rng::with_seed(21);
        let features = FeatureSet::new(variant);
        let samples = random_samples(&mut rng, variant, 24);
        let bucket = |sample: &PackedSample| output_bucket(&sample.position(variant));
        assert!(samples.iter().map(bucket).collect::<HashSet<_>>().len() >= 3);
        let model = NetworkModel::new(&features, &without);
        let plain = PlainNetwork::new(&features, &without);
        assert_eq!(model.symmetries(), plain.images.len());
        let mut parameters = model.random_parameters(&mut Rng::with_seed(4));
        // Parameters of 0 would hide errors, and greater output weights make greater derivatives.
        let parts = plain.parts();
        assert_eq!(parameters.len(), parts[4]);
        parameters[..parts[0]].iter_mut().for_each(|weight| *weight = uniform(&mut rng, 0.03));
        parameters[parts[2]..].iter_mut().for_each(|weight| *weight = uniform(&mut rng, 0.7));

        let symmetries = model.symmetries();
        let inputs = samples.iter().zip((0..symmetries).cycle());
        let batch: Vec<NetworkInput> =
            inputs.map(|(sample, symmetry)| NetworkInput { sample, symmetry }).collect();
        let weights = model.weights(&parameters);
        let mut memory = Vec::new();
        // The memory of another batch does not change the gradient.
        gradient(&model, &weights, &batch[..10], TARGET, &mut memory);
        let LossGradient { gradient, loss: mean } =
            gradient(&model, &weights, &batch, TARGET, &mut memory);
        let slopes = model.parameter_gradient(gradient);
        assert_eq!(slopes.len(), parameters.len());

        let mut exact: Vec<f64> = parameters.iter().map(|weight| f64::from(*weight)).collect();
        for &input in &batch {
            let output = model.output(&weights, input);
            let expected = plain.output(&exact, input);
            assert!((f64::from(output) - expected).abs() < 1e-4, "{output}, expected {expected}");
        }
        let loss = |parameters: &[f64]| plain.loss(parameters, &batch, TARGET);
        assert!((mean - loss(&exact)).abs() < 1e-5, "{mean}, expected {}", loss(&exact));

        let mut compared = 0;
        let mut first = 0;
        for (part, end) in parts.into_iter().enumerate() {
            let relevant: Vec<usize> = (first..end).filter(|at| slopes[*at].abs() > 1e-5).collect();
            for _ in 0..45 {
                let at = *rng.choice(&relevant).expect("every part has a derivative that is not 0");
                let expected = difference(&mut exact, at, &loss);
                assert_close(slopes[at], expected, &|| format!("{variant}, part {part}, {at}"));
                compared += 1;
            }
            // Any other parameters, most of which do not affect the batch.
            for _ in 0..10 {
                let at = rng.usize(first..end);
                let expected = difference(&mut exact, at, &loss);
                assert_close(slopes[at], expected, &|| format!("{variant}, part {part}, {at}"));
            }
            first = end;
        }
        assert!(compared >= 200);
    }
}

/// The least possible loss against these targets.
fn entropy(samples: &[PackedSample], target: TrainingTarget) -> f64 {
    let entropies = samples.iter().map(|sample| {
        let wanted = f64::from(target.of(sample));
        let part = |chance: f64| if chance > 0.0 { -chance * chance.ln() } else { 0.0 };
        part(wanted) + part(1.0 - wanted)
    });
    entropies.sum::<f64>() / samples.len() as f64
}

/// Samples as training set and as validation set.
fn in_both_sets(samples: &[PackedSample]) -> SplitSamples {
    SplitSamples { training: samples.to_vec(), validation: samples.to_vec() }
}

#[test]
fn the_network_can_memorise_a_hundred_positions() {
    let variant = Variant::Emergo7;
    let samples = random_samples(&mut Rng::with_seed(31), variant, 100);
    let model = NetworkModel::new(&FeatureSet::new(variant), &[]);
    for lambda in [1.0, 0.3] {
        let target = TrainingTarget { lambda };
        let settings =
            FitSettings { epochs: 150, batch_size: 100, learning_rate: 0.01, target, seed: 2 };
        let data = in_both_sets(&samples);
        let mut losses = Vec::new();
        let weights = fit(&model, &data, &settings, None, &mut |epoch| {
            losses.push((epoch.training_loss, epoch.validation_loss.target));
        });
        let least = entropy(&samples, target);
        let (first, _) = losses[0];
        let (training, validation) = losses[losses.len() - 1];
        assert_eq!(losses.len(), settings.epochs);
        assert!(first > least + 0.1, "{first} in the first epoch, least {least}");
        assert!(training < least + 0.03, "{training} in the last epoch, least {least}");
        assert!(training > least - 1e-4, "{training} is below the least possible loss {least}");
        // The last validation loss is that of the returned weights.
        assert_eq!(loss(&model, &weights, &samples, target).target, validation);
        assert!(validation < least + 0.03, "{validation} after the last epoch, least {least}");
    }
}

#[test]
fn the_weights_depend_on_the_seed_and_not_on_the_number_of_threads() {
    let variant = Variant::Emergo7;
    let samples = random_samples(&mut Rng::with_seed(32), variant, 90);
    let fitted = |threads: usize, seed: u64| -> Vec<u32> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let settings =
            FitSettings { epochs: 3, batch_size: 40, learning_rate: 0.01, target: TARGET, seed };
        let data = in_both_sets(&samples);
        let model = NetworkModel::new(&FeatureSet::new(variant), &[]);
        let weights = pool.install(|| fit(&model, &data, &settings, None, &mut |_| ()));
        weights.iter().map(|weight| weight.to_bits()).collect()
    };
    let one = fitted(1, 5);
    assert!(one == fitted(2, 5), "other weights on two threads");
    assert!(one == fitted(3, 5), "other weights on three threads");
    assert!(one != fitted(1, 6), "the same weights with another seed");
}
