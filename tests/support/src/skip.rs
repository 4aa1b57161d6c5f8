//! Tests that need a program that may be missing.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

/// Says once why tests do not run, or fails if the variable is `required`. Returns `None`. The test runner hides `eprintln!` of a
/// passing test, but not `writeln!` to stderr.
pub fn skip<T>(variable: &'static str, reason: &str) -> Option<T> {
    static TOLD: Mutex<Vec<&str>> = Mutex::new(Vec::new());
    assert!(std::env::var_os(variable).is_none_or(|value| value != "required"), "{reason}");
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if !told.contains(&variable) {
        told.push(variable);
        let _ = writeln!(std::io::stderr(), "tests did not run: {reason}");
    }
    None
}
