//! The formats of game records.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A format of game records. All are read: [`read_records`](crate::read_records). Some are written, too:
/// [`Format::writer`]. A `match` lists all formats, so that each has a reader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Format {
    /// PGN: [`crate::pgn`].
    Pgn,
    /// One game per line of JSON, as a match writes it: [`crate::json`].
    Json,
    /// The JSON of AbstractPlay: [`crate::abstractplay`].
    AbstractPlay,
    /// A list of moves with captures as MindSports writes them.
    MindSports,
    /// A list of moves in the shorthand of the designers' Emergo Tutor.
    Tutor,
    /// A saved game of Zillions of Games.
    Zillions,
    /// A list of moves. It is written as one line per game in oblique coordinates.
    Moves,
}

impl Format {
    /// All formats.
    pub const ALL: [Format; 7] = [
        Format::Pgn,
        Format::Json,
        Format::AbstractPlay,
        Format::MindSports,
        Format::Tutor,
        Format::Zillions,
        Format::Moves,
    ];

    /// The name as an option value.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Pgn => "pgn",
            Format::Json => "json",
            Format::AbstractPlay => "abstractplay",
            Format::MindSports => "mindsports",
            Format::Tutor => "tutor",
            Format::Zillions => "zillions",
            Format::Moves => "moves",
        }
    }

    /// The name for people, such as `MindSports move list`.
    pub const fn title(self) -> &'static str {
        match self {
            Format::Pgn => "PGN",
            Format::Json => "match lines (JSON)",
            Format::AbstractPlay => "AbstractPlay JSON",
            Format::MindSports => "MindSports move list",
            Format::Tutor => "move list in the shorthand of the Emergo Tutor",
            Format::Zillions => "Zillions saved game",
            Format::Moves => "list of moves",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not the name of a [`Format`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
#[error("the formats are {}", Format::ALL.map(Format::name).join(", "))]
pub struct UnknownFormat;

impl FromStr for Format {
    type Err = UnknownFormat;

    /// Reads the name of a format in either letter case.
    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        Format::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(text))
            .ok_or(UnknownFormat)
    }
}
