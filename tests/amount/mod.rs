//! How much a test does: little in every run, as much as a variable of the environment asks for in a long one.

use std::str::FromStr;

/// What the variable asks for, or else `usual`.
///
/// # Panics
///
/// The variable is no such number: a long run that was asked for must not be a short one.
pub fn asked<N: FromStr>(variable: &str, usual: N) -> N {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable}={text} is no number")),
        Err(_) => usual,
    }
}
