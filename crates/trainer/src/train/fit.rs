//! Fitting a model: Adam (Kingma and Ba, 2015) over shuffled batches, the rate falling along a cosine, each
//! position in a random symmetry every time it is seen.
//!
//! A batch is cut into a fixed number of parts, whose gradients are added in their order: the same seed makes
//! the same weights on any number of threads.

use super::dataset::Samples;
use super::model::{Model, Target, cross_entropy, sigmoid};
use rayon::prelude::*;
use std::time::Instant;

/// Parts of a batch, and so the threads that can work on one.
const PARTS: usize = 8;

/// How a model is fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FitSettings {
    /// Passes.
    pub epochs: usize,
    /// Positions of a pass, taken by chance, or all if there are no more.
    pub positions: usize,
    /// Positions of a step.
    pub batch: usize,
    /// The rate of Adam at the beginning.
    pub rate: f32,
    /// What the model is to say.
    pub target: Target,
    /// Where chance begins.
    pub seed: u64,
}

/// Mean losses of a model on some positions, in nats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// Against the target of training.
    pub target: f64,
    /// Against the results of the games alone.
    pub result: f64,
}

/// What there is to tell after an epoch.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: usize,
    /// The mean loss on the positions trained on, while they were.
    pub training: f64,
    /// The loss on the positions held out, afterwards.
    pub held_out: Loss,
    /// Positions a second.
    pub speed: f64,
}

const FIRST_MOMENT: f32 = 0.9;
const SECOND_MOMENT: f32 = 0.999;

/// Adam's memory.
struct Adam {
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

impl Adam {
    fn new(size: usize) -> Adam {
        Adam { means: vec![0.0; size], squares: vec![0.0; size], steps: 0 }
    }

    fn step(&mut self, parameters: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let mean_part = 1.0 - FIRST_MOMENT.powi(self.steps);
        let square_part = 1.0 - SECOND_MOMENT.powi(self.steps);
        let state = self.means.par_chunks_mut(4_096).zip(self.squares.par_chunks_mut(4_096));
        let both = parameters.par_chunks_mut(4_096).zip(gradient.par_chunks(4_096));
        both.zip(state).for_each(|((parameters, gradient), (means, squares))| {
            let moments = means.iter_mut().zip(squares);
            for ((parameter, slope), (mean, square)) in
                parameters.iter_mut().zip(gradient).zip(moments)
            {
                *mean += (1.0 - FIRST_MOMENT) * (slope - *mean);
                *square += (1.0 - SECOND_MOMENT) * (slope * slope - *square);
                let step = (*mean / mean_part) / ((*square / square_part).sqrt() + 1e-8);
                *parameter -= rate * step;
            }
        });
    }
}

/// The rate at a step of so many: a short rise, then half a cosine down to nothing.
fn rate_at(rate: f32, step: usize, steps: usize) -> f32 {
    let rise = (steps / 50).clamp(1, 200);
    if step < rise {
        return rate * (step + 1) as f32 / rise as f32;
    }
    let part = (step - rise) as f32 / (steps - rise).max(1) as f32;
    rate * 0.5 * (1.0 + (part * std::f32::consts::PI).cos())
}

/// The gradient of the mean loss over a batch, by the model's weights, and the loss.
pub fn gradient(
    model: &impl Model,
    weights: &[f32],
    samples: &Samples,
    batch: &[(usize, usize)],
    target: Target,
) -> (Vec<f32>, f64) {
    let share = 1.0 / batch.len() as f32;
    let parts: Vec<(Vec<f32>, f64)> = batch
        .par_chunks(batch.len().div_ceil(PARTS))
        .map(|part| {
            let mut gradient = vec![0.0; weights.len()];
            let mut loss = 0.0;
            for &(index, image) in part {
                let wanted = target.of(samples, index);
                let slope = |output: f32| (sigmoid(output) - wanted) * share;
                let output = model.descend(weights, (samples, index, image), &slope, &mut gradient);
                loss += cross_entropy(output, wanted);
            }
            (gradient, loss)
        })
        .collect();
    let mut sum = vec![0.0; weights.len()];
    sum.par_chunks_mut(4_096).enumerate().for_each(|(chunk, sum)| {
        for (part, _) in &parts {
            let part = &part[chunk * 4_096..][..sum.len()];
            sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
        }
    });
    (sum, parts.iter().map(|(_, loss)| loss).sum::<f64>() * f64::from(share))
}

/// The mean loss on all samples.
pub fn loss(model: &impl Model, weights: &[f32], samples: &Samples, target: Target) -> Loss {
    // Chunks of fixed size, so that the sum does not depend on the threads.
    let indices: Vec<usize> = (0..samples.len()).collect();
    let sums: Vec<[f64; 3]> = indices
        .par_chunks(4_096)
        .map(|chunk| {
            let mut sums = [0.0; 3];
            for &index in chunk {
                let output = model.output(weights, samples, index, 0);
                sums[0] += cross_entropy(output, target.of(samples, index));
                let result = samples.results[index];
                if !result.is_nan() {
                    sums[1] += cross_entropy(output, result);
                    sums[2] += 1.0;
                }
            }
            sums
        })
        .collect();
    let [target, result, results] =
        sums.iter().fold([0.0; 3], |all, sums| [0, 1, 2].map(|at| all[at] + sums[at]));
    Loss { target: target / samples.len().max(1) as f64, result: result / f64::max(results, 1.0) }
}

/// Fits a model and returns its weights. `tell` hears of every epoch.
pub fn fit(
    model: &impl Model,
    (training, held_out): (&Samples, &Samples),
    settings: &FitSettings,
    tell: &mut dyn FnMut(&Epoch),
) -> Vec<f32> {
    let mut random = fastrand::Rng::with_seed(settings.seed);
    let mut parameters = model.initial(&mut random);
    let mut weights = model.weights(&parameters);
    let mut adam = Adam::new(parameters.len());
    let mut order: Vec<usize> = (0..training.len()).collect();
    let seen = training.len().min(settings.positions);
    let batches = seen.div_ceil(settings.batch);
    for number in 1..=settings.epochs {
        let started = Instant::now();
        random.shuffle(&mut order);
        let mut sum = 0.0;
        for (batch, indices) in order[..seen].chunks(settings.batch).enumerate() {
            let indices: Vec<(usize, usize)> =
                indices.iter().map(|index| (*index, random.usize(0..model.images()))).collect();
            let (slopes, mean) = gradient(model, &weights, training, &indices, settings.target);
            sum += mean * indices.len() as f64;
            let step = (number - 1) * batches + batch;
            let rate = rate_at(settings.rate, step, settings.epochs * batches);
            adam.step(&mut parameters, &model.of_parameters(&slopes), rate);
            model.clip(&mut parameters);
            weights = model.weights(&parameters);
        }
        tell(&Epoch {
            number,
            training: sum / seen as f64,
            speed: seen as f64 / started.elapsed().as_secs_f64(),
            held_out: loss(model, &weights, held_out, settings.target),
        });
    }
    weights
}
