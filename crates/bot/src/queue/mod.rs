//! What is to be done in all games: searches in the order of the requests, and moves to send with their times.
//!
//! A game has at most one task. A newer request replaces it, and a finished task counts only if the game has not changed
//! since it began. So a game with many requests does not delay the others, and no move is sent for an older position.
//!
//! Each step is on disk before the next one begins: the request before its answer, the move before it is sent. So the lock
//! is held while a file is written. If it cannot be written, the game goes on, and the file is written later. After a crash
//! the program asks the site for the game first, because the move may have been sent.

mod requests;

pub use requests::Received;

use crate::bot_game::{BotGame, GameKey, Status};
use crate::history::site_text;
use crate::http::SiteError;
use crate::metrics::Counters;
use crate::site_game::SiteGame;
use crate::store::Store;
use crate::unix_time;
use emergo::{Game, Move};
use luctor_system::files::FileError;
use luctor_system::resources::{NOT_POISONED, lock};
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The longest pause before a move is sent again.
const MAX_PAUSE: Duration = Duration::from_secs(600);
/// Seconds before a move is sent that a killed process may have sent: the site works on a move for up to 30 s.
const SETTLE: u32 = 30;
/// A move that the site understands and refuses is given up after this number of attempts.
const MAX_REFUSALS: u32 = 8;

/// A game in which the bot has to move.
pub(crate) struct DueMove {
    pub key: GameKey,
    pub game: Game,
    revision: u64,
}

/// A move to send.
pub(crate) struct SendTask {
    pub key: GameKey,
    pub mv: String,
    attempts: u32,
    refusals: u32,
    revision: u64,
    /// It was sent before, an earlier run of the program may have sent it, or an old copy of the first request asks for it
    /// again.
    pub may_have_arrived: bool,
}

/// The games and tasks of all bots.
pub struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    time_scale: f64,
    /// What happened.
    pub counters: Counters,
}

struct State {
    store: Store,
    /// The number of the last change of each game that has a task.
    revisions: HashMap<GameKey, u64>,
    changes: u64,
    searches: VecDeque<(GameKey, u64)>,
    sends: BTreeMap<(Instant, u64), SendTask>,
    /// The games whose moves are being sent: one at a time, because the site does not lock a game.
    sending: HashSet<GameKey>,
    /// The times of accepted challenges without a request yet, by bot.
    accepted: HashMap<String, VecDeque<u64>>,
}

impl Queue {
    /// The queue with the tasks of the stored games. All pauses are multiplied by `time_scale`.
    pub fn new(store: Store, time_scale: f64) -> Queue {
        let games = store.games();
        let mut keys: Vec<(u64, GameKey)> =
            games.map(|(key, game)| (game.changed, key.clone())).collect();
        keys.sort();
        let state = State {
            store,
            revisions: HashMap::new(),
            changes: 0,
            searches: VecDeque::new(),
            sends: BTreeMap::new(),
            sending: HashSet::new(),
            accepted: HashMap::new(),
        };
        let (changed, counters) = (Condvar::new(), Counters::default());
        let queue = Queue { state: Mutex::new(state), changed, time_scale, counters };
        for (_, key) in keys {
            queue.lock().begin(&key, Some(queue.seconds(SETTLE)));
        }
        queue
    }

    /// A pause of a number of seconds, which tests shorten.
    pub fn seconds(&self, number: u32) -> Duration {
        Duration::from_secs(number.into()).mul_f64(self.time_scale)
    }

    /// Waits for a position to search.
    pub(crate) fn next_search(&self) -> DueMove {
        let mut state = self.lock();
        loop {
            while let Some((key, revision)) = state.searches.pop_front() {
                let Some(game) = state.current(&key, revision) else { continue };
                match game.moves.replay() {
                    Ok(game) => return DueMove { key, game, revision },
                    Err(error) => self.give_up(&mut state, &key, game, error.to_string()),
                }
            }
            state = self.changed.wait(state).expect(NOT_POISONED);
        }
    }

    /// Notes the move that a search found, and queues it for sending.
    pub(crate) fn finish_search(&self, task: &DueMove, mv: Option<Move>) {
        let mut state = self.lock();
        let Some(mut game) = state.current(&task.key, task.revision) else {
            log::info!("{}: a newer request came during the search", task.key);
            return;
        };
        game.status = match mv {
            Some(mv) => Status::Send(site_text(mv)),
            None => Status::Failed("there is no legal move".to_owned()),
        };
        self.change(&mut state, &task.key, game);
    }

    /// Waits for the time to send a move.
    pub(crate) fn next_send(&self) -> SendTask {
        let mut state = self.lock();
        loop {
            let Some(first) = state.sends.first_entry() else {
                state = self.changed.wait(state).expect(NOT_POISONED);
                continue;
            };
            let wait = first.key().0.saturating_duration_since(Instant::now());
            if wait > Duration::ZERO {
                let waited = self.changed.wait_timeout(state, wait);
                state = waited.expect(NOT_POISONED).0;
                continue;
            }
            let task = first.remove();
            let Some(game) = state.current(&task.key, task.revision) else { continue };
            if state.sending.contains(&task.key) {
                state.send_at(Instant::now() + self.seconds(1), task);
                continue;
            }
            if task.attempts == 0 || unix_time() <= game.deadline {
                state.sending.insert(task.key.clone());
                return task;
            }
            self.give_up(&mut state, &task.key, game, "the time of the bot has run out".to_owned());
        }
    }

    /// Is a move still to be sent? If not, the task ends.
    pub(crate) fn is_current(&self, task: &SendTask) -> bool {
        let mut state = self.lock();
        let is_current = state.current(&task.key, task.revision).is_some();
        if !is_current {
            state.sending.remove(&task.key);
        }
        is_current
    }

    /// Puts a move back that could not be sent.
    pub(crate) fn send_later(&self, task: SendTask, error: &SiteError) {
        let mut state = self.lock();
        state.sending.remove(&task.key);
        self.repeat(&mut state, task, error, Duration::ZERO);
    }

    /// Notes what the site answered to a move.
    pub(crate) fn finish_send(&self, mut task: SendTask, answer: Result<SiteGame, SiteError>) {
        let mut state = self.lock();
        state.sending.remove(&task.key);
        self.counters.moves_sent.add(u64::from(answer.is_ok()));
        let Some(mut game) = state.current(&task.key, task.revision) else {
            // The request for the next move often overtakes the answer.
            log::info!("{}: a newer request came while {} was sent", task.key, task.mv);
            return;
        };
        let error = match answer {
            Ok(answer) => {
                game.note_sent(&task.mv, &answer);
                log::info!("{}: ply {}: {} sent", task.key, game.moves.plies(), task.mv);
                self.change(&mut state, &task.key, game);
                return;
            }
            Err(error) => error,
        };
        self.counters.send_failures.add(1);
        task.refusals += u32::from(matches!(error, SiteError::Refused(_)));
        if task.refusals >= MAX_REFUSALS {
            self.give_up(&mut state, &task.key, game, format!("{}: {error}", task.mv));
            return;
        }
        // The site may still work on it.
        let is_unknown =
            matches!(error, SiteError::NoAnswer(_) | SiteError::Status { status: 500.., .. });
        let least = self.seconds(if is_unknown { SETTLE } else { 0 });
        self.repeat(&mut state, task, &error, least);
    }

    /// Queues a move again after a pause that doubles with each attempt.
    fn repeat(&self, state: &mut State, mut task: SendTask, error: &SiteError, least: Duration) {
        let doubled = 2_u32.saturating_pow(task.attempts);
        task.attempts = task.attempts.saturating_add(1);
        task.may_have_arrived = true;
        let pause = self.seconds(doubled).max(least).min(MAX_PAUSE);
        log::warn!("{}: {}: {error}: again in {} s", task.key, task.mv, pause.as_secs_f64());
        state.send_at(Instant::now() + pause, task);
        self.changed.notify_all();
    }

    /// Writes all games that could not be written before.
    pub(crate) fn save_all(&self) -> Result<(), FileError> {
        self.lock().store.save_all()
    }

    /// Writes a game if it could not be written before.
    pub(crate) fn save(&self, key: &GameKey) -> Result<(), FileError> {
        self.lock().store.save(key)
    }

    /// The games of a bot that have not ended.
    pub fn games(&self, bot: &str) -> BTreeMap<GameKey, BotGame> {
        let state = self.lock();
        let games = state.store.games().filter(|(key, _)| key.bot == bot);
        games.map(|(key, game)| (key.clone(), game.clone())).collect()
    }

    /// What is to be done in the games that have not ended.
    pub(crate) fn statuses(&self) -> Vec<Status> {
        self.lock().store.games().map(|(_, game)| game.status.clone()).collect()
    }

    fn give_up(&self, state: &mut State, key: &GameKey, mut game: BotGame, reason: String) {
        log::error!("{key}: the move is given up: {reason}");
        self.counters.moves_failed.add(1);
        game.status = Status::Failed(reason);
        self.change(state, key, game);
    }

    /// Replaces a game in memory and on disk, and begins what its status demands.
    fn change(&self, state: &mut State, key: &GameKey, game: BotGame) {
        if let Err(error) = state.store.put(key, game) {
            self.counters.write_failures.add(1);
            log::error!("{error}");
        }
        state.begin(key, None);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }
}

impl State {
    /// Begins the task of a game, in place of an older one. A move of an earlier run of the program is sent after a pause.
    fn begin(&mut self, key: &GameKey, restored: Option<Duration>) {
        self.changes += 1;
        let revision = self.changes;
        self.revisions.insert(key.clone(), revision);
        let game = self.store.get(key);
        match game.map(|game| &game.status) {
            Some(Status::Search) => self.searches.push_back((key.clone(), revision)),
            Some(Status::Send(mv)) => {
                let is_first = game.is_some_and(|game| game.moves.plies() < 2);
                let task = SendTask {
                    key: key.clone(),
                    mv: mv.clone(),
                    attempts: 0,
                    refusals: 0,
                    revision,
                    may_have_arrived: restored.is_some() || is_first,
                };
                self.send_at(Instant::now() + restored.unwrap_or_default(), task);
            }
            None | Some(Status::Wait | Status::Failed(_) | Status::Ended(_)) => {
                self.revisions.remove(key);
            }
        }
    }

    fn send_at(&mut self, time: Instant, task: SendTask) {
        self.sends.insert((time, task.revision), task);
    }

    /// The game of a task, if it has not changed since the task began.
    fn current(&self, key: &GameKey, revision: u64) -> Option<BotGame> {
        let is_current = self.revisions.get(key) == Some(&revision);
        self.store.get(key).filter(|_| is_current).cloned()
    }
}
