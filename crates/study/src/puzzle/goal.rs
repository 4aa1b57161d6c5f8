//! What the solver of a puzzle must reach.

use serde::{Deserialize, Serialize};

/// What the solver must reach.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Goal {
    /// A won game.
    Win,
    /// A game that is not lost.
    Save,
}
