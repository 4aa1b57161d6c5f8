//! The models that are trained: their gradients are those of their losses, and they learn.

use crate::{TARGET, random_samples, uniform};
use emergo::Variant;
use luctor_engine::eval::features::{
    Factoriser, FeatureIndex, FeatureKind, FeatureSet, OUTPUT_BUCKETS,
};
use luctor_engine::eval::network::HIDDEN;
use luctor_trainer::train::dataset::Samples;
use luctor_trainer::train::fit::{FitSettings, fit, gradient, loss};
use luctor_trainer::train::linear::Linear;
use luctor_trainer::train::model::{Model, Target};
use luctor_trainer::train::net::Net;
use luctor_trainer::train::terms;
use rand::RngExt;
use rand::seq::IndexedRandom;
use std::collections::HashSet;
use test_support::random;

/// The cross-entropy of an output against a target.
fn plain_cross_entropy(output: f64, target: f64) -> f64 {
    let chance = 1.0 / (1.0 + (-output).exp());
    -target * chance.ln() - (1.0 - target) * (1.0 - chance).ln()
}

/// The network's output a second time, by its parameters, in plain sums of f64.
struct PlainNet {
    layout: FeatureSet,
    without: Vec<FeatureKind>,
    shares: Vec<Vec<usize>>,
    shared: usize,
    /// By symmetry.
    images: Vec<Vec<FeatureIndex>>,
    other: Vec<FeatureIndex>,
}

impl PlainNet {
    fn new(layout: &FeatureSet, without: &[FeatureKind]) -> PlainNet {
        let Factoriser { factors: shares, count: shared } = layout.factoriser();
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
        let shared = self.layout.size() * HIDDEN;
        let biases = shared + self.shared * HIDDEN;
        let outputs = biases + HIDDEN;
        let output_biases = outputs + 2 * HIDDEN * OUTPUT_BUCKETS;
        [shared, biases, outputs, output_biases, output_biases + OUTPUT_BUCKETS]
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
    for (variant, without) in [
        (Variant::Emergo7, vec![]),
        (Variant::Hexemergo, vec![FeatureKind::ALL[FeatureKind::ALL.len() - 1]]),
    ] {
        let mut rng = random::rng(21);
        let layout = FeatureSet::new(variant);
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
        let mut rng = random::rng(22);
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
    let samples = random_samples(&mut random::rng(31), variant, 100);
    let model = Net::new(&FeatureSet::new(variant), &[]);
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
    let samples = random_samples(&mut random::rng(32), variant, 90);
    let fitted = |threads: usize, seed: u64, linear: bool| -> Vec<u32> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let settings =
            FitSettings { epochs: 3, positions: 70, batch: 40, rate: 0.01, target: TARGET, seed };
        let both = (&samples, &samples);
        let weights = pool.install(|| {
            if linear {
                fit(&Linear { terms: 0..terms::TERMS }, both, &settings, &mut |_| ())
            } else {
                fit(&Net::new(&FeatureSet::new(variant), &[]), both, &settings, &mut |_| ())
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
