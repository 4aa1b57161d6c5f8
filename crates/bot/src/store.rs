//! What the bots know of their games: one file for each game. A file is written to the side, synchronised and renamed, so that
//! after a crash it has the old or the new content. The writes are done before the site gets an answer.

use emergo::{GameResult, Side};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A game of a bot. Both are names of files.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameKey {
    /// The name of the bot.
    pub bot: String,
    /// The name of the game on the site.
    pub game: String,
}

impl fmt::Display for GameKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.bot, self.game)
    }
}

/// A game as the bot knows it. Times are in seconds since 1970.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BotGame {
    /// The side of the bot.
    pub side: Side,
    /// The name of the opponent, if the site told it.
    #[serde(default)]
    pub opponent: Option<String>,
    /// All moves in the form of the site, with the bot's move after the site accepted it.
    pub moves: Vec<Vec<String>>,
    /// When the last request or answer of the site came.
    pub changed: u64,
    /// When the clock of the bot runs out, if it is to move.
    pub deadline: u64,
    /// What is to be done.
    pub stage: Stage,
}

/// What a bot has to do in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// A move must be found.
    Search,
    /// This move must be sent.
    Send(String),
    /// The other side is to move.
    Wait,
    /// The bot is to move, but cannot: the reason.
    Failed(String),
    /// The game is over. The result is unknown if the site did not tell it.
    Ended(Option<GameResult>),
}

impl Stage {
    /// Has the game not ended, as far as the bot knows?
    pub fn is_open(&self) -> bool {
        !matches!(self, Stage::Ended(_))
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stage::Search => f.write_str("a move is searched"),
            Stage::Send(mv) => write!(f, "{mv} is to be sent"),
            Stage::Wait => f.write_str("the opponent is to move"),
            Stage::Failed(reason) => write!(f, "FAILED: {reason}"),
            Stage::Ended(Some(result)) => write!(f, "ended {result}"),
            Stage::Ended(None) => f.write_str("ended"),
        }
    }
}

/// Why the folder cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The system refuses an access.
    #[error("{}: {cause}", .path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The error.
        cause: io::Error,
    },
    /// Another process uses the folder.
    #[error("{}: another luctor bot uses this folder", .0.display())]
    Locked(PathBuf),
}

/// The folder with the files of all games, and the games in memory.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
    games: BTreeMap<GameKey, BotGame>,
    /// The games whose files are older than the games.
    unsaved: BTreeSet<GameKey>,
    _lock: File,
}

const GAME_EXTENSION: &str = "json";

impl Store {
    /// Opens a folder for one process, and reads the games of the bots. Files that cannot be read are reported and left
    /// alone.
    ///
    /// # Errors
    ///
    /// The folder cannot be made, read or locked.
    pub fn open<'a>(
        folder: &Path,
        bots: impl Iterator<Item = &'a str>,
    ) -> Result<Store, StoreError> {
        let bots: Vec<&str> = bots.collect();
        for bot in &bots {
            let path = folder.join(bot);
            fs::create_dir_all(&path).map_err(|cause| StoreError::Io { path, cause })?;
        }
        let path = folder.join("lock");
        let error = |cause| StoreError::Io { path: path.clone(), cause };
        let lock = File::create(&path).map_err(error)?;
        lock.try_lock().map_err(|refused| match refused {
            TryLockError::WouldBlock => StoreError::Locked(folder.to_owned()),
            TryLockError::Error(cause) => error(cause),
        })?;
        let games = read_games(folder, bots.into_iter())?;
        Ok(Store { folder: folder.to_owned(), games, unsaved: BTreeSet::new(), _lock: lock })
    }

    /// The game with this key.
    pub fn get(&self, key: &GameKey) -> Option<&BotGame> {
        self.games.get(key)
    }

    /// All games.
    pub fn games(&self) -> impl Iterator<Item = (&GameKey, &BotGame)> {
        self.games.iter()
    }

    /// Replaces a game in memory and then on disk.
    ///
    /// # Errors
    ///
    /// The file was not written. The game is changed in memory, and [`Store::save_again`] writes it later.
    pub fn put(&mut self, key: &GameKey, game: BotGame) -> Result<(), StoreError> {
        self.games.insert(key.clone(), game);
        self.unsaved.insert(key.clone());
        self.save(key)
    }

    /// Writes the games that could not be written before.
    ///
    /// # Errors
    ///
    /// A file was not written.
    pub fn save_again(&mut self) -> Result<(), StoreError> {
        self.unsaved.clone().iter().try_for_each(|key| self.save(key))
    }

    fn save(&mut self, key: &GameKey) -> Result<(), StoreError> {
        let path = self.folder.join(&key.bot).join(&key.game).with_extension(GAME_EXTENSION);
        let text = serde_json::to_vec(&self.games[key]).expect("a game is valid JSON");
        write_durably(&path, &text).map_err(|cause| StoreError::Io { path, cause })?;
        self.unsaved.remove(key);
        Ok(())
    }
}

/// Reads the games of a folder that another process may use.
///
/// # Errors
///
/// The folder of a bot cannot be read.
pub fn read_games<'a>(
    folder: &Path,
    bots: impl Iterator<Item = &'a str>,
) -> Result<BTreeMap<GameKey, BotGame>, StoreError> {
    let mut games = BTreeMap::new();
    for bot in bots {
        let folder = folder.join(bot);
        let error = |cause| StoreError::Io { path: folder.clone(), cause };
        for entry in fs::read_dir(&folder).map_err(error)? {
            let path = entry.map_err(error)?.path();
            let name = path.file_stem().and_then(|name| name.to_str());
            let (Some(name), true) =
                (name, path.extension().is_some_and(|extension| extension == GAME_EXTENSION))
            else {
                continue;
            };
            let read = fs::read(&path).and_then(|text| Ok(serde_json::from_slice(&text)?));
            match read {
                Ok(game) => {
                    games.insert(GameKey { bot: bot.to_owned(), game: name.to_owned() }, game);
                }
                Err(error) => log::error!("{}: {error}: this game is skipped", path.display()),
            }
        }
    }
    Ok(games)
}

/// Can the name of a game be the name of a file?
pub fn is_game_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (1..=64).contains(&name.len()) && name.bytes().all(is_plain)
}

/// Replaces a file. After a crash it has the old or the new content.
///
/// # Errors
///
/// The system refuses it. The file has its old content.
pub fn write_durably(path: &Path, content: &[u8]) -> io::Result<()> {
    let new = path.with_extension("new");
    let written = File::create(&new)
        .and_then(|mut file| {
            file.write_all(content)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&new, path));
    if written.is_err() {
        // It takes room on a full disk.
        let _ = fs::remove_file(&new);
    }
    written?;
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}
