//! Values that are written as their names in the crate's texts, for serde and for TypeScript.

use crate::diagram::BoardLayout;
use crate::notation::{Coordinates, SquareName};
use crate::{Blocked, EndReason, GameResult, MoveKind, Repetition, Side, Stage, Variant};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The TypeScript type of a value is the union of all names.
#[cfg(feature = "typescript")]
macro_rules! union_of_names {
    ($type:ident, $name:expr) => {
        impl ts_rs::TS for $type {
            type WithoutGenerics = $type;
            type OptionInnerType = $type;

            fn name(_: &ts_rs::Config) -> String {
                stringify!($type).to_owned()
            }

            fn inline(_: &ts_rs::Config) -> String {
                $type::ALL.map(|value| format!("\"{}\"", $name(value))).join(" | ")
            }

            fn decl(config: &ts_rs::Config) -> String {
                format!("type {} = {};", stringify!($type), Self::inline(config))
            }

            fn output_path() -> Option<std::path::PathBuf> {
                Some(concat!(stringify!($type), ".ts").into())
            }
        }
    };
}

/// Values that `Display` writes and `FromStr` reads.
macro_rules! written_as_name {
    ($($type:ident)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                String::deserialize(from)?.parse().map_err(de::Error::custom)
            }
        }

        #[cfg(feature = "typescript")]
        union_of_names!($type, $type::name);
    )*};
}

written_as_name!(BoardLayout Blocked Coordinates EndReason GameResult MoveKind Repetition Stage Variant);

impl Serialize for SquareName {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// `w` or `b`, as in position text.
impl Serialize for Side {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_char(self.letter())
    }
}

impl Side {
    /// Writes the name instead of the letter, for `#[serde(serialize_with = "Side::serialize_name")]`.
    pub fn serialize_name<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Side, D::Error> {
        let letter = char::deserialize(from)?;
        Side::from_letter(letter).ok_or_else(|| de::Error::custom("a side is w or b"))
    }
}

#[cfg(feature = "typescript")]
union_of_names!(Side, Side::letter);
