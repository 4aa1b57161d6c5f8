//! The lengths of games.

use serde::Serialize;

/// The lengths of games in plies. A tenth of the games is not longer than `tenth`, and a tenth is longer than `nine_tenths`.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct LengthReport {
    /// The mean.
    pub mean: f64,
    /// The first decile.
    pub tenth: usize,
    /// The median.
    pub median: usize,
    /// The ninth decile.
    pub nine_tenths: usize,
    /// The longest game.
    pub longest: usize,
}

impl LengthReport {
    /// `None` without games.
    pub(super) fn of(plies: &[usize]) -> Option<LengthReport> {
        let mut sorted = plies.to_vec();
        sorted.sort_unstable();
        let longest = *sorted.last()?;
        let quantile = |tenths: usize| sorted[(sorted.len() - 1) * tenths / 10];
        Some(LengthReport {
            mean: sorted.iter().sum::<usize>() as f64 / sorted.len() as f64,
            tenth: quantile(1),
            median: quantile(5),
            nine_tenths: quantile(9),
            longest,
        })
    }
}
