//! The formats of game records.

use serde::{Deserialize, Serialize};

/// Declares the formats, with the name of each as an option value and for people.
macro_rules! formats {
    ($($(#[$doc:meta])* $format:ident = $name:literal, $title:literal;)*) => {
        /// A format of game records. All are read: [`read_records`](crate::read_records). Some are written, too:
        /// [`Format::writer`]. A `match` lists all formats, so that each has a reader.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "lowercase")]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        pub enum Format {
            $($(#[$doc])* $format),*
        }

        impl Format {
            /// All formats.
            pub const ALL: [Format; [$($name),*].len()] = [$(Format::$format),*];

            /// The name as an option value.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Format::$format => $name),*
                }
            }

            /// The name for people, such as `MindSports move list`.
            pub const fn title(self) -> &'static str {
                match self {
                    $(Format::$format => $title),*
                }
            }
        }
    };
}

formats! {
    /// PGN: [`crate::pgn`].
    Pgn = "pgn", "PGN";
    /// One game per line of JSON, as a match writes it: [`crate::json`].
    Json = "json", "match lines (JSON)";
    /// The JSON of AbstractPlay: [`crate::abstractplay`].
    AbstractPlay = "abstractplay", "AbstractPlay JSON";
    /// A list of moves with captures as MindSports writes them.
    MindSports = "mindsports", "MindSports move list";
    /// A list of moves in the shorthand of the designers' Emergo Tutor.
    Tutor = "tutor", "move list in the shorthand of the Emergo Tutor";
    /// A saved game of Zillions of Games.
    Zillions = "zillions", "Zillions saved game";
    /// A list of moves. It is written as one line per game in oblique coordinates.
    Moves = "moves", "list of moves";
}

emergo::named!(Format, UnknownFormat, "format");
