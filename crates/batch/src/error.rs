//! Why a line is not answered.

use emergo::notation::Excerpt;
use serde_json::Value;
use std::fmt::Display;
use thiserror::Error;

#[derive(Debug, Error)]
#[error("{}{problem}", field.map(|field| format!("{field}: ")).unwrap_or_default())]
pub struct RequestError {
    /// The field with the problem. `None` if the line is not a JSON object.
    pub field: Option<&'static str>,
    pub problem: String,
}

impl RequestError {
    pub fn new(field: &'static str, problem: impl Into<String>) -> RequestError {
        RequestError { field: Some(field), problem: problem.into() }
    }

    /// A field with another value than expected.
    pub fn value(field: &'static str, expected: impl Display, found: &Value) -> RequestError {
        let found = Excerpt::of(&found.to_string());
        RequestError::new(field, format!("expected {expected}, found {found}"))
    }
}
