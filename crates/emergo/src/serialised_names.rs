//! Values that are written as their names in the crate's texts, for serde and for TypeScript.

use crate::diagram::BoardLayout;
use crate::notation::{Coordinates, SquareName};
use crate::{Blocked, EndReason, GameResult, MoveKind, Repetition, Stage, Variant};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Values that `Display` writes and `FromStr` reads. The TypeScript type is the union of all names.
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
        impl ts_rs::TS for $type {
            type WithoutGenerics = $type;
            type OptionInnerType = $type;

            fn name(_: &ts_rs::Config) -> String {
                stringify!($type).to_owned()
            }

            fn inline(_: &ts_rs::Config) -> String {
                $type::ALL.map(|value| format!("\"{}\"", value.name())).join(" | ")
            }

            fn decl(config: &ts_rs::Config) -> String {
                format!("type {} = {};", stringify!($type), Self::inline(config))
            }

            fn output_path() -> Option<std::path::PathBuf> {
                Some(concat!(stringify!($type), ".ts").into())
            }
        }
    )*};
}

written_as_name!(BoardLayout Blocked Coordinates EndReason GameResult MoveKind Repetition Stage Variant);

impl Serialize for SquareName {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}
