//! Linear regression by least squares, for few variables.

use super::STANDARD_ERRORS;
use serde::Serialize;

/// An estimated coefficient with its 95 % error: 1.96 standard errors.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Coefficient {
    /// The coefficient.
    pub value: f64,
    /// The error.
    pub error: f64,
}

/// One observation: the variables, of which one is usually the constant 1, and the value that they explain.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegressionSample<const N: usize> {
    pub variables: [f64; N],
    pub value: f64,
}

/// The coefficients with the least squared error. A variable that is 0 in all observations has none. `None` if the
/// observations do not determine the others.
pub(super) fn fit<const N: usize>(
    observations: &[RegressionSample<N>],
) -> Option<[Option<Coefficient>; N]> {
    let mut products = [[0.0; N]; N];
    let mut targets = [0.0; N];
    for RegressionSample { variables, value } in observations {
        for row in 0..N {
            targets[row] += variables[row] * value;
            for column in 0..N {
                products[row][column] += variables[row] * variables[column];
            }
        }
    }
    let is_used: [bool; N] = std::array::from_fn(|index| products[index][index] > 0.0);
    // The coefficient of an unused variable becomes 0, and the others are as without it.
    (0..N).filter(|index| !is_used[*index]).for_each(|index| products[index][index] = 1.0);
    let inverse = inverse(products)?;
    let coefficients: [f64; N] = std::array::from_fn(|row| {
        inverse[row].iter().zip(targets).map(|(factor, target)| factor * target).sum()
    });
    let squares: f64 = (observations.iter())
        .map(|RegressionSample { variables, value }| {
            let explained: f64 = variables.iter().zip(coefficients).map(|(x, c)| x * c).sum();
            (value - explained).powi(2)
        })
        .sum();
    let used = is_used.iter().filter(|used| **used).count();
    let freedom = observations.len().checked_sub(used).filter(|freedom| *freedom > 0)?;
    let variance = squares / freedom as f64;
    Some(std::array::from_fn(|index| {
        is_used[index].then(|| Coefficient {
            value: coefficients[index],
            error: STANDARD_ERRORS * (variance * inverse[index][index]).sqrt(),
        })
    }))
}

/// The inverse of a matrix by Gauss-Jordan elimination with row exchange. `None` if it is singular.
fn inverse<const N: usize>(mut matrix: [[f64; N]; N]) -> Option<[[f64; N]; N]> {
    let mut inverse = [[0.0; N]; N];
    (0..N).for_each(|index| inverse[index][index] = 1.0);
    let scale = matrix.iter().flatten().fold(0.0_f64, |largest, entry| largest.max(entry.abs()));
    for column in 0..N {
        let pivot = (column..N)
            .max_by(|a, b| matrix[*a][column].abs().total_cmp(&matrix[*b][column].abs()))?;
        if matrix[pivot][column].abs() <= 1e-12 * scale {
            return None;
        }
        matrix.swap(column, pivot);
        inverse.swap(column, pivot);
        let factor = 1.0 / matrix[column][column];
        matrix[column].iter_mut().chain(&mut inverse[column]).for_each(|entry| *entry *= factor);
        for row in (0..N).filter(|row| *row != column) {
            let factor = matrix[row][column];
            for index in 0..N {
                matrix[row][index] -= factor * matrix[column][index];
                inverse[row][index] -= factor * inverse[column][index];
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_noise_of_known_size_has_the_textbook_errors() {
        // y = 2 + 3 x with residuals 1, -1, -1, 1, which are orthogonal to 1 and to x.
        let observations = [(0.0, 3.0), (1.0, 4.0), (2.0, 7.0), (3.0, 12.0)]
            .map(|(x, value)| RegressionSample { variables: [1.0, 0.0, x], value });
        let [constant, unused, slope] = fit(&observations).unwrap();
        assert_eq!(unused, None);
        // Residual variance 4 / (4 - 2) = 2, sum of (x - mean)^2 = 5.
        let expected = [(constant, 2.0, 2.0 * (0.25 + 2.25 / 5.0)), (slope, 3.0, 2.0 / 5.0)];
        for (estimate, value, variance) in expected {
            let estimate = estimate.unwrap();
            assert!((estimate.value - value).abs() < 1e-9, "{estimate:?}");
            assert!((estimate.error - 1.96 * f64::sqrt(variance)).abs() < 1e-9, "{estimate:?}");
        }
    }

    #[test]
    fn variables_that_depend_on_each_other_have_no_estimate() {
        let observations = [1.0, 2.0, 3.0, 4.0]
            .map(|x| RegressionSample { variables: [1.0, x, 2.0 * x], value: x });
        assert_eq!(fit(&observations), None);
        assert_eq!(fit::<1>(&[RegressionSample { variables: [1.0], value: 1.0 }]), None);
    }
}
