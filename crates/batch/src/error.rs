//! Why a line is not answered.

use thiserror::Error;

/// The longest line, in bytes.
pub const MAX_LINE_BYTES: usize = 1 << 20;

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
}
