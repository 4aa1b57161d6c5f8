//! The results in match files and other game records, without playing. Several files and matches are merged by the numbers of
//! their games.

use super::match_file::{MatchFileError, StoredLines, StoredMatch, is_match_file, read_lines};
use crate::statistics::sprt::Sprt;
use crate::statistics::tally::Tally;
use emergo_records::{
    BYTE_ORDER_MARK, GameRecord, MatchGame, PlayerInfo, ReadError, ReadOptions, decode,
    read_records,
};
use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use thiserror::Error;

/// Files whose results cannot be counted.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum ScoreError {
    #[error(transparent)]
    MatchFile(#[from] MatchFileError),
    #[error("{path}", path = .0.display())]
    Game(PathBuf, #[source] Box<ReadError>),
    #[error("{path}: neither a match file nor a text", path = .0.display())]
    NotText(PathBuf),
    #[error("no game of the files counts")]
    Empty,
    #[error("-sprt needs exactly two engines, the files have {0}")]
    SprtEngines(usize),
    #[error("-sprt needs pairs of games with the same opening, the files have no finished pair")]
    SprtPairs,
}

/// The results of all files.
pub struct ScoredFiles {
    /// The results.
    pub tally: Tally,
    /// The number of matches with different settings, without games of other programs.
    pub matches: usize,
}

/// Counts the games of files. Each has a name and its bytes: a match file, or game records of any format. A game of a match that
/// occurs twice counts once. The engines have the order of the headers of the match files, then that of the games, White first.
/// `warning` gets a sentence about games without two names or a result, which do not count, and about an incomplete last
/// line, which a match may still write.
///
/// # Errors
///
/// A game cannot be read, there are no games, or the test does not have two engines or a finished pair.
pub fn score(
    files: &[(PathBuf, Vec<u8>)],
    sprt: Option<Sprt>,
    warning: &mut dyn FnMut(&str),
) -> Result<ScoredFiles, ScoreError> {
    let (mut names, mut sources) = (Vec::new(), Vec::new());
    let mut games: BTreeMap<(usize, u64), GameRecord> = BTreeMap::new();
    for (path, bytes) in files {
        let bytes = bytes.strip_prefix(BYTE_ORDER_MARK.as_bytes()).unwrap_or(bytes);
        if is_match_file(bytes) {
            let StoredLines { matches: stored_matches, complete } = read_lines(path, bytes)?;
            if complete < bytes.len() {
                warning(&format!("{}: the last line is incomplete", path.display()));
            }
            for StoredMatch { header, games: stored } in stored_matches {
                for engine in &header.settings.engines {
                    index_in(&mut names, &engine.name);
                }
                for (game, record) in stored {
                    games.insert((index_in(&mut sources, &header.id), game), record);
                }
            }
            continue;
        }
        if bytes.contains(&0) {
            return Err(ScoreError::NotText(path.clone()));
        }
        let report = read_records(&decode(bytes.to_vec()), &ReadOptions::default());
        for (number, game) in (0..).zip(report.games) {
            let record = game.map_err(|error| ScoreError::Game(path.clone(), error.into()))?;
            // A game of another program has no place in a match.
            let (id, game) = match &record.match_game {
                Some(MatchGame { match_id, game, .. }) => (match_id.clone(), *game),
                None => (path.display().to_string(), number),
            };
            games.insert((index_in(&mut sources, &id), game), record);
        }
    }
    let all = games.len();
    let has_name = |player: &PlayerInfo| player.name.is_some();
    games.retain(|_, record| record.result.is_some() && record.players.iter().all(has_name));
    if games.len() < all {
        let left_out = all - games.len();
        warning(&format!("games without two names or a result are not counted: {left_out}"));
    }
    let players = games.values().flat_map(|record| &record.players);
    for name in players.flat_map(|player| &player.name) {
        index_in(&mut names, name);
    }
    if games.is_empty() {
        return Err(ScoreError::Empty);
    }
    if sprt.is_some() && names.len() != 2 {
        return Err(ScoreError::SprtEngines(names.len()));
    }
    let mut tally = Tally::new(names, sprt);
    games.values().for_each(|record| tally.add(record));
    if sprt.is_some() && tally.report().pairs.iter().all(|count| *count == 0) {
        return Err(ScoreError::SprtPairs);
    }
    let places = games.values().filter_map(|record| record.match_game.as_ref());
    let matches = places.map(|place| &place.match_id).collect::<HashSet<_>>().len();
    Ok(ScoredFiles { tally, matches })
}

/// The index of a text in a list, which gets it if it is new.
fn index_in(list: &mut Vec<String>, text: &str) -> usize {
    list.iter().position(|known| known == text).unwrap_or_else(|| {
        list.push(text.to_owned());
        list.len() - 1
    })
}
