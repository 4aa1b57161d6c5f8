//! Principal variation search of the nodes with remaining depth. Nodes without remaining depth are searched in
//! quiescence.rs. The code of a node is divided into numbered steps. [`SearchParams`] holds their constants.

// CITE: Negamax. https://www.chessprogramming.org/Negamax

use super::history::QuietCutoff;
use super::late_move_reductions::OrderedMove;
use super::move_picker::{MovePicker, MoveSet, PickedMove};
use super::node::{NodeResult, NodeType, NonPvNode, PvNode, Stopped};
use super::params::{ParameterSet, SearchParams};
use super::quiescence::FeedBudget;
use super::window::Window;
use super::worker::Worker;
use crate::score::Score;
use emergo::{MoveKind, Position};
use std::ops::ControlFlow;

/// Which quiet moves of a node are pruned. Feeding moves are never pruned, because the static score is least reliable
/// for them.
struct QuietPruning {
    /// The number of moves that are searched in any case.
    late_move_count: usize,
    /// An upper estimate of the scores of quiet moves. `None` if it exceeds alpha: futility pruning does not apply.
    futility_value: Option<Score>,
}

impl QuietPruning {
    const NONE: QuietPruning = QuietPruning { late_move_count: usize::MAX, futility_value: None };

    // CITE: Futility pruning, late move pruning. https://www.chessprogramming.org/Futility_Pruning
    // https://www.chessprogramming.org/Futility_Pruning#Move_Count_Based_Pruning
    #[inline]
    fn of(
        depth: i32,
        alpha: Score,
        static_score: Option<Score>,
        set: ParameterSet,
        params: &SearchParams,
    ) -> QuietPruning {
        let late_move_count = match depth <= params.late_move_pruning_depth {
            true => params.late_move_count(set, depth),
            false => usize::MAX,
        };
        let futility_value = static_score
            .filter(|_| !alpha.is_decisive())
            .map(|score| score + params.futility_margin(set, depth))
            .filter(|value| *value <= alpha);
        QuietPruning { late_move_count, futility_value }
    }

    #[inline]
    fn prunes(&self, move_number: usize, picked: &PickedMove) -> bool {
        picked.quiet.is_some_and(|quiet| !quiet.feeds)
            && (move_number >= self.late_move_count || self.futility_value.is_some())
    }
}

/// How deep a move of a node is searched.
pub(super) struct MoveDepth {
    /// The number of moves searched before it.
    pub move_number: usize,
    /// Remaining depth after the move.
    pub depth: i32,
    /// Plies by which the first search of a later move is less deep.
    pub reduction: i32,
}

impl Worker<'_> {
    /// The score of a position from the view of its side to move.
    pub fn search<N: NodeType>(
        &mut self,
        pos: &Position,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        // 1. Quiescence at the end of the depth.
        if depth <= 0 {
            return self.quiescence::<N>(pos, window, ply, FeedBudget::full(self.params));
        }

        // 2. Limits, repetition, mate distance.
        let mut window = match self.enter_node(pos, window, ply)? {
            ControlFlow::Break(score) => return Ok(score),
            ControlFlow::Continue(window) => window,
        };
        let full_window = window;

        // 3. Single-reply extension: the only legal move costs no depth. If it is a capture, the table is not probed,
        // because there is no choice of moves.
        // CITE: https://www.chessprogramming.org/One_Reply_Extensions
        let extension_limit = self.params.extension_limit as usize * self.iteration as usize;
        let single_reply_extension = i32::from(ply < extension_limit);
        let required = pos.required_move_kind();
        let moves = match required {
            MoveKind::Capture => {
                if let Some(reply) = self.data.stack[ply].buffer.list_captures(pos) {
                    let depth = depth - 1 + single_reply_extension;
                    let score = -self.after_move(pos, reply, ply, |worker, after| {
                        worker.search::<N>(after, -window, depth, ply + 1)
                    })?;
                    if N::PV && score > window.alpha {
                        self.set_line(ply, reply);
                    }
                    return Ok(score);
                }
                MoveSet::Captures
            }
            MoveKind::Entry | MoveKind::Step => MoveSet::Quiets,
        };

        // 4. Transposition table.
        // CITE: https://www.chessprogramming.org/Transposition_Table
        let table_position = self.table_position(pos);
        let entry = self.shared.table.probe(table_position.key, ply);
        if let Some(entry) = entry
            && !N::PV
            && entry.depth >= depth
            && entry.is_enough_for(window)
        {
            return Ok(entry.score);
        }

        // 5. The set of parameters for steps 6, 7 and 10. The static score, if one of them needs it.
        let set = ParameterSet::of(pos);
        let shallow = !N::PV
            && required != MoveKind::Capture
            && depth <= self.params.static_pruning_depth
            && pos.has_legal_move();
        let known = entry.and_then(|entry| entry.static_score);
        let static_score = known.or_else(|| shallow.then(|| self.evaluate(pos, ply)));
        if let Some(static_score) = static_score
            && shallow
        {
            // 6. Reverse futility pruning: the static score exceeds beta by far, and by more if a piece is threatened.
            // CITE: https://www.chessprogramming.org/Reverse_Futility_Pruning
            let safe = static_score - self.params.reverse_futility_margin(set, depth);
            if !window.beta.is_decisive()
                && safe >= window.beta
                && (safe - self.params.reverse_futility_threat[set] >= window.beta
                    || pos.threatened().is_empty())
            {
                return Ok(static_score);
            }

            // 7. Razoring: the static score is so far below alpha that only captures and feeding can help.
            // CITE: https://www.chessprogramming.org/Razoring
            if depth <= self.params.razoring_depth
                && !window.alpha.is_decisive()
                && static_score + self.params.razoring_margin(set, depth) < window.alpha
            {
                let feeds = FeedBudget::full(self.params);
                let score = self.quiescence::<NonPvNode>(pos, window, ply, feeds)?;
                if score <= window.alpha {
                    return Ok(score);
                }
            }
        }

        // 8. All legal moves in their order. Without one the game has ended.
        let table_move = entry.and_then(|entry| table_position.own_move(pos, entry.best_move?));
        let mut picker = self.pick_moves(pos, moves, ply, table_move);
        if picker.len() == 0 {
            self.data.stack[ply].buffer = picker.into_buffer();
            return Ok(self.score_of_end(pos, ply));
        }

        // 9. Extend a single reply as in step 3; captures that lead to the same position are one reply. Reduce a node
        // without a table move.
        // CITE: internal iterative reduction. https://www.chessprogramming.org/Internal_Iterative_Reductions
        let single = picker.len() == 1;
        let extension = if single { single_reply_extension } else { 0 };
        let reduce_node =
            table_move.is_none() && !single && depth >= self.params.internal_reduction_depth;
        let depth = depth + extension - i32::from(reduce_node);

        // 10. Search the moves, except for pruned quiet ones.
        let pruning = match required {
            MoveKind::Entry | MoveKind::Step if !N::PV => {
                let static_score = static_score.filter(|_| shallow);
                QuietPruning::of(depth, window.alpha, static_score, set, self.params)
            }
            _ => QuietPruning::NONE,
        };
        let mut best = Score::NEG_INFINITE;
        let mut best_move = None;
        while let Some((move_number, picked)) = picker.next() {
            // The first move is always searched, and all moves while the node is lost.
            if !best.is_loss() && pruning.prunes(move_number, &picked) {
                best = pruning.futility_value.map_or(best, |value| best.max(value));
                // All later moves are pruned too, except for feeding ones.
                if !picker.has_feeds() {
                    break;
                }
                continue;
            }
            let PickedMove { quiet, history, .. } = picked;
            let late = OrderedMove { depth, set, move_number, quiet, history, pv: N::PV };
            let reduction = self.shared.reductions.plies(late, self.params);
            let move_depth = MoveDepth { move_number, depth: depth - 1, reduction };
            let score = self.after_move(pos, picked.mv, ply, |worker, after| {
                worker.search_move::<N>(after, window, move_depth, ply)
            })?;
            if score <= best {
                continue;
            }
            best = score;
            if score > window.alpha {
                best_move = Some(picked.mv);
                if N::PV {
                    self.set_line(ply, picked.mv);
                }
                window.raise(score);
                if window.is_empty() {
                    self.update_histories(pos, depth, ply, &picker, picked);
                    break;
                }
            }
        }
        self.data.stack[ply].buffer = picker.into_buffer();

        // 11. Store the result.
        let (score, window, depth) = (best, full_window, depth - extension);
        self.store(
            table_position,
            ply,
            NodeResult { score, window, depth, best_move, static_score },
        );
        Ok(best)
    }

    /// The score of a move, from the position after it. The first move of a node is searched with the whole window. A
    /// later one is searched with a null window and reduced, and again if it turns out better than expected.
    // CITE: https://www.chessprogramming.org/Principal_Variation_Search
    #[inline]
    pub fn search_move<N: NodeType>(
        &mut self,
        after: &Position,
        window: Window,
        MoveDepth { move_number, depth, reduction }: MoveDepth,
        ply: usize,
    ) -> Result<Score, Stopped> {
        if move_number == 0 {
            return Ok(-self.search::<N>(after, -window, depth, ply + 1)?);
        }
        let null = Window::null_above(window.alpha);
        let reduced = (depth - reduction).max(1).min(depth);
        let mut score = -self.search::<NonPvNode>(after, -null, reduced, ply + 1)?;
        if score > window.alpha && reduced < depth {
            score = -self.search::<NonPvNode>(after, -null, depth, ply + 1)?;
        }
        if N::PV && score > window.alpha && score < window.beta {
            score = -self.search::<PvNode>(after, -window, depth, ply + 1)?;
        }
        Ok(score)
    }

    /// After a beta cutoff by a quiet move: a bonus for it, and a malus for the quiet moves before it, pruned or not.
    fn update_histories(
        &mut self,
        pos: &Position,
        depth: i32,
        ply: usize,
        picker: &MovePicker,
        picked: PickedMove,
    ) {
        let Some(best) = picked.quiet else {
            return;
        };
        let previous = self.data.stack[ply].previous;
        let cutoff = QuietCutoff { side: pos.side(), depth, previous, best };
        self.data.killers.add(ply, best.mv);
        self.data.history.update(&cutoff, picker.quiets_before_last(), self.params);
    }
}
