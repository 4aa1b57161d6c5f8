//! The formats of game records, and which of them a text has.

use crate::move_list::{is_position, plain};
use crate::pgn::{TextKind, text_kind};
use crate::{mindsports, tutor, zillions};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A format that is read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SourceFormat {
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
    /// A saved game of Zillions of Games: [`crate::zillions`].
    Zillions,
    /// A list of moves.
    Moves,
}

impl SourceFormat {
    /// All formats.
    pub const ALL: [SourceFormat; 7] = [
        SourceFormat::Pgn,
        SourceFormat::Json,
        SourceFormat::AbstractPlay,
        SourceFormat::MindSports,
        SourceFormat::Tutor,
        SourceFormat::Zillions,
        SourceFormat::Moves,
    ];

    /// The name as an option value: `pgn`, `json`, `abstractplay`, `mindsports`, `tutor`, `zillions` or `moves`.
    pub const fn name(self) -> &'static str {
        match self {
            SourceFormat::Pgn => "pgn",
            SourceFormat::Json => "json",
            SourceFormat::AbstractPlay => "abstractplay",
            SourceFormat::MindSports => "mindsports",
            SourceFormat::Tutor => "tutor",
            SourceFormat::Zillions => "zillions",
            SourceFormat::Moves => "moves",
        }
    }

    /// The name for people, such as `MindSports move list`.
    pub const fn title(self) -> &'static str {
        match self {
            SourceFormat::Pgn => "PGN",
            SourceFormat::Json => "match lines (JSON)",
            SourceFormat::AbstractPlay => "AbstractPlay JSON",
            SourceFormat::MindSports => "MindSports move list",
            SourceFormat::Tutor => "move list in the shorthand of the Emergo Tutor",
            SourceFormat::Zillions => "Zillions saved game",
            SourceFormat::Moves => "list of moves",
        }
    }

    /// The format of a text. A text without a sign of another format is a list of moves.
    ///
    /// ```
    /// use emergo_records::SourceFormat;
    ///
    /// for (text, format) in [
    ///     ("[White \"Ann\"]\n\n1. e4 e6 *", SourceFormat::Pgn),
    ///     ("1. e4! e6 {a mirror}", SourceFormat::Pgn),
    ///     (r#"{"moves":[{"move":"e4"}]}"#, SourceFormat::Json),
    ///     (r#"{"header":{},"moves":[["d4","f6"]]}"#, SourceFormat::AbstractPlay),
    ///     ("1. e4 e6 2. e4-c4-c6", SourceFormat::MindSports),
    ///     ("c45 b53x", SourceFormat::Tutor),
    ///     ("1. e4 e6 2. f4 d6", SourceFormat::Moves),
    /// ] {
    ///     assert_eq!(SourceFormat::detect(text), format, "{text}");
    /// }
    /// ```
    pub fn detect(text: &str) -> SourceFormat {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let inside = |bracket| text.strip_prefix(bracket).map(str::trim_start);
        // A comment of PGN begins with a brace, and a tag with a bracket.
        if inside('{').is_some_and(|inside| inside.starts_with(['"', '}'])) {
            return match has_header(text) {
                true => SourceFormat::AbstractPlay,
                false => SourceFormat::Json,
            };
        }
        if inside('[').is_some_and(|inside| inside.starts_with(['{', ']'])) {
            return SourceFormat::AbstractPlay;
        }
        if zillions::is_saved_game(text) {
            return SourceFormat::Zillions;
        }
        if text.starts_with('[') {
            return SourceFormat::Pgn;
        }
        // A list of moves may begin with a position text.
        let moves: Vec<&str> = text.lines().filter(|line| !is_position(line)).collect();
        match text_kind(&plain(&moves.join("\n"))) {
            TextKind::Annotated => SourceFormat::Pgn,
            TextKind::Moves(moves) if moves.iter().any(|word| tutor::is_shorthand(word)) => {
                SourceFormat::Tutor
            }
            TextKind::Moves(moves) if moves.iter().any(|word| mindsports::is_capture(word)) => {
                SourceFormat::MindSports
            }
            TextKind::Moves(_) => SourceFormat::Moves,
        }
    }
}

/// Does the first JSON object have the key `header`?
fn has_header(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Keys {
        header: Option<serde::de::IgnoredAny>,
    }
    match serde_json::Deserializer::from_str(text).into_iter::<Keys>().next() {
        Some(Ok(keys)) => keys.header.is_some(),
        // The object is damaged.
        _ => text.contains("\"header\""),
    }
}

impl fmt::Display for SourceFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not the name of a [`SourceFormat`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the formats are pgn, json, abstractplay, mindsports, tutor, zillions and moves")]
pub struct UnknownSourceFormat;

impl FromStr for SourceFormat {
    type Err = UnknownSourceFormat;

    /// Reads the name of a format in either letter case.
    fn from_str(text: &str) -> Result<SourceFormat, UnknownSourceFormat> {
        SourceFormat::ALL
            .into_iter()
            .find(|format| format.name().eq_ignore_ascii_case(text))
            .ok_or(UnknownSourceFormat)
    }
}
