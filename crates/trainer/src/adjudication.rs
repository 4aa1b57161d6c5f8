//! Adjudication by score: ends a game of self-play that is decided.

use emergo::{Position, Side};
use luctor_engine::score::Score;

/// Decides a game whose score was high for several plies.
#[derive(Clone, Debug)]
pub struct ScoreAdjudicator {
    score: Score,
    plies: usize,
    winner: Option<Side>,
    plies_won: usize,
}

impl ScoreAdjudicator {
    /// Decides a game for a side that had at least this score for this many plies in a row.
    pub fn new(score: Score, plies: usize) -> ScoreAdjudicator {
        ScoreAdjudicator { score, plies, winner: None, plies_won: 0 }
    }

    /// Adds the next position of the game with its score from the view of the side to move. Returns the winner if the game
    /// is decided.
    pub fn winner_with(&mut self, position: &Position, score: Score) -> Option<Side> {
        let us = position.side();
        let winner = match score {
            score if score >= self.score => Some(us),
            score if score <= -self.score => Some(us.other()),
            _ => None,
        };
        self.plies_won = if winner == self.winner { self.plies_won + 1 } else { 1 };
        self.winner = winner;
        winner.filter(|_| self.plies_won >= self.plies)
    }
}
