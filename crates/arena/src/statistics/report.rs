//! The results of a match as data for other programs: `luctor match -score -json` and `-collect`.

use crate::statistics::counts::ResultCounts;
use crate::statistics::elo::EloEstimate;
use crate::statistics::sprt::{Hypothesis, SprtSettings};
use serde::Serialize;
use std::collections::BTreeMap;

/// The results of a match.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MatchReport {
    /// All games.
    pub games: u64,
    /// The engines, in the order of the settings.
    pub engines: Vec<EngineReport>,
    /// The difference in strength of the first engine to the others, in Elo.
    pub elo: EloEstimate,
    /// The same in normalized Elo.
    pub normalized_elo: EloEstimate,
    /// The probability that the first engine is stronger, 0 to 1.
    pub los: f64,
    /// Finished pairs of the first two engines by the points of the first: 0, 0.5, 1, 1.5 and 2.
    pub pairs: [u64; 5],
    /// Pairs with one game. If there are finished pairs of two engines, Elo and SPRT do not count these games.
    pub unfinished_pairs: usize,
    /// The test; `None` without one.
    pub sprt: Option<SprtReport>,
    /// Games by the reason of their end, by [`GameRecord::reason_name`](emergo_records::GameRecord::reason_name).
    pub ends: BTreeMap<&'static str, u64>,
}

/// The results of an engine.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct EngineReport {
    /// Its name.
    pub name: String,
    /// Its games.
    #[serde(flatten)]
    pub counts: ResultCounts,
}

/// A test and its state.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct SprtReport {
    /// Its parameters.
    #[serde(flatten)]
    pub settings: SprtSettings,
    /// The logarithm of the likelihood ratio.
    pub llr: f64,
    /// H0 is accepted at or below this ratio.
    pub lower: f64,
    /// H1 is accepted at or above this ratio.
    pub upper: f64,
    /// The accepted hypothesis; `None` before the decision.
    pub accepted: Option<Hypothesis>,
}
