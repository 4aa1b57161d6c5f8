//! Runs a match: workers take games from a queue, each with its own players, and write a game when it ends.
//!
//! A decision of the SPRT (`tally`, `sprt`) ends the match after the running games, unless their results undo it. The first
//! interrupt also lets the running games finish, the second one stops them. An error of a file, or a lack of memory, threads
//! or files, ends the match after the running games. The match can be resumed.

use crate::engine_failure::{Failure, NotScored};
use crate::files::open_match::{OpenMatch, OpenMatchError};
use crate::players::engine_check::check_engine;
use crate::players::player_pool::PlayerPool;
use crate::players::traffic_log::TrafficLog;
use crate::referee::play;
use crate::schedule::ScheduledGame;
use crate::settings::MatchSettings;
use crate::statistics::tally::Tally;
use emergo::GameResult;
use emergo_records::{GameRecord, MatchGame, PlayerInfo};
use luctor_engine::interrupt::Interrupt;
use luctor_system::files::FileError;
use luctor_system::resources::{NOT_POISONED, lock};
use std::collections::HashSet;
use std::io;
use std::ops::Range;
use std::slice;
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Instant;
use thiserror::Error;

/// Receives the progress of a match.
pub trait MatchObserver: Send {
    /// A game has ended. `total` is the number of scheduled games.
    fn game_ended(&mut self, record: &GameRecord, tally: &Tally, total: u64);
    /// Something that the user should know.
    fn warning(&mut self, message: &str);
}

/// A match cannot start or continue. All games that were written are kept.
#[derive(Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum MatchError {
    #[error(transparent)]
    Open(#[from] OpenMatchError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error("no game was played, because an engine does not pass the checks; -force plays anyway")]
    Checks,
    #[error("engine {engine} cannot be started: {reason}; with -out, -resume continues the match")]
    NotStarted { engine: String, reason: String },
    #[error("no thread can be started for -concurrency")]
    Thread(#[source] io::Error),
}

/// The state that the workers share.
struct Runner<'a> {
    settings: &'a MatchSettings,
    /// The numbers of the games of this run.
    games: Range<u64>,
    interrupt: &'a Interrupt,
    log: TrafficLog,
    state: Mutex<MatchState<'a>>,
}

struct MatchState<'a> {
    /// The number of the next game.
    next: u64,
    /// The SPRT was decided: no game starts until the running ones have ended.
    pauses: bool,
    opened: OpenMatch,
    observer: &'a mut dyn MatchObserver,
    /// The first error.
    error: Option<MatchError>,
}

impl MatchState<'_> {
    fn end_with(&mut self, error: MatchError) {
        self.error.get_or_insert(error);
    }

    /// No more games start.
    fn is_over(&self) -> bool {
        self.error.is_some() || self.opened.tally.accepted().is_some()
    }
}

/// The end of a run without an error.
pub struct MatchEnd {
    /// The results of all games, also of earlier runs.
    pub tally: Tally,
    /// All games of the run were played, or the test was decided. Otherwise the match was interrupted.
    pub is_finished: bool,
}

/// Runs a match to its end, to the decision of its SPRT, or to an interrupt.
///
/// # Errors
///
/// A file cannot be used, or the machine lacks memory, threads or files.
pub fn run(
    settings: &MatchSettings,
    interrupt: &Interrupt,
    observer: &mut dyn MatchObserver,
) -> Result<MatchEnd, MatchError> {
    let opened = OpenMatch::open(settings, &mut |warning| observer.warning(warning))?;
    let log = TrafficLog::open(settings.run.log.as_deref())?;
    let games = settings.run.range.clone().unwrap_or(0..opened.schedule.game_count());
    let next = games.start;
    let state = Mutex::new(MatchState { next, pauses: false, opened, observer, error: None });
    let runner = Runner { settings, games, interrupt, log, state };
    runner.run_workers();
    let state = runner.state.into_inner().expect(NOT_POISONED);
    if let (Some(path), Some(error)) = (&settings.run.log, runner.log.error()) {
        state.observer.warning(&format!("{}: lines are missing: {error}", path.display()));
    }
    let OpenMatch { tally, played, .. } = state.opened;
    let mut games = runner.games.clone();
    let is_finished = tally.accepted().is_some() || games.all(|game| played.contains(&game));
    state.error.map_or(Ok(MatchEnd { tally, is_finished }), Err)
}

/// Today as `YYYY.MM.DD`, for the Date tag.
fn today() -> String {
    #[expect(clippy::disallowed_methods, reason = "the Date tag needs the date")]
    let now = jiff::Zoned::now();
    now.strftime("%Y.%m.%d").to_string()
}

impl<'a> Runner<'a> {
    fn state(&self) -> MutexGuard<'_, MatchState<'a>> {
        lock(&self.state)
    }

    /// Checks the engines and plays all games. This thread is the first worker.
    fn run_workers(&self) {
        let mut players = PlayerPool::new(self.settings, self.interrupt, &self.log);
        if let Err(error) = self.check_engines(&mut players) {
            return self.state().end_with(error);
        }
        // The games that run when the SPRT is decided can undo the decision.
        while self.has_games() {
            thread::scope(|scope| {
                let games = self.games.end - self.games.start;
                for _ in 1..games.min(self.settings.run.concurrency as u64) {
                    let work = || {
                        self.work(&mut PlayerPool::new(self.settings, self.interrupt, &self.log))
                    };
                    let worker = thread::Builder::new().spawn_scoped(scope, work);
                    if let Err(error) = worker {
                        return self.state().end_with(MatchError::Thread(error));
                    }
                }
                self.work(&mut players);
            });
        }
    }

    /// Checks each engine that plays another game. The players stay for the games of the first worker.
    fn check_engines(&self, players: &mut PlayerPool) -> Result<(), MatchError> {
        let mut state = self.state();
        let mut unchecked: HashSet<usize> = (0..self.settings.engines.len()).collect();
        let mut has_problem = false;
        for game in self.games.clone() {
            if state.is_over() || unchecked.is_empty() {
                break;
            }
            if state.opened.played.contains(&game) {
                continue;
            }
            let game = state.opened.schedule.game(game);
            for engine in game.engines {
                if !unchecked.remove(&engine) {
                    continue;
                }
                // If the match is being stopped, no game is played either.
                let Ok(check) = check_engine(self.settings, players, engine, game.opening) else {
                    return Ok(());
                };
                has_problem |= !check.problems.is_empty();
                let name = &self.settings.engines[engine].name;
                for text in check.problems.iter().chain(&check.warnings) {
                    state.observer.warning(&format!("engine {name}: {text}"));
                }
            }
        }
        if has_problem && !self.settings.run.force { Err(MatchError::Checks) } else { Ok(()) }
    }

    /// Plays games until there are none left.
    fn work(&self, players: &mut PlayerPool) {
        while let Some(game) = self.next_game() {
            match self.play_game(game, players) {
                Ok(Some(record)) => self.finish_game(game.game, &record),
                Ok(None) => return,
                Err(error) => return self.state().end_with(error),
            }
        }
    }

    /// Whether there are games to play when none is running.
    fn has_games(&self) -> bool {
        let mut state = self.state();
        state.pauses = false;
        self.next_number(&state).is_some()
    }

    fn next_game(&self) -> Option<ScheduledGame> {
        let mut state = self.state();
        let game = self.next_number(&state)?;
        state.next = game + 1;
        Some(state.opened.schedule.game(game))
    }

    /// The number of the next game; `None` if no more games start.
    fn next_number(&self, state: &MatchState) -> Option<u64> {
        if self.interrupt.is_finishing() || state.pauses || state.is_over() {
            return None;
        }
        (state.next..self.games.end).find(|game| !state.opened.played.contains(game))
    }

    /// Plays a game; `None` if the match is being stopped.
    fn play_game(
        &self,
        game: ScheduledGame,
        players: &mut PlayerPool,
    ) -> Result<Option<GameRecord>, MatchError> {
        let started = Instant::now();
        let engines = game.engines.map(|index| &self.settings.engines[index]);
        let pair = players.pair(game.engines);
        let played = match pair.and_then(|pair| play(self.settings, game, pair)) {
            Ok(played) => played,
            Err(Failure { side, error: NotScored::NotStarted(reason) }) => {
                let engine = engines[side.index()].name.clone();
                return Err(MatchError::NotStarted { engine, reason });
            }
            Err(Failure { error: NotScored::Aborted, .. }) => return Ok(None),
        };
        if let Some(side) = played.failed {
            players.stop(game.engines[side.index()]);
        }
        let match_id = self.state().opened.file_id.clone();
        let place = MatchGame { match_id, game: game.game, pair: game.pair };
        Ok(Some(GameRecord {
            variant: self.settings.variant,
            start: game.opening,
            blocked: self.settings.blocked,
            players: engines.map(|engine| PlayerInfo {
                name: Some(engine.name.clone()),
                limit: Some(engine.limit.pgn_tag()),
            }),
            event: Some(self.settings.run.event.clone()),
            date: Some(today()),
            match_game: Some(place),
            moves: played.moves,
            result: Some(GameResult::from_winner(played.ending.winner)),
            reason: Some(played.ending.reason),
            detail: played.detail,
            wall_time: Some(started.elapsed()),
            ..GameRecord::default()
        }))
    }

    fn finish_game(&self, number: u64, record: &GameRecord) {
        let mut state = self.state();
        let state = &mut *state;
        if let Err(error) = state.opened.add(slice::from_ref(record)) {
            state.end_with(error.into());
            // The match file may have the game.
            if !state.opened.played.contains(&number) {
                return;
            }
        }
        if !record.detail.is_empty() {
            let [white, black] =
                record.players.each_ref().map(|player| player.name.as_deref().unwrap_or_default());
            let (number, reason, detail) = (number + 1, record.reason_name(), &record.detail);
            let message = format!("game {number} ({white} - {black}): {reason}: {detail}");
            state.observer.warning(&message);
        }
        let OpenMatch { tally, schedule, .. } = &state.opened;
        state.observer.game_ended(record, tally, schedule.game_count());
        state.pauses |= tally.accepted().is_some();
    }
}
