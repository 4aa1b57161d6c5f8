//! One thread of the search: iterative deepening at the root, and the state its nodes share.

use super::control::SearchControl;
use super::history::{Footprint, History};
use super::limits::{Limits, TimeLimits};
use super::params;
use super::picker::MoveBuffer;
use super::report::{Bound, Line, SearchReport};
use super::table::Table;
use super::thread_vote::ThreadVote;
use super::time::TimeManager;
use super::window::Window;
use crate::eval::{Evaluator, Network};
use crate::score::{MAX_PLY, Score};
use emergo::{Blocked, Game, Key, Move, MoveList, Position};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The search was told to stop; carried out of the tree by `?`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// What the beginning of a node says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Opened {
    /// There is nothing to search: the score.
    Closed(Score),
    /// What is left of the window.
    Window(Window),
}

/// What all threads of one search share.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    pub signal: &'a SearchControl,
    pub limits: &'a Limits,
    pub time_limits: Option<TimeLimits>,
    pub blocked: Blocked,
    /// Best lines to find.
    pub lines: usize,
    /// Of these, so many are told.
    pub shown: usize,
    pub started: Instant,
    /// Set when one thread has finished the search for all.
    pub finished: AtomicBool,
    /// Nodes by thread, brought up to date now and then.
    pub nodes: Vec<NodeCounter>,
}

impl Shared<'_> {
    /// Nodes of all threads.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }

    fn is_stopped(&self) -> bool {
        self.finished.load(Ordering::Relaxed) || self.signal.is_stopped()
    }

    fn is_past(&self, limit: impl Fn(TimeLimits) -> Duration) -> bool {
        self.time_limits.is_some_and(|limits| {
            self.signal.elapsed().is_some_and(|elapsed| elapsed >= limit(limits))
        })
    }
}

/// A thread's nodes, on a cache line of its own.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct NodeCounter(AtomicU64);

/// What a thread keeps from search to search.
pub(super) struct Memory {
    pub history: History,
    pub frames: Vec<Frame>,
    pub evaluator: Evaluator,
    /// Replies to a feeding move, while it is judged.
    pub replies: MoveList,
}

impl Memory {
    pub fn new(network: &Arc<Network>) -> Memory {
        let frames = (0..MAX_PLY + 2).map(|_| Frame::default()).collect();
        let (history, evaluator) = (History::new(), Evaluator::new(network.clone()));
        Memory { history, frames, evaluator, replies: MoveList::new() }
    }

    /// Evaluates with this network from now on.
    pub fn use_network(&mut self, network: &Arc<Network>) {
        if !Arc::ptr_eq(self.evaluator.network(), network) {
            self.evaluator = Evaluator::new(network.clone());
        }
    }
}

/// What a thread keeps a ply.
#[derive(Default)]
pub(super) struct Frame {
    pub buffer: MoveBuffer,
    pub quiets: Vec<super::history::QuietMove>,
    /// The best line from here.
    pub line: Vec<Move>,
    /// The move that led here.
    pub footprint: Option<Footprint>,
    /// Where in the keys the positions begin that can still come again.
    pub first_key: usize,
}

/// A move of the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    pub score: Score,
    pub previous: Score,
    pub bound: Bound,
    pub line: Vec<Move>,
    /// Nodes that went into it.
    pub nodes: u64,
}

/// One thread's search.
pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub memory: &'a mut Memory,
    pub index: usize,
    pub root: Position,
    /// What is said of the root before anything was searched.
    root_score: Score,
    pub root_moves: Vec<RootMove>,
    /// Keys of the game since its last irreversible move, then of the line being searched.
    pub keys: Vec<Key>,
    root_key: usize,
    pub nodes: u64,
    node_limit: u64,
    pub selective_depth: usize,
    /// The iteration under way.
    pub iteration: i32,
    /// The last iteration that was finished.
    pub finished_depth: i32,
    /// The best move the caller has heard of.
    reported: Option<Move>,
    pace: TimeManager,
}

/// Nodes between looks at the clock and the stop flag.
const CHECK_INTERVAL: u64 = 512;

impl<'a> Worker<'a> {
    pub fn new(
        shared: &'a Shared<'a>,
        memory: &'a mut Memory,
        index: usize,
        game: &Game,
        root_moves: &[Move],
    ) -> Worker<'a> {
        memory.history.fade();
        memory.frames[0].footprint = None;
        memory.frames[0].first_key = 0;
        let threads = shared.nodes.len() as u64;
        let root_move = |mv: &Move| RootMove {
            mv: *mv,
            score: Score::LOWEST,
            previous: Score::LOWEST,
            bound: Bound::Exact,
            line: vec![*mv],
            nodes: 0,
        };
        let root = *game.position();
        let root_score = memory.evaluator.evaluate(&root, 0);
        Worker {
            shared,
            memory,
            index,
            root,
            root_score,
            root_moves: root_moves.iter().map(root_move).collect(),
            keys: game.keys().to_vec(),
            root_key: game.keys().len() - 1,
            nodes: 0,
            // An equal share of the nodes, the first threads having what is left over.
            node_limit: shared.limits.nodes.map_or(u64::MAX, |nodes| {
                nodes / threads + u64::from((index as u64) < nodes % threads)
            }),
            selective_depth: 0,
            iteration: 0,
            finished_depth: 0,
            reported: None,
            pace: TimeManager::default(),
        }
    }

    /// Searches deeper and deeper until a limit is reached, and reports on the way. The best root moves
    /// come out first.
    pub fn deepen(&mut self, report: &mut dyn FnMut(&SearchReport)) {
        let lines = self.shared.lines.min(self.root_moves.len());
        let limits = self.shared.limits;
        let last = limits.depth.map_or(params::MAX_DEPTH, |depth| {
            i32::try_from(depth).unwrap_or(params::MAX_DEPTH).clamp(1, params::MAX_DEPTH)
        });
        let last = limits.mate.map_or(last, |moves| last.min(params::mate_search_depth(moves)));
        // Every other helper begins a ply deeper, so that the threads do not all do the same.
        let first = 1 + (self.index % 2) as i32;
        for depth in first..=last.max(first) {
            self.iteration = depth;
            self.selective_depth = 0;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
                root_move.score = Score::LOWEST;
            }
            for rank in 0..lines {
                let result = self.aspire(rank, depth, report);
                self.root_moves[rank..]
                    .sort_by_key(|root_move| (-root_move.score, -root_move.previous));
                if result.is_err() {
                    self.count_nodes();
                    return;
                }
            }
            self.root_moves[..lines].sort_by_key(|root_move| -root_move.score);
            for rank in 0..lines {
                self.report(rank, report);
            }
            self.finished_depth = depth;
            self.count_nodes();
            if self.index == 0 && self.is_enough() {
                return;
            }
        }
    }

    /// Is the answer found, or no time left for another iteration?
    fn is_enough(&mut self) -> bool {
        let best = &self.root_moves[0];
        let share = best.nodes as f64 / self.nodes.max(1) as f64;
        let factor = self.pace.after(best.mv, best.score, share);
        let limits = self.shared.limits;
        let best = self.root_moves[0].score;
        if let Some(wanted) = limits.mate
            && best.moves_to_end().is_some_and(|moves| moves > 0 && moves.unsigned_abs() <= wanted)
        {
            return true;
        }
        // A win or loss that a deeper iteration could only find again.
        let lines = self.shared.lines.min(self.root_moves.len());
        let decided = self.root_moves[..lines].iter().all(|root_move| {
            let moves = root_move.score.moves_to_end();
            moves.is_some_and(|moves| 2 * moves.abs() + 2 < self.iteration)
        });
        if decided {
            return true;
        }
        if limits.infinite || self.shared.signal.is_pondering() {
            return false;
        }
        self.shared.is_past(|limits| limits.soft_by(factor))
    }

    /// One iteration for the line of this rank, in a window around the last score.
    fn aspire(
        &mut self,
        rank: usize,
        depth: i32,
        report: &mut dyn FnMut(&SearchReport),
    ) -> Result<(), Stopped> {
        let guess = self.root_moves[rank].previous;
        let narrow = depth >= params::ASPIRATION_DEPTH && !guess.is_decisive();
        let mut margin = params::ASPIRATION_MARGIN;
        let mut window = Window::FULL;
        if narrow {
            window = Window::new(guess - margin, guess + margin);
        }
        loop {
            let score = self.search_root(rank, window, depth)?;
            if score > window.alpha && score < window.beta {
                return Ok(());
            }
            self.root_moves[rank..]
                .sort_by_key(|root_move| (-root_move.score, -root_move.previous));
            if self.shared.started.elapsed() >= params::BOUND_REPORT_AFTER {
                self.report(rank, report);
            }
            margin = params::widened(margin);
            let give_up = margin > params::ASPIRATION_LIMIT || score.is_decisive();
            if score <= window.alpha {
                window.alpha = if give_up { Score::LOWEST } else { score - margin };
            } else {
                window.beta = if give_up { Score::INFINITE } else { score + margin };
            }
        }
    }

    /// Tells the caller of the line of this rank.
    fn report(&mut self, rank: usize, report: &mut dyn FnMut(&SearchReport)) {
        if self.index == 0 && rank < self.shared.shown {
            self.report_line(rank, (self.iteration, self.line(rank)), report);
        }
    }

    /// Makes sure that the caller has heard of the move to be played, which may be another than at the end of the
    /// last iteration, and another thread's.
    pub fn report_choice(
        &mut self,
        (depth, line): (i32, &Line),
        report: &mut dyn FnMut(&SearchReport),
    ) {
        if self.reported != line.moves.first().copied() {
            self.report_line(0, (depth, line.clone()), report);
        }
    }

    fn report_line(
        &mut self,
        rank: usize,
        (depth, line): (i32, Line),
        report: &mut dyn FnMut(&SearchReport),
    ) {
        self.count_nodes();
        if rank == 0 {
            self.reported = line.moves.first().copied();
        }
        report(&SearchReport {
            depth: depth as u32,
            selective_depth: self.selective_depth.max(line.moves.len()) as u32,
            rank: rank + 1,
            line,
            nodes: self.shared.total_nodes(),
            time: self.shared.started.elapsed(),
            permille_used: self.shared.table.permille_used(),
        });
    }

    /// The line of this rank, with the score of the last iteration that has one.
    pub fn line(&self, rank: usize) -> Line {
        let RootMove { score, previous, bound, line, .. } = &self.root_moves[rank];
        let unsearched = *score == Score::LOWEST;
        let score = if !unsearched { *score } else { *previous };
        // A search stopped before its first score knows only what it sees.
        let known = score != Score::LOWEST;
        Line {
            score: if known { score } else { self.root_score },
            bound: if unsearched { Bound::Exact } else { *bound },
            moves: line.clone(),
        }
    }

    /// What the thread would play.
    pub fn ballot(&self) -> ThreadVote {
        ThreadVote { depth: self.finished_depth, line: self.line(0) }
    }

    fn count_nodes(&self) {
        self.shared.nodes[self.index].0.store(self.nodes, Ordering::Relaxed);
    }

    /// Counts a node, and stops the search when a limit is reached.
    #[inline]
    pub fn enter(&mut self, ply: usize) -> Result<(), Stopped> {
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes >= self.node_limit {
            return Err(Stopped);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) {
            self.count_nodes();
            // One thread looks at the clock for all.
            let late = self.index == 0 && self.shared.is_past(|limits| limits.hard);
            if late || self.shared.is_stopped() {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    /// Begins a node: counts it, and closes it at once if it is a draw by repetition, at the end of memory, or if a
    /// shorter win or loss has been found elsewhere.
    #[inline]
    pub fn open(&mut self, pos: &Position, window: Window, ply: usize) -> Result<Opened, Stopped> {
        self.enter(ply)?;
        if self.repeats(ply) {
            return Ok(Opened::Closed(Score::DRAW));
        }
        if ply >= MAX_PLY {
            return Ok(Opened::Closed(self.evaluate(pos, ply)));
        }
        let window = window.within_reach(ply);
        if window.is_closed() {
            return Ok(Opened::Closed(window.alpha));
        }
        Ok(Opened::Window(window))
    }

    /// The static score of a position at this distance from the root.
    #[inline]
    pub fn evaluate(&mut self, pos: &Position, ply: usize) -> Score {
        self.memory.evaluator.evaluate(pos, ply)
    }

    /// Plays a move on a copy and remembers what its line needs. To be followed by [`Worker::retreat`].
    #[inline]
    pub fn advance(&mut self, pos: &Position, mv: Move, ply: usize) -> Position {
        let after = pos.after(mv);
        self.keys.push(after.key());
        let first_key = if pos.is_irreversible(mv, &after) {
            self.keys.len() - 1
        } else {
            self.memory.frames[ply].first_key
        };
        let next = &mut self.memory.frames[ply + 1];
        next.first_key = first_key;
        next.footprint = Some(Footprint::of(pos, mv));
        next.line.clear();
        after
    }

    /// Takes back what [`Worker::advance`] remembered.
    #[inline]
    pub fn retreat(&mut self) {
        self.keys.pop();
    }

    /// Is the last position a draw by repetition? In the tree the second occurrence counts as one (what can
    /// be done once can be done again), of positions of the game only the third.
    #[inline]
    pub fn repeats(&self, ply: usize) -> bool {
        let (first, last) = (self.memory.frames[ply].first_key, self.keys.len() - 1);
        let mut occurrences = 1;
        let mut index = last;
        while index >= first + 2 {
            index -= 2;
            if self.keys[index] == self.keys[last] {
                occurrences += 1;
                if index >= self.root_key || occurrences == 3 {
                    return true;
                }
            }
        }
        false
    }

    /// The line of `ply` is this move and the line behind it.
    #[inline]
    pub fn extend_line(&mut self, ply: usize, mv: Move) {
        let (front, back) = self.memory.frames.split_at_mut(ply + 1);
        let line = &mut front[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&back[0].line);
    }
}
