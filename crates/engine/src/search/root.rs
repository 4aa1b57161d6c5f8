//! The root of the search: iterative deepening with aspiration windows. It reports the best lines.

// CITE: Iterative deepening. https://www.chessprogramming.org/Iterative_Deepening

use super::info::{ScoredLine, SearchInfo};
use super::late_move_reductions::OrderedMove;
use super::limits::Limits;
use super::negamax::MoveDepth;
use super::node::{PvNode, Stopped};
use super::params::{ParameterSet, SearchParams};
use super::root_moves::RootMove;
use super::time::{IterationResult, TimeManager};
use super::window::{Bound, Window};
use super::worker::{Shared, ThreadData, Worker};
use crate::score::Score;
use emergo::{Game, Move, Position};
use std::cmp::Reverse;
use std::time::Duration;
use web_time::Instant;

/// Shorter searches do not report bounds, because the iteration is soon finished.
const BOUND_REPORT_DELAY: Duration = Duration::from_millis(500);

/// A line and the depth to which it was searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DepthLine {
    /// The last finished iteration, 0 for none.
    pub depth: i32,
    pub line: ScoredLine,
}

/// What a thread knows of the root, from iteration to iteration and from slice to slice.
#[derive(Clone)]
pub(super) struct RootState {
    moves: Vec<RootMove>,
    started: Instant,
    /// The last finished iteration.
    finished_depth: i32,
    /// The time limits. Only the main thread has them: it stops the search for all.
    time: Option<TimeManager>,
    /// The last info of the best line.
    pub reported: Option<SearchInfo>,
}

impl RootState {
    /// Nothing is searched of these moves.
    pub fn new(
        position: &Position,
        moves: &[Move],
        started: Instant,
        time: Option<TimeManager>,
    ) -> RootState {
        let moves = moves.iter().map(|mv| RootMove::new(position, *mv)).collect();
        RootState { moves, started, finished_depth: 0, time, reported: None }
    }

    /// The time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// One thread's search of the root.
pub(super) struct RootSearch<'a> {
    worker: Worker<'a>,
    root: Position,
    /// The static score of the root.
    static_score: Score,
    state: RootState,
}

impl<'a> RootSearch<'a> {
    /// The search of thread `index` from this state. Thread 0 is the main thread: it has the time limits and reports.
    pub fn new(
        shared: &'a Shared<'a>,
        data: &'a mut ThreadData,
        index: usize,
        game: &Game,
        mut state: RootState,
    ) -> RootSearch<'a> {
        let root = *game.position();
        let mut worker = Worker::new(shared, data, index, game, state.time.take());
        let static_score = worker.evaluate(&root, 0);
        RootSearch { worker, root, static_score, state }
    }

    /// What a helper thread begins with: it has no time limits, which the worker of the main thread has.
    pub fn helper_state(&self) -> RootState {
        self.state.clone()
    }

    /// The state from which the next slice goes on with the first iteration that is not finished. The lines keep their last
    /// scores, and the other moves their order.
    pub fn into_state(self) -> RootState {
        let lines = self.lines();
        let RootSearch { worker, mut state, .. } = self;
        state.time = worker.time;
        for root_move in &mut state.moves[..lines] {
            root_move.score = root_move.score.or(root_move.previous);
        }
        state
    }

    /// Searches deeper and deeper until a limit is reached, and reports after each iteration. Then the best moves are
    /// first.
    pub fn iterative_deepening(&mut self, on_info: &mut dyn FnMut(&SearchInfo)) {
        let last = last_iteration(self.worker.shared.limits, self.worker.params);
        // Every other helper thread is a ply ahead, so that the threads do not all search the same.
        // CITE: Lazy SMP. https://www.chessprogramming.org/Lazy_SMP
        // CITE: Giving up an iteration that another thread has finished.
        // http://www.open-chess.org/viewtopic.php?f=5&t=3097
        let ahead = (self.worker.index % 2) as i32;
        let mut depth = self.state.finished_depth + 1 + ahead;
        while depth <= last {
            let finished = self.iteration(depth, on_info);
            self.worker.publish_nodes();
            let Some(finished) = finished else { return };
            for rank in 0..self.lines() {
                self.report(rank, on_info);
            }
            self.state.finished_depth = finished;
            if self.worker.index == 0 && self.is_finished() {
                return;
            }
            depth = finished + 1 + ahead;
        }
    }

    /// Searches an iteration and returns its depth. If another thread has finished this iteration or a deeper one, takes the
    /// moves of that one and returns its depth. `None` if the search was stopped.
    fn iteration(&mut self, depth: i32, on_info: &mut dyn FnMut(&SearchInfo)) -> Option<i32> {
        self.worker.iteration = depth;
        self.worker.selective_depth = 0;
        for root_move in &mut self.state.moves {
            root_move.previous = root_move.score.take();
        }
        let mut ranks = 0..self.lines();
        let searched = ranks.try_for_each(|rank| self.search_line(rank, depth, on_info));
        let finished = &self.worker.shared.finished_iteration;
        if searched.is_ok() {
            finished.publish(depth, &self.state.moves);
        } else {
            (self.worker.iteration, self.state.moves) = finished.at_least(depth)?;
        }
        Some(self.worker.iteration)
    }

    /// Searches the line of this rank.
    fn search_line(
        &mut self,
        rank: usize,
        depth: i32,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> Result<(), Stopped> {
        let result = self.aspiration_search(rank, depth, on_info);
        self.sort_from(rank);
        let best = &mut self.state.moves[rank];
        // Moves that were not searched may avoid the loss.
        if result.is_err() && best.score.is_some_and(Score::is_loss) {
            best.bound = Bound::Lower;
        }
        // A later line can be better than an earlier one.
        self.state.moves[..=rank].sort_by_key(|root_move| Reverse(root_move.score));
        result
    }

    /// Sorts the moves from `rank` on, best first. Moves without a score keep the order of the previous iteration.
    fn sort_from(&mut self, rank: usize) {
        self.state.moves[rank..]
            .sort_by_key(|root_move| Reverse((root_move.score, root_move.previous)));
    }

    /// After an iteration: is the result final, or is there no time for another iteration?
    fn is_finished(&mut self) -> bool {
        let RootMove { mv, score: Some(score), nodes, .. } = self.state.moves[0] else {
            return false;
        };
        let all_nodes: u64 = self.state.moves.iter().map(|root_move| root_move.nodes).sum();
        let node_share = nodes as f64 / all_nodes.max(1) as f64;
        let result = IterationResult { best_move: mv, score, node_share };
        let params = self.worker.params;
        let soft_limit =
            self.worker.time.as_mut().map(|time| time.soft_limit_after(result, params));
        if self.is_requested_win(score) || self.is_decided() {
            return true;
        }
        let Shared { limits, control, .. } = self.worker.shared;
        if limits.infinite || control.is_pondering() {
            return false;
        }
        soft_limit.zip(control.elapsed()).is_some_and(|(limit, elapsed)| elapsed >= limit)
    }

    /// Is it a win in at most as many moves as the limits ask for?
    fn is_requested_win(&self, score: Score) -> bool {
        let moves = score.moves_to_end().filter(|moves| *moves > 0);
        let requested = self.worker.shared.limits.mate;
        requested.zip(moves).is_some_and(|(requested, moves)| moves.unsigned_abs() <= requested)
    }

    /// Are all lines wins or losses, and is the iteration as deep as the last one of a search for them? Shallower ones can miss
    /// a shorter win, because late moves are reduced.
    fn is_decided(&self) -> bool {
        self.state.moves[..self.lines()].iter().all(|root_move| {
            let moves = root_move.score.and_then(Score::moves_to_end);
            let depth = |moves: i32| self.worker.params.mate_search_depth(moves.unsigned_abs());
            moves.is_some_and(|moves| depth(moves) <= self.worker.iteration)
        })
    }

    /// The number of lines to find.
    pub fn lines(&self) -> usize {
        self.worker.shared.lines.min(self.state.moves.len())
    }

    /// One iteration for the line of this rank, with a window around the previous score. The window grows after a
    /// failure.
    // CITE: https://www.chessprogramming.org/Aspiration_Windows
    fn aspiration_search(
        &mut self,
        rank: usize,
        depth: i32,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> Result<(), Stopped> {
        let params = self.worker.params;
        let mut margin = params.aspiration_margin[ParameterSet::of(&self.root)];
        let previous = self.state.moves[rank]
            .previous
            .filter(|score| depth >= params.aspiration_depth && !score.is_decisive());
        let mut window = match previous {
            Some(score) => Window::new(score - margin, score + margin),
            None => Window::FULL,
        };
        loop {
            let score = self.search_root(rank, window, depth)?;
            if score > window.alpha && score < window.beta {
                return Ok(());
            }
            self.sort_from(rank);
            if self.state.started.elapsed() >= BOUND_REPORT_DELAY {
                self.report(rank, on_info);
            }
            margin *= params.aspiration_growth;
            let open = margin > params.aspiration_limit || score.is_decisive();
            if score <= window.alpha {
                window.alpha = if open { Score::NEG_INFINITE } else { score - margin };
            } else {
                window.beta = if open { Score::INFINITE } else { score + margin };
            }
        }
    }

    /// Searches the root moves from `rank` on. Those before it are lines already found. Returns the best score.
    fn search_root(&mut self, rank: usize, full: Window, depth: i32) -> Result<Score, Stopped> {
        let worker = &mut self.worker;
        let side = self.root.side();
        let mut window = full;
        let mut best = Score::NEG_INFINITE;
        let set = ParameterSet::of(&self.root);
        worker.count_node(0)?;
        for index in rank..self.state.moves.len() {
            let root_move = &mut self.state.moves[index];
            let move_number = index - rank;
            let quiet = root_move.quiet;
            let history = quiet.map_or(0, |quiet| worker.data.history.value(side, quiet, None));
            let late = OrderedMove { depth, set, move_number, quiet, history, pv: true };
            let reduction = worker.shared.reductions.plies(late, worker.params);
            let nodes = worker.nodes;
            let move_depth = MoveDepth { move_number, depth: depth - 1, reduction };
            let score = worker.after_move(&self.root, root_move.mv, 0, |worker, after| {
                worker.search_move::<PvNode>(after, window, move_depth, 0)
            });
            root_move.nodes += worker.nodes - nodes;
            let score = score?;
            if move_number > 0 && score <= window.alpha {
                root_move.score = None;
                continue;
            }
            best = best.max(score);
            root_move.score = Some(score);
            root_move.bound = full.bound_of(score);
            root_move.line.clear();
            root_move.line.push(root_move.mv);
            root_move.line.extend_from_slice(&worker.data.stack[1].line);
            window.raise(score);
            if window.is_empty() {
                break;
            }
        }
        Ok(best)
    }

    /// Reports the line of this rank. Helper threads do not report.
    fn report(&mut self, rank: usize, on_info: &mut dyn FnMut(&SearchInfo)) {
        if self.worker.index > 0 {
            return;
        }
        self.worker.publish_nodes();
        let line = self.line(rank);
        let info = SearchInfo {
            depth: self.worker.iteration as u32,
            selective_depth: self.worker.selective_depth.max(line.moves.len()) as u32,
            rank: rank + 1,
            line,
            nodes: self.worker.shared.total_nodes(),
            time: self.state.started.elapsed(),
            permille_used: self.worker.shared.table.permille_used(),
        };
        on_info(&info);
        if rank == 0 {
            self.state.reported = Some(info);
        }
    }

    /// The line of this rank, with the score of the last iteration that has one, or the static score of the root.
    pub fn line(&self, rank: usize) -> ScoredLine {
        let RootMove { score, previous, bound, line, .. } = &self.state.moves[rank];
        ScoredLine {
            score: score.or(*previous).unwrap_or(self.static_score),
            bound: *bound,
            moves: line.clone(),
        }
    }

    /// The best line with the last finished iteration.
    pub fn best_line(&self) -> DepthLine {
        DepthLine { depth: self.state.finished_depth, line: self.line(0) }
    }
}

fn last_iteration(limits: &Limits, params: &SearchParams) -> i32 {
    let by_depth = limits.depth.map_or(params.max_depth, |depth| {
        i32::try_from(depth).unwrap_or(params.max_depth).clamp(1, params.max_depth)
    });
    limits.mate.map_or(by_depth, |moves| by_depth.min(params.mate_search_depth(moves)))
}

#[cfg(test)]
mod tests {
    use super::super::control::SearchControl;
    use super::super::late_move_reductions::Reductions;
    use super::super::root_moves::FinishedIteration;
    use super::super::table::Table;
    use super::super::worker::NodeCounter;
    use super::*;
    use crate::eval::Networks;
    use emergo::{Blocked, Variant};
    use std::sync::atomic::AtomicBool;

    #[test]
    fn a_thread_goes_on_after_an_iteration_that_another_thread_has_finished() {
        let (variant, blocked) = (Variant::Emergo, Blocked::Draw);
        let game = Game::new(variant, blocked);
        let shared = Shared {
            table: &Table::new(1, None).unwrap(),
            control: &SearchControl::default(),
            limits: &Limits { depth: Some(40), nodes: Some(100_000), ..Limits::default() },
            params: &SearchParams::default(),
            reductions: &Reductions::new(),
            blocked,
            errors: None,
            lines: 1,
            finished: AtomicBool::new(false),
            nodes: vec![NodeCounter::default()],
            finished_iteration: FinishedIteration::default(),
        };
        let moves = game.position().legal_moves();
        let state = RootState::new(game.position(), &moves, Instant::now(), None);
        let mut of_other_thread = state.moves.clone();
        of_other_thread.rotate_left(3);
        of_other_thread[0].score = Some(Score::centimen(77));
        shared.finished_iteration.publish(40, &of_other_thread);
        let mut data = ThreadData::new(Networks::embedded().of(variant));
        let mut search = RootSearch::new(&shared, &mut data, 0, &game, state);
        let mut infos = Vec::new();
        search.iterative_deepening(&mut |info| infos.push((info.depth, info.nodes)));
        let (best, last) = (search.best_line(), infos.last().unwrap());
        assert_eq!(best.line.moves, [of_other_thread[0].mv]);
        assert_eq!((best.depth, best.line.score), (40, Score::centimen(77)));
        assert!(last.0 == 40 && last.1 < 1_000, "{infos:?}");
    }
}
