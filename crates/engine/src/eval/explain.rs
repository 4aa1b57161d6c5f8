//! The evaluation for people: the score of a position with and without each of its parts.

use super::accumulator::Evaluator;
use super::network::Network;
use crate::score::Score;
use emergo::{Position, Side, Square};
use std::sync::Arc;

/// What a part of a position is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceContribution {
    /// By how much the score changes in White's favour with the part there, in centimen.
    pub white: i32,
    /// Could the side to move capture without it, so that the score without it says little?
    pub doubtful: bool,
}

/// A score and what it is made of. The parts do not add up to it: a network sees them together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The score from the view of the side to move.
    pub score: Score,
    /// What each piece is worth.
    pub pieces: Vec<(Square, PieceContribution)>,
    /// What White's and Black's men in hand are worth, `None` of an empty hand.
    pub hands: [Option<PieceContribution>; 2],
}

/// Explains the score of a position of the network's board.
pub fn explain(network: &Arc<Network>, pos: &Position) -> Explanation {
    let mut evaluator = Evaluator::new(Arc::clone(network));
    let score = evaluator.evaluate(pos, 0);
    let mut worth_against = |rest: &Position| {
        let lost = score.value() - evaluator.evaluate(rest, 1).value();
        let white = if pos.side() == Side::White { lost } else { -lost };
        PieceContribution { white, doubtful: rest.can_capture() && !pos.can_capture() }
    };
    let pieces = pos.pieces(Side::White) | pos.pieces(Side::Black);
    let pieces = pieces.map(|square| (square, worth_against(&pos.without(square)))).collect();
    let hands =
        Side::ALL.map(|side| (pos.hand(side) > 0).then(|| worth_against(&pos.with_hand(side, 0))));
    Explanation { score, pieces, hands }
}
