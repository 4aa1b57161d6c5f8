//! The sequential probability ratio test (SPRT) that decides when a match stops.
//!
//! The test is the generalized SPRT with maximum likelihood over pairs of games (pentanomial), as in fishtest and fastchess:
//! M. Van den Bergh, "Comments on Normalized Elo", <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>.
//! Fishtest's correction for overshooting the bounds is left out. A simulation in tests/all/sprt checks the error rates.

use crate::statistics::counts::PairCounts;
use crate::statistics::elo::{Elo, NORMALIZED_ELO};
use crate::statistics::likelihood::Sample;
use serde::Serialize;
use thiserror::Error;

/// The greatest absolute value of a hypothesis, in Elo of either kind. It is within the range in which the iteration of
/// [`Sample::likeliest_with_lead`] converges.
const ELO_LIMIT: f64 = 200.0;

emergo::named! {
    serde UnknownEloModel, "model";
    /// The meaning of the Elo numbers of a test.
    #[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug, Serialize)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
    pub enum EloModel {
        /// Differences of the expected score.
        #[default]
        Logistic = "logistic",
        /// Differences in standard deviations. The length of a test does not depend on the draw ratio.
        Normalized = "normalized",
    }
}

/// The parameters of a test, unchecked.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SprtSettings {
    /// H0: Elo <= elo0. From -200 to 200.
    pub elo0: f64,
    /// H1: Elo >= elo1. Above `elo0`, at most 200.
    pub elo1: f64,
    /// The probability of accepting H1 though H0 is true, above 0 and below 0.5.
    pub alpha: f64,
    /// The probability of accepting H0 though H1 is true, above 0 and below 0.5.
    pub beta: f64,
    /// The meaning of the Elo numbers.
    pub model: EloModel,
}

impl Default for SprtSettings {
    fn default() -> SprtSettings {
        SprtSettings { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05, model: EloModel::default() }
    }
}

/// The parameters are not a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum SprtError {
    #[error("elo0 and elo1 must be from -{ELO_LIMIT} to {ELO_LIMIT} Elo")]
    Elo,
    #[error("elo0 must be less than elo1")]
    Order,
    #[error("alpha and beta must be above 0 and below 0.5")]
    ErrorRate,
}

/// A hypothesis of a test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Hypothesis {
    /// Elo <= elo0.
    H0,
    /// Elo >= elo1.
    H1,
}

/// A sequential test of H0: Elo <= elo0 against H1: Elo >= elo1, with valid parameters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt(SprtSettings);

impl Sprt {
    /// A test with these parameters.
    ///
    /// # Errors
    ///
    /// A parameter is out of its range, or the hypotheses are in the wrong order.
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

    /// The parameters of the test.
    pub const fn settings(&self) -> &SprtSettings {
        &self.0
    }

    /// H0 is accepted at or below this ratio. Wald, "Sequential Analysis".
    pub fn lower_bound(&self) -> f64 {
        (self.0.beta / (1.0 - self.0.alpha)).ln()
    }

    /// H1 is accepted at or above this ratio.
    pub fn upper_bound(&self) -> f64 {
        ((1.0 - self.0.beta) / self.0.alpha).ln()
    }

    /// The hypothesis that is accepted at a ratio; `None` if more games are needed.
    pub fn accepted(&self, ratio: f64) -> Option<Hypothesis> {
        if ratio <= self.lower_bound() {
            return Some(Hypothesis::H0);
        }
        (ratio >= self.upper_bound()).then_some(Hypothesis::H1)
    }

    /// The natural logarithm of the likelihood of these pairs under H1 divided by that under H0; 0 without pairs.
    pub fn log_likelihood_ratio(&self, pairs: &PairCounts) -> f64 {
        let sample = Sample::from(pairs);
        if sample.size() == 0.0 {
            return 0.0;
        }
        let sample = sample.without_empty_classes();
        let [under0, under1] = [self.0.elo0, self.0.elo1].map(|elo| match self.0.model {
            EloModel::Logistic => sample.likeliest_with_score(Elo::new(elo).expected_score()),
            EloModel::Normalized => {
                sample.likeliest_with_lead(elo / NORMALIZED_ELO * Sample::<5>::GAMES.sqrt())
            }
        });
        (0..5).map(|i| sample.counts[i] * (under1[i].ln() - under0[i].ln())).sum()
    }
}
