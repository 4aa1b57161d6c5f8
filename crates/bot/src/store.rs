//! The folder of the games: one file for each game. A file is written to the side, synchronised and renamed, so that
//! after a crash it has the old or the new content. The writes are done before the site gets an answer. When a game ends, its
//! record takes the place of the file, and the game is no longer in memory.

use crate::bot_game::{BotGame, GameKey, Status};
use crate::error::BotError;
use crate::settings::{Settings, read_file};
use emergo_records::json::write_line;
use luctor_system::files::{FileError, open_locked, replace_file};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The folder with the files of all games, and the games in memory.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    games: BTreeMap<GameKey, BotGame>,
    /// The games whose files are older than the games.
    unsaved: BTreeSet<GameKey>,
    _lock: File,
}

/// The folder of records inside that of a bot.
const RECORDS: &str = "records";

impl Store {
    /// Opens the folder for one process, and reads the games of the bots. Files that cannot be read are reported and left
    /// alone.
    ///
    /// # Errors
    ///
    /// The folder cannot be made, read or locked.
    pub fn open(settings: &Settings) -> Result<Store, BotError> {
        let folder = &settings.state;
        for bot in &settings.bots {
            let path = folder.join(&bot.name).join(RECORDS);
            fs::create_dir_all(&path).map_err(|error| FileError::new(&path, error))?;
        }
        // The name of a bot has no dot.
        let path = folder.join("bots.lock");
        let lock = open_locked(&path).map_err(|error| FileError::new(&path, error))?;
        let lock = lock.ok_or_else(|| BotError::Locked(folder.clone()))?;
        let games = read_games(settings)?;
        Ok(Store { folder: folder.clone(), games, unsaved: BTreeSet::new(), _lock: lock })
    }

    /// The game with this key, if it has not ended.
    pub(crate) fn get(&self, key: &GameKey) -> Option<&BotGame> {
        self.games.get(key)
    }

    /// All games that have not ended.
    pub(crate) fn games(&self) -> impl Iterator<Item = (&GameKey, &BotGame)> {
        self.games.iter()
    }

    /// Is there a record of this game?
    pub(crate) fn has_ended(&self, key: &GameKey) -> bool {
        self.record_path(key).exists()
    }

    /// Replaces a game in memory and then on disk. If it cannot be written, [`Store::save`] writes it later. A game that has
    /// ended is forgotten when its record is written.
    pub(crate) fn put(&mut self, key: &GameKey, game: BotGame) -> Result<(), FileError> {
        self.games.insert(key.clone(), game);
        self.unsaved.insert(key.clone());
        self.save(key)
    }

    /// Writes all games whose files are older. Tries each file.
    pub(crate) fn save_all(&mut self) -> Result<(), FileError> {
        let mut result = Ok(());
        for key in self.unsaved.clone() {
            result = result.and(self.save(&key));
        }
        result
    }

    /// Writes a game if its file is older.
    pub(crate) fn save(&mut self, key: &GameKey) -> Result<(), FileError> {
        if !self.unsaved.contains(key) {
            return Ok(());
        }
        let game = &self.games[key];
        let path = self.folder.join(&key.bot).join(&key.game).with_extension("json");
        if matches!(game.status, Status::Ended(_)) {
            replace_file(&self.record_path(key), write_line(&game.record(key)).as_bytes())?;
            if path.exists() {
                fs::remove_file(&path).map_err(|error| FileError::new(&path, error))?;
            }
            self.games.remove(key);
        } else {
            replace_file(&path, &serde_json::to_vec(game).expect("a game is valid JSON"))?;
        }
        self.unsaved.remove(key);
        Ok(())
    }

    fn record_path(&self, key: &GameKey) -> PathBuf {
        self.folder.join(&key.bot).join(RECORDS).join(&key.game).with_extension("jsonl")
    }
}

/// Reads the games that have not ended. Another process may use the folder.
///
/// # Errors
///
/// The folder of a bot cannot be read.
pub fn read_games(settings: &Settings) -> Result<BTreeMap<GameKey, BotGame>, FileError> {
    let mut games = BTreeMap::new();
    for bot in &settings.bots {
        for path in files(&settings.state.join(&bot.name), "json")? {
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
            let Some(key) = GameKey::new(&bot.name, name) else { continue };
            match fs::read(&path).and_then(|text| Ok(serde_json::from_slice(&text)?)) {
                Ok(game) => drop(games.insert(key, game)),
                Err(error) => log::error!("{}: {error}: this game is skipped", path.display()),
            }
        }
    }
    Ok(games)
}

/// The records of all games as JSON lines: those that have ended, and then the others. Another process may use the folder.
///
/// # Errors
///
/// A folder or a record cannot be read.
pub fn read_records(settings: &Settings) -> Result<String, FileError> {
    let mut text = String::new();
    for bot in &settings.bots {
        for path in files(&settings.state.join(&bot.name).join(RECORDS), "jsonl")? {
            text += &read_file(&path)?;
        }
    }
    for (key, game) in read_games(settings)? {
        text += &write_line(&game.record(&key));
    }
    Ok(text)
}

/// The files with this extension, by name. The folder of a bot that did not run yet is missing.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, FileError> {
    let list = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries.and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect()),
    };
    let mut paths: Vec<PathBuf> = list.map_err(|error| FileError::new(folder, error))?;
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    Ok(paths)
}
