//! Opening a match, new or of an earlier run: what is compared, what is refused, and what is continued.
//!
//! - The settings that decide the games, and the checksum of the openings, must equal those of the match file.
//! - A file that is not empty is refused without `-resume`. With it, a match file with several matches is refused, and a PGN
//!   file with games that the match file does not have.
//! - A match continues after any stop, including kill -9. Its games count and are not played again. An incomplete last line
//!   of the match file is cut off. The PGN file is written again.

use crate::files::append_file::AppendFile;
use crate::files::difference::Difference;
use crate::files::match_file::{
    MatchFileError, MatchHeader, MatchLineError, StoredLines, StoredMatch, read_lines,
};
use crate::openings::list::{OpeningFileError, read_openings};
use crate::schedule::Schedule;
use crate::settings::{EngineSettings, MatchSettings};
use crate::statistics::tally::Tally;
use emergo_records::json::{self, MATCH_HEADER};
use emergo_records::{GameRecord, pgn};
use luctor_system::files::FileError;
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
    File(#[from] FileError),
    #[error(transparent)]
    MatchFile(#[from] MatchFileError),
    #[error("{path} is not empty: use another file, or -resume to continue its match", path = .0.display())]
    NotEmpty(PathBuf),
    #[error("{path} is not empty: use another file; only a match with -out can be continued", path = .0.display())]
    NotContinued(PathBuf),
    #[error("{path} contains several matches: use another file", path = .0.display())]
    SeveralMatches(PathBuf),
    #[error("{path} contains games that the match file does not have: use another file", path = .0.display())]
    OtherGames(PathBuf),
    #[error("-resume: {difference} in {path}", path = path.display())]
    OtherSettings { path: PathBuf, difference: Difference },
}

/// A match that can continue.
pub(crate) struct OpenMatch {
    pub schedule: Schedule,
    /// The identifier that games have if they were played with the settings of the match.
    pub id: String,
    /// The identifier in the files. It can be that of an earlier version of the program.
    pub file_id: String,
    /// The numbers of the finished games, also of earlier runs.
    pub played: BTreeSet<u64>,
    /// The results of these games.
    pub tally: Tally,
    file: Option<AppendFile>,
    /// The line that precedes the first game of a new match in its file.
    header: String,
    pgn: Option<AppendFile>,
}

impl OpenMatch {
    /// Reads the openings, and opens or creates the files. Fails if a file has games that do not belong to the match.
    pub fn open(
        settings: &MatchSettings,
        warning: &mut dyn FnMut(&str),
    ) -> Result<OpenMatch, OpenMatchError> {
        let openings = match &settings.openings {
            None => Vec::new(),
            Some(openings) => read_openings(openings, settings.variant)?,
        };
        settings.warnings(openings.len()).iter().for_each(|found| warning(found));
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
        let is_new = stored.games.is_empty();
        let header = if is_new { json::write_line(&stored.header) } else { String::new() };
        // -rounds may be smaller than in an earlier run.
        stored.games.retain(|game, _| *game < schedule.game_count());
        let names = settings.engines.iter().map(|engine| engine.name.clone()).collect();
        let mut tally = Tally::new(names, settings.run.sprt);
        stored.games.values().for_each(|record| tally.add(record));
        let played = stored.games.into_keys().collect();
        let file_id = stored.header.id;
        Ok(OpenMatch { schedule, id, file_id, played, tally, file, header, pgn })
    }

    /// Writes games and counts them. If the match file cannot be written, they do not count, and a resumed match plays them
    /// again. If only the PGN file cannot be written, `-resume` writes it.
    pub fn add(&mut self, games: &[GameRecord]) -> Result<(), FileError> {
        if let Some(file) = &mut self.file {
            let lines: String = games.iter().map(json::write_line).collect();
            file.append((self.header.clone() + &lines).as_bytes())?;
            self.header.clear();
        }
        games.iter().for_each(|record| self.tally.add(record));
        let numbers = games.iter().filter_map(|record| record.match_game.as_ref());
        self.played.extend(numbers.map(|place| place.game));
        self.pgn.as_mut().map_or(Ok(()), |file| {
            file.append(games.iter().map(pgn::write_game).collect::<String>().as_bytes())
        })
    }
}

/// Opens or creates the match file. Fails if it contains a match that is not resumed, or another one.
fn open_match_file(
    path: &Path,
    settings: &MatchSettings,
    header: MatchHeader,
    warning: &mut dyn FnMut(&str),
) -> Result<(AppendFile, StoredMatch), OpenMatchError> {
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
    let stored = matches.pop();
    if !matches.is_empty() {
        return Err(OpenMatchError::SeveralMatches(path.to_owned()));
    }
    if let Some(stored) = &stored {
        if !settings.run.resume {
            return Err(OpenMatchError::NotEmpty(path.to_owned()));
        }
        if let Some(difference) = first_difference(&header, &stored.header) {
            return Err(OpenMatchError::OtherSettings { path: path.to_owned(), difference });
        }
    }
    file.truncate(complete)?;
    if 0 < complete && complete < bytes.len() {
        let incomplete = "the last line is incomplete: that game is played again";
        warning(&format!("{}: {incomplete}", path.display()));
    }
    Ok((file, stored.unwrap_or_else(|| StoredMatch::new(header))))
}

/// The first setting that decides the games and differs.
fn first_difference(here: &MatchHeader, there: &MatchHeader) -> Option<Difference> {
    let [here, in_file] = [here, there].map(|header| {
        let mut value = header.value();
        // The option counts openings from 1.
        if let Some(start) = value.pointer_mut("/settings/openings/start") {
            *start = (start.as_u64().unwrap_or_default() + 1).into();
        }
        value
    });
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

/// Opens or creates the PGN file, and writes all games of the match file. If this is interrupted, the next `-resume` does it.
fn open_pgn_file(
    path: &Path,
    settings: &MatchSettings,
    stored: &StoredMatch,
) -> Result<AppendFile, OpenMatchError> {
    let (mut file, mut bytes) = AppendFile::open(path)?;
    // An editor may have changed the ends of the lines.
    bytes.retain(|byte| *byte != b'\r');
    let games: Vec<String> = stored.games.values().map(pgn::write_game).collect();
    if !bytes.is_empty() {
        if settings.run.out.is_none() {
            return Err(OpenMatchError::NotContinued(path.to_owned()));
        }
        if !settings.run.resume {
            return Err(OpenMatchError::NotEmpty(path.to_owned()));
        }
        if games.is_empty() || !are_of_match(&bytes, &games, &stored.header.id) {
            return Err(OpenMatchError::OtherGames(path.to_owned()));
        }
    }
    file.truncate(0)?;
    file.append(games.concat().as_bytes())?;
    Ok(file)
}

/// Do all games of a PGN file belong to a match? The last game may be cut off.
fn are_of_match(bytes: &[u8], games: &[String], match_id: &str) -> bool {
    // The writer gives this tag to the games of the match.
    let match_tag = format!("[Match \"{match_id}\"]\n");
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    let mut found = lines.chunk_by(|_, next| !next.starts_with(pgn::FIRST_TAG.as_bytes())).rev();
    let last = found.next().unwrap_or_default();
    let has_tag = |game: &[&[u8]]| game.contains(&match_tag.as_bytes());
    let last_is_own =
        has_tag(last) || games.iter().any(|game| game.as_bytes().starts_with(&last.concat()));
    last_is_own && found.all(has_tag)
}
