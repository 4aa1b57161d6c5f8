//! How much a test does: little in a normal run, more in a long-run test that an environment variable selects.

use std::str::FromStr;

/// The number in the environment variable, or `normal` if it is not set.
///
/// # Panics
///
/// The variable is not a number. A long-run test must not become a short one by a typing error.
pub fn amount_from_env<N: FromStr>(variable: &str, normal: N) -> N {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")),
        Err(_) => normal,
    }
}
