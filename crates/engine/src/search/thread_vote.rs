//! The vote of the threads: which thread's line is played. Every thread votes for its best move with a weight: its
//! depth times its score above the lowest score of all threads. The move with most votes is played.

// CITE: best thread, as in Stockfish. https://github.com/official-stockfish/Stockfish (thread.cpp)

use super::root::DepthLine;

/// The line that is played. `lines` is not empty. It is the shortest win if there is one, otherwise the line with the
/// largest weight among those of the move with most votes. Ties go to the first thread. `offset` is the weight of the
/// thread with the lowest score, in centimen per ply of depth.
pub(super) fn vote(lines: &[DepthLine], offset: i32) -> &DepthLine {
    let first = &lines[0];
    let finished = || lines.iter().filter(|thread| thread.depth > 0);
    let Some(lowest) = finished().map(|thread| thread.line.score).min() else {
        return first;
    };
    let weight = |thread: &DepthLine| {
        let above = thread.line.score.value() - lowest.value();
        i64::from(above + offset) * i64::from(thread.depth)
    };
    let votes = |thread: &DepthLine| -> i64 {
        let same = finished().filter(|other| other.line.moves.first() == thread.line.moves.first());
        same.map(weight).sum()
    };
    let rank = |thread: &DepthLine| {
        let win = thread.line.score.is_win().then_some(thread.line.score);
        (win, votes(thread), weight(thread))
    };
    finished().rev().max_by_key(|thread| rank(thread)).unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::super::info::ScoredLine;
    use super::super::window::Bound;
    use super::*;
    use crate::score::Score;
    use emergo::{Move, Square};

    fn thread(cell: u8, score: i32, depth: i32) -> DepthLine {
        let moves = vec![Move::entry(Square::new(cell))];
        let score = Score::from_value(score).unwrap();
        DepthLine { depth, line: ScoredLine { score, bound: Bound::Exact, moves } }
    }

    #[test]
    fn the_vote_counts_depth_and_score_and_a_win_comes_first() {
        let win = Score::win_in(7).value();
        let quick_win = Score::win_in(3).value();
        for (name, threads, expected) in [
            ("alone", vec![thread(3, -50, 9)], 0),
            ("alone and unfinished", vec![thread(3, 0, 0)], 0),
            ("equal", vec![thread(3, 10, 9), thread(4, 10, 9)], 0),
            ("deeper", vec![thread(3, 10, 9), thread(4, 10, 10)], 1),
            ("higher", vec![thread(3, 10, 9), thread(4, 40, 9)], 1),
            ("deeper, a little lower", vec![thread(3, 100, 8), thread(4, 90, 12)], 1),
            ("higher, a little less deep", vec![thread(3, 320, 10), thread(4, 300, 12)], 0),
            ("two against one", vec![thread(3, 10, 9), thread(4, 10, 8), thread(4, 9, 8)], 1),
            ("unfinished", vec![thread(3, -20, 1), thread(4, 500, 0)], 0),
            ("an unfinished win", vec![thread(3, -20, 1), thread(4, win, 0)], 0),
            ("one move, deeper", vec![thread(3, 10, 8), thread(3, 10, 9)], 1),
            ("a win", vec![thread(3, 900, 20), thread(3, 900, 20), thread(4, win, 5)], 2),
            ("two wins", vec![thread(3, win, 20), thread(4, quick_win, 5)], 1),
            ("lost anyway", vec![thread(3, -win, 9), thread(4, -900, 9)], 1),
        ] {
            assert_eq!(vote(&threads, 30), &threads[expected], "{name}");
        }
    }
}
