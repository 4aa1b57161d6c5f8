//! The fields of a JSON object, taken one by one with their types.

use crate::error::RequestError;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// The fields that were not taken yet.
pub(crate) struct Fields(pub Map<String, Value>);

impl Fields {
    fn take<T>(
        &mut self,
        field: &'static str,
        expected: impl Display,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<Option<T>, RequestError> {
        let Some(value) = self.0.remove(field) else { return Ok(None) };
        read(&value).map(Some).ok_or_else(|| RequestError::value(field, expected, &value))
    }

    pub fn text(&mut self, field: &'static str) -> Result<Option<String>, RequestError> {
        self.take(field, "a text", |value| value.as_str().map(str::to_owned))
    }

    /// A text that must be there and not be empty.
    pub fn required_text(&mut self, field: &'static str) -> Result<String, RequestError> {
        let missing = || RequestError::new(field, "this field is required");
        let text = self.text(field)?.ok_or_else(missing)?;
        if text.is_empty() {
            return Err(RequestError::value(field, "a text that is not empty", &text.into()));
        }
        Ok(text)
    }

    pub fn name<T: FromStr<Err: Display>>(
        &mut self,
        field: &'static str,
    ) -> Result<Option<T>, RequestError> {
        let parse = |text: String| {
            text.parse().map_err(|error: T::Err| RequestError::new(field, error.to_string()))
        };
        self.text(field)?.map(parse).transpose()
    }

    pub fn number<T: DeserializeOwned + PartialOrd + Display>(
        &mut self,
        field: &'static str,
        range: RangeInclusive<T>,
    ) -> Result<Option<T>, RequestError> {
        let expected = format!("a whole number from {} to {}", range.start(), range.end());
        self.take(field, expected, |value| {
            T::deserialize(value).ok().filter(|number| range.contains(number))
        })
    }

    pub fn texts(&mut self, field: &'static str) -> Result<Option<Vec<String>>, RequestError> {
        self.list(field, "a list of texts", |value| value.as_str().map(str::to_owned))
    }

    pub fn numbers(&mut self, field: &'static str) -> Result<Option<Vec<u64>>, RequestError> {
        self.list(field, "a list of whole numbers from 0", Value::as_u64)
    }

    fn list<T>(
        &mut self,
        field: &'static str,
        expected: &str,
        read: impl Fn(&Value) -> Option<T>,
    ) -> Result<Option<Vec<T>>, RequestError> {
        let Some(value) = self.0.remove(field) else { return Ok(None) };
        let Value::Array(values) = &value else {
            return Err(RequestError::value(field, expected, &value));
        };
        let element =
            |value: &Value| read(value).ok_or_else(|| RequestError::value(field, expected, value));
        values.iter().map(element).collect::<Result<_, _>>().map(Some)
    }
}
