//! The difference in strength that results show, in logistic and normalized Elo, with 95 % confidence intervals.
//!
//! The two games of an opening with swapped colours are not independent, so a pair of games is one observation. Results
//! without pairs are taken as independent games. Normalized Elo: M. Van den Bergh, "Comments on Normalized Elo",
//! <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>.

use crate::statistics::counts::{PairCounts, ResultCounts, Share};
use crate::statistics::likelihood::Sample;
use serde::Serialize;
use std::f64::consts::{LN_10, TAU};
use std::fmt;

/// Normalized Elo for a mean score of one standard deviation of a game above 1/2. Both kinds of Elo agree near an even score
/// without draws. It is `nelo_divided_by_nt` in fishtest's LLRcalc.py.
pub(crate) const NORMALIZED_ELO: f64 = 800.0 / LN_10;

/// Standard deviations on each side of the mean that contain 95 % of a normal distribution.
const DEVIATIONS_95: f64 = 1.959_963_984_540_054;

/// A difference in strength in Elo, logistic or normalized. It is positive if the first engine is stronger, and infinite if
/// one engine made all points.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "number | null"))]
pub struct Elo(f64);

impl Elo {
    /// A difference of `value` Elo.
    pub const fn new(value: f64) -> Elo {
        Elo(value)
    }

    /// The logistic difference with this expected score.
    pub fn of_score(score: Share) -> Elo {
        // With two logarithms, the score 1 - x gives exactly the opposite.
        Elo(400.0 * (score.value().log10() - (1.0 - score.value()).log10()))
    }

    /// The expected score at this logistic difference.
    pub fn expected_score(self) -> Share {
        Share::new(1.0 / (1.0 + 10f64.powf(-self.0 / 400.0)))
    }

    /// The number, in Elo.
    pub const fn value(self) -> f64 {
        self.0
    }
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.0)
    }
}

/// A difference in strength with its 95 % confidence interval. It is never NaN. An end of the interval is infinite if the
/// results do not bound it. In JSON an infinite number is `null`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EloEstimate {
    /// The difference of maximum likelihood.
    pub difference: Elo,
    /// Half of the width of the interval.
    pub error: Elo,
    /// The lower end of the interval.
    pub low: Elo,
    /// The upper end of the interval.
    pub high: Elo,
}

impl EloEstimate {
    fn new([low, difference, high]: [Elo; 3]) -> EloEstimate {
        EloEstimate { difference, error: Elo((high.0 - low.0) / 2.0), low, high }
    }
}

impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} +/- {}", self.difference, self.error)
    }
}

/// The strength of the first engine against the second one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The difference in logistic Elo.
    pub logistic: EloEstimate,
    /// The difference in normalized Elo, whose unit is based on the standard deviation of a game. The interval takes the
    /// deviation as known, as in fastchess.
    pub normalized: EloEstimate,
    /// The likelihood of superiority (LOS): the probability that the first engine is stronger.
    pub superiority: Share,
}

impl Estimate {
    /// From finished pairs.
    pub fn of_pairs(pairs: &PairCounts) -> Estimate {
        Sample::from(pairs).into()
    }

    /// From games that are taken as independent. If the games form pairs, use [`Estimate::of_pairs`].
    pub fn of_games(games: &ResultCounts) -> Estimate {
        Sample::from(games).into()
    }
}

impl<const N: usize> From<Sample<N>> for Estimate {
    fn from(sample: Sample<N>) -> Estimate {
        let size = sample.size();
        let unknown = EloEstimate::new([-f64::INFINITY, 0.0, f64::INFINITY].map(Elo));
        if size == 0.0 {
            let superiority = Share::new(0.5);
            return Estimate { logistic: unknown, normalized: unknown, superiority };
        }
        let (mean, lead) = (sample.mean(), sample.lead());
        let variance = sample.spread(mean);

        // Equal observations show no variance. Then the interval is the exact form of the "rule of three": Hanley and
        // Lippman-Hand, JAMA 249 (1983).
        let half_width = if variance > 0.0 {
            DEVIATIONS_95 * (variance / size).sqrt()
        } else {
            1.0 - 0.05f64.powf(1.0 / size)
        };
        let scores = [mean - half_width, mean, mean + half_width].map(Share::new);
        let logistic = EloEstimate::new(scores.map(Elo::of_score));

        // The deviation of a game is that of an observation, scaled as if its games were independent, as in fishtest.
        let normalized = if lead != 0.0 && variance == 0.0 {
            EloEstimate { difference: Elo(lead.signum() * f64::INFINITY), ..unknown }
        } else {
            let games = Sample::<N>::GAMES;
            let value = if lead == 0.0 { 0.0 } else { lead / (variance * games).sqrt() };
            let half_width = DEVIATIONS_95 / (size * games).sqrt();
            let values = [value - half_width, value, value + half_width];
            EloEstimate::new(values.map(|value| Elo(value * NORMALIZED_ELO)))
        };

        // Equal observations: the variance of the null hypothesis is used, as in (W - L) / sqrt(W + L) for games.
        let null_variance = if variance > 0.0 { variance } else { sample.spread(0.5) };
        let deviations = if lead == 0.0 { 0.0 } else { lead / (null_variance / size).sqrt() };
        let superiority = Share::new(normal_distribution(deviations));
        Estimate { logistic, normalized, superiority }
    }
}

/// The probability that a standard normal variable is below `deviations`, by the series of
/// G. Marsaglia, "Evaluating the Normal Distribution", J. Stat. Software 11 (2004).
fn normal_distribution(deviations: f64) -> f64 {
    // Beyond 8 deviations the result is 0 or 1 to 15 digits.
    let x = deviations.clamp(-8.0, 8.0);
    let (mut sum, mut term, mut odd) = (x, x, 1.0);
    while term.abs() > sum.abs() * 1e-17 {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    (0.5 + sum * (-x * x / 2.0).exp() / TAU.sqrt()).clamp(0.0, 1.0)
}
