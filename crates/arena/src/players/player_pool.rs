//! The players of a worker. A player is started when a game needs it, kept for later games, and started again after a failure.

use crate::engine_failure::{Failure, NotScored};
use crate::players::engine_process::EngineProcess;
use crate::players::internal_player::InternalPlayer;
use crate::players::player::Player;
use crate::players::traffic_log::TrafficLog;
use crate::players::ugi_client::UgiClient;
use crate::settings::MatchSettings;
use emergo::Side;
use luctor_engine::interrupt::Interrupt;
use std::thread;
use std::time::Duration;

/// The time between two attempts to start an engine.
const RETRY_DELAY: Duration = Duration::from_millis(200);

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

    /// Starts an engine for the checks before the first game.
    pub fn start_first(&mut self, engine: usize) -> Result<&mut dyn Player, NotScored> {
        let player = self.start(engine)?;
        Ok(self.running[engine].insert(player).as_mut())
    }

    /// The players of White and Black. An engine that does not run is started. If that fails, it is tried once more.
    pub fn pair(&mut self, engines: [usize; 2]) -> Result<[&mut dyn Player; 2], Failure> {
        for side in Side::ALL {
            let engine = engines[side.index()];
            if !self.running[engine].as_mut().is_some_and(|player| player.is_alive()) {
                self.stop(engine);
                let player = self.start(engine).or_else(|error| match error {
                    NotScored::Aborted => Err(error),
                    NotScored::NotStarted(_) => {
                        thread::sleep(RETRY_DELAY);
                        self.start(engine)
                    }
                });
                self.running[engine] = Some(player.map_err(|error| Failure { side, error })?);
            }
        }
        let players = self.running.get_disjoint_mut(engines).expect("two engines of the match");
        Ok(players.map(|player| -> &mut dyn Player {
            player.as_mut().expect("both were started").as_mut()
        }))
    }

    fn start(&self, engine: usize) -> Result<Box<dyn Player>, NotScored> {
        let engine = &self.settings.engines[engine];
        let interrupt = self.interrupt.clone();
        match engine.program() {
            None => Ok(Box::new(InternalPlayer::start(self.settings, engine, interrupt)?)),
            Some(program) => {
                let process = EngineProcess::start(engine, program, interrupt)?;
                Ok(Box::new(UgiClient::connect(process, self.settings, engine, self.log.clone())?))
            }
        }
    }

    /// Ends a player.
    pub fn stop(&mut self, engine: usize) {
        self.running[engine] = None;
    }
}
