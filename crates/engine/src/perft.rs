//! Perft on all threads of the current rayon pool.

use emergo::perft::perft_until;
use emergo::{Move, MoveList, Position};
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
    let moves: MoveList = pos.legal_moves();
    moves.par_iter().map(|mv| Some((*mv, count_after(*mv)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use emergo::{Coordinates, Variant, read_move, read_position};

    fn compare(pos: &Position, depth: u32) -> u64 {
        let count = |method| perft_parallel(pos, depth, method, &AtomicBool::new(false)).unwrap();
        let plain = count(PerftMethod::Plain);
        assert_eq!(count(PerftMethod::Bulk), plain, "depth {depth}: {pos:?}");
        plain
    }

    #[test]
    fn both_methods_count_the_same_in_every_position_of_the_perft_table() {
        let table = include_str!("../../emergo/tests/data/perft.txt").lines();
        for line in table.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let pos = read_position(fields[0].parse().unwrap(), fields[1]).unwrap().position;
            for (depth, expected) in (1..).zip(fields[2].split(',')) {
                let expected: u64 = expected.trim().parse().unwrap();
                if expected < 100_000 {
                    assert_eq!(compare(&pos, depth), expected, "{line}");
                }
            }
        }
    }

    #[test]
    fn both_methods_count_the_same_in_every_position_of_the_recorded_games() {
        let mut pos = Position::start(Variant::Emergo);
        for line in include_str!("../../emergo/tests/data/games.txt").lines() {
            let Some((played, _)) = line.split_once('|') else {
                pos = Position::start(Variant::Emergo);
                continue;
            };
            compare(&pos, 2);
            if let Ok(mv) = read_move(&pos, Coordinates::Oblique, played.trim()) {
                pos.play(mv);
            }
        }
    }
}
