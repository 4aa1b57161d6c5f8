//! Searches positions of a book, several at the same time. Each search has one thread and begins with an empty table, so its
//! score depends only on the position and the number of nodes.

use emergo::{Blocked, Game, Position};
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_engine::score::Score;
use luctor_engine::search::Searcher;
use luctor_system::resources::{ResourceError, lock, start_threads};
use rayon::prelude::*;
use std::sync::Mutex;

/// Size of the transposition table of a search, in MiB.
const TABLE_MEBIBYTES: u64 = 32;

/// Searches positions with a fixed number of nodes.
pub struct LeafSearch {
    /// One for each thread.
    searchers: Vec<Mutex<Searcher>>,
    threads: rayon::ThreadPool,
    nodes: u64,
    interrupt: Interrupt,
}

impl LeafSearch {
    /// A search with `threads` positions at the same time, at least one. The second step of `interrupt` stops it.
    ///
    /// # Errors
    ///
    /// The system refuses the memory or the threads.
    pub fn new(
        networks: &Networks,
        nodes: u64,
        threads: usize,
        interrupt: Interrupt,
    ) -> Result<LeafSearch, ResourceError> {
        let searcher =
            |_| Searcher::with_networks(TABLE_MEBIBYTES, 1, networks.clone()).map(Mutex::new);
        let searchers = (0..threads).map(searcher).collect::<Result<_, _>>()?;
        let threads = start_threads(threads, "worker")?;
        Ok(LeafSearch { searchers, threads, nodes, interrupt })
    }

    /// Was the search told to finish?
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.is_finishing()
    }

    /// Positions, each with its score from the view of its side to move. `None` if the search was interrupted.
    pub fn scored(&self, positions: Vec<Position>) -> Option<Vec<(Position, Score)>> {
        let LeafSearch { searchers, threads, nodes, interrupt } = self;
        let score = |position: Position| {
            let thread = rayon::current_thread_index().expect("the searches run in the pool");
            let mut searcher = lock(&searchers[thread]);
            searcher.clear();
            let game = Game::from_position(position, 1, Blocked::Draw);
            (position, searcher.search_nodes(&game, *nodes, &interrupt.new_search()).line.score)
        };
        let scored =
            threads.install(|| positions.into_par_iter().with_max_len(1).map(score).collect());
        (!interrupt.is_aborted()).then_some(scored)
    }
}
