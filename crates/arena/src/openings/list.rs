//! Lists of openings: the file with the start positions of the games of a match, and how it is read.

use emergo::notation::{PositionText, PositionTextError, read_position, write_position};
use emergo::{Blocked, Position, Variant};
use emergo_records::{Format, ReadError, ReadOptions, decode, read_records};
use luctor_system::checksum::fnv1a_text;
use luctor_system::files::FileError;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Which openings are played, and in which order.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OpeningSettings {
    /// The file. A match file holds a checksum of the positions instead.
    #[serde(skip)]
    pub file: PathBuf,
    /// Plies that are played of each game in a PGN file. `None`: all.
    #[serde(skip)]
    pub plies: Option<usize>,
    /// The order.
    pub order: OpeningOrder,
    /// The index of the first opening in that order, from 0.
    pub start: u64,
}

emergo::named! {
    serde UnknownOrder, "order";
    /// The order of the openings.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    pub enum OpeningOrder {
        /// The order of the file.
        #[default]
        Sequential = "sequential",
        /// Shuffled, as determined by the seed.
        Random = "random",
    }
}

/// A file of openings cannot be used.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum OpeningFileError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("{path}, line {line}", path = path.display())]
    Position {
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        #[source]
        error: PositionTextError,
    },
    #[error("{path}", path = .0.display())]
    Game(PathBuf, #[source] Box<ReadError>),
    #[error("{path}, game {game}: a game of {found}, but the match is on {variant}", path = path.display())]
    Variant { path: PathBuf, game: usize, found: Variant, variant: Variant },
    #[error("{path}, opening {number}: the game has ended in this position; for games of PGN, use plies=N below their length", path = path.display())]
    Ended {
        path: PathBuf,
        /// The number of the opening in the file, from 1.
        number: usize,
    },
    #[error("{path}: no openings", path = .0.display())]
    Empty(PathBuf),
    #[error("{path}: plies=N is for games of PGN only", path = .0.display())]
    Plies(PathBuf),
}

/// A checksum of openings, for files that belong to them.
pub fn checksum(openings: &[PositionText]) -> String {
    let texts = openings.iter().map(|start| write_position(&start.position, start.turn));
    fnv1a_text(&texts.collect::<Vec<_>>().join("\n"))
}

/// Reads the openings of a file: games if it is a `.pgn`, or else one position text or `startpos` per line. Lines that start with
/// `#` are ignored.
///
/// # Errors
///
/// The file cannot be read, has a line that is not a position or a game that cannot be read, has an opening at the end of
/// its game, or is empty.
pub fn read_openings(
    settings: &OpeningSettings,
    variant: Variant,
) -> Result<Vec<PositionText>, OpeningFileError> {
    let path = &settings.file;
    let bytes = std::fs::read(path).map_err(|error| FileError::new(path, error))?;
    let text = decode(bytes);
    let is_pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
    let openings = match is_pgn {
        true => read_games(settings, &text, variant)?,
        false if settings.plies.is_some() => return Err(OpeningFileError::Plies(path.clone())),
        false => read_positions(path, &text, variant)?,
    };
    for (number, opening) in (1..).zip(&openings) {
        if opening.game(Blocked::Draw).ending().is_some() {
            return Err(OpeningFileError::Ended { path: path.clone(), number });
        }
    }
    if openings.is_empty() {
        return Err(OpeningFileError::Empty(path.clone()));
    }
    Ok(openings)
}

fn read_positions(
    path: &Path,
    text: &str,
    variant: Variant,
) -> Result<Vec<PositionText>, OpeningFileError> {
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#'));
    let read = |(line, text): (usize, &str)| match text {
        "startpos" => Ok(PositionText { position: Position::start(variant), turn: 1 }),
        _ => read_position(variant, text).map_err(|error| OpeningFileError::Position {
            path: path.to_owned(),
            line,
            error,
        }),
    };
    lines.map(read).collect()
}

fn read_games(
    settings: &OpeningSettings,
    text: &str,
    variant: Variant,
) -> Result<Vec<PositionText>, OpeningFileError> {
    let path = || settings.file.clone();
    let options =
        ReadOptions { format: Some(Format::Pgn), variant: Some(variant), ..Default::default() };
    let mut openings = Vec::new();
    for (number, game) in (1..).zip(read_records(text, &options).games) {
        let record = game.map_err(|error| OpeningFileError::Game(path(), error.into()))?;
        if record.variant != variant {
            let found = record.variant;
            return Err(OpeningFileError::Variant { path: path(), game: number, found, variant });
        }
        let game = record.game_at(settings.plies.unwrap_or(usize::MAX));
        openings.push(PositionText { position: *game.position(), turn: game.turn() });
    }
    Ok(openings)
}
