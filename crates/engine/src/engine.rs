//! The engine: the options, and the searcher with its table and threads. The caller has the game. The engine works with
//! typed values; the only text it reads is the names and values of options.

use crate::book::Book;
use crate::eval::{Network, Networks};
use crate::options::{OptionChange, OptionEffect, OptionError, Options};
use crate::search::{Limits, ScoredLine, SearchSettings, SearchTask, Searcher};
use emergo::{Game, Variant};
use luctor_system::files::FileError;
use luctor_system::random::random_seed;
use luctor_system::resources::{ResourceError, lock};
use std::sync::{Arc, Mutex};
use thiserror::Error;

/// An engine, which searches one game after another.
pub struct Engine {
    options: Options,
    networks: Networks,
    book: Option<Book>,
    searcher: Arc<Mutex<Searcher>>,
}

/// Why an option was not changed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum SetOptionError {
    #[error(transparent)]
    Option(OptionError),
    #[error("{0}; the old size is kept")]
    Memory(ResourceError),
    #[error("{0}; the old threads are kept")]
    Threads(ResourceError),
    #[error("option EvalFile: {0}; the old network is kept")]
    Network(FileError),
    #[error("option BookFile: {0}; the book is not changed")]
    Book(FileError),
}

/// Why the option `OwnBook` has no effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum BookProblem {
    #[error("OwnBook: no book, because BookFile is not set")]
    NoBook,
    #[error("OwnBook: the book is for {book}, but the board is {board}")]
    OtherBoard { book: Variant, board: Variant },
}

impl Engine {
    /// An engine with the default options.
    ///
    /// # Errors
    ///
    /// The default table could not be allocated.
    pub fn new() -> Result<Engine, ResourceError> {
        let options = Options::default();
        let networks = Networks::embedded();
        let searcher = Searcher::with_networks(options.hash, options.threads, networks.clone())?;
        let searcher = Arc::new(Mutex::new(searcher));
        Ok(Engine { options, networks, book: None, searcher })
    }

    /// The values of all options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The networks of all boards.
    pub fn networks(&self) -> &Networks {
        &self.networks
    }

    /// Parses and applies an option.
    ///
    /// # Errors
    ///
    /// The name or the value is refused, or [`Engine::apply`] fails.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), SetOptionError> {
        let change = self.options.change(name, value).map_err(SetOptionError::Option)?;
        self.apply(change)
    }

    /// Applies a change of an option. Waits for the end of a running search if [`OptionEffect::stops_search`].
    ///
    /// # Errors
    ///
    /// No memory for the table, no threads, or no network or book in the file. Then nothing was changed, except that the table
    /// has lost its entries if its size was refused.
    pub fn apply(&mut self, change: OptionChange) -> Result<(), SetOptionError> {
        let OptionChange { options, effect } = change;
        match effect {
            OptionEffect::TableSize => {
                lock(&self.searcher).resize_table(options.hash).map_err(SetOptionError::Memory)?;
            }
            OptionEffect::Threads => {
                lock(&self.searcher)
                    .set_threads(options.threads)
                    .map_err(SetOptionError::Threads)?;
            }
            OptionEffect::ClearTable => lock(&self.searcher).clear_table(),
            OptionEffect::Networks => {
                self.networks = Networks::with_file(options.eval_file.as_deref(), &Variant::ALL)
                    .map_err(SetOptionError::Network)?;
                lock(&self.searcher).set_networks(self.networks.clone());
            }
            OptionEffect::BookFile => {
                let open = |path: &_| Book::open(path).map_err(SetOptionError::Book);
                self.book = options.book_file.as_deref().map(open).transpose()?;
            }
            OptionEffect::Value
            | OptionEffect::Level
            | OptionEffect::BookUse
            | OptionEffect::Variant
            | OptionEffect::Blocked
            | OptionEffect::DebugLog => {}
        }
        self.options = options;
        Ok(())
    }

    /// Uses this network for its board until the option `EvalFile` changes. Clears the table. Waits for the end of a running
    /// search.
    pub fn set_network(&mut self, network: Network) {
        self.networks.replace(network);
        lock(&self.searcher).set_networks(self.networks.clone());
    }

    /// The searcher. It is locked during a search.
    pub fn searcher(&self) -> Arc<Mutex<Searcher>> {
        Arc::clone(&self.searcher)
    }

    /// A game from the start position, with the variant and rules of the options.
    pub fn fresh_game(&self) -> Game {
        Game::new(self.options.variant, self.options.blocked)
    }

    /// Clears the table and the histories. Waits for the end of a running search.
    pub fn clear(&mut self) {
        lock(&self.searcher).clear();
    }

    /// The move of the opening book for the position of a game, with the moves that the book expects. `None` if the book is not
    /// used, does not have the position, or the search is not for a move to play: without a limit, while the opponent is
    /// thinking, for a mate, or of some moves only.
    ///
    /// # Errors
    ///
    /// The option `OwnBook` is on, but there is no book for the board.
    pub fn book_line(
        &self,
        game: &Game,
        limits: &Limits,
    ) -> Result<Option<ScoredLine>, BookProblem> {
        let is_analysis = limits.infinite || limits.ponder || limits.mate.is_some();
        let is_ended = game.ending().is_some();
        if !self.options.own_book || is_analysis || !limits.search_moves.is_empty() || is_ended {
            return Ok(None);
        }
        let position = game.position();
        let book = self.book.as_ref().ok_or(BookProblem::NoBook)?;
        let (book_variant, board) = (book.header().variant, position.variant());
        if book_variant != board {
            return Err(BookProblem::OtherBoard { book: book_variant, board });
        }
        Ok(book.choose(position, self.options.book_margin, random_seed()))
    }

    /// A search of a game, which can be run on any thread.
    pub fn search_task(&self, game: Game, limits: Limits) -> SearchTask {
        SearchTask {
            searcher: Arc::clone(&self.searcher),
            game,
            limits,
            settings: SearchSettings {
                lines: self.options.multi_pv,
                overhead: self.options.move_overhead,
                handicap: self.options.level().handicap(),
                ..SearchSettings::default()
            },
        }
    }
}
