//! Quiescence: the tree below the given depth, until no capture is left.
//!
//! Captures are mandatory, so a side that has one cannot stand pat. A side that has none may stand pat, or feed: give a
//! piece where every forced reply is recaptured. The number of feeding moves in a line is limited, and in a node where a
//! piece is already threatened, because there nearly every move feeds.

// CITE: Quiescence search. https://www.chessprogramming.org/Quiescence_Search
// Feeding moves are this engine's own. Scan, a draughts engine, searches a full ply in answer to a threat:
// https://hjetten.home.xs4all.nl/scan/scan.html

use super::move_picker::MoveSet;
use super::node::{NodeResult, NodeType, Stopped};
use super::params::SearchParams;
use super::window::Window;
use super::worker::Worker;
use crate::score::Score;
use emergo::{MoveKind, Position};
use std::ops::ControlFlow;

/// Feeding moves that a line of quiescence may still make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FeedBudget(i32);

impl FeedBudget {
    /// The budget at the beginning of quiescence.
    #[inline]
    pub fn full(params: &SearchParams) -> FeedBudget {
        FeedBudget(params.quiescence_feeds)
    }

    fn is_spent(self) -> bool {
        self.0 <= 0
    }

    fn after_feed(self) -> FeedBudget {
        FeedBudget(self.0 - 1)
    }
}

impl Worker<'_> {
    /// The score of a position after all captures.
    pub fn quiescence<N: NodeType>(
        &mut self,
        pos: &Position,
        window: Window,
        ply: usize,
        feeds: FeedBudget,
    ) -> Result<Score, Stopped> {
        // 1. Limits, repetition, mate distance. Captures alone can repeat a position.
        let mut window = match self.enter_node(pos, window, ply)? {
            ControlFlow::Break(score) => return Ok(score),
            ControlFlow::Continue(window) => window,
        };
        let full_window = window;

        // 2. Transposition table, only for positions without captures and with all feeding moves left. The others have
        // few moves to search, so that a table entry saves little.
        let capturing = pos.required_move_kind() == MoveKind::Capture;
        let use_table = !capturing && feeds == FeedBudget::full(self.params);
        let table_position = self.table_position(pos);
        let entry = if use_table { self.shared.table.probe(table_position.key, ply) } else { None };
        if let Some(entry) = entry
            && !N::PV
            && entry.is_enough_for(window)
        {
            return Ok(entry.score);
        }

        // 3. Stand pat.
        let static_score = if capturing {
            None
        } else {
            if !pos.has_legal_move() {
                return Ok(self.score_of_end(pos, ply));
            }
            let known = entry.and_then(|entry| entry.static_score);
            Some(known.unwrap_or_else(|| self.evaluate(pos, ply)))
        };
        let store = |worker: &Self, score, best_move| {
            if use_table {
                let window = full_window;
                let result = NodeResult { score, window, depth: 0, best_move, static_score };
                worker.store(table_position, ply, result);
            }
        };
        let mut best = Score::NEG_INFINITE;
        if let Some(stand_pat) = static_score {
            best = stand_pat;
            window.raise(stand_pat);
            if window.is_empty() || feeds.is_spent() {
                store(self, stand_pat, None);
                return Ok(stand_pat);
            }
        }

        // 4. Captures, or feeding moves. A forced capture needs no order.
        let (set, feeds_below) = if capturing {
            if let Some(reply) = self.data.stack[ply].buffer.list_captures(pos) {
                let score = -self.after_move(pos, reply, ply, |worker, after| {
                    worker.quiescence::<N>(after, -window, ply + 1, feeds)
                })?;
                if N::PV && score > window.alpha {
                    self.set_line(ply, reply);
                }
                return Ok(score);
            }
            (MoveSet::Captures, feeds)
        } else {
            (MoveSet::Feeds, feeds.after_feed())
        };
        let table_move = entry.and_then(|entry| table_position.own_move(pos, entry.best_move?));
        let mut picker = self.pick_moves(pos, set, ply, table_move);
        let mut best_move = None;
        let mut feeds_left = match !capturing && pos.threatened().any() {
            true => self.params.quiescence_feeds_under_threat,
            false => i32::MAX,
        };
        while let Some((_, picked)) = picker.next() {
            if !capturing {
                if feeds_left == 0 {
                    break;
                }
                if !pos.is_recaptured(picked.mv) {
                    continue;
                }
                feeds_left -= 1;
            }
            let score = -self.after_move(pos, picked.mv, ply, |worker, after| {
                worker.quiescence::<N>(after, -window, ply + 1, feeds_below)
            })?;
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(picked.mv);
                    if N::PV {
                        self.set_line(ply, picked.mv);
                    }
                    window.raise(score);
                    if window.is_empty() {
                        break;
                    }
                }
            }
        }
        self.data.stack[ply].buffer = picker.into_buffer();

        // 5. Store the result.
        store(self, best, best_move);
        Ok(best)
    }
}
