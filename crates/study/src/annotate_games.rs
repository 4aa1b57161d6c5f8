//! Annotates several games at the same time, each with a searcher of its own, and reports them in their order.

use crate::annotate::annotate;
use crate::report::{GameReport, PositionLimit};
use emergo_records::GameRecord;
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_engine::search::Searcher;
use luctor_system::resources::ResourceError;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// What happened in [`annotate_games`].
pub enum Annotated {
    /// A position was searched.
    Position,
    /// A game was annotated, and all games before it were reported.
    Game(Box<GameReport>),
}

/// What the searches may use.
#[derive(Clone, Debug)]
pub struct SearchResources {
    /// The networks that evaluate.
    pub networks: Networks,
    /// Threads of the search.
    pub threads: usize,
    /// The size of the table of a searcher in MiB.
    pub table_mebibytes: u64,
}

impl SearchResources {
    /// Searchers for a number of games that share the threads. A single game has all threads.
    fn searchers(&self, games: usize) -> Result<Vec<Searcher>, ResourceError> {
        // Several games at a time need no cooperation of threads.
        let count = self.threads.min(games).max(1);
        let searcher = |index| {
            let share = self.threads / count + usize::from(index < self.threads % count);
            Searcher::with_networks(self.table_mebibytes, share, self.networks.clone())
        };
        (0..count).map(searcher).collect()
    }
}

/// Annotates games, one at a time with each searcher, until `report` fails. After an interrupt the running games are
/// finished, and finished games are reported even if an earlier one is missing.
///
/// # Errors
///
/// The system refuses the memory or the threads. Or the error of `report`: the running games stop at once.
pub fn annotate_games<E: From<ResourceError>>(
    games: &[GameRecord],
    resources: &SearchResources,
    limit: PositionLimit,
    interrupt: &Interrupt,
    report: &mut dyn FnMut(Annotated) -> Result<(), E>,
) -> Result<(), E> {
    let searchers = resources.searchers(games.len())?;
    let next = AtomicUsize::new(0);
    let work = |mut searcher: Searcher, sender: Sender<(usize, Annotated)>| {
        while !interrupt.is_finishing() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(game) = games.get(index) else { return };
            // The receiver is gone after an error.
            let send = |annotated| drop(sender.send((index, annotated)));
            let mut position_done = || send(Annotated::Position);
            match annotate(game, &mut searcher, limit, interrupt, &mut position_done) {
                Some(report) => send(Annotated::Game(Box::new(report))),
                None => return,
            }
        }
    };
    thread::scope(|scope| {
        let (sender, messages) = channel();
        for searcher in searchers {
            let sender = sender.clone();
            scope.spawn(move || work(searcher, sender));
        }
        drop(sender);
        let report_all = || {
            let mut waiting = BTreeMap::new();
            let mut first = 0;
            for (index, annotated) in messages {
                match annotated {
                    Annotated::Position => report(annotated)?,
                    Annotated::Game(_) => drop(waiting.insert(index, annotated)),
                }
                while let Some(game) = waiting.remove(&first) {
                    report(game)?;
                    first += 1;
                }
            }
            waiting.into_values().try_for_each(report)
        };
        report_all().inspect_err(|_| interrupt.abort())
    })
}
