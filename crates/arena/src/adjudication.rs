//! Adjudication: scores that end a game, in matches (resignation, draws) and in games of the engine with itself.

use emergo::{Position, Side};
use emergo_records::RecordedMove;
use luctor_engine::score::Score;
use serde::{Deserialize, Serialize};

/// A side loses when its own scores were this low.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResignRule {
    /// Consecutive moves of the side, one or more.
    #[serde(rename = "movecount")]
    pub move_count: u32,
    /// The side is behind by at least this many centimen.
    #[serde(rename = "score")]
    pub centimen: i32,
}

impl Default for ResignRule {
    fn default() -> ResignRule {
        ResignRule { move_count: 3, centimen: 1000 }
    }
}

impl ResignRule {
    /// The side that loses after these moves of a game.
    pub(crate) fn loser(&self, moves: &[RecordedMove], side_to_move: Side) -> Option<Side> {
        let is_low = |score| score <= -self.centimen;
        Side::ALL.into_iter().find(|side| {
            // From the last move back to the first one, the sides alternate.
            let skipped = usize::from(*side == side_to_move);
            let own = moves.iter().rev().skip(skipped).step_by(2);
            all_scores(own, self.move_count, is_low)
        })
    }
}

/// A game is drawn when the scores of both sides were this close to 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawRule {
    /// Moves that each side must have played before.
    #[serde(rename = "movenumber")]
    pub move_number: u32,
    /// Consecutive moves of each side, one or more.
    #[serde(rename = "movecount")]
    pub move_count: u32,
    /// The greatest distance from 0, in centimen.
    #[serde(rename = "score")]
    pub centimen: i32,
}

impl Default for DrawRule {
    fn default() -> DrawRule {
        DrawRule { move_number: 40, move_count: 8, centimen: 10 }
    }
}

impl DrawRule {
    /// Whether a game is drawn after these moves.
    pub(crate) fn is_drawn(&self, moves: &[RecordedMove]) -> bool {
        let count = 2 * self.move_count;
        moves.len() >= 2 * self.move_number as usize
            && all_scores(moves.iter().rev(), count, |score| score.abs() <= self.centimen)
    }
}

/// Whether there are `count` moves or more, and the scores of the first `count` satisfy a condition.
fn all_scores<'a>(
    moves: impl Iterator<Item = &'a RecordedMove>,
    count: u32,
    condition: impl Fn(i32) -> bool,
) -> bool {
    let scores = moves.take(count as usize).filter_map(|played| played.info.evaluation);
    scores.filter(|score| condition(score.centimen())).count() == count as usize
}

/// Decides a game of the engine against itself whose score was high for several plies.
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
    pub fn add(&mut self, position: &Position, score: Score) -> Option<Side> {
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
