//! Collects games of a match that are played elsewhere, for example on many machines: checks them, and writes them to the files
//! of the match. The runner can continue these files, and a collector can continue those of the runner.
//!
//! Games arrive in batches. A game that arrives twice is written once.

use crate::files::open_match::{OpenMatch, OpenMatchError};
use crate::number_range::NumberRange;
use crate::settings::MatchSettings;
use crate::statistics::report::MatchReport;
use emergo_records::{GameError, GameRecord, json};
use luctor_system::files::FileError;
use serde::Serialize;
use thiserror::Error;

/// The match before the first batch.
#[derive(Clone, Debug, Serialize)]
pub struct CollectStart {
    /// The identifier of the match.
    #[serde(rename = "match")]
    pub id: String,
    /// The number of games of the match.
    pub total: u64,
    /// An engine has a clock or a time per move.
    pub timed: bool,
    /// The numbers of the games that are not in the file, from 0.
    pub missing: Vec<NumberRange>,
    /// The results of the file.
    pub score: MatchReport,
}

/// The match after a batch.
#[derive(Clone, Debug, Serialize)]
pub struct Collected {
    /// Games of the batch that were written.
    pub added: usize,
    /// Games of the batch that were in the file before, or twice in the batch.
    pub known: usize,
    /// The results of the file.
    pub score: MatchReport,
}

/// A batch has a line that is not a game of the match. None of its games is written.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum CollectError {
    #[error("line {line} of the batch is not a game")]
    Game {
        line: usize,
        #[source]
        error: Box<GameError>,
    },
    #[error("line {line} of the batch is a game without its place in a match")]
    NoPlace { line: usize },
    #[error("line {line} of the batch is a game of the match {found}, this match is {expected}")]
    OtherMatch { line: usize, found: String, expected: String },
    #[error("line {line} of the batch is game {number}, the match has {total}")]
    Number { line: usize, number: u64, total: u64 },
    #[error("line {line} of the batch is a game without a result")]
    NoResult { line: usize },
}

/// A match whose games are played elsewhere.
pub struct GameCollector {
    opened: OpenMatch,
    timed: bool,
}

impl GameCollector {
    /// Opens or creates the files of a match.
    ///
    /// # Errors
    ///
    /// A file cannot be used, or has games that do not belong to the match.
    pub fn open(
        settings: &MatchSettings,
        warning: &mut dyn FnMut(&str),
    ) -> Result<GameCollector, OpenMatchError> {
        let timed = settings.engines.iter().any(|engine| engine.clock().budget().is_some());
        Ok(GameCollector { opened: OpenMatch::open(settings, warning)?, timed })
    }

    /// The match before the first batch.
    pub fn start(&self) -> CollectStart {
        CollectStart {
            id: self.opened.id.clone(),
            total: self.total(),
            timed: self.timed,
            missing: self.missing(),
            score: self.opened.tally.report(),
        }
    }

    fn total(&self) -> u64 {
        self.opened.schedule.game_count()
    }

    fn missing(&self) -> Vec<NumberRange> {
        let mut ranges = Vec::new();
        let mut first = 0;
        for game in self.opened.played.iter().copied().chain([self.total()]) {
            if first < game {
                ranges.push(NumberRange { first, last: game - 1 });
            }
            first = game + 1;
        }
        ranges
    }

    /// Reads the games of a batch from their lines, as a match file has them.
    ///
    /// # Errors
    ///
    /// A line is not a finished game of this match.
    pub fn read_batch(&self, lines: &[String]) -> Result<Vec<GameRecord>, CollectError> {
        (1..).zip(lines).map(|(line, text)| self.read_game(line, text)).collect()
    }

    fn read_game(&self, line: usize, text: &str) -> Result<GameRecord, CollectError> {
        let mut record = json::read_line(text)
            .map_err(|error| CollectError::Game { line, error: Box::new(error) })?;
        let Some(place) = &mut record.match_game else {
            return Err(CollectError::NoPlace { line });
        };
        if place.match_id != self.opened.id {
            let (found, expected) = (place.match_id.clone(), self.opened.id.clone());
            return Err(CollectError::OtherMatch { line, found, expected });
        }
        place.match_id.clone_from(&self.opened.file_id);
        let total = self.total();
        if place.game >= total {
            let number = place.game.saturating_add(1);
            return Err(CollectError::Number { line, number, total });
        }
        if record.result.is_none() {
            return Err(CollectError::NoResult { line });
        }
        Ok(record)
    }

    /// Writes the games of a batch that are not in the files yet, and counts them.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn add(&mut self, mut games: Vec<GameRecord>) -> Result<Collected, FileError> {
        let total = games.len();
        let number = |record: &GameRecord| record.match_game.as_ref().map(|place| place.game);
        let played = &mut self.opened.played;
        games.retain(|record| number(record).is_some_and(|number| played.insert(number)));
        let added = games.len();
        if added > 0 {
            self.opened.add(&games)?;
        }
        Ok(Collected { added, known: total - added, score: self.opened.tally.report() })
    }
}
