//! The evaluator: the score of a position. An accumulator for each ply keeps the sums of the hidden layer.
//!
//! The update of an accumulator does not follow moves. It compares the features of the position with those of an earlier
//! accumulator, and adds the difference to the sums of that one. The result is exact for any of them. The one with the
//! fewest differences is used, of this ply and of the two plies before it. Positions that are not evaluated are not updated.

// CITE: Efficiently updatable neural networks (NNUE). https://www.chessprogramming.org/NNUE

use super::features::{FeatureDiff, FeatureIndex, FeatureState, output_bucket};
use super::network::{HiddenUnits, Network};
use crate::score::{MAX_PLY, Score};
use emergo::Position;
use std::sync::Arc;

/// The sums of one position, in White's and in Black's view.
#[derive(Clone, Debug)]
struct Accumulator {
    features: FeatureState,
    sums: [HiddenUnits; 2],
}

/// Evaluates the positions of a search with a network.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    /// By ply.
    accumulators: Vec<Accumulator>,
    difference: FeatureDiff,
}

impl Evaluator {
    /// An evaluator with this network.
    pub fn new(network: Arc<Network>) -> Evaluator {
        let start = Position::start(network.header().variant);
        let features = FeatureState::of(&start);
        let active = features.active(network.feature_set());
        let sums = [0, 1].map(|view| network.hidden(active.iter().map(|index| index[view])));
        let accumulators = vec![Accumulator { features, sums }; MAX_PLY + 2];
        Evaluator { network, accumulators, difference: FeatureDiff::default() }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The score of a position of the network's board, from the view of the side to move, in centimen. `ply` is the
    /// distance from the root. It affects only the speed.
    #[inline]
    pub fn evaluate(&mut self, pos: &Position, ply: usize) -> Score {
        debug_assert_eq!(pos.variant(), self.network.header().variant);
        let features = FeatureState::of(pos);
        let ply = ply.min(self.accumulators.len() - 1);
        let distance = |at: usize| features.distance(&self.accumulators[at].features);
        let nearest = (ply.saturating_sub(2)..=ply).min_by_key(|at| distance(*at)).unwrap_or(ply);
        let old = &self.accumulators[nearest].features;
        features.compare(old, self.network.feature_set(), &mut self.difference);
        let FeatureDiff { added, removed } = &self.difference;
        let weights = |index: FeatureIndex| &self.network.feature_weights[usize::from(index)];
        let [mut white, mut black] = self.accumulators[nearest].sums;
        for &[in_white, in_black] in added.iter() {
            white.add(weights(in_white));
            black.add(weights(in_black));
        }
        for &[in_white, in_black] in removed.iter() {
            white.subtract(weights(in_white));
            black.subtract(weights(in_black));
        }
        self.accumulators[ply].sums = [white, black];
        self.accumulators[ply].features = features;
        let accumulator = &self.accumulators[ply];
        let us = pos.side();
        let (own, other) = (&accumulator.sums[us.index()], &accumulator.sums[us.other().index()]);
        self.network.output(output_bucket(pos), own, other)
    }
}
