//! Training samples: positions with the score of their search and the result of their game.

use super::score_curve::ScoreCurve;
use crate::self_play::game::SelfPlayGame;
use crate::self_play::player::DECIDED_SCORE;
use emergo::{PackedPosition, Position, Variant};
use luctor_engine::score::Score;

/// A position with its labels.
#[derive(Clone, Copy, Debug)]
pub struct TrainingSample {
    /// The position. The side to move has no capture.
    pub position: Position,
    /// The score of the search, from the view of the side to move.
    pub score: Score,
    /// The points of the side to move at the end of the game: 0, 0.5 or 1. `None` if the position is one that a search evaluated, if
    /// a random move was played later instead of the best move, or if the game was adjudicated too early: then the result tells
    /// little about this position.
    pub points: Option<f32>,
}

/// The training samples of a game.
pub fn samples_of_game(game: &SelfPlayGame) -> impl Iterator<Item = TrainingSample> {
    let last_deviation = game.plies.iter().rposition(|ply| ply.is_deviation());
    let is_decided = is_decided(game);
    let sampled = game.sampled.iter().map(|sampled| TrainingSample {
        position: sampled.position,
        score: sampled.score,
        points: None,
    });
    let mut position = Position::start(game.variant);
    let played = game.plies.iter().enumerate().filter_map(move |(index, ply)| {
        let before = position;
        position.play(ply.played);
        let score = ply.search?.score;
        if before.can_capture() {
            return None;
        }
        let has_result = is_decided && last_deviation.is_none_or(|last| index > last);
        let points = has_result.then(|| game.result.points(before.side()) as f32);
        Some(TrainingSample { position: before, score, points })
    });
    played.chain(sampled)
}

/// Is the game drawn, or won because the loser has no men, or by a score of at least [`DECIDED_SCORE`]? Too many games that were
/// adjudicated at a lower score would not be won (docs/networks.md).
fn is_decided(game: &SelfPlayGame) -> bool {
    let Some(winner) = game.result.winner() else { return true };
    let mut last = Position::start(game.variant);
    game.plies.iter().for_each(|ply| last.play(ply.played));
    let loser = winner.other();
    let has_men = last.hand(loser) > 0 || last.pieces(loser).any();
    let score = game.plies.iter().rev().find_map(|ply| ply.search).map(|search| search.score);
    !has_men || score.is_some_and(|score| score.value().abs() >= DECIDED_SCORE)
}

/// A sample as a training keeps it: in 32 bytes, so that hundreds of millions fit the memory.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PackedSample {
    position: PackedPosition,
    /// The expected points of the side to move by the score of the search, 0..=1.
    pub expected_points: f32,
    /// The points of the side to move at the end of the game, as in [`TrainingSample::points`].
    pub result_points: Option<f32>,
}

impl PackedSample {
    /// Packs a sample. `curve` converts its score to expected points.
    pub fn new(sample: &TrainingSample, curve: ScoreCurve) -> PackedSample {
        PackedSample {
            position: sample.position.pack(),
            expected_points: curve.expected(sample.score.value()) as f32,
            result_points: sample.points,
        }
    }

    /// The position, which is of this board.
    #[inline]
    pub fn position(&self, variant: Variant) -> Position {
        Position::unpack(variant, self.position.as_bytes()).expect("the position was packed")
    }
}
