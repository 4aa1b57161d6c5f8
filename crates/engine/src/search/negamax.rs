//! The tree above quiescence: principal variation search. The node runs in numbered steps; their numbers
//! live in [`params`].

use super::params;
use super::picker::{PickedMove, Picker, Wanted};
use super::quiescence::Feeds;
use super::report::Bound;
use super::symmetry::CanonicalPosition;
use super::table::TableEntry;
use super::window::Window;
use super::worker::{Opened, Stopped, Worker};
use crate::score::Score;
use emergo::{MoveKind, Position};

/// Whether a node is on a principal variation, where every score must be exact.
pub(super) trait Node {
    const PV: bool;
}

pub(super) struct Principal;
pub(super) struct Other;

impl Node for Principal {
    const PV: bool = true;
}

impl Node for Other {
    const PV: bool = false;
}

/// Which quiet moves of a node are left out. Feeding moves never are: they are what the static score knows least of.
struct Pruning {
    /// So many moves are looked at.
    count: usize,
    /// The most a quiet move can reach, where that is below alpha; the lowest score where it may matter.
    ceiling: Score,
}

impl Pruning {
    const NONE: Pruning = Pruning { count: usize::MAX, ceiling: Score::LOWEST };

    #[inline]
    fn of<N: Node>(depth: i32, alpha: Score, static_score: Option<Score>) -> Pruning {
        if N::PV || depth > params::LATE_MOVE_PRUNING_DEPTH {
            return Pruning::NONE;
        }
        let reach = static_score
            .filter(|_| !alpha.is_decisive())
            .map(|score| score + params::futility_margin(depth));
        Pruning {
            count: params::moves_before_pruning(depth),
            ceiling: reach.filter(|reach| *reach <= alpha).unwrap_or(Score::LOWEST),
        }
    }

    #[inline]
    fn leaves_out(&self, tried: usize, picked: &PickedMove) -> bool {
        let plain = picked.quiet.is_some_and(|quiet| !quiet.feeds);
        plain && (tried >= self.count || self.ceiling > Score::LOWEST)
    }
}

impl Worker<'_> {
    /// The root moves from `rank` on, those before it being lines already found. Returns the best score.
    pub fn search_root(&mut self, rank: usize, full: Window, depth: i32) -> Result<Score, Stopped> {
        let root = self.root;
        let mut window = full;
        let mut best = Score::LOWEST;
        self.enter(0)?;
        for index in rank..self.root_moves.len() {
            let mv = self.root_moves[index].mv;
            let tried = index - rank;
            let reduction = match root.required_move_kind() {
                MoveKind::Capture => 0,
                _ if tried > params::LATE_MOVES => {
                    params::late_move_reduction(depth, tried) / params::PLY - 1
                }
                _ => 0,
            };
            let nodes = self.nodes;
            let after = self.advance(&root, mv, 0);
            let score =
                self.search_move::<Principal>(&after, window, (depth - 1, reduction), tried, 0);
            self.retreat();
            let score = score?;
            let root_move = &mut self.root_moves[index];
            root_move.nodes += self.nodes - nodes;
            if tried > 0 && score <= window.alpha {
                root_move.score = Score::LOWEST;
                continue;
            }
            best = best.max(score);
            root_move.score = score;
            root_move.bound = Bound::of(score, full);
            root_move.line.clear();
            root_move.line.push(mv);
            root_move.line.extend_from_slice(&self.memory.frames[1].line);
            window.raise(score);
            if window.is_closed() {
                break;
            }
        }
        Ok(best)
    }

    /// The score of the position after the move number `tried` of a node: the first in the whole window,
    /// later ones reduced and without room, and again where that says they may be better.
    #[inline]
    fn search_move<N: Node>(
        &mut self,
        after: &Position,
        window: Window,
        (depth, reduction): (i32, i32),
        tried: usize,
        ply: usize,
    ) -> Result<Score, Stopped> {
        if tried == 0 {
            return Ok(-self.search::<N>(after, -window, depth, ply + 1)?);
        }
        let null = Window::null_above(window.alpha);
        let reduced = (depth - reduction).clamp(1.min(depth), depth.max(0));
        let mut score = -self.search::<Other>(after, -null, reduced, ply + 1)?;
        if score > window.alpha && reduced < depth {
            score = -self.search::<Other>(after, -null, depth, ply + 1)?;
        }
        if N::PV && score > window.alpha && score < window.beta {
            score = -self.search::<Principal>(after, -window, depth, ply + 1)?;
        }
        Ok(score)
    }

    /// The score of a position, from the view of its side to move.
    pub fn search<N: Node>(
        &mut self,
        pos: &Position,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        // 1. Out of depth: only captures and feeding.
        if depth <= 0 {
            return self.quiesce::<N>(pos, window, ply, Feeds::ALL);
        }

        // 2. Stopped, drawn, or decided elsewhere.
        let mut window = match self.open(pos, window, ply)? {
            Opened::Closed(score) => return Ok(score),
            Opened::Window(window) => window,
        };

        // 3. A forced reply costs no depth, and playing it costs less than asking the table.
        let phase = pos.required_move_kind();
        let may_extend = ply < params::EXTENSION_LIMIT * self.iteration as usize;
        if phase == MoveKind::Capture
            && let Some(reply) = self.memory.frames[ply].buffer.only_capture(pos)
        {
            let after = self.advance(pos, reply, ply);
            let depth = depth - i32::from(!may_extend);
            let score = self.search::<N>(&after, -window, depth, ply + 1);
            self.retreat();
            let score = -score?;
            if N::PV && score > window.alpha {
                self.extend_line(ply, reply);
            }
            return Ok(score);
        }

        // 4. What the table knows.
        let home = CanonicalPosition::of(pos);
        let hit = self.shared.table.probe(home.key, ply);
        if let Some(hit) = hit
            && !N::PV
            && hit.depth >= depth
            && hit.cuts(window)
        {
            return Ok(hit.score);
        }

        // 5. The static score, where steps 6 and 9 have a use for it.
        let shallow = !N::PV
            && phase != MoveKind::Capture
            && depth <= params::STATIC_DEPTH
            && pos.has_legal_move();
        let static_score = match hit.and_then(|hit| hit.static_score) {
            None if shallow => Some(self.evaluate(pos, ply)),
            known => known,
        };

        // 6. Near the leaves, far from the window: too good for the opponent to come here, more so where something is
        // threatened, or so bad that only captures and feeding can help.
        if let Some(static_score) = static_score
            && shallow
        {
            let sure = static_score - params::reverse_futility_margin(depth);
            if !window.beta.is_decisive()
                && sure >= window.beta
                && (sure - params::THREATENED_MARGIN >= window.beta || pos.threatened().is_empty())
            {
                return Ok(static_score);
            }
            if depth <= params::RAZORING_DEPTH
                && !window.alpha.is_decisive()
                && static_score + params::razoring_margin(depth) < window.alpha
            {
                let score = self.quiesce::<Other>(pos, window, ply, Feeds::ALL)?;
                if score <= window.alpha {
                    return Ok(score);
                }
            }
        }

        // 7. All legal moves; none ends the game.
        let tag = hit.and_then(|hit| home.tag_here(pos, hit.tag?));
        let frame = &mut self.memory.frames[ply];
        let before = frame.footprint;
        let buffer = std::mem::take(&mut frame.buffer);
        let history = &self.memory.history;
        let mut picker = Picker::new(pos, Wanted::all(phase), buffer, history, (ply, before), tag);
        if picker.len() == 0 {
            self.memory.frames[ply].buffer = picker.into_buffer();
            return Ok(self.score_of_end(pos, ply));
        }

        // 8. Captures that come to one cost no depth; without a table move there is one ply less to spend.
        let single = picker.len() == 1;
        let extension = i32::from(single && may_extend);
        let unguided = tag.is_none() && !single && depth >= params::INTERNAL_REDUCTION_DEPTH;
        let depth = depth + extension - i32::from(unguided);

        // 9. The moves, but for quiet ones near the leaves of which nothing is to be expected.
        let searched = window;
        let pruning = match phase {
            MoveKind::Capture => Pruning::NONE,
            _ => Pruning::of::<N>(depth, window.alpha, static_score.filter(|_| shallow)),
        };
        let mut best = Score::LOWEST;
        let mut best_move = None;
        while let Some((tried, picked)) = picker.next() {
            // The first move, and whatever may avert a loss, is always searched.
            if !best.is_loss() && pruning.leaves_out(tried, &picked) {
                best = best.max(pruning.ceiling);
                continue;
            }
            let reduction = self.reduction::<N>(depth, tried, &picked);
            let after = self.advance(pos, picked.mv, ply);
            let score = self.search_move::<N>(&after, window, (depth - 1, reduction), tried, ply);
            self.retreat();
            let score = score?;
            if score <= best {
                continue;
            }
            best = score;
            if score > window.alpha {
                best_move = Some(picked.mv);
                if N::PV {
                    self.extend_line(ply, picked.mv);
                }
                window.raise(score);
                if window.is_closed() {
                    self.learn(pos, (ply, depth), &picker, picked);
                    break;
                }
            }
        }
        self.memory.frames[ply].buffer = picker.into_buffer();

        // 10. Remember.
        let bound = Bound::of(best, searched);
        let tag = best_move.and_then(|mv| home.tag_of(mv));
        let hit = TableEntry { score: best, bound, depth: depth - extension, tag, static_score };
        self.shared.table.store(home.key, ply, hit);
        Ok(best)
    }

    /// Plies by which a move is searched less deeply than the first.
    #[inline]
    fn reduction<N: Node>(&self, depth: i32, tried: usize, picked: &PickedMove) -> i32 {
        let Some(quiet) = picked.quiet else {
            return 0;
        };
        if depth < params::LATE_MOVE_DEPTH || tried < params::LATE_MOVES {
            return 0;
        }
        let by_node = (i32::from(!N::PV) - i32::from(quiet.feeds)) * params::PLY;
        let by_history = picked.history * params::PLY / params::HISTORY_PER_PLY;
        let sum = params::late_move_reduction(depth, tried) + by_node - by_history;
        (sum / params::PLY).max(0)
    }

    /// A move cut: if it is a quiet one, the histories learn of it and of those that did not.
    fn learn(
        &mut self,
        pos: &Position,
        (ply, depth): (usize, i32),
        picker: &Picker,
        cut: PickedMove,
    ) {
        let Some(quiet) = cut.quiet else {
            return;
        };
        let memory = &mut *self.memory;
        let frame = &mut memory.frames[ply];
        picker.quiets_before_last(&mut frame.quiets);
        let bonus = params::history_bonus(depth);
        memory.history.reward(pos, ply, frame.footprint, (quiet, &frame.quiets), bonus);
    }

    /// The score of a position in which the side to move has no legal move.
    pub fn score_of_end(&self, pos: &Position, ply: usize) -> Score {
        match pos.ending(self.shared.blocked).and_then(|ending| ending.winner) {
            Some(_) => Score::loss_in(ply),
            None => Score::DRAW,
        }
    }
}
