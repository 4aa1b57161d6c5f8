//! Perft on all threads of the current rayon pool.

use emergo::perft::perft_until;
use emergo::{Move, MoveList, Position};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// The number of leaves `depth` plies below a position. `None` if `stop` became true before the end.
// CITE: Perft. https://www.chessprogramming.org/Perft
pub fn perft_parallel(pos: &Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
    /// Trees of this depth and less run on one thread.
    const SPLIT: u32 = 5;
    if depth <= SPLIT {
        return perft_until(pos, depth, stop);
    }
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    let mut moves = MoveList::new();
    pos.legal_moves_into(&mut moves);
    moves.par_iter().map(|mv| perft_parallel(&pos.after(*mv), depth - 1, stop)).sum()
}

/// The number of leaves below each legal move, in the order of the move generator. `None` if `stop` became true before
/// the end.
pub fn divide(pos: &Position, depth: u32, stop: &AtomicBool) -> Option<Vec<(Move, u64)>> {
    let mut moves = MoveList::new();
    pos.legal_moves_into(&mut moves);
    moves
        .par_iter()
        .map(|mv| Some((*mv, perft_parallel(&pos.after(*mv), depth.saturating_sub(1), stop)?)))
        .collect()
}
