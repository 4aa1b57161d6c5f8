//! Means of observations, with their errors.

use serde::Serialize;

/// A sum of observations with the sum of their squares.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct MeanCount {
    count: u64,
    sum: f64,
    squares: f64,
}

impl MeanCount {
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// `None` if there are fewer than two observations, which say nothing about the error.
    pub fn report(self) -> Option<MeanReport> {
        let count = self.count as f64;
        (self.count > 1).then(|| {
            let mean = self.sum / count;
            let variance = (self.squares - count * mean * mean).max(0.0) / (count - 1.0);
            MeanReport { count: self.count, mean, error: 1.96 * (variance / count).sqrt() }
        })
    }
}

/// A mean with its 95 % error.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MeanReport {
    /// The number of observations.
    pub count: u64,
    /// The mean.
    pub mean: f64,
    /// 1.96 standard errors of the mean, as if the observations were independent.
    pub error: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_a_mean_needs_two_observations() {
        for (values, mean) in [
            (&[][..], None),
            (&[3.0], None),
            (&[2.0, 2.0], Some(MeanReport { count: 2, mean: 2.0, error: 0.0 })),
            (&[1.0, 3.0], Some(MeanReport { count: 2, mean: 2.0, error: 1.96 })),
        ] {
            let mut count = MeanCount::default();
            values.iter().for_each(|value| count.add(*value));
            assert_eq!(count.report(), mean, "{values:?}");
        }
    }
}
