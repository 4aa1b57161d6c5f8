//! The searcher: all threads of the search and their common table.
//!
//! Every thread searches the root on its own (lazy SMP). The threads help each other only through the table.

// CITE: Lazy SMP. https://www.chessprogramming.org/Lazy_SMP

use super::control::SearchControl;
use super::handicap::{EvalErrors, Handicap};
use super::info::{ScoredLine, SearchInfo, SearchResult};
use super::late_move_reductions::Reductions;
use super::limits::Limits;
use super::params::SearchParams;
use super::position_sample::PositionSample;
use super::root::{DepthLine, RootSearch, RootState};
use super::root_moves::FinishedIteration;
use super::symmetry::EntrySymmetries;
use super::table::Table;
use super::thread_vote::vote;
use super::time::TimeManager;
use super::window::Bound;
use super::worker::{NodeCounter, Shared, ThreadData};
use crate::eval::Networks;
use crate::score::Score;
use emergo::{Blocked, Game, Move, Position, Variant};
use luctor_system::random::random_seed;
use luctor_system::resources::{ResourceError, lock, start_threads};
use rayon::ThreadPool;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use web_time::Instant;

/// The settings of a search besides its limits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchSettings {
    /// Best lines to find, from 1.
    pub lines: usize,
    /// Time that every move loses between the program and the clock, in milliseconds.
    pub overhead: i64,
    /// Weaker play, if any.
    pub handicap: Option<Handicap>,
    /// The seed of the errors of a handicap. `None` takes a random seed for each game, until [`Searcher::clear`].
    pub seed: Option<u64>,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings { lines: 1, overhead: 0, handicap: None, seed: None }
    }
}

/// Searches positions. Holds the table, the threads and what they keep from search to search.
pub struct Searcher {
    networks: Networks,
    params: SearchParams,
    reductions: Reductions,
    table: Table,
    /// What the scores in the table depend on, besides the network.
    table_context: TableContext,
    /// The seed of errors of the current game.
    game_seed: u64,
    /// By thread, the main thread first.
    threads: Vec<ThreadData>,
    /// The helper threads, `None` if there is only the main thread, which is the caller's.
    helpers: Option<ThreadPool>,
}

/// Rules and errors that change the score of a position.
#[derive(Clone, Copy, PartialEq)]
struct TableContext {
    blocked: Blocked,
    /// The errors of a handicap.
    errors: Option<EvalErrors>,
}

impl Searcher {
    /// A searcher with one thread, a table of `mebibytes` MiB, and the networks of the program.
    ///
    /// # Errors
    ///
    /// The system refuses the memory.
    pub fn new(mebibytes: u64) -> Result<Searcher, ResourceError> {
        Searcher::with_networks(mebibytes, 1, Networks::embedded())
    }

    /// A searcher with at least one thread, a table of `mebibytes` MiB, and these networks.
    ///
    /// # Errors
    ///
    /// The system refuses the memory or the threads.
    pub fn with_networks(
        mebibytes: u64,
        threads: usize,
        networks: Networks,
    ) -> Result<Searcher, ResourceError> {
        let params = SearchParams::default();
        let helpers = start_helpers(threads)?;
        let table = Table::new(mebibytes, helpers.as_ref())?;
        let network = networks.of(Variant::default());
        let threads = (0..threads.max(1)).map(|_| ThreadData::new(network)).collect();
        Ok(Searcher {
            networks,
            params,
            reductions: Reductions::new(),
            table,
            table_context: TableContext { blocked: Blocked::default(), errors: None },
            game_seed: random_seed(),
            threads,
            helpers,
        })
    }

    /// Sets the number of threads, at least one.
    ///
    /// # Errors
    ///
    /// The system refuses the threads. Then the searcher keeps the old ones.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), ResourceError> {
        let threads = threads.max(1);
        if threads != self.threads.len() {
            self.helpers = start_helpers(threads)?;
            let network = self.networks.of(Variant::default());
            self.threads.resize_with(threads, || ThreadData::new(network));
        }
        Ok(())
    }

    /// Searches with these parameters from now on.
    pub fn set_params(&mut self, params: SearchParams) {
        self.params = params;
    }

    /// Evaluates with other networks from now on. Clears the table, because its scores are of the old networks.
    pub fn set_networks(&mut self, networks: Networks) {
        self.networks = networks;
        self.clear();
    }

    /// Replaces the table by an empty one of `mebibytes` MiB.
    ///
    /// # Errors
    ///
    /// The system refuses the memory. Then the table is empty and has the old size, or the smallest one if there is no memory
    /// for that either.
    pub fn resize_table(&mut self, mebibytes: u64) -> Result<(), ResourceError> {
        let old = self.table.mebibytes();
        if mebibytes == old {
            return Ok(());
        }
        // Frees the old table first, because there may not be enough memory for both.
        self.table = Table::smallest();
        let helpers = self.helpers.as_ref();
        let resized = Table::new(mebibytes, helpers).map(|table| self.table = table);
        if resized.is_err()
            && let Ok(table) = Table::new(old, helpers)
        {
            self.table = table;
        }
        resized
    }

    /// Clears the table and the histories: the next search runs like the first one. A handicap makes other errors.
    pub fn clear(&mut self) {
        self.clear_table();
        self.game_seed = random_seed();
        self.threads.iter_mut().for_each(ThreadData::clear);
    }

    /// Clears the table only.
    pub fn clear_table(&mut self) {
        self.table.clear(self.helpers.as_ref());
    }

    /// Searches the position of a game with this number of nodes, or until `control` stops the search, without infos.
    pub fn search_nodes(
        &mut self,
        game: &Game,
        nodes: u64,
        control: &SearchControl,
    ) -> SearchResult {
        self.search(game, &Limits::to_nodes(nodes), SearchSettings::default(), control, &mut |_| ())
    }

    /// From now on keeps a random sample of at most `size` of the positions that the main thread evaluates. The side to move can
    /// capture only in the root and in positions at the greatest distance from it.
    pub fn begin_sample(&mut self, size: u64, seed: u64) {
        self.threads[0].sample = Some(PositionSample::new(size, seed));
    }

    /// Ends the sample and returns its positions. They can be equal.
    pub fn end_sample(&mut self) -> Vec<Position> {
        self.threads[0].sample.take().map_or_else(Vec::new, PositionSample::into_positions)
    }

    /// Searches the position of a game until a limit or `control` ends the search. `on_info` is called for each line
    /// after each iteration, and for bounds. If the game has ended, the result has no move.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        settings: SearchSettings,
        control: &SearchControl,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        let mut root = None;
        let result = self.search_slice(game, limits, settings, control, &mut root, on_info);
        let reported = root.as_ref().and_then(|root| root.reported.as_ref());
        if let Some(info) = result.final_info(reported) {
            on_info(&info);
        }
        result
    }

    /// As [`Searcher::search`], without the last info. `root` is `None` in the first slice of a search, then what the slice
    /// before left. The limit of nodes and the nodes of the result are those of this slice.
    pub(super) fn search_slice(
        &mut self,
        game: &Game,
        limits: &Limits,
        settings: SearchSettings,
        control: &SearchControl,
        root: &mut Option<RootState>,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        let started = Instant::now();
        let errors = self.prepare(game, settings);
        let first = || self.first_state(game, limits, settings, started);
        let Some(state) = root.take().or_else(first) else {
            control.wait(limits.infinite);
            return result_of_ended_game(game, started.elapsed());
        };
        let lines = settings.lines.max(1);
        let limits = &limits_with_handicap(limits, settings.handicap);
        let threads = if settings.handicap.is_some() { 1 } else { self.threads.len() };
        let shared = Shared {
            table: &self.table,
            control,
            limits,
            params: &self.params,
            reductions: &self.reductions,
            blocked: game.blocked(),
            errors,
            lines,
            finished: AtomicBool::new(false),
            nodes: (0..threads).map(|_| NodeCounter::default()).collect(),
            finished_iteration: FinishedIteration::default(),
        };
        let (main, helpers) =
            self.threads[..threads].split_first_mut().expect("at least one thread");
        let mut main = RootSearch::new(&shared, main, 0, game, state);
        let pool = self.helpers.as_ref();
        let helper_lines = search_on_all_threads(&mut main, helpers, pool, &shared, game, on_info);
        let best = if lines > 1 {
            // Several lines are those of the main thread, so it chooses alone.
            main.best_line()
        } else {
            let all: Vec<DepthLine> = [main.best_line()].into_iter().chain(helper_lines).collect();
            vote(&all, self.params.thread_vote_offset).clone()
        };
        let other_lines = (0..main.lines())
            .map(|rank| main.line(rank))
            .filter(|line| line.moves.first() != best.line.moves.first())
            .take(lines - 1)
            .collect();
        let state = root.insert(main.into_state());
        let reported = state.reported.as_ref();
        SearchResult {
            line: best.line,
            other_lines,
            depth: best.depth.max(1) as u32,
            selective_depth: reported.map_or(0, |info| info.selective_depth),
            nodes: shared.total_nodes(),
            time: state.elapsed(),
            permille_used: reported.map_or(0, |info| info.permille_used),
        }
    }

    /// Begins a search. `None` if the game has ended.
    fn first_state(
        &mut self,
        game: &Game,
        limits: &Limits,
        settings: SearchSettings,
        started: Instant,
    ) -> Option<RootState> {
        let moves = self.root_moves(game, &limits.search_moves, settings.lines);
        if moves.is_empty() {
            return None;
        }
        let mut time = TimeManager::new(limits, settings.overhead, &self.params);
        let is_analysis = limits.infinite || limits.mate.is_some();
        if moves.len() == 1 && limits.search_moves.is_empty() && !is_analysis {
            time = time.map(|time| time.for_single_move(&self.params));
        }
        self.table.begin_search();
        Some(RootState::new(game.position(), &moves, started, time))
    }

    /// Prepares table and threads for a search of this game. Returns the errors of a handicap.
    fn prepare(&mut self, game: &Game, settings: SearchSettings) -> Option<EvalErrors> {
        let seed = settings.seed.unwrap_or(self.game_seed);
        let errors = settings.handicap.and_then(|handicap| EvalErrors::new(handicap, seed));
        let context = TableContext { blocked: game.blocked(), errors };
        if context != self.table_context {
            self.clear_table();
            self.table_context = context;
        }
        let network = self.networks.of(game.position().variant());
        self.threads.iter_mut().for_each(|thread| thread.set_network(network));
        errors
    }

    /// The legal moves, restricted to the requested ones if any of these is legal. For a single line, one of several routes
    /// with the same result is kept, and one of several symmetric entries.
    fn root_moves(&self, game: &Game, requested: &[Move], lines: usize) -> Vec<Move> {
        if game.ending().is_some() {
            return Vec::new();
        }
        let mut legal = game.position().legal_moves();
        if legal.iter().any(|mv| requested.contains(mv)) {
            legal.retain(|mv| requested.contains(mv));
        }
        if lines <= 1 {
            EntrySymmetries::of(game.position(), self.params.symmetry_pieces)
                .keep_first(&mut legal);
            let mut results = HashSet::new();
            legal.retain(|mv| !mv.is_capture() || results.insert(game.position().after(*mv).key()));
        }
        legal
    }
}

/// A search that has not started yet.
#[derive(Clone)]
pub struct SearchTask {
    pub(crate) searcher: Arc<Mutex<Searcher>>,
    pub(crate) game: Game,
    pub(crate) limits: Limits,
    pub(crate) settings: SearchSettings,
}

impl SearchTask {
    /// Searches until a limit is reached or `control` stops the search.
    pub fn run(
        &self,
        control: &SearchControl,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> SearchResult {
        lock(&self.searcher).search(&self.game, &self.limits, self.settings, control, on_info)
    }
}

/// The pool of helper threads for a search with `threads` threads, `None` for one thread.
fn start_helpers(threads: usize) -> Result<Option<ThreadPool>, ResourceError> {
    match threads {
        0 | 1 => Ok(None),
        _ => start_threads(threads - 1, "helper").map(Some),
    }
}

/// Runs the search of the main thread, and those of the helper threads in `pool` until it ends. Returns the lines of the
/// helper threads.
fn search_on_all_threads(
    main: &mut RootSearch,
    helpers: &mut [ThreadData],
    pool: Option<&ThreadPool>,
    shared: &Shared,
    game: &Game,
    on_info: &mut dyn FnMut(&SearchInfo),
) -> Vec<DepthLine> {
    let helper_state = main.helper_state();
    let mut search_main = || {
        main.iterative_deepening(on_info);
        // The helper threads go on while the result must wait.
        shared.control.wait(shared.limits.infinite);
        shared.finished.store(true, Ordering::Relaxed);
    };
    let mut lines: Vec<Option<DepthLine>> = vec![None; helpers.len()];
    match pool {
        Some(pool) if !helpers.is_empty() => pool.in_place_scope(|scope| {
            for ((index, data), line) in (1..).zip(helpers).zip(&mut lines) {
                let state = helper_state.clone();
                scope.spawn(move |_| {
                    let mut helper = RootSearch::new(shared, data, index, game, state);
                    helper.iterative_deepening(&mut |_| ());
                    *line = Some(helper.best_line());
                });
            }
            search_main();
        }),
        _ => search_main(),
    }
    lines.into_iter().flatten().collect()
}

fn limits_with_handicap(limits: &Limits, handicap: Option<Handicap>) -> Limits {
    let mut limits = limits.clone();
    if let Some(handicap) = handicap {
        limits.nodes = Some(limits.nodes.unwrap_or(u64::MAX).min(handicap.nodes));
    }
    limits
}

fn result_of_ended_game(game: &Game, time: Duration) -> SearchResult {
    let lost = game.ending().is_some_and(|ending| ending.winner.is_some());
    let score = if lost { Score::loss_in(0) } else { Score::DRAW };
    let line = ScoredLine { score, bound: Bound::Exact, moves: Vec::new() };
    SearchResult::without_search(line, 0, time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Clock;

    #[test]
    fn a_table_of_a_refused_size_keeps_its_size() {
        let mut searcher = Searcher::new(2).unwrap();
        searcher.resize_table(1 << 40).unwrap_err();
        assert_eq!(searcher.table.mebibytes(), 2);
    }

    #[test]
    fn a_search_that_pondered_longer_than_its_soft_limit_ends_soon_after_the_ponderhit() {
        let clock = Some(Clock { time: 60_000, ..Clock::default() });
        let limits = Limits { clock, ..Limits::default() };
        let game = Game::new(Variant::Emergo, Blocked::Draw);
        let control = SearchControl::default();
        control.advance(Duration::from_secs(10));
        let (mut searcher, settings) = (Searcher::new(1).unwrap(), SearchSettings::default());
        let result = searcher.search(&game, &limits, settings, &control, &mut |_| ());
        assert!(result.nodes < 10_000, "{result:?}");
    }

    #[test]
    fn a_searcher_has_the_number_of_threads_that_was_set_last() {
        let mut searcher = Searcher::new(1).unwrap();
        for (threads, helpers) in [(3, Some(2)), (3, Some(2)), (1, None), (0, None)] {
            searcher.set_threads(threads).unwrap();
            assert_eq!(searcher.threads.len(), threads.max(1));
            assert_eq!(searcher.helpers.as_ref().map(ThreadPool::current_num_threads), helpers);
        }
    }
}
