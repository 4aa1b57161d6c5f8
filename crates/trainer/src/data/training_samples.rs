//! Training samples: positions with the score of their search and the result of their game, and their encoding as
//! the inputs of the network.

use super::score_curve::ScoreCurve;
use crate::self_play::game::SelfPlayGame;
use crate::self_play::player::DECIDED_SCORE;
use emergo::Position;
use luctor_engine::eval::features::{FeatureIndex, FeatureSet, FeatureState, output_bucket};
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

/// Samples as the network needs them, one entry of each public field per sample.
#[derive(Clone, Default, Debug)]
pub struct EncodedSamples {
    /// The active features of all samples.
    features: Vec<FeatureIndex>,
    /// The end of the features of each sample.
    ends: Vec<usize>,
    /// The output bucket.
    pub buckets: Vec<u8>,
    /// The expected points of the side to move by the score of the search, 0..=1.
    pub expected_points: Vec<f32>,
    /// The points of the side to move at the end of the game, as in [`TrainingSample::points`].
    pub result_points: Vec<Option<f32>>,
}

impl EncodedSamples {
    /// The number of samples.
    pub fn count(&self) -> usize {
        self.buckets.len()
    }

    /// The active features of a sample, from the view of the side to move.
    #[inline]
    pub fn features(&self, sample: usize) -> &[FeatureIndex] {
        let first = if sample == 0 { 0 } else { self.ends[sample - 1] };
        &self.features[first..self.ends[sample]]
    }

    /// Encodes a sample and adds it. `curve` converts its score to expected points.
    pub fn push(&mut self, features: &FeatureSet, curve: ScoreCurve, sample: &TrainingSample) {
        let view = sample.position.side().index();
        let active = FeatureState::of(&sample.position).active(features);
        self.features.extend(active.iter().map(|feature| feature[view]));
        self.ends.push(self.features.len());
        self.buckets.push(output_bucket(&sample.position) as u8);
        self.expected_points.push(curve.expected(sample.score.value()) as f32);
        self.result_points.push(sample.points);
    }

    /// Adds all samples of another set.
    pub fn append(&mut self, more: &EncodedSamples) {
        let first = self.features.len();
        self.features.extend_from_slice(&more.features);
        self.ends.extend(more.ends.iter().map(|end| end + first));
        self.buckets.extend_from_slice(&more.buckets);
        self.expected_points.extend_from_slice(&more.expected_points);
        self.result_points.extend_from_slice(&more.result_points);
    }
}
