//! History of quiet moves: killers by ply, history by side, cells and whether the move feeds, and continuation
//! history by the previous move. Values move towards their bounds by gravity, so they never overflow. Each thread has
//! its own histories.

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

impl QuietMove {
    /// A move in the position before it, `None` for a capture.
    pub fn of(pos: &Position, mv: Move) -> Option<QuietMove> {
        let quiet = || QuietMove { mv, feeds: pos.is_feeding(mv), piece_to: PieceTo::of(pos, mv) };
        (!mv.is_capture()).then(quiet)
    }
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
pub(super) struct QuietCutoff {
    pub side: Side,
    /// Remaining depth.
    pub depth: i32,
    /// The move before this node.
    pub previous: Option<PieceTo>,
    pub best: QuietMove,
}

/// The last two moves that caused a cutoff at each ply.
pub(super) struct Killers([[Option<Move>; 2]; MAX_PLY + 1]);

impl Killers {
    pub fn new() -> Killers {
        Killers([[None; 2]; MAX_PLY + 1])
    }

    /// Prepares a new search.
    pub fn clear(&mut self) {
        self.0.fill([None; 2]);
    }

    #[inline]
    pub fn at(&self, ply: usize) -> [Option<Move>; 2] {
        self.0[ply]
    }

    pub fn add(&mut self, ply: usize, mv: Move) {
        let killers = &mut self.0[ply];
        if killers[0] != Some(mv) {
            killers[1] = killers[0].replace(mv);
        }
    }
}

/// Values by side, cells and whether the move feeds.
const QUIET: usize = 2 * 64 * 64 * 2;
/// Values by the previous move and the move.
const CONTINUATION: usize = 256 * 256;

pub(super) struct History {
    quiet: Box<[i16; QUIET]>,
    continuation: Box<[i16; CONTINUATION]>,
}

impl History {
    pub fn new() -> History {
        History { quiet: zeros(), continuation: zeros() }
    }

    pub fn clear(&mut self) {
        self.quiet.fill(0);
        self.continuation.fill(0);
    }

    /// Prepares a new search: halves all values. Each table has a loop of its own, so that the compiler uses vector
    /// instructions.
    pub fn age(&mut self) {
        self.quiet.iter_mut().for_each(|value| *value /= 2);
        self.continuation.iter_mut().for_each(|value| *value /= 2);
    }

    /// History and continuation history of a quiet move together: within twice the history limit.
    #[inline]
    pub fn value(&self, side: Side, quiet: QuietMove, previous: Option<PieceTo>) -> i32 {
        let history = self.quiet[quiet_index(side, quiet)];
        let continuation =
            previous.map_or(0, |previous| self.continuation[continuation_index(previous, quiet)]);
        i32::from(history) + i32::from(continuation)
    }

    /// Gives a bonus to the move that caused the cutoff and a malus to the quiet moves before it in the order, including pruned
    /// ones.
    pub fn update(
        &mut self,
        cutoff: &QuietCutoff,
        earlier: impl Iterator<Item = QuietMove>,
        params: &SearchParams,
    ) {
        let bonus = params.history_bonus(cutoff.depth);
        self.add(cutoff, cutoff.best, bonus, params.history_limit);
        for quiet in earlier {
            self.add(cutoff, quiet, -bonus, params.history_limit);
        }
    }

    fn add(&mut self, cutoff: &QuietCutoff, quiet: QuietMove, bonus: i32, limit: i32) {
        add_with_gravity(&mut self.quiet[quiet_index(cutoff.side, quiet)], bonus, limit);
        if let Some(previous) = cutoff.previous {
            let continuation = &mut self.continuation[continuation_index(previous, quiet)];
            add_with_gravity(continuation, bonus, limit);
        }
    }
}

fn zeros<const N: usize>() -> Box<[i16; N]> {
    // Through a vector, because arrays of this size do not belong on the stack.
    vec![0; N].into_boxed_slice().try_into().expect("N values")
}

#[inline]
fn quiet_index(side: Side, quiet: QuietMove) -> usize {
    let (from, to) = (quiet.mv.from().index(), quiet.mv.to().index());
    ((side.index() * 64 + from) * 64 + to) * 2 + usize::from(quiet.feeds)
}

#[inline]
fn continuation_index(previous: PieceTo, quiet: QuietMove) -> usize {
    usize::from(previous.0) << 8 | usize::from(quiet.piece_to.0)
}

/// Adds a bonus, the less the nearer the value is to its limit.
#[inline]
fn add_with_gravity(value: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / limit) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use emergo::Variant;

    #[test]
    fn a_new_search_halves_the_histories_and_forgets_the_killers() {
        let start = Position::start(Variant::Emergo);
        let mv = start.legal_moves()[0];
        let best = QuietMove::of(&start, mv).unwrap();
        let previous = Some(best.piece_to);
        let cutoff = QuietCutoff { side: Side::White, depth: 4, previous, best };
        let mut history = History::new();
        let values = |history: &History| {
            [None, previous].map(|previous| history.value(Side::White, best, previous))
        };
        assert_eq!(values(&history), [0, 0]);
        history.update(&cutoff, std::iter::empty(), &SearchParams::default());
        let bonus = SearchParams::default().history_bonus(4);
        assert_eq!(values(&history), [bonus, 2 * bonus]);
        history.age();
        assert_eq!(values(&history), [bonus / 2, bonus]);

        let mut killers = Killers::new();
        killers.add(3, mv);
        assert_eq!(killers.at(3), [Some(mv), None]);
        killers.clear();
        assert_eq!(killers.at(3), [None; 2]);
    }
}
