//! The players of a worker: started when a game wants them, kept for the next one, sent away when there is no room for
//! others.

use super::conversation::{Conversation, GameRules};
use super::internal::InternalPlayer;
use super::player::{Fault, Player};
use super::process::Process;
use super::pulse::Pulse;
use super::settings::{EngineKind, MatchSettings, Referee};
use super::traffic::TrafficLog;
use emergo::Side;
use luctor_engine::search::interrupt::Interrupt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Threads for a game: a worker's own, and those for the processes of two engines.
pub const THREADS_OF_A_GAME: usize = 1 + 2 * Process::THREADS;

/// What starts players, for all workers.
pub struct Starter<'a> {
    settings: &'a MatchSettings,
    interrupt: &'a Interrupt,
    log: TrafficLog,
    pulse: Pulse,
    turn: Mutex<()>,
}

/// A player that has been started, and may have to introduce itself.
enum Newcomer {
    Ready(Box<dyn Player>),
    Process(Process),
}

impl<'a> Starter<'a> {
    /// A starter for the engines of a match.
    pub fn new(
        settings: &'a MatchSettings,
        interrupt: &'a Interrupt,
        log: TrafficLog,
    ) -> Starter<'a> {
        Starter { settings, interrupt, log, pulse: Pulse::start(), turn: Mutex::new(()) }
    }

    /// Who starts threads or programs takes turns, so that each finds the room that he asked for.
    pub fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self, index: usize) -> Result<Newcomer, Fault> {
        let engine = &self.settings.engines[index];
        let interrupt = self.interrupt.clone();
        let started = match engine.kind {
            EngineKind::Internal => {
                let (variant, blocked) = (self.settings.variant, self.settings.blocked);
                let pulse = self.pulse.clone();
                InternalPlayer::start(engine, variant, blocked, interrupt, pulse)
                    .map(|player| Newcomer::Ready(Box::new(player)))
            }
            EngineKind::Missing | EngineKind::Process(_) => {
                Process::start(engine, interrupt).map(Newcomer::Process)
            }
        };
        started.map_err(|fault| match fault {
            Fault::Shortage(why) => {
                Fault::Shortage(format!("{} can't be started: {why}", engine.name))
            }
            other => other,
        })
    }

    fn introduce(&self, index: usize, newcomer: Newcomer) -> Result<Box<dyn Player>, Fault> {
        let process = match newcomer {
            Newcomer::Ready(player) => return Ok(player),
            Newcomer::Process(process) => process,
        };
        let MatchSettings { variant, blocked, referee, .. } = *self.settings;
        let rules = (referee == Referee::Rules).then_some(GameRules { variant, blocked });
        let engine = &self.settings.engines[index];
        let (log, pulse) = (self.log.clone(), self.pulse.clone());
        Ok(Box::new(Conversation::begin(process, engine, rules, log, pulse)?))
    }
}

/// The players of a worker, by the numbers of their engines.
pub struct Roster<'a> {
    starter: &'a Starter<'a>,
    players: Vec<Option<Box<dyn Player>>>,
}

impl<'a> Roster<'a> {
    /// Nobody yet.
    pub fn new(starter: &'a Starter<'a>) -> Roster<'a> {
        Roster { starter, players: starter.settings.engines.iter().map(|_| None).collect() }
    }

    /// Is nobody there?
    pub fn is_empty(&self) -> bool {
        self.players.iter().all(Option::is_none)
    }

    /// Has White and Black ready, starting who is not there or has gone; whoever is not wanted makes room if there is none.
    /// Returns who can't be started.
    ///
    /// # Errors
    ///
    /// The match is being stopped, or there is no room for the two: nobody's fault.
    pub fn seat(&mut self, seats: [usize; 2]) -> Result<Option<(Side, Fault)>, Fault> {
        for index in seats {
            if self.players[index].as_mut().is_some_and(|player| !player.is_alive()) {
                self.dismiss(index);
            }
        }
        match self.start_missing(seats) {
            Err(Fault::Shortage(_)) if !self.is_empty() => {
                self.dismiss_all();
                self.start_missing(seats)
            }
            seated => seated,
        }
    }

    /// Both are started at one turn: if each worker had one of two, no game could begin. White is the first to be blamed.
    fn start_missing(&mut self, seats: [usize; 2]) -> Result<Option<(Side, Fault)>, Fault> {
        let mut newcomers = Vec::new();
        let turn = self.starter.turn();
        for (side, index) in Side::ALL.into_iter().zip(seats) {
            if self.players[index].is_none() {
                let newcomer = match self.starter.start(index) {
                    Err(fault) if fault.is_nobodys() => return Err(fault),
                    started => started,
                };
                newcomers.push((side, index, newcomer));
            }
        }
        drop(turn);
        for (side, index, newcomer) in newcomers {
            match newcomer.and_then(|newcomer| self.starter.introduce(index, newcomer)) {
                Ok(player) => self.players[index] = Some(player),
                Err(fault) if fault.is_nobodys() => return Err(fault),
                Err(fault) => return Ok(Some((side, fault))),
            }
        }
        Ok(None)
    }

    /// White and Black, if both are there.
    pub fn pair(&mut self, seats: [usize; 2]) -> Option<[&mut Box<dyn Player>; 2]> {
        match self.players.get_disjoint_mut(seats) {
            Ok([Some(white), Some(black)]) => Some([white, black]),
            _ => None,
        }
    }

    /// Sends a player away.
    pub fn dismiss(&mut self, index: usize) {
        self.players[index] = None;
    }

    /// Sends all away.
    pub fn dismiss_all(&mut self) {
        self.players.fill_with(|| None);
    }
}
