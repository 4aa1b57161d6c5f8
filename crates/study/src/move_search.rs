//! Searches of single moves: what follows a move, with an effort that is equal for all moves. A position is played on until
//! one sees why a side is better.

use emergo::{Game, Move};
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_engine::search::{ScoredLine, Searcher, game_to_search};
use luctor_system::resources::ResourceError;

/// What follows a move, or the last move of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveLine {
    /// The best line from there, which begins with the move of the opponent. It is empty if the game has ended.
    pub line: Vec<Move>,
    /// Expected points of the player of the move at its end, 0.0..=1.0.
    pub expected: f64,
}

/// Most plies of [`MoveSearcher::play_out`].
const MAX_PLAYOUT_PLIES: usize = 60;
/// The plies that are shown of a line without captures.
const QUIET_PLIES: usize = 4;

/// Searches single moves.
pub struct MoveSearcher {
    searcher: Searcher,
    nodes: u64,
    /// Stops the searches. Their results are then of no use.
    pub interrupt: Interrupt,
}

impl MoveSearcher {
    /// A searcher that spends this number of nodes on a move.
    ///
    /// # Errors
    ///
    /// No memory for the table of the search.
    pub fn new(networks: Networks, nodes: u64) -> Result<MoveSearcher, ResourceError> {
        let searcher = Searcher::with_networks(4, 1, networks)?;
        Ok(MoveSearcher { searcher, nodes, interrupt: Interrupt::default() })
    }

    /// Searches the position after a legal move.
    pub fn search(&mut self, game: &Game, mv: Move) -> MoveLine {
        let ScoredLine { moves, score, .. } = self.best_line(&game.after(&[mv]));
        MoveLine { line: moves, expected: (-score).expected_points() }
    }

    fn best_line(&mut self, game: &Game) -> ScoredLine {
        self.searcher.clear();
        let game = game_to_search(game);
        self.searcher.search_nodes(&game, self.nodes, &self.interrupt.new_search()).line
    }

    /// Plays a game on: to its end if a side wins by force, or else to the last capture of the best line, or a few moves if
    /// there is no capture. A line of a forced win may end early, so the search is repeated until the game ends.
    pub fn play_out(&mut self, game: &Game) -> MoveLine {
        let mut after = game.clone();
        let mut line = Vec::new();
        let side = game.position().side().other();
        let mut expected = game.ending().map(|ending| ending.result().points(side));
        while after.ending().is_none() && line.len() < MAX_PLAYOUT_PLIES {
            let ScoredLine { moves, score, .. } = self.best_line(&after);
            expected.get_or_insert_with(|| (-score).expected_points());
            for mv in moves {
                if after.ending().is_some() {
                    break;
                }
                after.play(mv);
                line.push(mv);
            }
            if !score.is_decisive() {
                break;
            }
        }
        if after.ending().is_none() {
            let last_capture = line.iter().rposition(|mv| mv.is_capture());
            line.truncate(last_capture.map_or(QUIET_PLIES, |last| last + 1));
        }
        MoveLine { line, expected: expected.unwrap_or(0.5) }
    }
}
