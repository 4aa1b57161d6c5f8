//! A game as the match file keeps it, one line of JSON each, and the file itself: written and flushed when
//! a game ends, read again to go on with a match.

use emergo::GameResult;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// What a player says of its move.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Opinion {
    /// The score in centimen, for the mover; wins and losses by distance far outside.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub score: Option<i32>,
    /// The moves to the end of a decided game.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub mate: Option<i32>,
    /// Plies.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub depth: Option<u32>,
    /// Nodes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
}

impl Opinion {
    /// The score as a number that can be compared, decided games being beyond all others.
    pub fn value(&self) -> Option<i32> {
        self.mate.map(|moves| if moves > 0 { 30_000 } else { -30_000 }).or(self.score)
    }
}

/// A move of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move, in oblique coordinates.
    #[serde(rename = "move")]
    pub text: String,
    /// What its player said of it.
    #[serde(flatten)]
    pub opinion: Opinion,
    /// How long it took, in milliseconds, to the microsecond.
    pub ms: f64,
}

/// A time as records keep it, in milliseconds to the microsecond.
pub fn milliseconds(time: std::time::Duration) -> f64 {
    time.as_micros() as f64 / 1000.0
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// What match it belongs to: equal for equal settings.
    #[serde(rename = "match")]
    pub fingerprint: String,
    /// Its number, from 0.
    pub game: u64,
    /// Its pair's number, from 0.
    pub pair: u64,
    /// The board.
    pub variant: String,
    /// Who played White.
    pub white: String,
    /// Who played Black.
    pub black: String,
    /// What each had for its moves, White first.
    pub limits: [String; 2],
    /// The position it began with; none is the start of the variant.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub opening: Option<String>,
    /// Did Black begin?
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub black_first: bool,
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// Who won.
    #[serde(with = "crate::text")]
    pub result: GameResult,
    /// Why, in one or two words.
    pub reason: String,
    /// What happened, where there is more to say.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub detail: String,
    /// The position at the end.
    pub end: String,
    /// The day, for people: `YYYY.MM.DD`.
    #[serde(default)]
    pub date: String,
    /// How long the game took, in milliseconds.
    #[serde(default)]
    pub wall_ms: f64,
}

/// Why a match file can't be gone on with.
#[derive(Debug)]
pub enum MatchFileError {
    /// It can't be read or written.
    Io(PathBuf, io::Error),
    /// A line is no game.
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// It has games, but the match is a new one.
    NotEmpty(PathBuf),
    /// It is no file, but a folder or a device.
    NoFile(PathBuf),
    /// Another match is writing it.
    InUse(PathBuf),
}

impl fmt::Display for MatchFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchFileError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            MatchFileError::Line { path, line, why } => {
                write!(f, "{}, line {line}: {why}", path.display())
            }
            MatchFileError::NoFile(path) => write!(f, "{} is no file", path.display()),
            MatchFileError::InUse(path) => {
                write!(f, "{}: another match is writing to this file", path.display())
            }
            MatchFileError::NotEmpty(path) => write!(
                f,
                "{} has games already: go on with that match by -resume, or take another file",
                path.display()
            ),
        }
    }
}

impl std::error::Error for MatchFileError {}

/// A line of a match file that is no game of the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadLine {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

/// The games of a match file by number, and how far the file is whole: a last line that was torn is not. A game that
/// is there twice counts once.
///
/// # Errors
///
/// A whole line is no game, or one of another match.
pub fn read_games(
    bytes: &[u8],
    fingerprint: &str,
) -> Result<(BTreeMap<u64, GameRecord>, usize), BadLine> {
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |index| index + 1);
    let mut games = BTreeMap::new();
    for (index, line) in bytes[..whole].split(|byte| *byte == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        let refusal = |why: String| BadLine { line: index + 1, why };
        let game: GameRecord = serde_json::from_slice(line)
            .map_err(|error| refusal(format!("no game of a match: {error}")))?;
        if game.fingerprint != fingerprint {
            return Err(refusal("a game of a match with other settings".to_owned()));
        }
        games.entry(game.game).or_insert(game);
    }
    Ok((games, whole))
}

/// A match file, open at its end.
pub struct MatchFile {
    file: File,
    path: PathBuf,
}

impl MatchFile {
    /// Opens or creates the file of a match. Going on with it, its games come along by number: a last line
    /// that was torn is cut off, a game that is there twice counts once.
    ///
    /// # Errors
    ///
    /// The file can't be used, has games of another match, or games at all where none are expected.
    pub fn open(
        path: &Path,
        resume: bool,
        fingerprint: &str,
    ) -> Result<(MatchFile, BTreeMap<u64, GameRecord>), MatchFileError> {
        let io = |error| MatchFileError::Io(path.to_owned(), error);
        if path.exists() && !path.is_file() {
            return Err(MatchFileError::NoFile(path.to_owned()));
        }
        let mut file = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(io)?;
        if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(MatchFileError::InUse(path.to_owned()));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        if !resume && !bytes.is_empty() {
            return Err(MatchFileError::NotEmpty(path.to_owned()));
        }
        let (games, whole) = read_games(&bytes, fingerprint).map_err(|BadLine { line, why }| {
            MatchFileError::Line { path: path.to_owned(), line, why }
        })?;
        if whole < bytes.len() {
            log::warn!("{}: the last line was torn and is played again", path.display());
            file.set_len(whole as u64).map_err(io)?;
        }
        file.seek(SeekFrom::Start(whole as u64)).map_err(io)?;
        Ok((MatchFile { file, path: path.to_owned() }, games))
    }

    /// Writes a game, whole and at once, and has the system keep it.
    ///
    /// # Errors
    ///
    /// The file can't be written, for example on a full disk.
    pub fn write(&mut self, game: &GameRecord) -> Result<(), MatchFileError> {
        let io = |error| MatchFileError::Io(self.path.clone(), error);
        let mut line = serde_json::to_vec(game).map_err(|error| io(error.into()))?;
        line.push(b'\n');
        let start = self.file.stream_position().map_err(io)?;
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        if written.is_err() {
            // Half a line would be taken for a torn one anyway.
            let _ = self.file.set_len(start);
            let _ = self.file.seek(SeekFrom::Start(start));
        }
        written.map_err(io)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(game: u64) -> GameRecord {
        GameRecord {
            fingerprint: "f".to_owned(),
            game,
            pair: game / 2,
            variant: "emergo".to_owned(),
            white: "A".to_owned(),
            black: "B".to_owned(),
            limits: ["depth 1".to_owned(), "depth 1".to_owned()],
            opening: None,
            black_first: false,
            moves: vec![PlayedMove {
                text: "e4".to_owned(),
                opinion: Opinion { score: Some(35), mate: None, depth: Some(3), nodes: None },
                ms: 12.5,
            }],
            result: GameResult::Draw,
            reason: "blocked".to_owned(),
            detail: String::new(),
            end: "…".to_owned(),
            date: String::new(),
            wall_ms: 0.0,
        }
    }

    fn scratch(name: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("luctor-{}-{name}.jsonl", std::process::id()));
        let _ = std::fs::remove_file(&path);
        path
    }

    #[test]
    fn a_match_goes_on_where_it_was_stopped_and_a_torn_line_is_cut_off() {
        let path = scratch("torn");
        let (mut file, games) = MatchFile::open(&path, false, "f").unwrap();
        assert!(games.is_empty());
        file.write(&record(0)).unwrap();
        file.write(&record(2)).unwrap();
        drop(file);
        let mut bytes = std::fs::read(&path).unwrap();
        let whole = bytes.len();
        bytes.extend_from_slice(b"{\"match\":\"f\",\"ga");
        std::fs::write(&path, &bytes).unwrap();
        let (mut file, games) = MatchFile::open(&path, true, "f").unwrap();
        assert_eq!(games.keys().copied().collect::<Vec<_>>(), [0, 2]);
        assert_eq!(games[&2], record(2));
        assert_eq!(std::fs::metadata(&path).unwrap().len(), whole as u64);
        file.write(&record(1)).unwrap();
        file.write(&record(1)).unwrap();
        assert!(matches!(MatchFile::open(&path, true, "f"), Err(MatchFileError::InUse(_))));
        drop(file);
        let (_, games) = MatchFile::open(&path, true, "f").unwrap();
        assert_eq!(games.len(), 3);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn the_file_of_another_match_is_refused() {
        let path = scratch("other");
        let (mut file, _) = MatchFile::open(&path, false, "f").unwrap();
        file.write(&record(0)).unwrap();
        drop(file);
        let message = |error: Option<MatchFileError>| error.unwrap().to_string();
        assert!(message(MatchFile::open(&path, false, "f").err()).contains("has games already"));
        let other = message(MatchFile::open(&path, true, "g").err());
        assert!(other.contains("line 1: a game of a match with other settings"), "{other}");
        std::fs::write(&path, "{}\n").unwrap();
        let broken = message(MatchFile::open(&path, true, "f").err());
        assert!(broken.contains("line 1: no game of a match: missing field"), "{broken}");
        std::fs::remove_file(&path).unwrap();
    }
}
