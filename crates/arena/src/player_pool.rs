//! The players of a worker. A player is started when a game needs it, kept for later games, and started again after a failure.

use crate::engine_process::EngineProcess;
use crate::internal_player::InternalPlayer;
use crate::player::{Player, PlayerError};
use crate::settings::{EngineProgram, MatchSettings};
use crate::traffic_log::TrafficLog;
use crate::ugi_client::{GameRules, UgiClient};
use luctor_engine::search::interrupt::Interrupt;

/// The running players of a worker, by the index of the engine.
pub struct PlayerPool<'a> {
    settings: &'a MatchSettings,
    interrupt: &'a Interrupt,
    log: &'a TrafficLog,
    running: Vec<Option<Box<dyn Player>>>,
}

impl<'a> PlayerPool<'a> {
    /// No running players.
    pub fn new(
        settings: &'a MatchSettings,
        interrupt: &'a Interrupt,
        log: &'a TrafficLog,
    ) -> PlayerPool<'a> {
        let running = settings.engines.iter().map(|_| None).collect();
        PlayerPool { settings, interrupt, log, running }
    }

    /// Starts an engine unless it is running.
    pub fn ensure_running(&mut self, engine: usize) -> Result<(), PlayerError> {
        if !self.running[engine].as_mut().is_some_and(|player| player.is_alive()) {
            self.stop(engine);
            self.running[engine] = Some(self.start(engine)?);
        }
        Ok(())
    }

    fn start(&self, engine: usize) -> Result<Box<dyn Player>, PlayerError> {
        let engine = &self.settings.engines[engine];
        let MatchSettings { variant, blocked, .. } = *self.settings;
        let rules = GameRules { variant, blocked };
        let interrupt = self.interrupt.clone();
        if engine.program() == EngineProgram::Internal {
            return Ok(Box::new(InternalPlayer::start(engine, rules, interrupt)?));
        }
        let process = EngineProcess::start(engine, interrupt)?;
        Ok(Box::new(UgiClient::connect(process, engine, rules, self.log.clone())?))
    }

    /// Two different players; `None` if one of them is not running.
    pub fn pair(&mut self, engines: [usize; 2]) -> Option<[&mut dyn Player; 2]> {
        match self.running.get_disjoint_mut(engines) {
            Ok([Some(white), Some(black)]) => Some([white.as_mut(), black.as_mut()]),
            _ => None,
        }
    }

    /// Ends a player.
    pub fn stop(&mut self, engine: usize) {
        self.running[engine] = None;
    }
}
