//! The match file: a header line with the settings that decide the games, then one line of JSON per finished game.
//!
//! Each line is written and synchronised when a game ends. This module resumes a match after any stop, including kill -9;
//! `pgn_file` completes the PGN file. The settings are compared with those of the header by value, and an incomplete last line
//! is cut off. Files of version 1 have no header. Their games are compared with the schedule.

use crate::schedule::Schedule;
use crate::settings::MatchSettings;
use emergo::notation::{PositionText, write_position};
use emergo_records::{GameError, GameRecord, json};
use luctor_engine::checksum::fnv1a;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The version of the format with a header.
const VERSION: u32 = 2;

/// A match file cannot be used.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum MatchFileError {
    #[error("{path}", path = .0.display())]
    Io(PathBuf, #[source] io::Error),
    #[error("{path}, line {line}", path = path.display())]
    Line {
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        #[source]
        error: MatchLineError,
    },
    #[error("{path} contains a match: use -resume to continue it, or another file", path = .0.display())]
    NotEmpty(PathBuf),
    #[error("{path} is not a file", path = .0.display())]
    NotAFile(PathBuf),
    #[error("{path}: another match is writing to this file", path = .0.display())]
    InUse(PathBuf),
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
    #[error("not the header of a match")]
    NotAHeader(#[source] serde_json::Error),
    #[error("the format has version {0}, this program reads version {VERSION}")]
    Version(u32),
    #[error("a game of another match")]
    OtherMatch,
    /// In a file of version 1. Games have numbers from 1.
    #[error("game {game} of this match has a different {what}")]
    OtherGame { game: u64, what: &'static str },
}

/// A setting with two values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The option of the command line.
    pub setting: String,
    /// The value of this match.
    pub here: String,
    /// The value in the file.
    pub there: String,
}

/// Reads as the middle of a sentence: `option.Hash of engine new is 32 here and 16`.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is {} here and {}", self.setting, self.here, self.there)
    }
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
        let openings = openings.iter().map(|start| write_position(&start.position, start.turn));
        let openings = checksum(&openings.collect::<Vec<_>>().join("\n"));
        let mut header = MatchHeader {
            luctor_match: VERSION,
            id: String::new(),
            settings: settings.clone(),
            openings,
        };
        header.id = checksum(&header.value().to_string());
        header
    }

    fn value(&self) -> Value {
        serde_json::to_value(self).expect("plain data with text keys can be serialised")
    }

    /// The first setting that differs.
    fn difference(&self, file: &MatchHeader) -> Option<Difference> {
        let [here, there] = [self, file].map(MatchHeader::value);
        let names: Vec<&str> = file.settings.engines.iter().map(|engine| &*engine.name).collect();
        first_difference(&here["settings"], &there["settings"], &mut Vec::new(), &names).or_else(
            || compare(&here["openings"], &there["openings"], "the checksum of the openings"),
        )
    }
}

fn checksum(text: &str) -> String {
    format!("{:016x}", fnv1a(text.bytes()))
}

fn compare(here: &Value, there: &Value, setting: &str) -> Option<Difference> {
    let text = |value: &Value| match value {
        Value::Null => "not set".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let (setting, here_text, there_text) = (setting.to_owned(), text(here), text(there));
    (here != there).then_some(Difference { setting, here: here_text, there: there_text })
}

/// Compares two values. `path` holds the keys from the settings to these values.
fn first_difference(
    here: &Value,
    there: &Value,
    path: &mut Vec<String>,
    engines: &[&str],
) -> Option<Difference> {
    let mut compare_child = |key: &str, here: &Value, there: &Value| {
        path.push(key.to_owned());
        let difference = first_difference(here, there, path, engines);
        path.pop();
        difference
    };
    match (here, there) {
        (Value::Object(a), Value::Object(b)) => {
            let missing = b.keys().filter(|key| !a.contains_key(*key));
            a.keys().chain(missing).find_map(|key| compare_child(key, &here[key], &there[key]))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            (0..a.len()).find_map(|index| compare_child(&index.to_string(), &a[index], &b[index]))
        }
        _ => compare(here, there, &setting_name(path, engines)),
    }
}

/// The name of a setting as the command line writes it.
fn setting_name(path: &[String], engines: &[&str]) -> String {
    match path.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["engines", index, ref rest @ ..] => {
            let index: usize = index.parse().unwrap_or_default();
            match rest {
                ["name", ..] => format!("name of engine {}", index + 1),
                rest => format!("{} of engine {}", rest.join("."), engines[index]),
            }
        }
        ref option => format!("-{}", option.join(" ")),
    }
}

/// A game with its line number, from 1, and its number in the match, from 0.
struct StoredGame {
    line: usize,
    number: u64,
    record: GameRecord,
}

/// The complete lines of a match file.
struct MatchLines<'a> {
    header: Option<MatchHeader>,
    games: Vec<StoredGame>,
    /// The identifier of the match; `None` without any line.
    id: Option<String>,
    complete: &'a [u8],
}

/// Reads the complete lines of a match file. All games have the same match identifier.
fn read_lines(bytes: &[u8]) -> Result<MatchLines<'_>, (usize, MatchLineError)> {
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |index| index + 1);
    let mut read =
        MatchLines { header: None, games: Vec::new(), id: None, complete: &bytes[..end] };
    for (index, line) in read.complete.split(|byte| *byte == b'\n').enumerate() {
        let number = index + 1;
        if line.is_empty() {
            continue;
        }
        if index == 0
            && let Some(header) = read_header(line).map_err(|error| (number, error))?
        {
            read.id = Some(header.id.clone());
            read.header = Some(header);
            continue;
        }
        let game = json::read_line(&String::from_utf8_lossy(line))
            .map_err(|error| (number, MatchLineError::NotAGame(error)))?;
        let Some(place) = &game.match_game else {
            return Err((number, MatchLineError::NoMatchGame));
        };
        if *read.id.get_or_insert_with(|| place.match_id.clone()) != place.match_id {
            return Err((number, MatchLineError::OtherMatch));
        }
        read.games.push(StoredGame { line: number, number: place.game, record: game });
    }
    Ok(read)
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
            serde_json::from_slice(line).map(Some).map_err(MatchLineError::NotAHeader)
        }
        Ok(Version { luctor_match }) => Err(MatchLineError::Version(luctor_match)),
    }
}

/// An open match file.
pub struct MatchFile {
    file: File,
    path: PathBuf,
}

/// A match as far as its file knows it.
pub struct StoredMatch {
    /// The identifier of the match in games and in PGN files.
    pub id: String,
    /// The finished games by number. A game that occurs twice counts once.
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
    /// The file cannot be used, or contains another match, or contains a match that is not resumed.
    pub fn open(
        path: &Path,
        settings: &MatchSettings,
        schedule: &Schedule,
        openings: &[PositionText],
    ) -> Result<(MatchFile, StoredMatch), MatchFileError> {
        let io = |error| MatchFileError::Io(path.to_owned(), error);
        if path.exists() && !path.is_file() {
            return Err(MatchFileError::NotAFile(path.to_owned()));
        }
        let mut options = File::options();
        let mut file =
            options.read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(MatchFileError::InUse(path.to_owned()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        if !settings.resume && !bytes.is_empty() {
            let has_games = |read: MatchLines| read.header.is_none() || !read.games.is_empty();
            if read_lines(&bytes).map_or(true, has_games) {
                return Err(MatchFileError::NotEmpty(path.to_owned()));
            }
            bytes.clear();
            file.set_len(0).map_err(io)?;
        }
        let in_line = |(line, error)| MatchFileError::Line { path: path.to_owned(), line, error };
        let read = read_lines(&bytes).map_err(in_line)?;
        let header = MatchHeader::new(settings, openings);
        let mut stored = StoredMatch::new(settings, openings);
        if read.complete.len() < bytes.len() {
            let warning = "the last line is incomplete: that game is played again";
            stored.warnings.push(format!("{}: {warning}", path.display()));
            file.set_len(read.complete.len() as u64).map_err(io)?;
        }
        file.seek(SeekFrom::Start(read.complete.len() as u64)).map_err(io)?;
        let mut file = MatchFile { file, path: path.to_owned() };
        match (&read.header, read.id) {
            (_, None) => file.append(&header)?,
            (Some(found), Some(_)) => {
                if let Some(difference) = header.difference(found) {
                    return Err(MatchFileError::OtherSettings {
                        path: path.to_owned(),
                        difference,
                    });
                }
            }
            (None, Some(id)) => {
                for game in &read.games {
                    compare_with_schedule(game, settings, schedule, openings)
                        .map_err(|error| in_line((game.line, error)))?;
                }
                let warning = "the file has no header: only names, variant, limits and openings \
                               were compared with the settings";
                stored.warnings.push(format!("{}: {warning}", path.display()));
                stored.id = id;
            }
        }
        if let Some(found) = read.header {
            stored.id = found.id;
        }
        for StoredGame { number, record, .. } in read.games {
            stored.games.entry(number).or_insert(record);
        }
        Ok((file, stored))
    }

    /// Appends a game.
    ///
    /// # Errors
    ///
    /// The file cannot be written, for example because the disk is full.
    pub fn append_game(&mut self, game: &GameRecord) -> Result<(), MatchFileError> {
        self.append(game)
    }

    /// Appends a line and synchronises it. After an error, the file has no part of the line.
    fn append(&mut self, line: &impl Serialize) -> Result<(), MatchFileError> {
        let io = |error| MatchFileError::Io(self.path.clone(), error);
        let mut line = serde_json::to_vec(line).map_err(|error| io(error.into()))?;
        line.push(b'\n');
        let start = self.file.stream_position().map_err(io)?;
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        if written.is_err() {
            // If this fails too, the incomplete line is cut off by -resume.
            let _ = self.file.set_len(start);
            let _ = self.file.seek(SeekFrom::Start(start));
        }
        written.map_err(io)
    }
}

/// Checks that the game of a file without header is a game of this match.
fn compare_with_schedule(
    game: &StoredGame,
    settings: &MatchSettings,
    schedule: &Schedule,
    openings: &[PositionText],
) -> Result<(), MatchLineError> {
    let StoredGame { number, record, .. } = game;
    if *number >= schedule.game_count() {
        return Ok(());
    }
    let scheduled = schedule.game(*number);
    let engines = [scheduled.white, scheduled.black].map(|index| &settings.engines[index]);
    let opening = scheduled.opening.map(|index| openings[index]);
    let names = engines.map(|engine| Some(engine.name.clone()));
    let limits = engines.map(|engine| Some(engine.limit.to_string()));
    let differs = [
        (names != record.players.clone().map(|player| player.name), "engine names"),
        (settings.variant != record.variant, "variant"),
        (limits != record.players.clone().map(|player| player.limit), "limits"),
        (opening != record.start, "opening"),
    ];
    match differs.into_iter().find(|(differs, _)| *differs) {
        Some((_, what)) => Err(MatchLineError::OtherGame { game: number + 1, what }),
        None => Ok(()),
    }
}
