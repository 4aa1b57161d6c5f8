//! History of quiet moves: killers by ply, history by side, cells and whether the move feeds, and continuation
//! history by the previous move. Values move towards their bounds by gravity, so they never overflow.

// CITE: Killer heuristic. https://www.chessprogramming.org/Killer_Heuristic
// CITE: History heuristic with gravity, and continuation history.
// https://www.chessprogramming.org/History_Heuristic

use super::params::SearchParams;
use crate::score::MAX_PLY;
use emergo::{Move, MoveKind, Position, Side};

/// A quiet move with what the histories need to know of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct QuietMove {
    pub mv: Move,
    /// Does it leave the opponent a capture?
    pub feeds: bool,
    pub piece_to: PieceTo,
}

/// The piece-to index of a move, below 256: the class of the piece (an entry, a cap of one, of two, of more) and the
/// cell where the move ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PieceTo(u8);

impl PieceTo {
    /// The index of a move in the position before it.
    #[inline]
    pub fn of(pos: &Position, mv: Move) -> PieceTo {
        let class = match mv.kind() {
            MoveKind::Entry => 0,
            _ => pos.column(mv.from()).cap().min(3),
        };
        PieceTo(class << 6 | mv.to().index() as u8)
    }
}

/// A quiet move that caused a beta cutoff.
pub(super) struct QuietCutoff<'a> {
    pub side: Side,
    pub ply: usize,
    /// Remaining depth.
    pub depth: i32,
    /// The move before this node.
    pub previous: Option<PieceTo>,
    pub best: QuietMove,
    /// The quiet moves before it in the order, including pruned ones.
    pub earlier: &'a [QuietMove],
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
            // Through a vector, because an array of this size does not belong on the stack.
            continuation: vec![[0; 256]; 256].into_boxed_slice().try_into().expect("256 entries"),
        }
    }

    /// Prepares a new search: clears the killers and halves the other values.
    pub fn age(&mut self) {
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

    /// History and continuation history of a quiet move together: within twice the history limit.
    #[inline]
    pub fn value(&self, side: Side, quiet: QuietMove, previous: Option<PieceTo>) -> i32 {
        let (from, to) = (quiet.mv.from().index(), quiet.mv.to().index());
        let history = self.quiet[side.index()][from][to][usize::from(quiet.feeds)];
        let continuation = previous.map_or(0, |previous| {
            self.continuation[previous.0 as usize][quiet.piece_to.0 as usize]
        });
        i32::from(history) + i32::from(continuation)
    }

    /// Gives a bonus to the move that caused the cutoff and a malus to the quiet moves before it.
    pub fn update(&mut self, cutoff: &QuietCutoff, params: &SearchParams) {
        let killers = &mut self.killers[cutoff.ply];
        if killers[0] != Some(cutoff.best.mv) {
            killers[1] = killers[0].replace(cutoff.best.mv);
        }
        let bonus = params.history_bonus(cutoff.depth);
        self.add(cutoff, cutoff.best, bonus, params.history_limit);
        for &quiet in cutoff.earlier {
            self.add(cutoff, quiet, -bonus, params.history_limit);
        }
    }

    fn add(&mut self, cutoff: &QuietCutoff, quiet: QuietMove, bonus: i32, limit: i32) {
        let (from, to) = (quiet.mv.from().index(), quiet.mv.to().index());
        let history = &mut self.quiet[cutoff.side.index()][from][to][usize::from(quiet.feeds)];
        add_with_gravity(history, bonus, limit);
        if let Some(previous) = cutoff.previous {
            let continuation =
                &mut self.continuation[previous.0 as usize][quiet.piece_to.0 as usize];
            add_with_gravity(continuation, bonus, limit);
        }
    }
}

/// Adds a bonus, the less the nearer the value is to its limit.
#[inline]
fn add_with_gravity(value: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / limit) as i16;
}
