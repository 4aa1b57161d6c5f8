//! Which thread's line is played. Every thread searches the same position, and each knows something the others do
//! not: a thread's move counts by its depth and by how far its score is above the lowest, and the
//! move with most votes wins, as in Stockfish.

use super::report::Line;
use crate::score::Score;

/// What a thread would play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ThreadVote {
    /// The last iteration it finished, 0 for none.
    pub depth: i32,
    pub line: Line,
}

/// What the thread with the lowest score has for its vote, in centimen.
const LEAST: i32 = 30;

impl ThreadVote {
    fn weight(&self, lowest: Score) -> i64 {
        i64::from(self.line.score.value() - lowest.value() + LEAST) * i64::from(self.depth)
    }
}

/// The ballot that wins: the surest win if there is one, else of the most voted move the ballot that counts most. Of equals
/// the first, so that one thread alone is always right. There is at least one ballot.
pub(super) fn elect(ballots: &[ThreadVote]) -> &ThreadVote {
    let first = &ballots[0];
    let finished = || ballots.iter().filter(|ballot| ballot.depth > 0);
    let Some(lowest) = finished().map(|ballot| ballot.line.score).min() else {
        return first;
    };
    let votes = |ballot: &ThreadVote| -> i64 {
        let same = finished().filter(|other| other.line.moves.first() == ballot.line.moves.first());
        same.map(|ballot| ballot.weight(lowest)).sum()
    };
    let rank = |ballot: &ThreadVote| {
        let win = ballot.line.score.is_win().then_some(ballot.line.score);
        (win, votes(ballot), ballot.weight(lowest))
    };
    finished().rev().max_by_key(|ballot| rank(ballot)).unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::super::report::Bound;
    use super::*;
    use emergo::{Move, Square};

    fn ballot(cell: u8, score: i32, depth: i32) -> ThreadVote {
        let moves = vec![Move::entry(Square::new(cell))];
        let score = Score::from_value(score).unwrap();
        ThreadVote { depth, line: Line { score, bound: Bound::Exact, moves } }
    }

    #[test]
    fn depth_score_and_company_count_and_a_win_beats_them() {
        let win = Score::win_in(7).value();
        let quick_win = Score::win_in(3).value();
        for (name, ballots, expected) in [
            ("alone", vec![ballot(3, -50, 9)], 0),
            ("alone and unfinished", vec![ballot(3, 0, 0)], 0),
            ("equal", vec![ballot(3, 10, 9), ballot(4, 10, 9)], 0),
            ("deeper", vec![ballot(3, 10, 9), ballot(4, 10, 10)], 1),
            ("higher", vec![ballot(3, 10, 9), ballot(4, 40, 9)], 1),
            ("two against one", vec![ballot(3, 10, 9), ballot(4, 10, 8), ballot(4, 9, 8)], 1),
            ("unfinished", vec![ballot(3, -20, 1), ballot(4, 500, 0)], 0),
            ("a win", vec![ballot(3, 900, 20), ballot(3, 900, 20), ballot(4, win, 5)], 2),
            ("two wins", vec![ballot(3, win, 20), ballot(4, quick_win, 5)], 1),
            ("lost anyway", vec![ballot(3, -win, 9), ballot(4, -900, 9)], 1),
        ] {
            assert_eq!(elect(&ballots), &ballots[expected], "{name}");
        }
    }
}
