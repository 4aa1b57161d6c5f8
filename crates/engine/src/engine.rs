//! The engine: a game, options and the pool of search threads. No text but that of options. What the
//! protocol and the tools build on.

use crate::eval::{Network, NetworkFileError, Networks};
use crate::options::{OptionError, OptionName, Options};
use crate::search::{
    Limits, ResourceError, SearchControl, SearchReport, SearchResult, SearchSettings, Searcher,
};
use emergo::{Blocked, Game, Position};
use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// An engine with its game.
pub struct Engine {
    options: Options,
    game: Game,
    networks: Networks,
    pool: Arc<Mutex<Searcher>>,
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetOptionError {
    /// The name or the value.
    Option(OptionError),
    /// The machine has no memory for the table; the old one is kept.
    Memory(ResourceError),
    /// The machine cannot start so many threads; the old ones are kept.
    Threads(ResourceError),
    /// The file holds no network that fits; the old one is kept.
    Network(NetworkFileError),
}

impl fmt::Display for SetOptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetOptionError::Option(error) => error.fmt(f),
            SetOptionError::Memory(error) => write!(f, "{error}; the old table is kept"),
            SetOptionError::Threads(error) => write!(f, "{error}; the old ones are kept"),
            SetOptionError::Network(error) => {
                write!(f, "option EvalFile: {error}; the old network is kept")
            }
        }
    }
}

impl std::error::Error for SetOptionError {}

impl Engine {
    /// An engine with the default options, at the start of a game.
    ///
    /// # Errors
    ///
    /// The machine has no memory even for the default table.
    pub fn new() -> Result<Engine, ResourceError> {
        let options = Options::default();
        let pool = Searcher::new(options.hash(), options.threads())?;
        let game = Game::new(options.variant(), options.blocked());
        let networks = pool.networks().clone();
        Ok(Engine { options, game, networks, pool: Arc::new(Mutex::new(pool)) })
    }

    /// The values of all options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The network for the board of the game.
    pub fn network(&self) -> &Arc<Network> {
        self.networks.of(self.game.position().variant())
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Sets an option and does what it means. Waits for a search under way where the option touches what
    /// the search uses.
    ///
    /// # Errors
    ///
    /// Unknown name, bad value, or no memory; nothing was changed.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<OptionName, SetOptionError> {
        let mut options = self.options.clone();
        let option = options.set(name, value).map_err(SetOptionError::Option)?;
        match option {
            OptionName::Hash => {
                self.pool().resize_table(options.hash()).map_err(SetOptionError::Memory)?;
            }
            OptionName::Threads => {
                self.pool().set_threads(options.threads()).map_err(SetOptionError::Threads)?;
            }
            OptionName::ClearHash => self.pool().clear_table(),
            OptionName::EvalFile => {
                let networks = Networks::with_file(options.eval_file().map(Path::new))
                    .map_err(SetOptionError::Network)?;
                self.networks = networks.clone();
                self.pool().set_networks(networks);
            }
            _ => {}
        }
        self.options = options;
        match option {
            OptionName::Variant => self.set_game(Game::new(self.options.variant(), self.blocked())),
            OptionName::Blocked => self.game = self.game.with_blocked_rule(self.options.blocked()),
            _ => {}
        }
        Ok(option)
    }

    fn blocked(&self) -> Blocked {
        self.options.blocked()
    }

    /// A game from the start, with the variant and rules of the options.
    pub fn fresh_game(&self) -> Game {
        Game::new(self.options.variant(), self.blocked())
    }

    /// A game from a position, with the rules of the options.
    pub fn game_from(&self, position: Position, turn: u32) -> Game {
        Game::from_position(position, turn, self.blocked())
    }

    /// Replaces the game.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
    }

    /// Forgets what searches learned, and sets up the start. Waits for a search under way.
    pub fn new_game(&mut self) {
        self.pool().clear();
        self.set_game(self.fresh_game());
    }

    /// A search of the game as it stands now, to be run on any thread.
    pub fn search_task(&self, limits: Limits) -> SearchTask {
        SearchTask {
            pool: Arc::clone(&self.pool),
            game: self.game.clone(),
            limits,
            settings: SearchSettings {
                lines: self.options.multi_pv(),
                overhead: self.options.move_overhead(),
                handicap: self.options.level().handicap(),
            },
        }
    }

    fn pool(&self) -> MutexGuard<'_, Searcher> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A search that waits to be run.
pub struct SearchTask {
    pool: Arc<Mutex<Searcher>>,
    game: Game,
    limits: Limits,
    settings: SearchSettings,
}

impl SearchTask {
    /// Searches until a limit or `signal` ends it.
    pub fn run(
        &self,
        signal: &SearchControl,
        report: &mut dyn FnMut(&SearchReport),
    ) -> SearchResult {
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        pool.search(&self.game, &self.limits, self.settings, signal, report)
    }
}
