//! The moves of the root with what an iteration found of them, and the deepest iteration that a thread has finished.

use super::history::QuietMove;
use super::window::Bound;
use crate::score::Score;
use emergo::{Move, Position};
use luctor_system::resources::lock;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, Ordering};

#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// What the reduction needs, `None` of a capture.
    pub quiet: Option<QuietMove>,
    /// The score of the current iteration, `None` if the move was not searched or failed low as a later move.
    pub score: Option<Score>,
    /// The score of the previous iteration, or of the last slice.
    pub previous: Option<Score>,
    pub bound: Bound,
    pub line: Vec<Move>,
    /// Nodes of all iterations below the move.
    pub nodes: u64,
}

impl RootMove {
    /// A move of the root of which nothing is searched.
    pub fn new(root: &Position, mv: Move) -> RootMove {
        RootMove {
            mv,
            quiet: QuietMove::of(root, mv),
            score: None,
            previous: None,
            bound: Bound::Exact,
            line: vec![mv],
            nodes: 0,
        }
    }
}

/// The deepest iteration that a thread has finished. Threads at the same or a smaller depth stop their iteration and continue
/// with these moves.
#[derive(Default)]
pub(super) struct FinishedIteration {
    depth: AtomicI32,
    moves: Mutex<Vec<RootMove>>,
}

impl FinishedIteration {
    /// Its depth, 0 if there is none.
    #[inline]
    pub fn depth(&self) -> i32 {
        self.depth.load(Ordering::Relaxed)
    }

    /// A thread has finished an iteration with these moves, best first.
    pub fn publish(&self, depth: i32, moves: &[RootMove]) {
        let mut finished = lock(&self.moves);
        if depth > self.depth() {
            moves.clone_into(&mut finished);
            self.depth.store(depth, Ordering::Relaxed);
        }
    }

    /// Its depth and its moves, if it is at least as deep as `depth`.
    pub fn at_least(&self, depth: i32) -> Option<(i32, Vec<RootMove>)> {
        let finished = lock(&self.moves);
        (self.depth() >= depth).then(|| (self.depth(), finished.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emergo::Variant;

    #[test]
    fn the_deepest_iteration_is_kept() {
        let start = Position::start(Variant::Emergo);
        let moves = |first: usize| {
            let legal = start.legal_moves();
            legal[first..].iter().map(|mv| RootMove::new(&start, *mv)).collect::<Vec<_>>()
        };
        let iteration = FinishedIteration::default();
        assert!(iteration.at_least(1).is_none());
        for (depth, first, deepest) in
            [(2, 0, (2, 0)), (4, 1, (4, 1)), (3, 2, (4, 1)), (4, 3, (4, 1))]
        {
            iteration.publish(depth, &moves(first));
            let (found, kept) = iteration.at_least(2).unwrap();
            assert_eq!((found, kept[0].mv), (deepest.0, moves(deepest.1)[0].mv));
        }
        assert!(iteration.at_least(5).is_none());
    }
}
