//! Opening a match: its openings and schedule, its files, and the games of earlier runs.

use crate::files::match_file::{MatchFile, MatchFileError, StoredMatch};
use crate::files::pgn_file::PgnFile;
use crate::openings::{OpeningFileError, read_openings};
use crate::schedule::Schedule;
use crate::settings::MatchSettings;
use crate::statistics::tally::Tally;
use emergo::notation::PositionText;
use std::collections::BTreeSet;
use thiserror::Error;

/// A file of a match cannot be used.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum MatchFilesError {
    #[error(transparent)]
    MatchFile(#[from] MatchFileError),
    #[error(transparent)]
    Openings(#[from] OpeningFileError),
}

/// A match that can continue.
pub(crate) struct OpenMatch {
    /// The openings; none for the start of the variant.
    pub openings: Vec<PositionText>,
    pub schedule: Schedule,
    pub file: Option<MatchFile>,
    pub pgn: Option<PgnFile>,
    /// The identifier of the match in records.
    pub id: String,
    /// The numbers of the games of earlier runs.
    pub played: BTreeSet<u64>,
    /// The results of these games.
    pub tally: Tally,
}

impl OpenMatch {
    /// Reads the openings, and opens or creates the files.
    ///
    /// # Errors
    ///
    /// A file cannot be used, or has games that do not belong to the match.
    pub fn open(
        settings: &MatchSettings,
        warning: &mut dyn FnMut(&str),
    ) -> Result<OpenMatch, MatchFilesError> {
        let openings = match &settings.openings {
            None => Vec::new(),
            Some(openings) => read_openings(openings, settings.variant)?,
        };
        settings.warnings(openings.len()).iter().for_each(|found| warning(&found.to_string()));
        let schedule = Schedule::new(settings, openings.len());
        let (file, mut stored) = match &settings.run.out {
            None => (None, StoredMatch::new(settings, &openings)),
            Some(path) => {
                let (file, stored) = MatchFile::open(path, settings, &openings)?;
                (Some(file), stored)
            }
        };
        stored.warnings.iter().for_each(|found| warning(found));
        let pgn = settings.run.pgn.as_ref().map(|path| PgnFile::open(path, settings, &stored));
        let pgn = pgn.transpose()?;
        // -rounds may be smaller than in an earlier run.
        stored.games.retain(|game, _| *game < schedule.game_count());
        let names = settings.engines.iter().map(|engine| engine.name.clone()).collect();
        let mut tally = Tally::new(names, settings.run.sprt);
        stored.games.values().for_each(|record| tally.add(record));
        let played = stored.games.into_keys().collect();
        Ok(OpenMatch { openings, schedule, file, pgn, id: stored.id, played, tally })
    }
}
