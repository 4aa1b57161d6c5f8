//! Perft counts the move sequences of a given length. It tests the move generator and measures its speed.
//!
//! The moves of the last ply are counted without a list, and the entries and steps before it are played on the bitboards
//! only.

use crate::bitboard::Bitboard;
use crate::column::Column;
use crate::entry_rules::entry_cells;
use crate::geometry::{Geometry, with_geometry};
use crate::majority_rule::count_captures;
use crate::movegen::{count_moves, list_moves, required_kind};
use crate::moves::{Move, MoveKind};
use crate::notation::{Coordinates, write_move};
use crate::position::Position;
use crate::square::Square;
use crate::variant::Variant;
use crate::view::View;
use std::sync::atomic::{AtomicBool, Ordering};

/// The largest depth.
pub const MAX_DEPTH: u32 = 64;

/// The number of move sequences of `depth` plies. A finished game has no successors. Repetition is ignored.
///
/// # Panics
///
/// `depth` is greater than [`MAX_DEPTH`].
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

/// The counts below each move as text: a line `MOVE: COUNT` for each move in alphabetical order, then `Nodes searched: SUM`.
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
///
/// # Panics
///
/// `depth` is greater than [`MAX_DEPTH`].
pub fn perft_until(pos: &Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    assert!(depth <= MAX_DEPTH, "perft of more than {MAX_DEPTH} plies");
    let mut lists = vec![Vec::new(); depth as usize];
    with_geometry!(pos.variant(), G => count::<G>(pos, &mut lists, stop))
}

/// Counts to a depth of as many plies as there are lists.
fn count<G: Geometry>(pos: &Position, lists: &mut [Vec<Move>], stop: &AtomicBool) -> Option<u64> {
    let Some((moves, rest)) = lists.split_first_mut() else {
        return Some(1);
    };
    match rest.len() {
        0 => return Some(count_moves::<G>(pos)),
        1 => return Some(count_two_plies::<G>(pos, moves)),
        _ if stop.load(Ordering::Relaxed) => return None,
        _ => {}
    }
    moves.clear();
    list_moves::<G>(pos, moves);
    moves.iter().map(|mv| count::<G>(&pos.after(*mv), rest, stop)).sum()
}

fn count_two_plies<G: Geometry>(pos: &Position, moves: &mut Vec<Move>) -> u64 {
    let view = View::<G>::of(pos);
    let (kind, them) = (required_kind(pos, view), pos.side().other());
    if kind == MoveKind::Capture || pos.is_first_entry_of(them) {
        moves.clear();
        list_moves::<G>(pos, moves);
        return moves.iter().map(|mv| count_moves::<G>(&pos.after(*mv))).sum();
    }
    let enters_next = pos.hand(them) > 0;
    let mut columns = *pos.columns();
    let mut count_replies = |from: Bitboard, to: Square, column: Column| {
        let next = view.after_quiet_move(from, to.bitboard());
        if next.can_capture() {
            columns[to.index()] = column;
            count_captures(next, &mut columns)
        } else if enters_next {
            u64::from(next.cells_allowed_by_feeding_rule().count())
        } else {
            u64::from(next.count_steps())
        }
    };
    let mut leaves = 0;
    if kind == MoveKind::Entry {
        let entered = Column::new(pos.entering_men(), 0);
        for to in entry_cells(pos, view) {
            leaves += count_replies(Bitboard::EMPTY, to, entered);
        }
    } else {
        view.for_each_step(|from, to| {
            leaves += count_replies(from.bitboard(), to, pos.column(from));
        });
    }
    leaves
}
