//! The likelihood of results: observations in equally spaced classes from 0 to 1 point, their mean and variance, and the
//! distributions of maximum likelihood.
//!
//! A pair of games is an observation in one of five classes (pentanomial), a game is one in three classes (trinomial).
//! Source: M. Van den Bergh, "Comments on Normalized Elo" (normalized_elo_practical.pdf) and
//! support_MLE_multinomial.pdf, both at <https://www.cantate.be/Fishtest/>.

use crate::statistics::counts::{PairCounts, ResultCounts, Share};

/// The count of an empty class in the likelihood, in observations, as in fishtest.
const EMPTY_CLASS: f64 = 1e-3;

/// How often each of N equally spaced scores from 0 to 1 was observed.
#[derive(Clone, Copy)]
pub struct Sample<const N: usize> {
    /// The number of observations of each class.
    pub counts: [f64; N],
}

impl From<&ResultCounts> for Sample<3> {
    fn from(games: &ResultCounts) -> Sample<3> {
        Sample { counts: [games.losses as f64, games.draws as f64, games.wins as f64] }
    }
}

impl From<&PairCounts> for Sample<5> {
    fn from(pairs: &PairCounts) -> Sample<5> {
        Sample { counts: pairs.0.map(|count| count as f64) }
    }
}

impl<const N: usize> Sample<N> {
    /// Games in an observation.
    pub const GAMES: f64 = (N - 1) as f64 / 2.0;

    fn score_of(class: usize) -> f64 {
        class as f64 / (N - 1) as f64
    }

    /// The number of observations.
    pub fn size(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// The mean score minus 1/2. The mirrored sample has exactly the opposite lead.
    pub fn lead(&self) -> f64 {
        let leads = (0..N).map(|i| self.counts[i] * (Self::score_of(i) - 0.5));
        leads.sum::<f64>() / self.size()
    }

    /// The mean score.
    pub fn mean(&self) -> f64 {
        0.5 + self.lead()
    }

    /// The mean squared distance from `center`.
    pub fn spread(&self, center: f64) -> f64 {
        let squares = (0..N).map(|i| self.counts[i] * (Self::score_of(i) - center).powi(2));
        squares.sum::<f64>() / self.size()
    }

    /// The sample without empty classes, so that each hypothesis has a likelihood above 0.
    pub fn without_empty_classes(&self) -> Sample<N> {
        Sample { counts: self.counts.map(|count| if count == 0.0 { EMPTY_CLASS } else { count }) }
    }

    /// The distribution of maximum likelihood with this expected score.
    pub fn likeliest_with_score(&self, score: Share) -> [f64; N] {
        self.likeliest_with_zero_mean(&std::array::from_fn(|i| Self::score_of(i) - score.value()))
    }

    /// The distribution of maximum likelihood whose expected score minus 1/2 is this number of its standard deviations.
    /// The condition is not linear in the probabilities. It is linearised at the last solution until the solution is
    /// stable: "Comments on Normalized Elo", 4.1.
    pub fn likeliest_with_lead(&self, deviations: f64) -> [f64; N] {
        let mut likeliest = [1.0 / N as f64; N];
        for _ in 0..100 {
            let last = Sample { counts: likeliest };
            let mean = last.mean();
            let deviation = last.spread(mean).sqrt();
            let values: [f64; N] = std::array::from_fn(|i| {
                let score = Self::score_of(i);
                let distance = (score - mean) / deviation;
                score - 0.5 - deviations * deviation * (1.0 + distance * distance) / 2.0
            });
            likeliest = self.likeliest_with_zero_mean(&values);
            if (0..N).all(|i| (likeliest[i] - last.counts[i]).abs() < 1e-10) {
                break;
            }
        }
        likeliest
    }

    /// The distribution of maximum likelihood for which the mean of `values` is 0. The values, one per class, have both
    /// signs. p = share / (1 + multiplier * value), with the multiplier for which the mean is 0:
    /// support_MLE_multinomial.pdf, proposition 1.1.
    fn likeliest_with_zero_mean(&self, values: &[f64; N]) -> [f64; N] {
        let size = self.size();
        let (least, greatest) =
            values.iter().fold((0.0f64, 0.0f64), |(a, b), &value| (a.min(value), b.max(value)));
        debug_assert!(least < 0.0 && greatest > 0.0, "no distribution has mean 0: {values:?}");

        // The mean falls from +inf to -inf between the poles. This is Newton's method, with bisection when a step leaves
        // the interval of the root.
        let (mut low, mut high) = (-1.0 / greatest, -1.0 / least);
        let precision = (high - low) * 1e-15;
        let mut multiplier = 0.0;
        for _ in 0..100 {
            let (mut mean, mut fall) = (0.0, 0.0);
            for (count, value) in self.counts.iter().zip(values) {
                let tilted = value / (1.0 + multiplier * value);
                mean += count / size * tilted;
                fall += count / size * tilted * tilted;
            }
            if mean > 0.0 {
                low = multiplier;
            } else {
                high = multiplier;
            }
            let newton = multiplier + mean / fall;
            let next = if low < newton && newton < high { newton } else { (low + high) / 2.0 };
            if (next - multiplier).abs() <= precision {
                break;
            }
            multiplier = next;
        }
        std::array::from_fn(|i| self.counts[i] / size / (1.0 + multiplier * values[i]))
    }
}
