//! Perft on all threads of a pool.

use emergo::perft::perft_until;
use emergo::{Move, MoveList, Position};
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// The same on all threads of rayon's current pool. `None` if `stop` became true before the end.
pub fn perft_parallel(pos: &Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
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

/// The leaves below each legal move, in the order of the generator. `None` if stopped.
pub fn divide(pos: &Position, depth: u32, stop: &AtomicBool) -> Option<Vec<(Move, u64)>> {
    let mut moves = MoveList::new();
    pos.legal_moves_into(&mut moves);
    moves
        .par_iter()
        .map(|mv| Some((*mv, perft_parallel(&pos.after(*mv), depth.saturating_sub(1), stop)?)))
        .collect()
}
