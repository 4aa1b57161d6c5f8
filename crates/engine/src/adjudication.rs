//! Adjudication by score: ends a game of self-play that is decided.

use crate::score::Score;
use emergo::{Position, Side};

/// The score, in centimen, that decides a game if it lasts for [`PLIES`].
const SCORE: i32 = 1_500;
const PLIES: usize = 6;

/// Decides a game whose score was high for several plies.
#[derive(Default)]
pub struct ScoreAdjudicator {
    winner: Option<Side>,
    plies: usize,
}

impl ScoreAdjudicator {
    /// Adds the next position of the game with its score from the view of the side to move. Returns the winner if the game
    /// is decided.
    pub fn winner_with(&mut self, position: &Position, score: Score) -> Option<Side> {
        let us = position.side();
        let winner = match score.value() {
            value if value >= SCORE => Some(us),
            value if value <= -SCORE => Some(us.other()),
            _ => None,
        };
        self.plies = if winner == self.winner { self.plies + 1 } else { 1 };
        self.winner = winner;
        winner.filter(|_| self.plies >= PLIES)
    }
}
