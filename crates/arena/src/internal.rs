//! The engine of this program as a player, without process and pipes: for tuning, where games are many and
//! short.

use super::limit::TurnLimit;
use super::player::{Answer, Claim, Fault, Player, Question};
use super::pulse::Pulse;
use super::settings::EngineSettings;
use crate::record::Opinion;
use emergo::{Blocked, Coordinates, Game, Variant, read_move, read_position, write_move};
use luctor_engine::eval::Networks;
use luctor_engine::options::Options;
use luctor_engine::search::interrupt::Interrupt;
use luctor_engine::search::{
    Clock, Limits, SearchControl, SearchSettings, Searcher, has_room_for_threads,
};
use std::sync::Arc;

/// The engine, playing in this process.
pub struct InternalPlayer {
    pool: Searcher,
    limit: TurnLimit,
    variant: Variant,
    blocked: Blocked,
    settings: SearchSettings,
    interrupt: Interrupt,
    pulse: Pulse,
}

impl InternalPlayer {
    /// The engine with the options of its settings.
    ///
    /// # Errors
    ///
    /// An option is wrong, or there is no memory for it or its table, or no thread.
    pub fn start(
        engine: &EngineSettings,
        variant: Variant,
        blocked: Blocked,
        interrupt: Interrupt,
        pulse: Pulse,
    ) -> Result<InternalPlayer, Fault> {
        let mut options = Options::default();
        for (name, value) in &engine.options {
            options.set(name, value).map_err(|error| Fault::NoStart(error.to_string()))?;
        }
        if !has_room_for_threads(1) {
            return Err(Fault::Shortage("no memory for it".to_owned()));
        }
        let mut pool = Searcher::new(options.hash, options.threads)
            .map_err(|error| Fault::Shortage(error.to_string()))?;
        if let Some(path) = &options.eval_file {
            let networks = Networks::with_file(Some(path))
                .map_err(|error| Fault::NoStart(error.to_string()))?;
            pool.set_networks(networks);
        }
        // Without pipes, little is lost but what the search takes to notice.
        let handicap = options.level().handicap();
        let settings = SearchSettings { overhead: 2, handicap, ..SearchSettings::default() };
        let limit = engine.limit;
        Ok(InternalPlayer { pool, limit, variant, blocked, settings, interrupt, pulse })
    }

    fn game(&self, question: &Question) -> Result<Game, Fault> {
        let mut game = match question.start {
            None => Game::new(self.variant, self.blocked),
            Some(text) => {
                let read = read_position(self.variant, text)
                    .map_err(|error| Fault::WrongClaim(format!("{text}: {error:#}")))?;
                Game::from_position(read.position, read.turn, self.blocked)
            }
        };
        for text in question.moves {
            let mv = read_move(game.position(), Coordinates::Oblique, text)
                .map_err(|error| Fault::WrongClaim(error.to_string()))?;
            game.play(mv);
        }
        Ok(game)
    }
}

impl Player for InternalPlayer {
    fn begin(&mut self) -> Result<(), Fault> {
        self.pool.clear();
        Ok(())
    }

    fn choose(&mut self, question: &Question) -> Result<Answer, Fault> {
        let watch = self.pulse.stopwatch();
        let game = self.game(question)?;
        let clock = &question.clocks[question.side.index()];
        let limits = match self.limit {
            TurnLimit::Nodes(nodes) => Limits::to_nodes(nodes),
            TurnLimit::Depth(depth) => Limits::to_depth(depth),
            TurnLimit::MoveTime(time) => Limits::to_move_time(time.as_millis() as i64),
            TurnLimit::Clock { .. } => {
                let time = clock.left().unwrap_or(0);
                let moves_to_go = clock.moves_left();
                let clock = Clock { time, increment: clock.increment(), moves_to_go };
                Limits { clock: Some(clock), ..Limits::default() }
            }
        };
        let signal = Arc::new(SearchControl::new(false));
        self.interrupt.will_stop(&signal);
        let outcome = self.pool.search(&game, &limits, self.settings, &signal, &mut |_| ());
        if self.interrupt.is_aborted() {
            return Err(Fault::Aborted);
        }
        let score = outcome.line.score;
        let mate = score.moves_to_end();
        let text = match outcome.best_move() {
            Some(mv) => write_move(self.variant, Coordinates::Oblique, mv),
            None => "0000".to_owned(),
        };
        let opinion = Opinion {
            score: mate.is_none().then_some(score.value()),
            mate,
            depth: Some(outcome.depth),
            nodes: Some(outcome.nodes),
        };
        Ok(Answer { text, opinion, taken: watch.cost(clock.budget()) })
    }

    fn claim(&mut self, _: &Question) -> Result<Option<Claim>, Fault> {
        // It plays by the referee's own rules.
        Ok(None)
    }

    fn is_white_to_move(&mut self, question: &Question) -> Result<bool, Fault> {
        Ok(self.game(question)?.position().side() == emergo::Side::White)
    }
}
