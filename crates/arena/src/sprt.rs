//! What the results of a match say: Elo with its error, and whether a sequential test may stop.
//!
//! The one idea: the two games of an opening with colours swapped are one observation of 0 to 2
//! points, in five classes (the pentanomial), since the opening ties their results together. All
//! errors come from these classes. Single games, in three classes, are there for what has no pairs.
//!
//! The test is the generalized sequential probability ratio test by maximum likelihood, as fishtest
//! and fastchess have it: M. Van den Bergh, "Comments on Normalized Elo"
//! (normalized_elo_practical.pdf) and support_MLE_multinomial.pdf, both at cantate.be/Fishtest.
//! Left out: fishtest's correction for overshooting the bounds. By simulation (tests/sprt) the
//! error rates are alpha and beta without it.

pub use super::counts::{GameCounts, GameScore, PairCounts, PairsRatio, Share};
use std::f64::consts::{LN_10, TAU};
use std::fmt;
use std::str::FromStr;

/// Normalized Elo for a lead of one standard deviation of a game, the lead being the score less
/// 1/2: so both kinds of Elo agree near an even score when no game is drawn. Van den Bergh, as
/// above; `nelo_divided_by_nt` in fishtest's LLRcalc.py.
const NORMALIZED_ELO: f64 = 800.0 / LN_10;

/// Standard deviations to each side of the mean that hold 95 % of a normal distribution.
const DEVIATIONS_95: f64 = 1.959_963_984_540_054;

/// What an empty class counts for in the likelihood, in observations; fishtest's number.
const EMPTY_CLASS: f64 = 1e-3;

/// How far from zero a hypothesis may be, in Elo of either kind. Beyond about 230 normalized Elo
/// the iteration of [`Sample::likeliest_with_lead`] would find no place to begin.
const ELO_LIMIT: f64 = 200.0;

/// A difference in strength, in logistic or normalized Elo as its owner says; positive when the
/// first engine is stronger, infinite when a side made every point.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Elo(f64);

impl Elo {
    /// A difference of `value` Elo.
    pub const fn new(value: f64) -> Elo {
        Elo(value)
    }

    /// The logistic difference that makes this score the expected one.
    pub fn of_score(score: Share) -> Elo {
        // Written with two logarithms, so that the score 1 - x gives exactly the opposite.
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

/// A difference in strength with what holds it at 95 % confidence. Never NaN; an end of the
/// interval is infinite where the results do not bound it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    /// The likeliest difference.
    pub difference: Elo,
    /// The lower end of the interval.
    pub low: Elo,
    /// The upper end of the interval.
    pub high: Elo,
}

impl EloEstimate {
    /// Half of the width of the interval.
    pub fn margin(&self) -> Elo {
        Elo((self.high.0 - self.low.0) / 2.0)
    }
}

impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} +/- {}", self.difference, self.margin())
    }
}

/// What results say of the first engine against the second.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Points made out of those possible; half without results.
    pub score: Share,
    /// The difference in logistic Elo.
    pub logistic: EloEstimate,
    /// The difference in normalized Elo, which counts in standard deviations of a game: how fast
    /// the difference shows. Its error takes the deviation for known, as fastchess does.
    pub normalized: EloEstimate,
    /// The probability that the first engine is the stronger one (LOS).
    pub superiority: Share,
}

impl Estimate {
    /// From finished pairs.
    pub fn of_pairs(pairs: &PairCounts) -> Estimate {
        Sample::from(pairs).estimate()
    }

    /// From games taken for independent. Of pairs this tells a wrong error: use
    /// [`Estimate::of_pairs`].
    pub fn of_games(games: &GameCounts) -> Estimate {
        Sample::from(games).estimate()
    }
}

/// What the numbers of a test mean.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
pub enum EloModel {
    /// Differences of the expected score.
    #[default]
    Logistic,
    /// Differences in standard deviations: a test takes as long whatever the ratio of draws.
    Normalized,
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EloModel::Logistic => "logistic",
            EloModel::Normalized => "normalized",
        })
    }
}

impl FromStr for EloModel {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<EloModel, SprtError> {
        [EloModel::Logistic, EloModel::Normalized]
            .into_iter()
            .find(|model| text.eq_ignore_ascii_case(&model.to_string()))
            .ok_or(SprtError::Model)
    }
}

/// The numbers of a test as they were typed, unchecked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtSettings {
    /// The difference of the null hypothesis H0, in Elo of the model, -200 to 200.
    pub elo0: f64,
    /// The difference of the alternative H1, in Elo of the model, above `elo0`, at most 200.
    pub elo1: f64,
    /// The probability of accepting H1 though H0 is true, above 0 and below 0.5.
    pub alpha: f64,
    /// The probability of accepting H0 though H1 is true, above 0 and below 0.5.
    pub beta: f64,
    /// What the Elo mean.
    pub model: EloModel,
}

/// Is the change worth 10 logistic Elo or nothing, wrong once in twenty times either way?
impl Default for SprtSettings {
    fn default() -> SprtSettings {
        SprtSettings { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::default() }
    }
}

/// Why there is no such test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtError {
    /// An Elo that is no number or too far from zero.
    Elo,
    /// Hypotheses that are equal or swapped.
    Order,
    /// An error rate that is no number, none at all, or no better than a coin.
    ErrorRate,
    /// A model of another name.
    Model,
}

impl fmt::Display for SprtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SprtError::Elo => {
                write!(f, "elo0 and elo1 must be from -{ELO_LIMIT} to {ELO_LIMIT} Elo")
            }
            SprtError::Order => f.write_str("elo0 must be less than elo1"),
            SprtError::ErrorRate => f.write_str("alpha and beta must be above 0 and below 0.5"),
            SprtError::Model => f.write_str("the model must be logistic or normalized"),
        }
    }
}

impl std::error::Error for SprtError {}

/// The logarithm of how much likelier H1 makes the results than H0 does, each at its best.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct LogLikelihoodRatio(f64);

impl LogLikelihoodRatio {
    /// The number, in natural logarithms.
    pub const fn value(self) -> f64 {
        self.0
    }
}

impl fmt::Display for LogLikelihoodRatio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.0)
    }
}

/// What a test says after the games so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Decision {
    /// More games are needed.
    Continue,
    /// The difference is `elo0` rather than `elo1`.
    AcceptH0,
    /// The difference is `elo1` rather than `elo0`.
    AcceptH1,
}

/// A sequential test of H0, the difference is `elo0`, against H1, it is `elo1`; its numbers hold
/// together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt(SprtSettings);

impl Sprt {
    /// A test of these numbers.
    ///
    /// # Errors
    ///
    /// A number out of its range, or hypotheses in the wrong order.
    pub fn new(settings: SprtSettings) -> Result<Sprt, SprtError> {
        let SprtSettings { elo0, elo1, alpha, beta, model: _ } = settings;
        if [elo0, elo1].iter().any(|elo| !(-ELO_LIMIT..=ELO_LIMIT).contains(elo)) {
            Err(SprtError::Elo)
        } else if elo0 >= elo1 {
            Err(SprtError::Order)
        } else if [alpha, beta].iter().any(|&rate| !(rate > 0.0 && rate < 0.5)) {
            Err(SprtError::ErrorRate)
        } else {
            Ok(Sprt(settings))
        }
    }

    /// The numbers of the test.
    pub const fn settings(&self) -> &SprtSettings {
        &self.0
    }

    /// At or below this H0 is accepted. Wald, "Sequential Analysis".
    pub fn lower_bound(&self) -> LogLikelihoodRatio {
        LogLikelihoodRatio((self.0.beta / (1.0 - self.0.alpha)).ln())
    }

    /// At or above this H1 is accepted.
    pub fn upper_bound(&self) -> LogLikelihoodRatio {
        LogLikelihoodRatio(((1.0 - self.0.beta) / self.0.alpha).ln())
    }

    /// The ratio after these pairs; 0 without pairs.
    pub fn log_likelihood_ratio(&self, pairs: &PairCounts) -> LogLikelihoodRatio {
        self.ratio_of(&Sample::from(pairs))
    }

    /// The ratio after games taken for independent; 0 without games.
    pub fn log_likelihood_ratio_of_games(&self, games: &GameCounts) -> LogLikelihoodRatio {
        self.ratio_of(&Sample::from(games))
    }

    /// What a ratio means.
    pub fn decision(&self, ratio: LogLikelihoodRatio) -> Decision {
        if ratio <= self.lower_bound() {
            Decision::AcceptH0
        } else if ratio >= self.upper_bound() {
            Decision::AcceptH1
        } else {
            Decision::Continue
        }
    }

    fn ratio_of<const N: usize>(&self, sample: &Sample<N>) -> LogLikelihoodRatio {
        if sample.size() == 0.0 {
            return LogLikelihoodRatio(0.0);
        }
        let sample = sample.without_empty_classes();
        let [under0, under1] = [self.0.elo0, self.0.elo1].map(|elo| match self.0.model {
            EloModel::Logistic => sample.likeliest_with_score(Elo(elo).expected_score()),
            EloModel::Normalized => {
                sample.likeliest_with_lead(elo / NORMALIZED_ELO * Sample::<N>::GAMES.sqrt())
            }
        });
        let terms = (0..N).map(|i| sample.counts[i] * (under1[i].ln() - under0[i].ln()));
        LogLikelihoodRatio(terms.sum())
    }
}

/// The hypotheses: `[0.00, 10.00]`.
impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{:.2}, {:.2}]", self.0.elo0, self.0.elo1)
    }
}

/// How often each of N equally spaced scores, 0 to 1, was observed.
#[derive(Clone, Copy)]
struct Sample<const N: usize> {
    counts: [f64; N],
}

impl From<&GameCounts> for Sample<3> {
    fn from(games: &GameCounts) -> Sample<3> {
        Sample { counts: [games.losses as f64, games.draws as f64, games.wins as f64] }
    }
}

impl From<&PairCounts> for Sample<5> {
    fn from(pairs: &PairCounts) -> Sample<5> {
        Sample { counts: pairs.counts().map(|count| count as f64) }
    }
}

impl<const N: usize> Sample<N> {
    /// Games that make an observation.
    const GAMES: f64 = (N - 1) as f64 / 2.0;

    fn score_of(class: usize) -> f64 {
        class as f64 / (N - 1) as f64
    }

    fn size(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// The mean score less 1/2; summed so that the mirrored sample has exactly the opposite one.
    fn lead(&self) -> f64 {
        let leads = (0..N).map(|i| self.counts[i] * (Self::score_of(i) - 0.5));
        leads.sum::<f64>() / self.size()
    }

    fn mean(&self) -> f64 {
        0.5 + self.lead()
    }

    /// The mean squared distance from `center`.
    fn spread(&self, center: f64) -> f64 {
        let squares = (0..N).map(|i| self.counts[i] * (Self::score_of(i) - center).powi(2));
        squares.sum::<f64>() / self.size()
    }

    fn estimate(&self) -> Estimate {
        let size = self.size();
        let unknown = EloEstimate {
            difference: Elo(0.0),
            low: Elo(-f64::INFINITY),
            high: Elo(f64::INFINITY),
        };
        if size == 0.0 {
            let half = Share::new(0.5);
            let [logistic, normalized] = [unknown; 2];
            return Estimate { score: half, logistic, normalized, superiority: half };
        }
        let (mean, lead) = (self.mean(), self.lead());
        let variance = self.spread(mean);

        // Observations all alike show no variance. Still, whatever else is likelier than
        // 1 - 0.05^(1/n) would have shown in n of them with 95 %: the exact form of the "rule of
        // three", Hanley and Lippman-Hand, JAMA 249 (1983).
        let error = if variance > 0.0 {
            DEVIATIONS_95 * (variance / size).sqrt()
        } else {
            1.0 - 0.05f64.powf(1.0 / size)
        };
        let logistic = EloEstimate {
            difference: Elo::of_score(Share::new(mean)),
            low: Elo::of_score(Share::new(mean - error)),
            high: Elo::of_score(Share::new(mean + error)),
        };

        // The deviation of a game is that of an observation scaled up, as if its games were
        // independent; fishtest's convention.
        let normalized = if lead != 0.0 && variance == 0.0 {
            EloEstimate { difference: Elo(lead.signum() * f64::INFINITY), ..unknown }
        } else {
            let deviations = if lead == 0.0 { 0.0 } else { lead / (variance * Self::GAMES).sqrt() };
            let error = DEVIATIONS_95 / (size * Self::GAMES).sqrt();
            let [low, difference, high] = [deviations - error, deviations, deviations + error]
                .map(|deviations| Elo(deviations * NORMALIZED_ELO));
            EloEstimate { difference, low, high }
        };

        // Observations all alike: the variance of the null hypothesis stands in, which is what
        // (W - L) / sqrt(W + L) means for games.
        let variance = if variance > 0.0 { variance } else { self.spread(0.5) };
        let deviations = if lead == 0.0 { 0.0 } else { lead / (variance / size).sqrt() };
        let superiority = Share::new(normal_distribution(deviations));
        Estimate { score: Share::new(mean), logistic, normalized, superiority }
    }

    /// So that every hypothesis can explain every class.
    fn without_empty_classes(&self) -> Sample<N> {
        Sample { counts: self.counts.map(|count| if count == 0.0 { EMPTY_CLASS } else { count }) }
    }

    /// The distribution with this expected score that makes the sample likeliest.
    fn likeliest_with_score(&self, score: Share) -> [f64; N] {
        self.likeliest_with_zero_mean(&std::array::from_fn(|i| Self::score_of(i) - score.value()))
    }

    /// The distribution whose expected score leads 1/2 by so many of its own standard deviations,
    /// that makes the sample likeliest. The condition is not linear in the probabilities; it is
    /// made linear about the last solution until that stays: "Comments on Normalized Elo", 4.1.
    fn likeliest_with_lead(&self, deviations: f64) -> [f64; N] {
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

    /// The distribution that makes the sample likeliest among those that give `values`, one a
    /// class and of both signs, the mean 0: p = share / (1 + multiplier * value), where
    /// the multiplier is such that the mean is 0 (support_MLE_multinomial.pdf, proposition 1.1).
    fn likeliest_with_zero_mean(&self, values: &[f64; N]) -> [f64; N] {
        let size = self.size();
        let (least, greatest) =
            values.iter().fold((0.0f64, 0.0f64), |(a, b), &value| (a.min(value), b.max(value)));
        debug_assert!(least < 0.0 && greatest > 0.0, "no distribution has mean 0: {values:?}");

        // The mean falls from +inf to -inf between the poles: Newton, and halving when a step
        // leaves what is known to hold the root.
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

/// The probability that a standard normal variable is below `deviations`. By the series about 0 of
/// G. Marsaglia, "Evaluating the Normal Distribution", J. Stat. Software 11 (2004).
fn normal_distribution(deviations: f64) -> f64 {
    // Beyond 8 deviations the answer is 0 or 1 to 15 digits.
    let x = deviations.clamp(-8.0, 8.0);
    let (mut sum, mut term, mut odd) = (x, x, 1.0);
    while term.abs() > sum.abs() * 1e-17 {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    (0.5 + sum * (-x * x / 2.0).exp() / TAU.sqrt()).clamp(0.0, 1.0)
}
