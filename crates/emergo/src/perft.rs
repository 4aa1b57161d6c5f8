//! Perft counts the move sequences of a given length. It tests the move generator and measures its speed.
//!
//! The last two plies are counted together. The boards after all entries or steps of a position lie in two arrays of
//! words, and a loop without branches counts the replies, so that the compiler can use vector instructions. Positions
//! in which a capture is possible are counted one by one.

use crate::bitboard::Bitboard;
use crate::column::Column;
use crate::entry_rules::entry_cells;
use crate::geometry::{Geometry, with_geometry};
use crate::majority_rule::count_captures;
use crate::movegen::{count_moves, list_moves};
use crate::moves::{Move, MoveList};
use crate::notation::{Coordinates, write_move};
use crate::position::Position;
use crate::side::Side;
use crate::square::Square;
use crate::variant::Variant;
use crate::view::View;
use std::sync::atomic::{AtomicBool, Ordering};

/// The largest depth.
pub const MAX_DEPTH: u32 = 64;

/// The number of move sequences of `depth` plies, at most [`MAX_DEPTH`]. A finished game has no successors. Repetition
/// is ignored.
///
/// ```
/// use emergo::perft::perft;
/// use emergo::{Position, Variant};
///
/// let start = Position::start(Variant::Emergo);
/// assert_eq!(perft(&start, 1), 40);
/// assert_eq!(perft(&start, 2), 1_504);
/// ```
pub fn perft(pos: &Position, depth: u32) -> u64 {
    perft_until(pos, depth, &AtomicBool::new(false)).expect("the stop flag is never set")
}

/// [`perft`] for each legal move, in the order of [`Position::legal_moves`]. `depth` includes the move. If it is 0 or 1,
/// each move counts 1.
///
/// ```
/// use emergo::perft::{divide, perft};
/// use emergo::{Position, Variant};
///
/// let start = Position::start(Variant::Emergo7);
/// let sum: u64 = divide(&start, 3).iter().map(|(_, count)| count).sum();
/// assert_eq!(sum, perft(&start, 3));
/// ```
pub fn divide(pos: &Position, depth: u32) -> Vec<(Move, u64)> {
    let count_after = |mv: Move| perft(&pos.after(mv), depth.saturating_sub(1));
    pos.legal_moves().into_iter().map(|mv| (mv, count_after(mv))).collect()
}

/// The text of [`divide`]: a line `MOVE: COUNT` for each move in alphabetical order, then `Nodes searched: SUM`.
pub fn write_divide(
    variant: Variant,
    coordinates: Coordinates,
    counts: &[(Move, u64)],
) -> Vec<String> {
    let line =
        |(mv, count): &(Move, u64)| format!("{}: {count}", write_move(variant, coordinates, *mv));
    let mut lines: Vec<String> = counts.iter().map(line).collect();
    lines.sort();
    let sum: u64 = counts.iter().map(|(_, count)| count).sum();
    lines.push(format!("Nodes searched: {sum}"));
    lines
}

/// [`perft`] that can be stopped from another thread. Returns `None` if `stop` became true during the count.
pub fn perft_until(pos: &Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    let mut lists = vec![MoveList::new(); depth as usize];
    let mut successors = Successors::default();
    with_geometry!(pos.variant(), count(pos, &mut lists, &mut successors, stop))
}

/// Counts to a depth of as many plies as there are lists.
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
        0 => return Some(count_moves::<G>(pos)),
        1 => return Some(count_two_plies::<G>(pos, moves, successors)),
        _ if stop.load(Ordering::Relaxed) => return None,
        _ => {}
    }
    moves.clear();
    list_moves::<G>(pos, moves);
    moves.iter().map(|mv| count::<G>(&pos.after(*mv), rest, successors, stop)).sum()
}

fn count_two_plies<G: Geometry>(
    pos: &Position,
    moves: &mut MoveList,
    successors: &mut Successors,
) -> u64 {
    let view = View::<G>::of(pos);
    let (us, them) = (pos.side(), pos.side().other());
    let reply_is_first_entry = them == Side::White && pos.hand(them) == G::VARIANT.men();
    if view.can_capture() || reply_is_first_entry {
        moves.clear();
        list_moves::<G>(pos, moves);
        return moves.iter().map(|mv| count_moves::<G>(&pos.after(*mv))).sum();
    }
    let entering = pos.hand(us) > 0;
    successors.clear();
    if entering {
        for to in entry_cells(pos, view) {
            successors.push(Bitboard::EMPTY, to.bitboard());
        }
    } else {
        view.for_each_step(|from, to| successors.push(from.bitboard(), to.bitboard()));
    }
    // By the feeding rule, the opponent can capture after an entry only if it could capture before.
    let captures = !entering || view.threatened().any();
    let mut leaves = match (captures, pos.hand(them) > 0) {
        (false, false) => successors.count_quiet::<G, false, false>(view),
        (false, true) => successors.count_quiet::<G, false, true>(view),
        (true, false) => successors.count_quiet::<G, true, false>(view),
        (true, true) => successors.count_quiet::<G, true, true>(view),
    };
    if captures {
        let mut columns = *pos.columns();
        let entered = Column::new(pos.entering_men(), 0);
        for (from, to) in successors.with_captures() {
            let moved = from.first().map_or(entered, |from| pos.column(from));
            columns[Square::from_bit(to.0).index()] = moved;
            leaves += count_captures(view.after_quiet_move(from, to), &mut columns);
        }
    }
    leaves
}

/// Moves that one iteration of the vector loop handles.
const LANES: usize = 8;
/// The largest number of steps, twelve pieces in six directions. It is a multiple of the lanes.
const MAX_QUIET_MOVES: usize = 72;

/// The boards after each quiet move of a position. A board is given by the bit that leaves the moving side's set and
/// the bit that joins it. `from` is 0 for an entry.
struct Successors {
    from: [u64; MAX_QUIET_MOVES],
    to: [u64; MAX_QUIET_MOVES],
    captures: [bool; MAX_QUIET_MOVES],
    len: usize,
}

impl Default for Successors {
    fn default() -> Self {
        Successors {
            from: [0; MAX_QUIET_MOVES],
            to: [0; MAX_QUIET_MOVES],
            captures: [false; MAX_QUIET_MOVES],
            len: 0,
        }
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

    /// Counts the replies to all moves after which the opponent has no capture, and marks the other moves.
    /// `CAPTURES`: a reply can be a capture. `ENTRIES`: the opponent has men in hand.
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
                let next = view.after_quiet_move(Bitboard(from[lane]), Bitboard(to[lane]));
                let capture = CAPTURES && next.can_capture();
                let replies = if ENTRIES {
                    next.cells_allowed_by_feeding_rule().count()
                } else {
                    next.count_steps()
                };
                // The last chunk can contain lanes without a move: their target is 0.
                let counts = !capture && to[lane] != 0;
                captures[lane] = capture;
                total += u64::from(replies) & u64::from(counts).wrapping_neg();
            }
        }
        total
    }

    /// The moves that the last count marked: the opponent has a capture.
    fn with_captures(&self) -> impl Iterator<Item = (Bitboard, Bitboard)> {
        (0..self.len)
            .filter(|index| self.captures[*index])
            .map(|index| (Bitboard(self.from[index]), Bitboard(self.to[index])))
    }
}
