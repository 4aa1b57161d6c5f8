//! Perft on all threads of the current rayon pool.

use emergo::perft::perft_until;
use emergo::{Move, Position};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// How the leaves are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerftMethod {
    /// The last plies are counted without a list of moves.
    Bulk,
    /// Every move is generated and played as in the search, the last one too.
    Plain,
}

/// The number of leaves `depth` plies below a position. `None` if `stop` became true before the end.
// CITE: Perft. https://www.chessprogramming.org/Perft
pub fn perft_parallel(
    pos: &Position,
    depth: u32,
    method: PerftMethod,
    stop: &AtomicBool,
) -> Option<u64> {
    /// Trees of this depth and less run on one thread.
    const SPLIT: u32 = 5;
    if depth <= SPLIT {
        return match method {
            PerftMethod::Bulk => perft_until(pos, depth, stop),
            PerftMethod::Plain => perft_plain(pos, depth, stop),
        };
    }
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let moves = pos.legal_moves();
    moves.par_iter().map(|mv| perft_parallel(&pos.after(*mv), depth - 1, method, stop)).sum()
}

fn perft_plain(pos: &Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let moves = pos.legal_moves();
    moves.iter().map(|mv| perft_plain(&pos.after(*mv), depth - 1, stop)).sum()
}

/// The number of leaves below each legal move, in the order of the move generator. `None` if `stop` became true before
/// the end.
pub fn divide(
    pos: &Position,
    depth: u32,
    method: PerftMethod,
    stop: &AtomicBool,
) -> Option<Vec<(Move, u64)>> {
    let rest = depth.saturating_sub(1);
    let count_after = |mv: Move| perft_parallel(&pos.after(mv), rest, method, stop);
    pos.legal_moves().par_iter().map(|mv| Some((*mv, count_after(*mv)?))).collect()
}
