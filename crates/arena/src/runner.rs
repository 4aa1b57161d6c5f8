//! A match: workers take games from a queue, each with its own players; results are written when a game
//! ends. The first interrupt finishes the running games, the second stops them.

use super::limit::PlayerClock;
use super::player::{Fault, Player};
use super::referee::{Course, GameSetup, play, play_unrefereed};
use super::roster::{Roster, Starter, THREADS_OF_A_GAME};
use super::schedule::{Schedule, Slot};
use super::settings::{EngineSettings, MatchSettings, Referee};
use super::sprt::Decision;
use super::tally::Tally;
use super::traffic::TrafficLog;
use crate::pgn;
use crate::record::{GameRecord, MatchFile, MatchFileError, milliseconds};
use emergo::notation::{PositionTextError, read_position};
use luctor_engine::checksum::fnv1a;
use luctor_engine::search::has_room_for_threads;
use luctor_engine::search::interrupt::Interrupt;
use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

/// What the match tells while it runs.
pub trait Watcher: Send {
    /// A game has ended; games in all.
    fn game(&mut self, record: &GameRecord, tally: &Tally, total: u64);
    /// Something a person should know.
    fn warn(&mut self, message: &str);
}

/// Why a match could not begin or go on.
#[derive(Debug)]
pub enum MatchError {
    /// The file of games.
    File(MatchFileError),
    /// Another file.
    Io(PathBuf, io::Error),
    /// A line of the openings is no position.
    Opening {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong.
        error: PositionTextError,
    },
    /// A line of the openings is not UTF-8.
    NoText {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
    },
    /// There are no openings in the file.
    NoOpenings(PathBuf),
    /// The machine has no room for a single game.
    Shortage(String),
}

impl fmt::Display for MatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchError::File(error) => error.fmt(f),
            MatchError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            MatchError::Opening { path, line, error } => {
                write!(f, "{}, line {line}: {error:#}", path.display())
            }
            MatchError::NoText { path, line } => {
                write!(f, "{}, line {line}: not UTF-8 text", path.display())
            }
            MatchError::NoOpenings(path) => write!(f, "{}: no openings", path.display()),
            MatchError::Shortage(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for MatchError {}

impl From<MatchFileError> for MatchError {
    fn from(error: MatchFileError) -> MatchError {
        MatchError::File(error)
    }
}

/// What workers share.
struct Common<'a> {
    settings: &'a MatchSettings,
    schedule: Schedule,
    openings: Vec<String>,
    fingerprint: String,
    interrupt: &'a Interrupt,
    starter: Starter<'a>,
    state: Mutex<State<'a>>,
}

struct State<'a> {
    /// The next game to look at, and where to end.
    next: u64,
    end: u64,
    /// Who plays games.
    workers: usize,
    /// Has one of them left for want of room?
    is_short: bool,
    /// Games that a worker had no room for.
    given_back: Vec<u64>,
    /// Games of an earlier run.
    done: HashSet<u64>,
    tally: Tally,
    file: Option<MatchFile>,
    pgn: Option<(PathBuf, File)>,
    watcher: &'a mut dyn Watcher,
    error: Option<MatchError>,
}

impl State<'_> {
    fn wants_another_worker(&self, wanted: usize) -> bool {
        self.workers < wanted && !self.is_short && self.next < self.end
    }

    /// The number of a game that is to be played: `end` is 0 when there are to be no more.
    fn next_game(&mut self) -> Option<u64> {
        if let Some(game) = self.given_back.pop() {
            return Some(game).filter(|game| *game < self.end);
        }
        while self.next < self.end {
            let game = self.next;
            self.next += 1;
            if !self.done.contains(&game) {
                return Some(game);
            }
        }
        None
    }
}

/// Plays a match to its end, to a decision of its test, or to an interrupt.
///
/// # Errors
///
/// A file can't be used, or there is no room for a single game. Games that were written are kept.
pub fn run(
    settings: &MatchSettings,
    interrupt: &Interrupt,
    watcher: &mut dyn Watcher,
) -> Result<Tally, MatchError> {
    let openings = read_openings(settings)?;
    let schedule = Schedule::new(settings, openings.len());
    let fingerprint = fingerprint(settings, &openings);
    let mut tally = Tally::new(settings);
    let mut done = std::collections::BTreeMap::new();
    let mut file = None;
    if let Some(path) = &settings.out {
        let (open, games) = MatchFile::open(path, settings.resume, &fingerprint)?;
        (file, done) = (Some(open), games);
    }
    done.retain(|game, _| *game < schedule.len());
    done.values().for_each(|record| tally.add(record));
    let pgn = open_pgn(settings, &fingerprint, done.values())?;
    if openings.is_empty() {
        watcher.warn(
            "no -openings: every game begins at the start, and engines without chance repeat it",
        );
    }
    let log = TrafficLog::open(settings.log.as_deref())
        .map_err(|error| MatchError::Io(settings.log.clone().unwrap_or_default(), error))?;
    let decided = tally.decision(settings) != Decision::Continue;
    let end = if decided { 0 } else { schedule.len() };
    let done = done.into_keys().collect();
    let state = State {
        next: 0,
        end,
        workers: 0,
        is_short: false,
        given_back: Vec::new(),
        done,
        tally,
        file,
        pgn,
        watcher,
        error: None,
    };
    let common = Common {
        settings,
        schedule,
        openings,
        fingerprint,
        interrupt,
        starter: Starter::new(settings, interrupt, log.clone()),
        state: Mutex::new(state),
    };
    common.work_side_by_side();
    let state = common.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let (Some(path), Some(error)) = (&settings.log, log.error()) {
        state.watcher.warn(&format!("{}: lines are missing: {error}", path.display()));
    }
    match state.error {
        Some(error) => Err(error),
        None => Ok(state.tally),
    }
}

fn read_openings(settings: &MatchSettings) -> Result<Vec<String>, MatchError> {
    let Some(chosen) = &settings.openings else {
        return Ok(Vec::new());
    };
    let path = &chosen.file;
    let bytes = std::fs::read(path).map_err(|error| MatchError::Io(path.clone(), error))?;
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        MatchError::NoText { path: path.clone(), line }
    })?;
    let mut openings = Vec::new();
    for (line, opening) in (1..).zip(text.lines().map(str::trim)) {
        if opening.is_empty() || opening.starts_with('#') {
            continue;
        }
        if settings.referee == Referee::Rules {
            read_position(settings.variant, opening).map_err(|error| MatchError::Opening {
                path: path.clone(),
                line,
                error,
            })?;
        }
        openings.push(opening.to_owned());
    }
    if openings.is_empty() {
        return Err(MatchError::NoOpenings(path.clone()));
    }
    Ok(openings)
}

/// The PGN file, which follows from the games: when a match goes on, a game that is missing or torn in it is
/// written again, and games of other matches stay.
fn open_pgn<'a>(
    settings: &MatchSettings,
    fingerprint: &str,
    games: impl Iterator<Item = &'a GameRecord>,
) -> Result<Option<(PathBuf, File)>, MatchError> {
    let Some(path) = &settings.pgn else {
        return Ok(None);
    };
    let broken = |error| MatchError::Io(path.clone(), error);
    let mut file = File::options().append(true).create(true).open(path).map_err(broken)?;
    if settings.resume {
        let bytes = std::fs::read(path).map_err(broken)?;
        let (known, whole) = pgn::games_of_match(&bytes, fingerprint)
            .map_err(|error| broken(io::Error::new(io::ErrorKind::InvalidData, error)))?;
        file.set_len(whole as u64).map_err(broken)?;
        for record in games.filter(|record| !known.contains(&record.game)) {
            file.write_all(pgn::write_game(record, &settings.event).as_bytes()).map_err(broken)?;
        }
    }
    Ok(Some((path.clone(), file)))
}

/// A short name for what decides the games of a match: its settings but for the number of rounds, the
/// number of games at a time, and where results go.
fn fingerprint(settings: &MatchSettings, openings: &[String]) -> String {
    let order = settings.openings.as_ref().map(|openings| (openings.order, openings.start));
    let said = format!(
        "{:?}",
        (
            (&settings.engines, settings.tournament, settings.games, order, settings.seed),
            (settings.variant, settings.blocked, settings.referee),
            (settings.resign, settings.draw, settings.max_plies),
            openings,
        )
    );
    format!("{:016x}", fnv1a(said.bytes()))
}

/// The day, for people; nothing is measured by it.
fn today() -> String {
    #[expect(clippy::disallowed_methods, reason = "a date is what the clock on the wall is for")]
    let now = jiff::Zoned::now();
    now.strftime("%Y.%m.%d").to_string()
}

impl<'a> Common<'a> {
    fn state(&self) -> MutexGuard<'_, State<'a>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays all games, as many at a time as are wanted and as there is room for.
    fn work_side_by_side(&self) {
        thread::scope(|scope| {
            // This thread is the first worker.
            self.state().workers = 1;
            let wanted = self.schedule.len().min(self.settings.concurrency as u64);
            while self.state().wants_another_worker(wanted as usize) {
                let turn = self.starter.turn();
                self.state().workers += 1;
                let begun = match has_room_for_threads(THREADS_OF_A_GAME) {
                    true => thread::Builder::new().spawn_scoped(scope, || self.work()).map(drop),
                    false => Err(io::ErrorKind::OutOfMemory.into()),
                };
                drop(turn);
                if let Err(error) = begun {
                    self.leave_short(&format!("no thread for another game: {error}"));
                }
            }
            self.work();
        });
    }

    /// Plays games until there are none left.
    fn work(&self) {
        let mut roster = Roster::new(&self.starter);
        while let Some(slot) = self.next(&mut roster) {
            match self.play(slot, &mut roster) {
                Ok(record) => self.finish(&record),
                Err(Fault::Shortage(what)) => {
                    roster.dismiss_all();
                    self.state().given_back.push(slot.game);
                    return self.leave_short(&what);
                }
                // The match is being stopped.
                Err(_) => return,
            }
        }
    }

    /// The next game for a worker. Without one he leaves, when his players have gone and made room for those of others.
    fn next(&self, roster: &mut Roster) -> Option<Slot> {
        loop {
            let mut state = self.state();
            let game = if self.interrupt.is_finishing() { None } else { state.next_game() };
            if game.is_none() && !roster.is_empty() {
                drop(state);
                roster.dismiss_all();
                continue;
            }
            if game.is_none() {
                state.workers -= 1;
            }
            return game.map(|game| self.schedule.slot(game));
        }
    }

    /// A worker leaves for want of room. The others play what he gave back; without others the match ends.
    fn leave_short(&self, what: &str) {
        let mut state = self.state();
        state.workers -= 1;
        state.is_short = true;
        if state.workers > 0 {
            let warning = format!("{what}; games at a time from now on: {}", state.workers);
            state.watcher.warn(&warning);
        } else if state.given_back.iter().any(|game| *game < state.end)
            && !self.interrupt.is_finishing()
        {
            state.error.get_or_insert(MatchError::Shortage(what.to_owned()));
        }
    }

    /// Plays a game, starting players that are not there or failed. `Err` if the match is being stopped, or there is no
    /// room for them.
    fn play(&self, slot: Slot, roster: &mut Roster) -> Result<GameRecord, Fault> {
        let started = Instant::now();
        let seats = [slot.white, slot.black];
        let engines = seats.map(|index| &self.settings.engines[index]);
        let opening = slot.opening.map(|index| self.openings[index].as_str());
        let unable = roster.seat(seats)?;
        let course = match (unable, roster.pair(seats)) {
            (None, Some([white, black])) => {
                let setup = GameSetup {
                    settings: self.settings,
                    opening,
                    clocks: engines.map(|engine| PlayerClock::new(engine.limit)),
                    margins: engines.map(EngineSettings::time_margin),
                };
                let mut seats: [&mut dyn Player; 2] = [white.as_mut(), black.as_mut()];
                match self.settings.referee {
                    Referee::Rules => play(setup, self.settings.game(opening), &mut seats)?,
                    Referee::Engines => play_unrefereed(setup, &mut seats)?,
                }
            }
            (Some((side, fault)), _) => Course {
                moves: Vec::new(),
                result: emergo::GameResult::from_winner(Some(side.other())),
                reason: fault.reason().to_owned(),
                detail: format!("{side}: {}", fault.detail()),
                end: opening.unwrap_or("startpos").to_owned(),
                black_first: false,
                failed: [false; 2],
            },
            (None, _) => return Err(Fault::Aborted),
        };
        for (index, failed) in seats.into_iter().zip(course.failed) {
            if failed {
                roster.dismiss(index);
            }
        }
        Ok(GameRecord {
            fingerprint: self.fingerprint.clone(),
            game: slot.game,
            pair: slot.pair,
            variant: self.settings.variant.name().to_owned(),
            white: engines[0].name.clone(),
            black: engines[1].name.clone(),
            limits: engines.map(|engine| engine.limit.to_string()),
            opening: opening.map(str::to_owned),
            black_first: course.black_first,
            moves: course.moves,
            result: course.result,
            reason: course.reason,
            detail: course.detail,
            end: course.end,
            date: today(),
            wall_ms: milliseconds(started.elapsed()),
        })
    }

    fn finish(&self, record: &GameRecord) {
        let mut state = self.state();
        let state = &mut *state;
        let written = state.file.as_mut().map_or(Ok(()), |file| file.write(record));
        if let Err(error) = written {
            // It will be played again, so it is not for people either.
            state.error.get_or_insert(error.into());
        } else if let Some((path, file)) = &mut state.pgn {
            let game = pgn::write_game(record, &self.settings.event);
            if let Err(error) = file.write_all(game.as_bytes()) {
                state.error.get_or_insert(MatchError::Io(path.clone(), error));
                // Behind a torn game no other would be found; going on writes what is missing.
                state.pgn = None;
            }
        }
        state.tally.add(record);
        if !record.detail.is_empty() {
            let GameRecord { game, white, black, reason, detail, .. } = record;
            state
                .watcher
                .warn(&format!("game {} ({white} against {black}): {reason}: {detail}", game + 1));
        }
        state.watcher.game(record, &state.tally, self.schedule.len());
        if state.error.is_some() || state.tally.decision(self.settings) != Decision::Continue {
            state.end = 0;
        }
    }
}
