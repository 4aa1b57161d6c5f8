//! An explanation of the evaluation for people: how the score changes without each piece and without each hand.

use super::evaluator::Evaluator;
use super::network::Network;
use crate::score::Score;
use emergo::diagram::{cell_text, draw_cells};
use emergo::{Coordinates, Game, Position, Side, Square};
use std::fmt;
use std::sync::Arc;

/// The contribution of a piece or a hand to the score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceContribution {
    /// The score minus the score without the piece, from White's view, in centimen.
    pub white: i32,
    /// Could the side to move capture without the piece? Then the score without it is not reliable.
    pub doubtful: bool,
}

/// As text: the centimen with their sign, and a question mark if they are doubtful.
impl fmt::Display for PieceContribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}{}", self.white, if self.doubtful { "?" } else { "" })
    }
}

/// A score with the contribution of each piece. The contributions do not add up to the score, because a network is not
/// a sum over pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Explanation {
    /// The score from the view of the side to move.
    pub score: Score,
    /// The contribution of each piece.
    pub pieces: Vec<(Square, PieceContribution)>,
    /// The contributions of White's and Black's hand, `None` of an empty hand.
    pub hands: [Option<PieceContribution>; 2],
}

impl Explanation {
    /// Draws the position of the game, which was explained, with the contribution of each piece and of each hand, and the score
    /// or the end of the game. The last line has no line break.
    pub fn draw(&self, game: &Game, coordinates: Coordinates) -> String {
        let position = game.position();
        let mut lines = draw_cells(position.variant(), coordinates, |square| {
            let piece = self.pieces.iter().find(|(piece, _)| *piece == square);
            let contribution = piece.map(|(_, contribution)| contribution.to_string());
            cell_text(position, square) + &contribution.unwrap_or_default()
        });
        for (side, contribution) in Side::ALL.into_iter().zip(&self.hands) {
            if let Some(contribution) = contribution {
                let men = position.hand(side);
                lines += &format!("{side}'s hand of {men}: {contribution}\n");
            }
        }
        if let Some(ending) = game.ending() {
            return lines + &format!("no evaluation: the game has ended: {ending}");
        }
        let (score, side) = (self.score.value(), position.side());
        lines += &format!("evaluation {score} for {side} to move");
        if position.can_capture() {
            lines += ", before the mandatory capture";
        }
        lines
    }
}

/// Explains the score of a position of the network's board.
pub fn explain(network: &Arc<Network>, pos: &Position) -> Explanation {
    let mut evaluator = Evaluator::new(Arc::clone(network));
    let score = evaluator.evaluate(pos, 0);
    let mut contribution = |rest: &Position| {
        let difference = score.value() - evaluator.evaluate(rest, 1).value();
        let white = if pos.side() == Side::White { difference } else { -difference };
        PieceContribution { white, doubtful: rest.can_capture() && !pos.can_capture() }
    };
    let piece = |square| (square, contribution(&pos.without(square)));
    let pieces = pos.occupied().map(piece).collect();
    let hands =
        Side::ALL.map(|side| (pos.hand(side) > 0).then(|| contribution(&pos.with_hand(side, 0))));
    Explanation { score, pieces, hands }
}
