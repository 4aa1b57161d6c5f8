//! What quiet moves have been worth: killers a ply, history by side, cells and whether the move feeds, and
//! continuation history by the move before. Values move towards bounds by gravity, so they never overflow.

use crate::score::MAX_PLY;
use emergo::{Move, MoveKind, Position};

/// Bound of every value.
const LIMIT: i32 = 16_384;

/// A quiet move as the histories see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct QuietMove {
    pub mv: Move,
    /// Does it leave the opponent a capture?
    pub feeds: bool,
    /// The piece's kind and target: see [`Footprint`].
    pub footprint: Footprint,
}

/// What of a move the next one is judged by: where it ends, and with what (an entry, a cap of one, of two,
/// of more). Below 256.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Footprint(u8);

impl Footprint {
    /// The footprint of a move to be played in `pos`.
    #[inline]
    pub fn of(pos: &Position, mv: Move) -> Footprint {
        let class = match mv.kind() {
            MoveKind::Entry => 0,
            _ => pos.column(mv.from()).cap().min(3),
        };
        Footprint(class << 6 | mv.to().index() as u8)
    }
}

type Continuation = [[i16; 256]; 256];

pub(super) struct History {
    killers: [[Option<Move>; 2]; MAX_PLY + 1],
    quiet: Box<[[[[i16; 2]; 64]; 64]; 2]>,
    continuation: Box<Continuation>,
}

impl History {
    pub fn new() -> History {
        History {
            killers: [[None; 2]; MAX_PLY + 1],
            quiet: Box::new([[[[0; 2]; 64]; 64]; 2]),
            continuation: vec![[0; 256]; 256].into_boxed_slice().try_into().expect("256 rows"),
        }
    }

    /// Forgets the killers of an earlier search and fades the rest.
    pub fn fade(&mut self) {
        self.killers.fill([None; 2]);
        let quiet = self.quiet.as_flattened_mut().as_flattened_mut().as_flattened_mut();
        for value in quiet.iter_mut().chain(self.continuation.as_flattened_mut()) {
            *value /= 2;
        }
    }

    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    /// What a quiet move has been worth after the move before it: within twice [`LIMIT`].
    #[inline]
    pub fn value(&self, pos: &Position, quiet: QuietMove, before: Option<Footprint>) -> i32 {
        let (from, to) = (quiet.mv.from().index(), quiet.mv.to().index());
        let plain = self.quiet[pos.side().index()][from][to][usize::from(quiet.feeds)];
        let continued = before
            .map_or(0, |before| self.continuation[before.0 as usize][quiet.footprint.0 as usize]);
        i32::from(plain) + i32::from(continued)
    }

    /// A quiet move cut; those tried before it did not.
    pub fn reward(
        &mut self,
        pos: &Position,
        ply: usize,
        before: Option<Footprint>,
        (best, others): (QuietMove, &[QuietMove]),
        bonus: i32,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best.mv) {
            killers[1] = killers[0].replace(best.mv);
        }
        self.update(pos, best, before, bonus);
        for other in others {
            self.update(pos, *other, before, -bonus);
        }
    }

    fn update(&mut self, pos: &Position, quiet: QuietMove, before: Option<Footprint>, bonus: i32) {
        let (from, to) = (quiet.mv.from().index(), quiet.mv.to().index());
        pull(&mut self.quiet[pos.side().index()][from][to][usize::from(quiet.feeds)], bonus);
        if let Some(before) = before {
            pull(&mut self.continuation[before.0 as usize][quiet.footprint.0 as usize], bonus);
        }
    }
}

/// Moves a value by `bonus`, the less the nearer it is to its bound.
#[inline]
fn pull(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}
