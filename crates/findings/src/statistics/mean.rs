//! Means of observations that come in groups: the moves or positions of one game are not independent, the games are.

// CITE: the variance of a ratio. W. G. Cochran, "Sampling Techniques", 3rd edition, 1977, section 6.4.

use super::STANDARD_ERRORS;
use serde::Serialize;

/// The place of a game among those with a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct GameNumber(pub usize);

/// A mean over the observations of many games.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct GameMean {
    games: u64,
    count: u64,
    sum: f64,
    /// Sums over the games: of the squared counts, of the products of count and sum, and of the squared sums.
    squares: [f64; 3],
    last_game: Option<GameNumber>,
    count_in_game: f64,
    sum_in_game: f64,
}

impl GameMean {
    /// Adds an observation. Those of a game follow each other.
    pub fn add(&mut self, game: GameNumber, value: f64) {
        if self.last_game != Some(game) {
            self.last_game = Some(game);
            self.games += 1;
            (self.count_in_game, self.sum_in_game) = (0.0, 0.0);
        }
        let (count, sum) = (self.count_in_game, self.sum_in_game);
        // What the squares of (count + 1, sum + value) have more than those of (count, sum).
        self.squares[0] += 2.0 * count + 1.0;
        self.squares[1] += count * value + sum + value;
        self.squares[2] += (2.0 * sum + value) * value;
        self.count_in_game += 1.0;
        self.sum_in_game += value;
        self.count += 1;
        self.sum += value;
    }

    pub fn count(&self) -> u64 {
        self.count
    }

    /// `None` if there are fewer than two games, which say nothing about the error.
    pub fn report(&self) -> Option<MeanReport> {
        if self.games < 2 {
            return None;
        }
        let (games, count) = (self.games as f64, self.count as f64);
        let mean = self.sum / count;
        let [counts, products, sums] = self.squares;
        // The squared differences of the games' sums from those that the mean predicts.
        let differences = sums - 2.0 * mean * products + mean * mean * counts;
        // Less is a rounding error.
        let error = (differences > 1e-12 * sums)
            .then(|| STANDARD_ERRORS * (differences * games / (games - 1.0)).sqrt() / count);
        Some(MeanReport { games: self.games, count: self.count, mean, error })
    }
}

/// A mean with its 95 % error.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MeanReport {
    /// The number of games with an observation.
    pub games: u64,
    /// The number of observations.
    pub count: u64,
    /// The mean of the observations.
    pub mean: f64,
    /// 1.96 standard errors of the mean, in the unit of the observations. Only the games count as independent. `None` if
    /// all games have the same mean: then it is unknown.
    pub error: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean over games with these observations.
    fn mean_of(games: &[&[f64]]) -> Option<MeanReport> {
        let mut mean = GameMean::default();
        for (number, values) in games.iter().enumerate() {
            values.iter().for_each(|value| mean.add(GameNumber(number), *value));
        }
        mean.report()
    }

    #[test]
    fn the_error_of_a_mean_counts_games_and_not_observations() {
        let report = MeanReport { games: 2, count: 2, mean: 2.0, error: Some(1.96) };
        assert_eq!(mean_of(&[&[1.0], &[3.0]]), Some(report));
        // A game that says the same four times, and one without an observation.
        let repeated = mean_of(&[&[1.0; 4], &[3.0; 4], &[]]);
        assert_eq!(repeated, Some(MeanReport { count: 8, ..report }));
    }

    #[test]
    fn the_error_is_unknown_if_all_games_have_the_same_mean() {
        assert_eq!(mean_of(&[]), None);
        assert_eq!(mean_of(&[&[3.0]]), None);
        let rounded: &[f64] = &[1.0, 0.0, 0.0, 0.0, 0.0];
        for report in [
            mean_of(&[&[2.0], &[2.0]]),
            mean_of(&[&[1.0, 3.0], &[3.0, 1.0]]),
            mean_of(&[rounded, rounded]),
        ] {
            assert_eq!(report.unwrap().error, None, "{report:?}");
        }
    }
}
