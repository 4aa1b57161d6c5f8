//! The match file: a header line with the settings that decide the games, then one line of JSON per finished game.
//!
//! Each line is written and synchronised when a game ends. This module resumes a match after any stop, including kill -9;
//! `pgn_file` completes the PGN file. The settings are compared with those of the header by value, and an incomplete last line
//! is cut off. A file can have several matches.

use crate::files::append_file::{AppendFile, AppendFileError};
use crate::files::difference::Difference;
use crate::openings::checksum;
use crate::settings::{EngineSettings, MatchSettings};
use emergo::notation::PositionText;
use emergo_records::json::{self, MATCH_HEADER};
use emergo_records::{GameError, GameRecord};
use luctor_engine::checksum::fnv1a_text;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The version of the format.
const VERSION: u32 = 2;

/// A match file or a PGN file cannot be used.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum MatchFileError {
    #[error(transparent)]
    File(#[from] AppendFileError),
    #[error("{path}, line {line}", path = path.display())]
    Line {
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        #[source]
        error: MatchLineError,
    },
    #[error("{path} contains this match: use another file, or -resume with the -out of this match", path = .0.display())]
    SameMatch(PathBuf),
    #[error("{path} contains other games: use another file, or -append to keep them and add this match", path = .0.display())]
    OtherMatch(PathBuf),
    #[error("{path} contains games of this match, but the match file has none: use another file", path = .0.display())]
    NotInMatchFile(PathBuf),
    #[error("-resume: {difference} in {path}", path = path.display())]
    OtherSettings { path: PathBuf, difference: Difference },
}

/// A line of a match file is wrong.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum MatchLineError {
    #[error("not a game of a match")]
    NotAGame(#[source] GameError),
    #[error("a game without its place in a match")]
    NoMatchGame,
    #[error("a game before the header of its match")]
    NoHeader,
    #[error("not the header of a match")]
    NotAHeader,
    #[error("the header of the match")]
    Header(#[source] serde_json::Error),
    #[error("the format has version {0}, this program reads version {VERSION}")]
    Version(u32),
}

/// The first line of a match file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct MatchHeader {
    /// The version of the format.
    luctor_match: u32,
    /// The identifier of the match in its games and in PGN files.
    #[serde(rename = "match")]
    id: String,
    /// The settings that decide the games.
    settings: MatchSettings,
    /// The checksum of the opening positions.
    openings: String,
}

impl MatchHeader {
    fn new(settings: &MatchSettings, openings: &[PositionText]) -> MatchHeader {
        let mut header = MatchHeader {
            luctor_match: VERSION,
            id: String::new(),
            settings: settings.clone(),
            openings: checksum(openings),
        };
        header.id = fnv1a_text(&header.value().to_string());
        header
    }

    fn value(&self) -> Value {
        serde_json::to_value(self).expect("plain data with text keys can be serialised")
    }

    /// The first setting that differs.
    fn difference(&self, file: &MatchHeader) -> Option<Difference> {
        let [here, there] = [self, file].map(MatchHeader::value);
        let name = |path: &[&str]| setting_name(path, &file.settings.engines);
        let openings = |_: &[&str]| "the checksum of the openings".to_owned();
        Difference::first(&here["settings"], &there["settings"], &name)
            .or_else(|| Difference::first(&here["openings"], &there["openings"], &openings))
    }
}

/// The name of a setting as the command line writes it.
fn setting_name(path: &[&str], engines: &[EngineSettings]) -> String {
    match path {
        ["engines", index, rest @ ..] => {
            let index: usize = index.parse().unwrap_or_default();
            match rest {
                ["name", ..] => format!("name of engine {}", index + 1),
                rest => format!("{} of engine {}", rest.join("."), engines[index].name),
            }
        }
        option => format!("-{}", option.join(" ")),
    }
}

/// The games of a match in a file.
pub(crate) struct MatchLines {
    header: MatchHeader,
    /// The games by number. A game that occurs twice counts once.
    pub games: BTreeMap<u64, GameRecord>,
}

impl MatchLines {
    /// The names of the engines in the order of the settings.
    pub fn engine_names(&self) -> impl Iterator<Item = &str> {
        self.header.settings.engines.iter().map(|engine| engine.name.as_str())
    }
}

/// The complete lines of a match file.
pub(crate) struct StoredLines {
    /// The matches by their identifier.
    pub matches: BTreeMap<String, MatchLines>,
    /// The length of the complete lines in bytes.
    complete: usize,
}

/// Reads the complete lines of a match file.
pub(crate) fn read_lines(path: &Path, bytes: &[u8]) -> Result<StoredLines, MatchFileError> {
    let complete = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |index| index + 1);
    let mut matches: BTreeMap<String, MatchLines> = BTreeMap::new();
    for (line, text) in (1..).zip(bytes[..complete].split(|byte| *byte == b'\n')) {
        let error = |error| MatchFileError::Line { path: path.to_owned(), line, error };
        if text.is_empty() {
            continue;
        }
        if let Some(header) = read_header(text).map_err(error)? {
            let id = header.id.clone();
            matches.entry(id).or_insert(MatchLines { header, games: BTreeMap::new() });
            continue;
        }
        let record = json::read_line(&String::from_utf8_lossy(text))
            .map_err(|source| error(MatchLineError::NotAGame(source)))?;
        let Some(place) = record.match_game.clone() else {
            return Err(error(MatchLineError::NoMatchGame));
        };
        let Some(lines) = matches.get_mut(&place.match_id) else {
            return Err(error(MatchLineError::NoHeader));
        };
        lines.games.entry(place.game).or_insert(record);
    }
    Ok(StoredLines { matches, complete })
}

/// The header in a line; `None` if the line is a game.
fn read_header(line: &[u8]) -> Result<Option<MatchHeader>, MatchLineError> {
    /// The part of the header that all versions have.
    #[derive(Deserialize)]
    struct Version {
        luctor_match: u32,
    }
    match serde_json::from_slice(line) {
        Err(_) => Ok(None),
        Ok(Version { luctor_match: VERSION }) => {
            serde_json::from_slice(line).map(Some).map_err(MatchLineError::Header)
        }
        Ok(Version { luctor_match }) => Err(MatchLineError::Version(luctor_match)),
    }
}

/// An open match file.
pub struct MatchFile {
    file: AppendFile,
    /// The line that precedes the first game of a new match.
    header: Option<String>,
}

/// A match as far as its file knows it.
#[derive(Debug)]
pub struct StoredMatch {
    /// The identifier of the match in games and in PGN files.
    pub id: String,
    /// The finished games by number.
    pub games: BTreeMap<u64, GameRecord>,
    /// Something that the user should know.
    pub warnings: Vec<String>,
}

impl StoredMatch {
    /// A new match without games.
    pub fn new(settings: &MatchSettings, openings: &[PositionText]) -> StoredMatch {
        let MatchHeader { id, .. } = MatchHeader::new(settings, openings);
        StoredMatch { id, games: BTreeMap::new(), warnings: Vec::new() }
    }
}

impl MatchFile {
    /// Opens or creates the file of a match.
    ///
    /// # Errors
    ///
    /// The file cannot be used, or contains a match that is not resumed, or games of another match without `-append`.
    pub fn open(
        path: &Path,
        settings: &MatchSettings,
        openings: &[PositionText],
    ) -> Result<(MatchFile, StoredMatch), MatchFileError> {
        let (mut file, bytes) = AppendFile::open(path)?;
        let StoredLines { mut matches, mut complete } = read_lines(path, &bytes)?;
        if matches.values().all(|lines| lines.games.is_empty()) {
            // A header alone, which may be incomplete, is no match. Any other text is not a match file.
            if bytes.iter().zip(MATCH_HEADER.as_bytes()).any(|(byte, expected)| byte != expected) {
                let error = MatchLineError::NotAHeader;
                return Err(MatchFileError::Line { path: path.to_owned(), line: 1, error });
            }
            matches.clear();
            complete = 0;
        }
        let header = MatchHeader::new(settings, openings);
        let is_same = |lines: &MatchLines| header.difference(&lines.header).is_none();
        let same = matches.iter().find(|(_, lines)| is_same(lines)).map(|(id, _)| id.clone());
        let same = same.and_then(|id| matches.remove_entry(&id));
        if same.is_some() && !settings.run.resume {
            return Err(MatchFileError::SameMatch(path.to_owned()));
        }
        if !settings.run.append
            && let Some(other) = matches.values().next()
        {
            let path = path.to_owned();
            return Err(match header.difference(&other.header) {
                Some(difference) if settings.run.resume && same.is_none() => {
                    MatchFileError::OtherSettings { path, difference }
                }
                _ => MatchFileError::OtherMatch(path),
            });
        }
        let mut stored = StoredMatch::new(settings, openings);
        if 0 < complete && complete < bytes.len() {
            let warning = "the last line is incomplete: that game is played again";
            stored.warnings.push(format!("{}: {warning}", path.display()));
        }
        file.truncate(complete)?;
        let header = match same {
            None => Some(json_line(&header)),
            Some((id, lines)) => {
                (stored.id, stored.games) = (id, lines.games);
                None
            }
        };
        Ok((MatchFile { file, header }, stored))
    }

    /// Appends games in one write, and before the first game of a match its header.
    ///
    /// # Errors
    ///
    /// The file cannot be written, for example because the disk is full. Then it has none of the games.
    pub fn append_games(&mut self, games: &[GameRecord]) -> Result<(), MatchFileError> {
        let header = self.header.clone().unwrap_or_default();
        let lines = games.iter().fold(header, |lines, game| lines + &json_line(game));
        self.file.append(lines.as_bytes())?;
        self.header = None;
        Ok(())
    }
}

fn json_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data with text keys can be serialised") + "\n"
}
