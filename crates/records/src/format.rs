//! The formats of game records.

use serde::{Deserialize, Serialize};

emergo::named! {
    serde UnknownFormat, "format";
    /// A format of game records. All are read: [`read_records`](crate::read_records). Some are written, too:
    /// [`Format::writer`]. A `match` lists all formats, so that each has a reader.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
    pub enum Format {
        /// PGN: [`crate::pgn`].
        Pgn = "pgn",
        /// One game per line of JSON, as a match writes it: [`crate::json`].
        Json = "json",
        /// The JSON of AbstractPlay.
        AbstractPlay = "abstractplay",
        /// A list of moves with captures as MindSports writes them.
        MindSports = "mindsports",
        /// A list of moves in the shorthand of the designers' Emergo Tutor.
        Tutor = "tutor",
        /// A saved game of Zillions of Games.
        Zillions = "zillions",
        /// A list of moves. It is written as one line per game in oblique coordinates.
        Moves = "moves",
    }
}

impl Format {
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
