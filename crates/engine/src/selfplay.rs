//! What all games of the engine against itself have in common.

use crate::score::Score;
use emergo::{Position, Side};

/// Plies of random play at the beginning of a game, at least and at most: `6-10`, or one number.
///
/// # Errors
///
/// Anything else, with a sentence that says what is wanted.
pub fn read_plies(text: &str) -> Result<(usize, usize), String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from <= to => Ok((from, to)),
        _ => Err("wanted is a number or a range such as 6-10".to_owned()),
    }
}

/// A score, in centimen, that decides the game when it stands for [`PLIES`].
const SCORE: i32 = 1_500;
const PLIES: usize = 6;

/// Watches for a score so high for so long that the game is decided.
#[derive(Default)]
pub struct ScoreAdjudicator {
    winner: Option<Side>,
    plies: usize,
}

impl ScoreAdjudicator {
    /// The winner, if the game is decided now that `position` has this score, from its mover's view.
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
