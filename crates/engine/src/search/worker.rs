//! A search thread below the root, and what every node does: count itself, detect draws, play moves, evaluate, and store its
//! result.

use super::control::SearchControl;
use super::handicap::EvalErrors;
use super::history::{History, Killers, PieceTo};
use super::late_move_reductions::Reductions;
use super::limits::Limits;
use super::move_picker::{MoveBuffer, MovePicker, MoveSet, OrderingContext};
use super::node::{NodeResult, Stopped};
use super::params::SearchParams;
use super::position_sample::PositionSample;
use super::root_moves::FinishedIteration;
use super::symmetry::TablePosition;
use super::table::{Table, TableEntry};
use super::time::TimeManager;
use super::window::Window;
use crate::eval::{Evaluator, Network};
use crate::score::{MAX_PLY, Score};
use emergo::{Blocked, Game, Key, Move, MoveHash, Position};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What all threads of one search share.
pub(super) struct Shared<'a> {
    pub table: &'a Table,
    pub control: &'a SearchControl,
    pub limits: &'a Limits,
    pub params: &'a SearchParams,
    pub reductions: &'a Reductions,
    pub blocked: Blocked,
    /// The errors of the evaluation of a handicap.
    pub errors: Option<EvalErrors>,
    /// Best lines to find.
    pub lines: usize,
    /// Set when the main thread has finished.
    pub finished: AtomicBool,
    /// Nodes by thread, updated from time to time.
    pub nodes: Vec<NodeCounter>,
    pub finished_iteration: FinishedIteration,
}

impl Shared<'_> {
    /// Nodes of all threads.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum()
    }

    pub fn is_stopped(&self) -> bool {
        self.finished.load(Ordering::Relaxed) || self.control.is_stopped()
    }
}

/// The nodes of a thread, on a cache line of its own.
#[derive(Default)]
#[repr(align(64))]
pub(super) struct NodeCounter(AtomicU64);

impl NodeCounter {
    pub fn set(&self, nodes: u64) {
        self.0.store(nodes, Ordering::Relaxed);
    }
}

/// What a search thread keeps from search to search: histories, accumulators, and memory for each ply.
pub(super) struct ThreadData {
    pub killers: Killers,
    pub history: History,
    pub stack: Vec<StackEntry>,
    pub evaluator: Evaluator,
    /// Positions that are evaluated, for training data.
    pub sample: Option<PositionSample>,
}

impl ThreadData {
    pub fn new(network: &Arc<Network>) -> ThreadData {
        ThreadData {
            killers: Killers::new(),
            history: History::new(),
            stack: (0..MAX_PLY + 2).map(|_| StackEntry::default()).collect(),
            evaluator: Evaluator::new(network.clone()),
            sample: None,
        }
    }

    /// Forgets what was learned from searches. The memory stays: new memory for each game fragments the heap of glibc.
    pub fn clear(&mut self) {
        self.killers.clear();
        self.history.clear();
        self.sample = None;
    }

    /// Evaluates with this network from now on.
    pub fn set_network(&mut self, network: &Arc<Network>) {
        if !Arc::ptr_eq(self.evaluator.network(), network) {
            self.evaluator = Evaluator::new(network.clone());
        }
    }
}

/// The data of one ply.
#[derive(Default)]
pub(super) struct StackEntry {
    pub buffer: MoveBuffer,
    /// The best line from here.
    pub line: Vec<Move>,
    /// The move that led here.
    pub previous: Option<PieceTo>,
    /// Index of the first key that can be repeated: the position after the last irreversible move.
    pub first_key: usize,
}

pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub params: &'a SearchParams,
    pub data: &'a mut ThreadData,
    pub index: usize,
    /// The time limits. Only the main thread has them: it stops the search for all.
    pub time: Option<TimeManager>,
    /// Keys of the game since its last irreversible move, then of the current line.
    keys: Vec<Key>,
    /// Index of the root in `keys`.
    root_key: usize,
    pub nodes: u64,
    node_limit: u64,
    pub selective_depth: usize,
    /// The depth of the current iteration.
    pub iteration: i32,
}

/// Nodes between two checks of the clock and the stop flag.
const CHECK_INTERVAL: u64 = 512;

impl<'a> Worker<'a> {
    pub fn new(
        shared: &'a Shared<'a>,
        data: &'a mut ThreadData,
        index: usize,
        game: &Game,
        time: Option<TimeManager>,
    ) -> Worker<'a> {
        data.killers.clear();
        data.history.age();
        data.stack[0].previous = None;
        data.stack[0].first_key = 0;
        let threads = shared.nodes.len() as u64;
        Worker {
            shared,
            params: shared.params,
            data,
            index,
            time,
            keys: game.keys().to_vec(),
            root_key: game.keys().len() - 1,
            nodes: 0,
            // Every thread has an equal share of the nodes. The first threads have the remainder.
            node_limit: shared.limits.nodes.map_or(u64::MAX, |nodes| {
                nodes / threads + u64::from((index as u64) < nodes % threads)
            }),
            selective_depth: 0,
            iteration: 0,
        }
    }

    /// Makes the nodes of this thread visible to the others.
    pub fn publish_nodes(&self) {
        self.shared.nodes[self.index].set(self.nodes);
    }

    /// Counts a node, and stops the search when a limit is reached, or when another thread has finished the iteration.
    #[inline]
    pub fn count_node(&mut self, ply: usize) -> Result<(), Stopped> {
        self.selective_depth = self.selective_depth.max(ply);
        if self.nodes >= self.node_limit {
            return Err(Stopped);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) {
            self.publish_nodes();
            let is_overtaken = self.shared.finished_iteration.depth() >= self.iteration;
            if self.is_out_of_time() || self.shared.is_stopped() || is_overtaken {
                return Err(Stopped);
            }
        }
        Ok(())
    }

    fn is_out_of_time(&self) -> bool {
        let control = self.shared.control;
        self.time.as_ref().is_some_and(|time| {
            control.elapsed().is_some_and(|elapsed| time.must_stop(elapsed, control.pondered()))
        })
    }

    /// Begins a node: counts it, and returns the rest of the window. It breaks with the score if the node is a draw by
    /// repetition or too far from the root, or if a shorter win or loss is already known.
    #[inline]
    pub fn enter_node(
        &mut self,
        pos: &Position,
        window: Window,
        ply: usize,
    ) -> Result<ControlFlow<Score, Window>, Stopped> {
        self.count_node(ply)?;
        if self.is_repetition(ply) {
            return Ok(ControlFlow::Break(Score::DRAW));
        }
        if ply >= MAX_PLY {
            return Ok(ControlFlow::Break(self.evaluate(pos, ply)));
        }
        let window = window.within_mate_distance(ply);
        if window.is_empty() {
            return Ok(ControlFlow::Break(window.alpha));
        }
        Ok(ControlFlow::Continue(window))
    }

    /// The moves of a node in their order. The picker takes the buffer of the ply, so the node returns it at its end.
    #[inline]
    pub fn pick_moves(
        &mut self,
        pos: &Position,
        set: MoveSet,
        ply: usize,
        table_move: Option<MoveHash>,
    ) -> MovePicker {
        let stack = &mut self.data.stack[ply];
        let buffer = std::mem::take(&mut stack.buffer);
        let ordering = OrderingContext {
            history: &self.data.history,
            killers: self.data.killers.at(ply),
            previous: stack.previous,
            table_move,
            symmetry_pieces: self.params.symmetry_pieces,
        };
        MovePicker::new(pos, set, buffer, &ordering)
    }

    /// The static score of a position at this distance from the root, with the error of a handicap.
    #[inline]
    pub fn evaluate(&mut self, pos: &Position, ply: usize) -> Score {
        if let Some(sample) = &mut self.data.sample {
            sample.add(pos);
        }
        let score = self.data.evaluator.evaluate(pos, ply);
        match self.shared.errors {
            None => score,
            Some(errors) => errors.apply(score, pos.key()),
        }
    }

    /// The score of a position in which the side to move has no legal move.
    pub fn score_of_end(&self, pos: &Position, ply: usize) -> Score {
        match pos.ending(self.shared.blocked).and_then(|ending| ending.winner) {
            Some(_) => Score::loss_in(ply),
            None => Score::DRAW,
        }
    }

    /// Records a move on the stack, and calls `search` with the position after it, whose key is removed afterwards.
    #[inline]
    pub fn after_move(
        &mut self,
        pos: &Position,
        mv: Move,
        ply: usize,
        search: impl FnOnce(&mut Self, &Position) -> Result<Score, Stopped>,
    ) -> Result<Score, Stopped> {
        let after = pos.after(mv);
        self.keys.push(after.key());
        let first_key = if pos.is_irreversible(mv, &after) {
            self.keys.len() - 1
        } else {
            self.data.stack[ply].first_key
        };
        let next = &mut self.data.stack[ply + 1];
        next.first_key = first_key;
        next.previous = Some(PieceTo::of(pos, mv));
        next.line.clear();
        let result = search(self, &after);
        self.keys.pop();
        result
    }

    /// Is the current position a draw by repetition? In the tree the second occurrence counts as a draw, because what
    /// was repeated once can be repeated again. With positions of the game it is the third.
    // CITE: Repetitions. https://www.chessprogramming.org/Repetitions
    #[inline]
    fn is_repetition(&self, ply: usize) -> bool {
        let (first, last) = (self.data.stack[ply].first_key, self.keys.len() - 1);
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

    /// Sets the line of `ply`: this move, then the line of the next ply.
    #[inline]
    pub fn set_line(&mut self, ply: usize, mv: Move) {
        let (front, back) = self.data.stack.split_at_mut(ply + 1);
        let line = &mut front[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&back[0].line);
    }

    /// The position under which the table stores `pos`.
    #[inline]
    pub fn table_position(&self, pos: &Position) -> TablePosition {
        TablePosition::of(pos, self.params.symmetry_pieces)
    }

    /// Stores the result of a node in the table.
    #[inline]
    pub fn store(&self, table_position: TablePosition, ply: usize, result: NodeResult) {
        let entry = TableEntry {
            score: result.score,
            bound: result.window.bound_of(result.score),
            depth: result.depth,
            best_move: result.best_move.and_then(|mv| table_position.stored_move(mv)),
            static_score: result.static_score,
        };
        self.shared.table.store(table_position.key, ply, entry, self.params.table_keep_depth);
    }
}
