//! Quiescence: the tree below the given depth, until nothing is being captured.
//!
//! Captures are forced, so a side that has one never stands pat. A side that has none may, or it feeds: gives
//! a piece where every forced reply is retaken. One feed a line is worth over 100 Elo at equal nodes, a second
//! nothing. One feed in 20 beats alpha, and one in 60 where alpha is over 300 away, yet to leave those out costs 40.
//! Under a threat nearly every move feeds, so only the first few are looked at. A full ply in answer to a threat,
//! the rule of Scan, the draughts engine, costs 90 here: a piece that can be jumped is as often a chance as a danger.

use super::negamax::Node;
use super::params;
use super::picker::{Picker, Wanted};
use super::report::Bound;
use super::symmetry::CanonicalPosition;
use super::table::TableEntry;
use super::window::Window;
use super::worker::{Opened, Stopped, Worker};
use crate::score::Score;
use emergo::{Move, MoveKind, MoveList, Position};

/// Feeding moves that a line of quiescence may still make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Feeds(u8);

impl Feeds {
    /// At the beginning of quiescence.
    pub const ALL: Feeds = Feeds(params::QUIESCENCE_FEEDS);
    const NONE: Feeds = Feeds(0);

    fn fewer(self) -> Feeds {
        Feeds(self.0.saturating_sub(1))
    }
}

impl Worker<'_> {
    /// The score of a position when all captures are made.
    pub fn quiesce<N: Node>(
        &mut self,
        pos: &Position,
        window: Window,
        ply: usize,
        feeds: Feeds,
    ) -> Result<Score, Stopped> {
        // 1. As in the tree above; captures alone can go round in circles, so repetition counts here too.
        let mut window = match self.open(pos, window, ply)? {
            Opened::Closed(score) => return Ok(score),
            Opened::Window(window) => window,
        };

        // 2. What the table knows. It keeps only quiet positions with all feeds: asking it costs more than making
        // the few captures of the others.
        let phase = pos.required_move_kind();
        let capturing = phase == MoveKind::Capture;
        let full = !capturing && feeds == Feeds::ALL;
        let home = CanonicalPosition::of(pos);
        let hit = if full { self.shared.table.probe(home.key, ply) } else { None };
        if let Some(hit) = hit
            && !N::PV
            && hit.cuts(window)
        {
            return Ok(hit.score);
        }

        // 3. Stand pat, or see what else there is to look at.
        let searched = window;
        let mut best = Score::LOWEST;
        let mut static_score = None;
        if !capturing {
            if !pos.has_legal_move() {
                return Ok(self.score_of_end(pos, ply));
            }
            let standing = match hit.and_then(|hit| hit.static_score) {
                None => self.evaluate(pos, ply),
                Some(known) => known,
            };
            static_score = Some(standing);
            best = standing;
            window.raise(standing);
            if window.is_closed() || feeds == Feeds::NONE {
                self.remember(home, (ply, full), (standing, searched), None, static_score);
                return Ok(standing);
            }
        }
        let (left, wanted) = match capturing {
            true => (feeds, Wanted::Captures),
            false => (feeds.fewer(), Wanted::Feeds),
        };

        // 4. The moves.
        let tag = hit.and_then(|hit| home.tag_here(pos, hit.tag?));
        let frame = &mut self.memory.frames[ply];
        let before = frame.footprint;
        let buffer = std::mem::take(&mut frame.buffer);
        let history = &self.memory.history;
        let mut picker = Picker::new(pos, wanted, buffer, history, (ply, before), tag);
        let mut best_move = None;
        let mut feeds_left = match !capturing && pos.threatened().any() {
            true => params::FEEDS_UNDER_THREAT,
            false => usize::MAX,
        };
        while let Some((_, picked)) = picker.next() {
            if !capturing {
                if feeds_left == 0 {
                    break;
                }
                if !is_retaken(pos, picked.mv, &mut self.memory.replies) {
                    continue;
                }
                feeds_left -= 1;
            }
            let after = self.advance(pos, picked.mv, ply);
            let score = self.quiesce::<N>(&after, -window, ply + 1, left);
            self.retreat();
            let score = -score?;
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(picked.mv);
                    if N::PV {
                        self.extend_line(ply, picked.mv);
                    }
                    window.raise(score);
                    if window.is_closed() {
                        break;
                    }
                }
            }
        }
        self.memory.frames[ply].buffer = picker.into_buffer();
        self.remember(home, (ply, full), (best, searched), best_move, static_score);
        Ok(best)
    }

    fn remember(
        &mut self,
        home: CanonicalPosition,
        (ply, full): (usize, bool),
        (best, searched): (Score, Window),
        best_move: Option<Move>,
        static_score: Option<Score>,
    ) {
        if !full {
            return;
        }
        let bound = Bound::of(best, searched);
        let tag = best_move.and_then(|mv| home.tag_of(mv));
        let hit = TableEntry { score: best, bound, depth: 0, tag, static_score };
        self.shared.table.store(home.key, ply, hit);
    }
}

/// Can the side that feeds with this move capture after every reply?
fn is_retaken(pos: &Position, feed: Move, replies: &mut MoveList) -> bool {
    let after = pos.after(feed);
    after.legal_moves_into(replies);
    replies.iter().all(|reply| after.after(*reply).can_capture())
}
