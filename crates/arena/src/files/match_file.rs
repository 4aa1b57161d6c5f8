//! The match file: a header line with the settings that decide the games, then one line of JSON per finished game.
//!
//! Each line is written and synchronised when a game ends. A file that was joined from others has several matches:
//! it can be read, but not continued.

use crate::openings::list::checksum;
use crate::settings::MatchSettings;
use emergo::notation::PositionText;
use emergo_records::{GameError, GameRecord, JsonError, json};
use luctor_system::checksum::fnv1a_text;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use thiserror::Error;

const VERSION: u32 = 2;

/// A text is not a match file.
#[derive(Debug, Error)]
#[error("{path}, line {line}", path = .path.display())]
pub struct MatchFileError {
    /// The file.
    pub path: PathBuf,
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with the line.
    #[source]
    pub error: MatchLineError,
}

/// A line of a match file is wrong.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum MatchLineError {
    #[error("not a game of a match")]
    NotAGame(#[source] Box<GameError>),
    #[error("a game without its place in a match")]
    NoMatchGame,
    #[error("a game before the header of its match")]
    NoHeader,
    #[error("not the header of a match")]
    NotAHeader,
    #[error("the header of the match")]
    Header(#[source] JsonError),
    #[error("the format has version {0}, this program reads version {VERSION}")]
    Version(u32),
}

/// The first line of a match file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct MatchHeader {
    luctor_match: u32,
    /// The identifier of the match in its games and in PGN files.
    #[serde(rename = "match")]
    pub id: String,
    /// The settings that decide the games.
    pub settings: MatchSettings,
    /// The checksum of the opening positions.
    openings: String,
}

impl MatchHeader {
    /// The header of a match, whose identifier is a checksum of the header.
    pub fn new(settings: &MatchSettings, openings: &[PositionText]) -> MatchHeader {
        let mut header = MatchHeader {
            luctor_match: VERSION,
            id: String::new(),
            settings: settings.clone(),
            openings: checksum(openings),
        };
        header.id = fnv1a_text(&header.value().to_string());
        header
    }

    /// The header as JSON, for the comparison with another header.
    pub fn value(&self) -> Value {
        serde_json::to_value(self).expect("plain data with text keys can be serialised")
    }
}

/// A match with the games that its file has.
pub(crate) struct StoredMatch {
    /// The header in the file. An earlier version of the program can have computed another identifier, so the match keeps it.
    pub header: MatchHeader,
    /// The finished games by number. A game that occurs twice counts once.
    pub games: BTreeMap<u64, GameRecord>,
}

impl StoredMatch {
    /// A match without games.
    pub fn new(header: MatchHeader) -> StoredMatch {
        StoredMatch { header, games: BTreeMap::new() }
    }
}

pub(crate) struct StoredLines {
    /// The matches in the order of their headers.
    pub matches: Vec<StoredMatch>,
    /// The length of the complete lines in bytes.
    pub complete: usize,
}

pub(crate) fn read_lines(path: &Path, bytes: &[u8]) -> Result<StoredLines, MatchFileError> {
    let complete = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |index| index + 1);
    let mut matches: Vec<StoredMatch> = Vec::new();
    for (line, text) in (1..).zip(bytes[..complete].split(|byte| *byte == b'\n')) {
        let error = |error| MatchFileError { path: path.to_owned(), line, error };
        if text.is_empty() {
            continue;
        }
        if let Some(header) = read_header(text).map_err(error)? {
            if matches.iter().all(|stored| stored.header.id != header.id) {
                matches.push(StoredMatch::new(header));
            }
            continue;
        }
        let record = json::read_line(&String::from_utf8_lossy(text))
            .map_err(|source| error(MatchLineError::NotAGame(Box::new(source))))?;
        let Some(place) = record.match_game.clone() else {
            return Err(error(MatchLineError::NoMatchGame));
        };
        let Some(stored) = matches.iter_mut().find(|it| it.header.id == place.match_id) else {
            return Err(error(MatchLineError::NoHeader));
        };
        stored.games.entry(place.game).or_insert(record);
    }
    Ok(StoredLines { matches, complete })
}

/// Is the first line, after empty ones, the header of a match?
pub(crate) fn is_match_file(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let first = lines.find(|line| !line.trim_ascii().is_empty());
    first.is_some_and(|line| !matches!(read_header(line), Ok(None)))
}

/// The header in a line; `None` if the line is a game.
fn read_header(line: &[u8]) -> Result<Option<MatchHeader>, MatchLineError> {
    /// The part of the header that all versions have.
    #[derive(Deserialize)]
    struct HeaderVersion {
        luctor_match: u32,
    }
    match serde_json::from_slice(line) {
        Err(_) => Ok(None),
        Ok(HeaderVersion { luctor_match: VERSION }) => {
            let header = serde_json::from_slice(line).map(Some);
            header.map_err(|error| MatchLineError::Header(JsonError(error)))
        }
        Ok(HeaderVersion { luctor_match }) => Err(MatchLineError::Version(luctor_match)),
    }
}
