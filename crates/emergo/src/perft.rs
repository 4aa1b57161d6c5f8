//! Perft: the number of move sequences of a given length, the test of a move generator.
//!
//! The last two plies are counted together, without playing moves or making lists: after an entry or a
//! step the boards of all successors lie in two arrays of words, and their moves are counted by a loop
//! without branches that the compiler turns into vector instructions. Only successors with captures are
//! walked one by one.

use super::bitboard::Bitboard;
use super::board::{Geometry, with_geometry};
use super::captures::{self, CaptureCount};
use super::column::Column;
use super::movegen::{self, View};
use super::moves::{Move, MoveList};
use super::position::Position;
use super::side::Side;
use super::square::Square;
use std::sync::atomic::{AtomicBool, Ordering};

/// The deepest perft: beyond what any machine counts, and within what the stack holds.
pub const MAX_DEPTH: u32 = 64;

/// Leaves of the tree of `depth` plies, at most [`MAX_DEPTH`], on the calling thread. A finished game has no successors.
/// Repetition is not looked at.
pub fn perft(pos: &Position, depth: u32) -> u64 {
    perft_until(pos, depth, &AtomicBool::new(false)).expect("nobody stops it")
}

/// The leaves below each legal move, in the order of the generator. `depth` counts the move itself; with 0 each move has
/// one leaf.
pub fn divide(pos: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut moves = MoveList::new();
    pos.legal_moves_into(&mut moves);
    moves.iter().map(|mv| (*mv, perft(&pos.after(*mv), depth.saturating_sub(1)))).collect()
}

/// The same, given up when `stop` becomes true. `None` if it was.
pub fn perft_until(pos: &Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    let mut lists = vec![MoveList::new(); depth as usize];
    let mut successors = Successors::default();
    with_geometry!(pos.variant(), count(pos, &mut lists, &mut successors, stop))
}

/// Leaves as many plies deep as there are lists.
fn count<G: Geometry>(
    pos: &Position,
    lists: &mut [MoveList],
    successors: &mut Successors,
    stop: &AtomicBool,
) -> Option<u64> {
    let Some((moves, rest)) = lists.split_first_mut() else {
        return Some(1);
    };
    match rest.len() {
        0 => return Some(movegen::count_moves::<G>(pos)),
        1 => return Some(count_two::<G>(pos, moves, successors)),
        _ if stop.load(Ordering::Relaxed) => return None,
        _ => {}
    }
    moves.clear();
    movegen::list_moves::<G>(pos, moves);
    moves.iter().map(|mv| count::<G>(&pos.after(*mv), rest, successors, stop)).sum()
}

/// Leaves two plies deep.
fn count_two<G: Geometry>(
    pos: &Position,
    moves: &mut MoveList,
    successors: &mut Successors,
) -> u64 {
    let view = View::<G>::of(pos);
    let (us, them) = (pos.side(), pos.side().other());
    let reply_is_first_entry = them == Side::White && pos.hand(them) == G::VARIANT.men();
    if view.can_capture() || reply_is_first_entry {
        moves.clear();
        movegen::list_moves::<G>(pos, moves);
        return moves.iter().map(|mv| movegen::count_moves::<G>(&pos.after(*mv))).sum();
    }
    let entering = pos.hand(us) > 0;
    successors.clear();
    if entering {
        for to in movegen::entry_cells(pos, view) {
            successors.push(Bitboard::EMPTY, to.bitboard());
        }
    } else {
        view.for_each_step(|from, to| successors.push(from.bitboard(), to.bitboard()));
    }
    // An entry feeds only where the opponent has a capture already.
    let captures = !entering || (view.exposed(view.them) & view.us).any();
    let mut leaves = match (captures, pos.hand(them) > 0) {
        (false, false) => successors.count_quiet::<G, false, false>(view),
        (false, true) => successors.count_quiet::<G, false, true>(view),
        (true, false) => successors.count_quiet::<G, true, false>(view),
        (true, true) => successors.count_quiet::<G, true, true>(view),
    };
    if captures {
        let mut columns = *pos.columns();
        let entered = Column::new(pos.entering_men(), 0);
        for (from, to) in successors.capturing() {
            let moved = from.first().map_or(entered, |from| pos.column(from));
            columns[Square::from_bit(to.0).index()] = moved;
            let mut routes = CaptureCount::default();
            captures::walk_scratch(view.turned(from, to), &mut columns, &mut routes);
            leaves += routes.routes();
        }
    }
    leaves
}

/// Entries and steps on a chunk of a wide vector register.
const LANES: usize = 8;
/// A side's at most twelve pieces step in six directions; a multiple of the lanes.
const MOST: usize = 72;

/// The boards after each quiet move of a position, as arrays of words: the bits of the cells that a move
/// takes from and adds to its side (no origin for an entry).
struct Successors {
    from: [u64; MOST],
    to: [u64; MOST],
    captures: [bool; MOST],
    len: usize,
}

impl Default for Successors {
    fn default() -> Self {
        Successors { from: [0; MOST], to: [0; MOST], captures: [false; MOST], len: 0 }
    }
}

impl Successors {
    fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    fn push(&mut self, from: Bitboard, to: Bitboard) {
        self.from[self.len] = from.0;
        self.to[self.len] = to.0;
        self.len += 1;
    }

    /// Counts the replies to all moves that leave the opponent nothing to capture, and marks the others.
    /// `CAPTURES` = such others can occur, `ENTRIES` = the opponent has men in hand.
    #[inline]
    fn count_quiet<G: Geometry, const CAPTURES: bool, const ENTRIES: bool>(
        &mut self,
        view: View<G>,
    ) -> u64 {
        let whole = self.len.next_multiple_of(LANES);
        self.from[self.len..whole].fill(0);
        self.to[self.len..whole].fill(0);
        let mut total = 0;
        for ((from, to), captures) in self.from[..whole]
            .as_chunks::<LANES>()
            .0
            .iter()
            .zip(self.to[..whole].as_chunks::<LANES>().0)
            .zip(self.captures[..whole].as_chunks_mut::<LANES>().0)
        {
            for lane in 0..LANES {
                let next = view.turned(Bitboard(from[lane]), Bitboard(to[lane]));
                let capture = CAPTURES && next.can_capture();
                let replies = if ENTRIES { next.entries().count() } else { next.count_steps() };
                // A lane without a move has its bit nowhere: it counts nothing.
                let counts = !capture && to[lane] != 0;
                captures[lane] = capture;
                total += u64::from(replies) & u64::from(counts).wrapping_neg();
            }
        }
        total
    }

    /// The moves marked by the last count.
    fn capturing(&self) -> impl Iterator<Item = (Bitboard, Bitboard)> {
        (0..self.len)
            .filter(|index| self.captures[*index])
            .map(|index| (Bitboard(self.from[index]), Bitboard(self.to[index])))
    }
}
