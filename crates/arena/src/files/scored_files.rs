//! The results in match files and PGN files, without playing: several files, and several matches, are merged by the numbers of their games.

use super::match_file::{MatchFileError, read_lines};
use crate::statistics::sprt::Sprt;
use crate::statistics::tally::Tally;
use emergo_records::{GameRecord, MatchGame, ReadError, decode, pgn};
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Files whose results cannot be counted.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum ScoreError {
    #[error("{path}", path = .0.display())]
    Io(PathBuf, #[source] io::Error),
    #[error(transparent)]
    MatchFile(#[from] MatchFileError),
    #[error("{path}", path = .0.display())]
    Game(PathBuf, #[source] Box<ReadError>),
    #[error("the files have no games")]
    Empty,
    #[error("-sprt needs exactly two engines, the files have {0}")]
    SprtEngines(usize),
}

/// The results of all files.
pub struct ScoredFiles {
    /// The results.
    pub tally: Tally,
    /// The number of matches with different settings.
    pub matches: usize,
}

/// Counts the games of match files and PGN files. A game of a match that occurs twice counts once. Engines have the order of the
/// first header. Those of PGN files have the order of their games, White first.
///
/// # Errors
///
/// A file or a game in it cannot be read, there are no games, or the test does not have two engines.
pub fn score(files: &[PathBuf], sprt: Option<Sprt>) -> Result<ScoredFiles, ScoreError> {
    let mut names: Vec<String> = Vec::new();
    let mut add_name = |name: &str| {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    };
    let mut games: BTreeMap<(String, u64), GameRecord> = BTreeMap::new();
    for path in files {
        let bytes = std::fs::read(path).map_err(|error| ScoreError::Io(path.clone(), error))?;
        if bytes.trim_ascii_start().starts_with(b"{\"") {
            for (id, lines) in read_lines(path, &bytes)?.matches {
                lines.header.settings.engines.iter().for_each(|engine| add_name(&engine.name));
                games.extend(
                    lines.games.into_iter().map(|(game, record)| ((id.clone(), game), record)),
                );
            }
            continue;
        }
        for (number, game) in (0..).zip(pgn::read_games(&decode(bytes))) {
            let record = game.map_err(|error| ScoreError::Game(path.clone(), error.into()))?;
            // A game of another program has no place in a match.
            let place = match &record.match_game {
                Some(MatchGame { match_id, game, .. }) => (match_id.clone(), *game),
                None => (path.display().to_string(), number),
            };
            games.insert(place, record);
        }
    }
    for player in games.values().flat_map(|record| &record.players) {
        player.name.as_deref().map(&mut add_name);
    }
    if games.is_empty() {
        return Err(ScoreError::Empty);
    }
    if sprt.is_some() && names.len() != 2 {
        return Err(ScoreError::SprtEngines(names.len()));
    }
    let mut tally = Tally::new(names, sprt);
    games.values().for_each(|record| tally.add(record));
    let mut matches: Vec<&String> = games.keys().map(|(id, _)| id).collect();
    matches.dedup();
    Ok(ScoredFiles { matches: matches.len(), tally })
}
