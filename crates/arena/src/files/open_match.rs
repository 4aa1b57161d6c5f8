//! Opening a match, new or of an earlier run: what is compared, what is refused, and what is continued.
//!
//! - The settings that decide the games, and the checksum of the openings, must equal those of the match file. The games of
//!   the PGN file are compared with those of the match file.
//! - A match of the file is refused without `-resume`, and another match without `-append`. A PGN file is refused if it has
//!   games of this match, but the match file has none.
//! - A match continues after any stop, including kill -9. Its games count and are not played again. An incomplete last line
//!   of the match file is cut off. If a game of the PGN file is missing or incomplete, all games are written to it again.

use crate::files::append_file::{AppendFile, AppendFileError};
use crate::files::difference::Difference;
use crate::files::match_file::{
    MatchFile, MatchFileError, MatchHeader, MatchLineError, StoredLines, StoredMatch, read_lines,
};
use crate::files::pgn_file::{PgnContents, repair_end};
use crate::openings::list::{OpeningFileError, read_openings};
use crate::schedule::Schedule;
use crate::settings::{EngineSettings, MatchSettings};
use crate::statistics::tally::Tally;
use emergo_records::{GameRecord, json::MATCH_HEADER, pgn};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A match cannot be opened.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum OpenMatchError {
    #[error(transparent)]
    Openings(#[from] OpeningFileError),
    #[error(transparent)]
    File(#[from] AppendFileError),
    #[error(transparent)]
    MatchFile(#[from] MatchFileError),
    #[error("{path} contains this match: use another file, or -resume with the -out of this match", path = .0.display())]
    SameMatch(PathBuf),
    #[error("{path} contains other games: use another file, or -append to keep them and add this match", path = .0.display())]
    OtherMatch(PathBuf),
    #[error("{path} contains games of this match, but the match file has none: use another file", path = .0.display())]
    NotInMatchFile(PathBuf),
    #[error("-resume: {difference} in {path}", path = path.display())]
    OtherSettings { path: PathBuf, difference: Difference },
}

/// A match that can continue.
pub(crate) struct OpenMatch {
    pub schedule: Schedule,
    pub files: MatchFiles,
    /// The identifier that games have if they were played with the settings of the match.
    pub id: String,
    /// The identifier in the files. It can be that of an earlier version of the program.
    pub file_id: String,
    /// The numbers of the games of earlier runs.
    pub played: BTreeSet<u64>,
    /// The results of these games.
    pub tally: Tally,
}

pub(crate) struct MatchFiles {
    file: Option<MatchFile>,
    pgn: Option<AppendFile>,
}

impl MatchFiles {
    /// Appends games to the match file. After an error they are not played: a resumed match plays them again.
    pub fn append_to_match(&mut self, games: &[GameRecord]) -> Result<(), AppendFileError> {
        self.file.as_mut().map_or(Ok(()), |file| file.append_games(games))
    }

    /// Appends games of the match file to the PGN file. After an error `-resume` writes the missing games.
    pub fn append_to_pgn(&mut self, games: &[GameRecord]) -> Result<(), AppendFileError> {
        self.pgn.as_mut().map_or(Ok(()), |file| {
            file.append(games.iter().map(pgn::write_game).collect::<String>().as_bytes())
        })
    }
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
    ) -> Result<OpenMatch, OpenMatchError> {
        let openings = match &settings.openings {
            None => Vec::new(),
            Some(openings) => read_openings(openings, settings.variant)?,
        };
        settings.warnings(openings.len()).iter().for_each(|found| warning(&found.to_string()));
        let header = MatchHeader::new(settings, &openings);
        let id = header.id.clone();
        let schedule = Schedule::new(settings, openings);
        let (file, mut stored) = match &settings.run.out {
            None => (None, StoredMatch::new(header)),
            Some(path) => {
                let (file, stored) = open_match_file(path, settings, header, warning)?;
                (Some(file), stored)
            }
        };
        let pgn = settings.run.pgn.as_ref().map(|path| open_pgn_file(path, settings, &stored));
        let pgn = pgn.transpose()?;
        // -rounds may be smaller than in an earlier run.
        stored.games.retain(|game, _| *game < schedule.game_count());
        let names = settings.engines.iter().map(|engine| engine.name.clone()).collect();
        let mut tally = Tally::new(names, settings.run.sprt);
        stored.games.values().for_each(|record| tally.add(record));
        let played = stored.games.into_keys().collect();
        let files = MatchFiles { file, pgn };
        Ok(OpenMatch { schedule, files, id, file_id: stored.header.id, played, tally })
    }
}

/// Opens or creates the match file.
///
/// # Errors
///
/// The file cannot be used, or contains a match that is not resumed, or games of another match without `-append`.
pub fn open_match_file(
    path: &Path,
    settings: &MatchSettings,
    header: MatchHeader,
    warning: &mut dyn FnMut(&str),
) -> Result<(MatchFile, StoredMatch), OpenMatchError> {
    let (mut file, bytes) = AppendFile::open(path)?;
    let StoredLines { mut matches, mut complete } = read_lines(path, &bytes)?;
    if matches.iter().all(|stored| stored.games.is_empty()) {
        // A header alone, which may be incomplete, is no match. Any other text is not a match file.
        if bytes.iter().zip(MATCH_HEADER.as_bytes()).any(|(byte, expected)| byte != expected) {
            let error = MatchLineError::NotAHeader;
            return Err(MatchFileError { path: path.to_owned(), line: 1, error }.into());
        }
        matches.clear();
        complete = 0;
    }
    let is_same = |stored: &StoredMatch| first_difference(&header, &stored.header).is_none();
    let same = matches.iter().position(is_same).map(|index| matches.remove(index));
    if same.is_some() && !settings.run.resume {
        return Err(OpenMatchError::SameMatch(path.to_owned()));
    }
    if !settings.run.append
        && let Some(other) = matches.first()
    {
        let path = path.to_owned();
        return Err(match first_difference(&header, &other.header) {
            Some(difference) if settings.run.resume && same.is_none() => {
                OpenMatchError::OtherSettings { path, difference }
            }
            _ => OpenMatchError::OtherMatch(path),
        });
    }
    file.truncate(complete)?;
    if 0 < complete && complete < bytes.len() {
        let incomplete = "the last line is incomplete: that game is played again";
        warning(&format!("{}: {incomplete}", path.display()));
    }
    let file = MatchFile::new(file, same.is_none().then_some(&header));
    Ok((file, same.unwrap_or_else(|| StoredMatch::new(header))))
}

/// The first setting that decides the games and differs.
fn first_difference(here: &MatchHeader, there: &MatchHeader) -> Option<Difference> {
    let [here, in_file] = [here, there].map(MatchHeader::value);
    let name = |path: &[&str]| setting_name(path, &there.settings.engines);
    let openings = |_: &[&str]| "the checksum of the openings".to_owned();
    Difference::first(&here["settings"], &in_file["settings"], &name)
        .or_else(|| Difference::first(&here["openings"], &in_file["openings"], &openings))
}

/// The name of a setting as the command line writes it.
fn setting_name(path: &[&str], engines: &[EngineSettings]) -> String {
    match path {
        ["engines", index, rest @ ..] => {
            let index: usize = index.parse().unwrap_or_default();
            match rest {
                ["name", ..] => format!("name of engine {}", index + 1),
                rest => format!("{} of engine {}", rest.join("."), engines[index].name),
            }
        }
        option => format!("-{}", option.join(" ")),
    }
}

/// Opens or creates the PGN file, and gives it the games of the match file.
fn open_pgn_file(
    path: &Path,
    settings: &MatchSettings,
    stored: &StoredMatch,
) -> Result<AppendFile, OpenMatchError> {
    let (mut file, bytes) = AppendFile::open(path)?;
    let games: Vec<String> = stored.games.values().map(pgn::write_game).collect();
    let PgnContents { mut others, has_changed_games, lacks_games } =
        PgnContents::compare(&bytes, &games, &stored.header.id);
    if has_changed_games && !settings.run.resume {
        return Err(OpenMatchError::SameMatch(path.to_owned()));
    }
    if has_changed_games && games.is_empty() {
        return Err(OpenMatchError::NotInMatchFile(path.to_owned()));
    }
    if !others.trim_ascii().is_empty() && !settings.run.append {
        return Err(OpenMatchError::OtherMatch(path.to_owned()));
    }
    let is_repaired = repair_end(&mut others);
    if has_changed_games || lacks_games || is_repaired {
        others.extend(games.iter().flat_map(|game| game.bytes()));
        file.replace(&others)?;
    }
    Ok(file)
}
