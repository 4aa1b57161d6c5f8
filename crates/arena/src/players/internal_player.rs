//! The engine of this program as a player, without process and pipes. It is for `cmd=internal` and for tuning,
//! where games are many and short.

use crate::engine_failure::{NotScored, PlayerError};
use crate::players::player::{EngineCheck, PlayRequest, Player, PlayerMove};
use crate::players::reply_timer::ReplyTimer;
use crate::settings::{EngineSettings, MatchSettings};
use crate::suggestion::suggestion;
use crate::time_control::TurnLimit;
use emergo::notation::Excerpt;
use emergo::{Coordinates, Game, Variant, read_move, write_move};
use emergo_records::{Evaluation, MoveInfo, Termination};
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_engine::options::{OPTIONS, OptionError, Options};
use luctor_engine::search::{
    Clock, Limits, SearchControl, SearchParams, SearchResult, SearchSettings, Searcher,
};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::{Duration, Instant};

/// The move overhead in milliseconds. There are no pipes, so it is smaller than that of a process.
const MOVE_OVERHEAD: i64 = 2;

/// Options with this prefix set parameters of the search, which other engines do not have as options.
const PARAMS_PREFIX: &str = "params.";

/// The engine in this process.
pub struct InternalPlayer {
    searcher: Searcher,
    settings: SearchSettings,
    interrupt: Interrupt,
    check: EngineCheck,
}

impl InternalPlayer {
    /// Creates an engine of a match with the options of its settings.
    ///
    /// # Errors
    ///
    /// There is no memory or no thread.
    pub fn start(
        settings: &MatchSettings,
        engine: &EngineSettings,
        interrupt: Interrupt,
    ) -> Result<InternalPlayer, NotScored> {
        let &MatchSettings { variant, blocked, .. } = settings;
        let mut options = Options { variant, blocked, ..Options::default() };
        let mut params = SearchParams::default();
        let mut check = EngineCheck::default();
        let problems = &mut check.problems;
        for (name, value) in &engine.options {
            if let Some(name) = name.strip_prefix(PARAMS_PREFIX) {
                problems.extend(set_param(&mut params, variant, name, value).err());
                continue;
            }
            match options.change(name, value) {
                Ok(change) if change.options != options && !change.effect.is_of_search() => {
                    problems.push(format!("option.{name} has no effect on cmd=internal"));
                }
                Ok(change) => options = change.options,
                Err(error @ OptionError::Unknown(_)) => {
                    let suggestion = suggestion(name, OPTIONS.iter().map(|option| option.name));
                    problems.push(format!("{error}{suggestion}"));
                }
                Err(error) => problems.push(error.to_string()),
            }
        }
        let networks = Networks::with_file(options.eval_file.as_deref(), &[variant]);
        let networks = networks.unwrap_or_else(|error| {
            problems.push(format!("option.EvalFile: {error}"));
            Networks::embedded()
        });
        let mut searcher = Searcher::with_networks(options.hash, options.threads, networks)
            .map_err(|error| NotScored::NotStarted(error.to_string()))?;
        searcher.set_params(params);
        let handicap = options.level().handicap();
        let settings =
            SearchSettings { overhead: MOVE_OVERHEAD, handicap, ..SearchSettings::default() };
        Ok(InternalPlayer { searcher, settings, interrupt, check })
    }

    /// Plays with these parameters of the search from now on.
    pub fn set_params(&mut self, params: SearchParams) {
        self.searcher.set_params(params);
    }

    /// Searches, and measures the time.
    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        control: &SearchControl,
    ) -> Result<(SearchResult, Duration), PlayerError> {
        let searcher = &mut self.searcher;
        let settings = self.settings;
        let mut search = move || searcher.search(game, limits, settings, control, &mut |_| ());
        if limits.move_time.is_none() && limits.clock.is_none() {
            let started = Instant::now();
            return Ok((search(), started.elapsed()));
        }
        // A second thread searches, so that the timer wakes up.
        thread::scope(|scope| {
            let (sender, results) = sync_channel(1);
            let mut timer = ReplyTimer::start(Duration::MAX);
            thread::Builder::new().spawn_scoped(scope, move || sender.send(search())).map_err(
                |error| NotScored::NotStarted(format!("no thread can be started: {error}")),
            )?;
            loop {
                match timer.receive(&results) {
                    Ok(Some(result)) => return Ok((result, timer.elapsed())),
                    Ok(None) => {}
                    Err(error) => {
                        return Err(PlayerError::loses(Termination::Crash, error.to_string()));
                    }
                }
            }
        })
    }
}

/// Sets a parameter of the search on a board, or returns why that is not possible.
fn set_param(
    params: &mut SearchParams,
    variant: Variant,
    name: &str,
    value: &str,
) -> Result<(), String> {
    if SearchParams::entries().iter().any(|it| it.name == name && !it.boards.contains(&variant)) {
        return Err(format!("option.{PARAMS_PREFIX}{name} has no effect on {variant}"));
    }
    let number = value.parse().map_err(|_| {
        format!("option.{PARAMS_PREFIX}{name} takes a whole number, not {}", Excerpt::of(value))
    })?;
    params.set(name, number).map_err(|error| error.to_string())
}

impl Player for InternalPlayer {
    fn start_check(&self) -> &EngineCheck {
        &self.check
    }

    fn are_legal(
        &mut self,
        request: &PlayRequest,
        moves: &[String],
    ) -> Result<Option<Vec<bool>>, PlayerError> {
        let position = request.game.position();
        let is_legal = |text: &String| read_move(position, Coordinates::Oblique, text).is_ok();
        Ok(Some(moves.iter().map(is_legal).collect()))
    }

    fn new_game(&mut self) -> Result<(), PlayerError> {
        self.searcher.clear();
        Ok(())
    }

    fn choose_move(&mut self, request: &PlayRequest) -> Result<PlayerMove, PlayerError> {
        let clock = &request.clocks[request.side().index()];
        let limits = match clock.limit() {
            TurnLimit::Nodes(range) => Limits::to_nodes(request.nodes(range)),
            TurnLimit::Depth(depth) => Limits::to_depth(depth),
            TurnLimit::MoveTime(time) => Limits::to_move_time(time.as_millis() as i64),
            TurnLimit::Clock { .. } => {
                let time = clock.left().unwrap_or(0);
                let moves_to_go = clock.moves_left();
                let clock = Clock { time, increment: clock.increment(), moves_to_go };
                Limits { clock: Some(clock), ..Limits::default() }
            }
        };
        let control = self.interrupt.new_search();
        let (result, taken) = self.search(request.game, &limits, &control)?;
        if self.interrupt.is_aborted() {
            return Err(NotScored::Aborted.into());
        }
        let score = result.line.score;
        let text = match result.best_move() {
            Some(mv) => write_move(request.game.position().variant(), Coordinates::Oblique, mv),
            None => "0000".to_owned(),
        };
        let info = MoveInfo {
            evaluation: Some(Evaluation::new(score.value(), score.moves_to_end())),
            depth: Some(result.depth),
            nodes: Some(result.nodes),
        };
        Ok(PlayerMove { text, info, taken })
    }
}
