//! The training loop: Adam over shuffled batches, with a cosine schedule of the learning rate. Each sample is seen under a
//! random symmetry of the board every time.
//!
//! A batch is split into a fixed number of parts, and their gradients are added in order. Therefore the weights do not
//! depend on the number of threads.

// CITE: Adam. D. P. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization", 2015. https://arxiv.org/abs/1412.6980
// CITE: cosine schedule. I. Loshchilov and F. Hutter, "SGDR", 2017. https://arxiv.org/abs/1608.03983

use super::network_model::{NetworkInput, NetworkModel};
use crate::data::dataset::SplitSamples;
use crate::data::training_samples::PackedSample;
use luctor_engine::eval::Network;
use rayon::prelude::*;
use std::time::Instant;

/// Parts of a batch: at most so many threads work on one.
const BATCH_PARTS: usize = 8;
/// Items that a thread takes at a time in other loops.
const CHUNK: usize = 4_096;

/// How a network is trained.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitSettings {
    /// Epochs, at least 1.
    pub epochs: usize,
    /// Positions of a batch, at least 1.
    pub batch_size: usize,
    /// The greatest learning rate.
    pub learning_rate: f32,
    /// The training target.
    pub target: TrainingTarget,
    /// The random seed.
    pub seed: u64,
}

/// The training target: lambda x game result + (1 - lambda) x score, both in expected points of the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TrainingTarget {
    /// The weight of the game result, 0..=1.
    pub lambda: f32,
}

impl TrainingTarget {
    /// The target of a sample, 0..=1. A sample without a result has its score as the target.
    #[inline]
    pub fn of(self, sample: &PackedSample) -> f32 {
        let score = sample.expected_points;
        match sample.result_points {
            None => score,
            Some(result) => (1.0 - self.lambda) * score + self.lambda * result,
        }
    }
}

/// Mean cross-entropies on some samples, in nats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeanLoss {
    /// Against the training target.
    pub target: f64,
    /// Against the game results, on the samples that have one.
    pub result: f64,
}

/// The result of an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EpochReport {
    /// The number of the epoch, from 1.
    pub epoch: usize,
    /// The mean loss on the training set against the training target. The weights change during the epoch.
    pub training_loss: f64,
    /// The loss on the validation set after the epoch.
    pub validation_loss: MeanLoss,
    /// Positions per second of training.
    pub positions_per_second: f64,
}

#[inline]
fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The cross-entropy of an output against a target in 0..=1, in nats.
#[inline]
fn cross_entropy(output: f32, target: f32) -> f64 {
    let (output, target) = (f64::from(output), f64::from(target));
    // ln(1 + e^x) - target * x, in a form that does not overflow.
    output.max(0.0) - output * target + (-output.abs()).exp().ln_1p()
}

struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    const BETA_1: f32 = 0.9;
    const BETA_2: f32 = 0.999;
    const EPSILON: f32 = 1e-8;

    fn new(size: usize) -> Adam {
        Adam { means: vec![0.0; size], squares: vec![0.0; size], steps: 0 }
    }

    fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let mean_correction = 1.0 - Adam::BETA_1.powi(self.steps);
        let square_correction = 1.0 - Adam::BETA_2.powi(self.steps);
        let state = self.means.par_chunks_mut(CHUNK).zip(self.squares.par_chunks_mut(CHUNK));
        let both = parameters.par_chunks_mut(CHUNK).zip(gradient.par_chunks(CHUNK));
        both.zip(state).for_each(|((parameters, gradient), (means, squares))| {
            let moments = means.iter_mut().zip(squares);
            for ((parameter, slope), (mean, square)) in
                parameters.iter_mut().zip(gradient).zip(moments)
            {
                *mean += (1.0 - Adam::BETA_1) * (slope - *mean);
                *square += (1.0 - Adam::BETA_2) * (slope * slope - *square);
                let deviation = (*square / square_correction).sqrt() + Adam::EPSILON;
                *parameter -= rate * ((*mean / mean_correction) / deviation);
            }
        });
    }
}

/// The learning rate of a step: a short linear warm-up, then half a cosine down to 0.
fn learning_rate(greatest: f32, step: usize, steps: usize) -> f32 {
    let warm_up = (steps / 50).clamp(1, 200);
    if step < warm_up {
        return greatest * (step + 1) as f32 / warm_up as f32;
    }
    let progress = (step - warm_up) as f32 / (steps - warm_up).max(1) as f32;
    greatest * 0.5 * (1.0 + (progress * std::f32::consts::PI).cos())
}

/// A gradient with respect to the weights.
#[derive(Clone, PartialEq, Debug)]
pub struct LossGradient {
    /// The derivative of the loss with respect to each weight.
    pub gradient: Vec<f32>,
    /// The mean loss over the batch.
    pub loss: f64,
}

/// The mean loss over a batch and its gradient with respect to the weights. `parts` is memory for the computation: empty for
/// the first batch, then that of the batch before.
pub fn gradient<'a>(
    model: &NetworkModel,
    weights: &[f32],
    batch: &[NetworkInput],
    target: TrainingTarget,
    parts: &'a mut Vec<LossGradient>,
) -> &'a LossGradient {
    let fraction = 1.0 / batch.len() as f32;
    let part_size = batch.len().div_ceil(BATCH_PARTS);
    let zero = || LossGradient { gradient: vec![0.0; weights.len()], loss: 0.0 };
    parts.resize_with(batch.len().div_ceil(part_size), zero);
    parts.par_iter_mut().zip(batch.par_chunks(part_size)).for_each(|(part, inputs)| {
        part.gradient.fill(0.0);
        part.loss = 0.0;
        for input in inputs {
            let target = target.of(input.sample);
            let slope = |output: f32| (sigmoid(output) - target) * fraction;
            let output = model.add_gradient(weights, *input, slope, &mut part.gradient);
            part.loss += cross_entropy(output, target) * f64::from(fraction);
        }
    });
    let (sum, others) = parts.split_first_mut().expect("a batch is not empty");
    sum.gradient.par_chunks_mut(CHUNK).enumerate().for_each(|(chunk, sum)| {
        for other in &*others {
            let other = &other.gradient[chunk * CHUNK..][..sum.len()];
            sum.iter_mut().zip(other).for_each(|(sum, other)| *sum += other);
        }
    });
    sum.loss += others.iter().map(|other| other.loss).sum::<f64>();
    sum
}

/// The mean loss of a network on all samples.
pub fn loss(
    model: &NetworkModel,
    weights: &[f32],
    samples: &[PackedSample],
    target: TrainingTarget,
) -> MeanLoss {
    let output = |number: usize| {
        let sample = &samples[number];
        model.output(weights, NetworkInput { sample, symmetry: 0 })
    };
    mean_loss(samples, target, &output)
}

/// The mean loss of some outputs on all samples. `output` returns the output for the sample with a number.
pub fn mean_loss(
    samples: &[PackedSample],
    target: TrainingTarget,
    output: &(impl Fn(usize) -> f32 + Sync),
) -> MeanLoss {
    // Chunks of a fixed size, so that the sum does not depend on the number of threads.
    let sums: Vec<[f64; 3]> = samples
        .par_chunks(CHUNK)
        .enumerate()
        .map(|(chunk, samples)| {
            let [mut target_loss, mut result_loss, mut results] = [0.0; 3];
            for (number, sample) in (chunk * CHUNK..).zip(samples) {
                let output = output(number);
                target_loss += cross_entropy(output, target.of(sample));
                if let Some(points) = sample.result_points {
                    result_loss += cross_entropy(output, points);
                    results += 1.0;
                }
            }
            [target_loss, result_loss, results]
        })
        .collect();
    let [target, result, results] =
        sums.iter().fold([0.0; 3], |all, sums| [0, 1, 2].map(|at| all[at] + sums[at]));
    MeanLoss {
        target: target / samples.len().max(1) as f64,
        result: result / f64::max(results, 1.0),
    }
}

/// Trains a network and returns its weights. It begins with the weights of `start`, or with random ones. Calls `report`
/// after each epoch.
pub fn fit(
    model: &NetworkModel,
    samples: &SplitSamples,
    settings: &FitSettings,
    start: Option<&Network>,
    report: &mut dyn FnMut(&EpochReport),
) -> Vec<f32> {
    let mut random = fastrand::Rng::with_seed(settings.seed);
    let mut parameters = match start {
        Some(network) => model.parameters_of(network),
        None => model.random_parameters(&mut random),
    };
    let mut weights = model.weights(&parameters);
    let mut adam = Adam::new(parameters.len());
    let mut parts = Vec::new();
    let positions = samples.training.len();
    let mut order: Vec<usize> = (0..positions).collect();
    let batches = positions.div_ceil(settings.batch_size);
    let steps = settings.epochs * batches;
    for epoch in 1..=settings.epochs {
        let started = Instant::now();
        random.shuffle(&mut order);
        let mut loss_sum = 0.0;
        for (number, indices) in order.chunks(settings.batch_size).enumerate() {
            let batch: Vec<NetworkInput> = indices
                .iter()
                .map(|&number| NetworkInput {
                    sample: &samples.training[number],
                    symmetry: random.usize(0..model.symmetries()),
                })
                .collect();
            let LossGradient { gradient, loss } =
                gradient(model, &weights, &batch, settings.target, &mut parts);
            loss_sum += loss * batch.len() as f64;
            let rate = learning_rate(settings.learning_rate, (epoch - 1) * batches + number, steps);
            adam.step(&mut parameters, &model.parameter_gradient(gradient), rate);
            model.clip(&mut parameters);
            weights = model.weights(&parameters);
        }
        let positions_per_second = positions as f64 / started.elapsed().as_secs_f64();
        report(&EpochReport {
            epoch,
            training_loss: loss_sum / positions as f64,
            validation_loss: loss(model, &weights, &samples.validation, settings.target),
            positions_per_second,
        });
    }
    weights
}
