//! Why a line is not answered.

use emergo::notation::Excerpt;
use serde_json::Value;
use std::fmt::Display;
use thiserror::Error;

/// Why a line is not a request, or not one that can be answered.
#[derive(Debug, Error)]
#[error("{}{problem}", field.map(|field| format!("{field}: ")).unwrap_or_default())]
pub struct RequestError {
    /// The field with the problem. `None` if the line is not a JSON object.
    pub field: Option<&'static str>,
    /// The problem.
    pub problem: String,
}

impl RequestError {
    /// A problem of a field.
    pub fn new(field: &'static str, problem: impl Into<String>) -> RequestError {
        RequestError { field: Some(field), problem: problem.into() }
    }

    /// A field with another value than expected.
    pub fn value(field: &'static str, expected: impl Display, found: &Value) -> RequestError {
        let found = Excerpt::of(&found.to_string());
        RequestError::new(field, format!("expected {expected}, found {found}"))
    }
}
