//! SPSA: simultaneous perturbation stochastic approximation. Each iteration moves every parameter up or down by its step,
//! at random, and plays games of these values against the opposite ones. The result moves all parameters at once.
//!
//! The steps shrink as in fishtest. Nothing here plays games or knows what the parameters mean.

// CITE: J. C. Spall, An Overview of the Simultaneous Perturbation Method for Efficient Optimization, 1998.
// https://www.jhuapl.edu/SPSA/PDF-SPSA/Spall_An_Overview.pdf
// CITE: fishtest. https://github.com/official-stockfish/fishtest/wiki

use luctor_system::random::splitmix64;
use serde::{Deserialize, Serialize};

/// `A` of the literature, as a share of all pairs. It keeps the first iterations from being too large.
const STABILITY: f64 = 0.1;
/// The power by which the changes of the parameters shrink: alpha of the literature.
const ALPHA: f64 = 0.602;
/// The power by which the steps shrink: gamma of the literature.
const GAMMA: f64 = 0.101;

/// A parameter to tune.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpsaParameter {
    /// The name.
    pub name: String,
    /// The value before the first iteration.
    pub start: i32,
    /// The smallest value.
    pub min: i32,
    /// The largest value.
    pub max: i32,
    /// The distance of the tested values from the current value at the end, `c_end` of fishtest. Above 0.
    pub step: f64,
}

/// Everything that an SPSA run depends on, except the results of the games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpsaSettings {
    /// Iterations, at least one.
    pub iterations: u64,
    /// Pairs of games of an iteration, at least one.
    pub pairs: u64,
    /// The random seed.
    pub seed: u64,
    /// The learning rate at the end, `r_end` of fishtest: the share of its step by which a parameter moves for each game
    /// that one side wins more than the other.
    pub rate: f64,
    /// The parameters.
    pub parameters: Vec<SpsaParameter>,
}

/// Settings that suit a few thousand pairs of games, without parameters.
impl Default for SpsaSettings {
    fn default() -> SpsaSettings {
        SpsaSettings { iterations: 500, pairs: 8, seed: 1, rate: 0.01, parameters: Vec::new() }
    }
}

/// The values after an iteration.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct HistoryPoint {
    /// Finished iterations.
    pub iteration: u64,
    /// The values of all parameters, not rounded, in the order of the settings.
    pub values: Vec<f64>,
}

/// The values that play against each other in an iteration, and what is needed to use the result.
#[derive(Clone, PartialEq, Debug)]
pub struct Perturbation {
    /// The first side.
    pub plus: Vec<f64>,
    /// The second side: each parameter is moved in the opposite direction.
    pub minus: Vec<f64>,
    /// By how much each parameter changes for each game that the first side wins more than the second.
    gains: Vec<f64>,
}

impl SpsaSettings {
    /// All pairs of games.
    pub fn total_pairs(&self) -> u64 {
        self.iterations * self.pairs
    }

    /// The values before the first iteration.
    pub fn start(&self) -> HistoryPoint {
        let values = self.parameters.iter().map(|parameter| f64::from(parameter.start)).collect();
        HistoryPoint { iteration: 0, values }
    }

    /// The values to play in the iteration after a point. They depend on the settings and the point only.
    pub fn perturbation(&self, at: &HistoryPoint) -> Perturbation {
        let total = self.total_pairs() as f64;
        let offset = STABILITY * total;
        let pair = (at.iteration * self.pairs + 1) as f64;
        // Both factors are 1 at the last pair.
        let step_factor = (total / pair).powf(GAMMA);
        let gain_factor = ((offset + total) / (offset + pair)).powf(ALPHA);
        let mut random = random_of(self.seed, Stream::Perturbation, at.iteration);
        let mut perturbation =
            Perturbation { plus: Vec::new(), minus: Vec::new(), gains: Vec::new() };
        for (value, parameter) in at.values.iter().zip(&self.parameters) {
            let direction = if random.bool() { 1.0 } else { -1.0 };
            let step = direction * parameter.step * step_factor;
            perturbation.plus.push(parameter.clamp(value + step));
            perturbation.minus.push(parameter.clamp(value - step));
            let gain = self.rate * parameter.step * gain_factor / step_factor;
            perturbation.gains.push(direction * gain);
        }
        perturbation
    }

    /// The values after that iteration. `lead` is the number of games that the first side won more than the second.
    pub fn next(&self, at: &HistoryPoint, perturbation: &Perturbation, lead: i64) -> HistoryPoint {
        let changes = at.values.iter().zip(&perturbation.gains);
        let values = changes
            .zip(&self.parameters)
            .map(|((value, gain), parameter)| parameter.clamp(value + gain * lead as f64))
            .collect();
        HistoryPoint { iteration: at.iteration + 1, values }
    }
}

impl SpsaParameter {
    fn clamp(&self, value: f64) -> f64 {
        value.clamp(f64::from(self.min), f64::from(self.max))
    }
}

/// What random numbers are used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stream {
    /// The directions of an iteration.
    Perturbation,
    /// The rounding of the values of a pair of games.
    Rounding,
}

/// Random numbers that depend on the seed, the purpose and a number only.
pub(super) fn random_of(seed: u64, stream: Stream, number: u64) -> fastrand::Rng {
    fastrand::Rng::with_seed(splitmix64(splitmix64(seed, stream as u64), number))
}

/// Rounds up or down at random, so that the mean is the value: games with whole values can then measure a change that
/// is smaller than 1.
pub(super) fn round_at_random(value: f64, random: &mut fastrand::Rng) -> i32 {
    (value + random.f64()).floor() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_rounded_values_is_the_value() {
        let mut random = random_of(1, Stream::Rounding, 0);
        for (value, down, up) in [(0.25, 0, 1), (-2.5, -3, -2), (7.0, 7, 7)] {
            let rounded: Vec<i32> =
                (0..10_000).map(|_| round_at_random(value, &mut random)).collect();
            assert!(rounded.iter().all(|found| [down, up].contains(found)), "{value}");
            let mean = f64::from(rounded.iter().sum::<i32>()) / rounded.len() as f64;
            assert!((mean - value).abs() < 0.03, "{value}: {mean}");
        }
    }
}
