//! Searches of single moves: what follows a move, and whether it is as good as another one.
//!
//! Two moves are compared after an equal effort: the positions after them are searched with the same number of nodes.

use crate::judgement::Mark;
use emergo::{Game, Move};
use luctor_engine::eval::Networks;
use luctor_engine::search::{Limits, ResourceError, SearchControl, SearchSettings, Searcher};

/// What follows a move.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveLine {
    /// The best line after the move, which begins with the answer of the opponent. It is empty if the game has ended.
    pub line: Vec<Move>,
    /// Expected points of the player after the move, 0.0..=1.0.
    pub expected: f64,
}

/// A move compared with the best one.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveComparison {
    /// What follows the move.
    pub played: MoveLine,
    /// Expected points of the player after the best move, 0.0..=1.0.
    pub best_expected: f64,
    /// The judgement of the loss; `None` if the move is as good.
    pub mark: Option<Mark>,
}

/// Searches single moves.
pub struct MoveSearcher {
    searcher: Searcher,
    nodes: u64,
}

impl MoveSearcher {
    /// A searcher that spends this number of nodes on a move.
    ///
    /// # Errors
    ///
    /// No memory for the table of the search.
    pub fn new(networks: Networks, nodes: u64) -> Result<MoveSearcher, ResourceError> {
        let mut searcher = Searcher::new(4, 1)?;
        searcher.set_networks(networks);
        Ok(MoveSearcher { searcher, nodes })
    }

    /// Searches the position after a legal move.
    pub fn search(&mut self, game: &Game, mv: Move) -> MoveLine {
        let mut after = game.clone();
        after.play(mv);
        self.searcher.clear();
        let (limits, control) = (Limits::to_nodes(self.nodes), SearchControl::new(false));
        let settings = SearchSettings::default();
        let line = self.searcher.search(&after, &limits, settings, &control, &mut |_| ()).line;
        let network = self.searcher.networks().of(game.position().variant());
        let expected = (-line.score).expected_points(network.header().calibration);
        MoveLine { line: line.moves, expected }
    }

    /// Compares a legal move with the best one.
    pub fn compare(&mut self, game: &Game, mv: Move, best: Move) -> MoveComparison {
        let played = self.search(game, mv);
        let best_expected = self.search(game, best).expected;
        let mark = Mark::of_loss(best_expected - played.expected);
        MoveComparison { played, best_expected, mark }
    }
}
