//! All threads of the search and their common table (lazy SMP: every thread searches the root, and they
//! help each other through the table alone).

use super::control::SearchControl;
use super::handicap::Handicap;
use super::limits::{Limits, TimeLimits};
use super::report::{Line, SearchReport, SearchResult};
use super::symmetry::EntrySymmetries;
use super::table::{OutOfMemory, Table};
use super::thread_vote::{ThreadVote, elect};
use super::threads::start_threads;
use super::worker::{Memory, NodeCounter, Shared, Worker};
use crate::eval::Networks;
use crate::score::Score;
use emergo::{Game, Move, MoveList, Variant};
use rayon::ThreadPool;
use std::collections::HashSet;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// What a search is told besides its limits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchSettings {
    /// Best lines to find, from 1.
    pub lines: usize,
    /// Milliseconds of every move that are lost on the way.
    pub overhead: i64,
    /// What keeps the search below its strength.
    pub handicap: Option<Handicap>,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings { lines: 1, overhead: 0, handicap: None }
    }
}

/// What the machine does not give.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResourceError {
    /// Memory for the table.
    Memory(OutOfMemory),
    /// So many threads.
    Threads(usize),
}

impl fmt::Display for ResourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResourceError::Memory(error) => error.fmt(f),
            ResourceError::Threads(count) => write!(f, "the machine cannot start {count} threads"),
        }
    }
}

impl std::error::Error for ResourceError {}

/// The table, the memories of the threads, and the threads.
pub struct Searcher {
    networks: Networks,
    table: Table,
    memories: Vec<Memory>,
    /// The threads but for the caller's own, parked between searches.
    helpers: Option<ThreadPool>,
}

impl Searcher {
    /// A pool of at least one thread, with a table of `mebibytes` MiB.
    ///
    /// # Errors
    ///
    /// The machine has no memory for the table, or no such number of threads.
    pub fn new(mebibytes: u64, threads: usize) -> Result<Searcher, ResourceError> {
        let networks = Networks::embedded();
        let table = Table::new(mebibytes).map_err(ResourceError::Memory)?;
        let mut pool = Searcher { networks, table, memories: Vec::new(), helpers: None };
        pool.set_threads(threads)?;
        Ok(pool)
    }

    /// Sets the number of threads, at least one.
    ///
    /// # Errors
    ///
    /// The machine cannot start so many; the old ones are kept.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ResourceError> {
        let threads = threads.max(1);
        if threads != self.memories.len() {
            self.helpers = match threads {
                1 => None,
                _ => Some(
                    start_threads(threads - 1, "helper").ok_or(ResourceError::Threads(threads))?,
                ),
            };
            let network = self.networks.of(Variant::default());
            self.memories.resize_with(threads, || Memory::new(network));
        }
        Ok(())
    }

    /// The networks that searches evaluate with.
    pub fn networks(&self) -> &Networks {
        &self.networks
    }

    /// Evaluates with other networks. What the table knows is of the old ones, and forgotten.
    pub fn set_networks(&mut self, networks: Networks) {
        self.networks = networks;
        self.clear();
    }

    /// Replaces the table by an empty one of `mebibytes` MiB.
    ///
    /// # Errors
    ///
    /// The machine has no memory for both; the old table is kept with all it knows.
    pub fn resize_table(&mut self, mebibytes: u64) -> Result<(), ResourceError> {
        if mebibytes != self.table.mebibytes() {
            self.table = Table::new(mebibytes).map_err(ResourceError::Memory)?;
        }
        Ok(())
    }

    /// Forgets all that earlier searches learned: the next one runs like the first.
    pub fn clear(&mut self) {
        self.table.clear();
        for memory in &mut self.memories {
            *memory = Memory::new(self.networks.of(memory.evaluator.variant()));
        }
    }

    /// Forgets the table only.
    pub fn clear_table(&mut self) {
        self.table.clear();
    }

    /// Searches the position of a game until a limit or `signal` ends it. `report` hears of every finished
    /// iteration. A game that is over, or without a legal move, has an outcome without one.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        settings: SearchSettings,
        signal: &SearchControl,
        report: &mut dyn FnMut(&SearchReport),
    ) -> SearchResult {
        let started = Instant::now();
        let root_moves = root_moves(game, &limits.search_moves, settings.lines);
        if root_moves.is_empty() {
            signal.wait(limits.infinite);
            return SearchResult::of_ended_game(game, started.elapsed());
        }
        self.table.grow_older();
        let network = self.networks.of(game.position().variant());
        self.memories.iter_mut().for_each(|memory| memory.use_network(network));
        let by_chance = settings.handicap.filter(|handicap| handicap.is_by_chance());
        let lines = match by_chance {
            Some(handicap) => handicap.lines(root_moves.len()).max(settings.lines),
            None => settings.lines.max(1),
        };
        let limits = &handicapped(limits, settings.handicap);
        let threads = if settings.handicap.is_some() { 1 } else { self.memories.len() };
        let shared = Shared {
            table: &self.table,
            signal,
            limits,
            time_limits: match &root_moves[..] {
                [_] => limits.time(settings.overhead).map(TimeLimits::without_choice),
                _ => limits.time(settings.overhead),
            },
            blocked: game.blocked(),
            lines,
            shown: settings.lines.max(1),
            started,
            finished: AtomicBool::new(false),
            nodes: (0..threads).map(|_| NodeCounter::default()).collect(),
        };
        let (first, helpers) =
            self.memories[..threads].split_first_mut().expect("at least one thread");
        let mut main = Worker::new(&shared, first, 0, game, &root_moves);
        let mut ballots: Vec<Option<ThreadVote>> = vec![None; threads];
        let (own, others) = ballots.split_first_mut().expect("at least one thread");
        let mut search = || {
            main.deepen(report);
            // Whoever is not to answer yet waits, while the helpers go on filling the table.
            signal.wait(limits.infinite);
            shared.finished.store(true, Ordering::Relaxed);
            *own = Some(main.ballot());
        };
        match &self.helpers {
            Some(pool) if threads > 1 => pool.in_place_scope(|scope| {
                for ((index, memory), ballot) in (1..).zip(helpers).zip(others) {
                    let (shared, root_moves) = (&shared, &root_moves);
                    scope.spawn(move |_| {
                        let mut helper = Worker::new(shared, memory, index, game, root_moves);
                        helper.deepen(&mut |_| ());
                        *ballot = Some(helper.ballot());
                    });
                }
                search();
            }),
            _ => search(),
        }
        let mut ballots: Vec<ThreadVote> = ballots.into_iter().flatten().collect();
        // Of several lines only the first thread has told, so its best is the answer.
        if lines > 1 {
            ballots.truncate(1);
        }
        if let Some(handicap) = by_chance {
            let found: Vec<Line> =
                (0..lines.min(root_moves.len())).map(|rank| main.line(rank)).collect();
            ballots[0].line = found[handicap.choose(&found, fastrand::f64())].clone();
        }
        let ThreadVote { depth, line } = elect(&ballots).clone();
        main.report_choice((depth.max(1), &line), report);
        SearchResult {
            line,
            depth: depth as u32,
            nodes: shared.total_nodes(),
            time: started.elapsed(),
        }
    }
}

/// The limits of a search that is held back.
fn handicapped(limits: &Limits, handicap: Option<Handicap>) -> Limits {
    let mut limits = limits.clone();
    if let Some(handicap) = handicap {
        limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(handicap.nodes));
    }
    limits
}

/// The legal moves, restricted to those wanted where there are any. Unless several lines are to be shown, of routes with the same
/// result and of entries that are images of each other one is kept.
fn root_moves(game: &Game, wanted: &[Move], lines: usize) -> Vec<Move> {
    if game.ending().is_some() {
        return Vec::new();
    }
    let mut legal = MoveList::new();
    game.position().legal_moves_into(&mut legal);
    if legal.iter().any(|mv| wanted.contains(mv)) {
        legal.retain(|mv| wanted.contains(mv));
    }
    if lines <= 1 {
        EntrySymmetries::of(game.position()).keep_first(&mut legal);
        let mut results = HashSet::new();
        legal.retain(|mv| !mv.is_capture() || results.insert(game.position().after(*mv).key()));
    }
    legal.to_vec()
}

impl SearchResult {
    fn of_ended_game(game: &Game, time: std::time::Duration) -> SearchResult {
        let lost = game.ending().is_some_and(|ending| ending.winner.is_some());
        let score = if lost { Score::loss_in(0) } else { Score::DRAW };
        let line = super::Line { score, bound: super::Bound::Exact, moves: Vec::new() };
        SearchResult { line, depth: 0, nodes: 0, time }
    }
}
