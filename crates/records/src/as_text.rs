//! For `#[serde(with = ...)]`: values that are written as the text of their `Display` and read by their `FromStr`.

use serde::{Deserialize, Deserializer, Serializer, de};
use std::fmt::Display;
use std::str::FromStr;

/// Writes the text of `Display`.
///
/// # Errors
///
/// Those of the serializer.
pub fn serialize<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// Reads the text with `FromStr`.
///
/// # Errors
///
/// The text is refused, or the input is not text.
pub fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    String::deserialize(from)?.parse().map_err(de::Error::custom)
}

/// The same for values that may be missing: `#[serde(default, with = "...::optional")]`.
pub mod optional {
    use super::{Deserialize, Deserializer, Display, FromStr, Serializer, de};

    /// Writes the text of `Display`, or nothing.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    pub fn serialize<T: Display, S: Serializer>(
        value: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(value) => to.collect_str(value),
            None => to.serialize_none(),
        }
    }

    /// Reads the text with `FromStr`, or nothing.
    ///
    /// # Errors
    ///
    /// The text is refused, or the input is not text.
    pub fn deserialize<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        let text = Option::<String>::deserialize(from)?;
        text.map(|text| text.parse().map_err(de::Error::custom)).transpose()
    }
}
