//! Results from the view of one side, and their mean with its error.

use super::STANDARD_ERRORS;
use emergo::{GameResult, Side};
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

/// How many games a side won, drew and lost.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(
        type = "{ games: number, won: number, drawn: number, lost: number, points: number | null, error: number | null, }"
    )
)]
pub struct PointCounts {
    /// Games that the side won.
    pub won: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Games that the side lost.
    pub lost: u64,
}

impl PointCounts {
    /// Adds a game of this side.
    pub fn add(&mut self, result: GameResult, side: Side) {
        *match result.half_points(side) {
            0 => &mut self.lost,
            1 => &mut self.drawn,
            _ => &mut self.won,
        } += 1;
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// The share of the points, 0.0..=1.0. `None` without games.
    pub fn points(&self) -> Option<f64> {
        let points = self.won as f64 + self.drawn as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }

    /// The 95 % error of the share of the points: 1.96 standard errors of the mean. `None` if all results are equal, which
    /// says nothing about the error.
    pub fn error(&self) -> Option<f64> {
        let (mean, games) = (self.points()?, self.games() as f64);
        let squares = self.won as f64 * (1.0 - mean).powi(2)
            + self.drawn as f64 * (0.5 - mean).powi(2)
            + self.lost as f64 * mean.powi(2);
        (squares > 0.0).then(|| STANDARD_ERRORS * (squares / (games - 1.0) / games).sqrt())
    }
}

/// Writes the counts, `games`, `points` and `error`.
impl Serialize for PointCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("PointCounts", 6)?;
        fields.serialize_field("games", &self.games())?;
        fields.serialize_field("won", &self.won)?;
        fields.serialize_field("drawn", &self.drawn)?;
        fields.serialize_field("lost", &self.lost)?;
        fields.serialize_field("points", &self.points())?;
        fields.serialize_field("error", &self.error())?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_that_of_a_mean_of_independent_games() {
        for (won, drawn, lost, points, error) in [
            (0, 0, 0, None, None),
            (1, 0, 0, Some(1.0), None),
            (5, 0, 0, Some(1.0), None),
            // Variance 0.25 * 100 / 99, so the error is 1.96 * 0.5 / sqrt(99).
            (50, 0, 50, Some(0.5), Some(0.098_494)),
            (25, 50, 25, Some(0.5), Some(0.069_646)),
        ] {
            let counts = PointCounts { won, drawn, lost };
            assert_eq!(counts.points(), points);
            match (counts.error(), error) {
                (Some(found), Some(expected)) => assert!((found - expected).abs() < 1e-5),
                (found, expected) => assert_eq!(found, expected),
            }
        }
    }
}
