//! The sums of the hidden layer, kept a ply and brought up to date from a neighbour's.
//!
//! No move is told to the sums: the picture of the position is compared with one that the sums were made for,
//! and the difference added. From which one is free, so nothing can go stale: the nearest of the line is
//! taken, and positions that are never evaluated cost nothing.

use super::features::{FeatureDiff, FeatureIndex, FeatureState, output_bucket};
use super::network::{HIDDEN, HiddenUnits, Network};
use crate::score::{MAX_PLY, Score};
use emergo::{Position, Variant};
use std::sync::Arc;

/// Sums for one position, in White's and in Black's view.
#[derive(Clone, Debug)]
struct Frame {
    picture: FeatureState,
    sums: [HiddenUnits; 2],
}

/// Evaluates the positions of a search with a network.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    frames: Vec<Frame>,
    difference: FeatureDiff,
}

impl Evaluator {
    /// An evaluator with this network.
    pub fn new(network: Arc<Network>) -> Evaluator {
        let start = Position::start(network.header().variant);
        let picture = FeatureState::of(&start);
        let rows = picture.rows(network.layout());
        let sums = [0, 1].map(|view| network.units(rows.iter().map(|row| row[view])));
        let frames = vec![Frame { picture, sums }; MAX_PLY + 2];
        Evaluator { network, frames, difference: FeatureDiff::default() }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The board.
    pub fn variant(&self) -> Variant {
        self.network.header().variant
    }

    /// The score of a position of the network's board from its mover's view, in centimen. `ply` is the distance
    /// from the root and affects the speed alone.
    #[inline]
    pub fn evaluate(&mut self, pos: &Position, ply: usize) -> Score {
        debug_assert_eq!(pos.variant(), self.variant());
        let picture = FeatureState::of(pos);
        let ply = ply.min(self.frames.len() - 1);
        let distance = |at: usize| picture.distance(&self.frames[at].picture);
        let nearest = (ply.saturating_sub(2)..=ply).min_by_key(|at| distance(*at)).unwrap_or(ply);
        picture.compare(&self.frames[nearest].picture, self.network.layout(), &mut self.difference);
        let FeatureDiff { added, removed } = &self.difference;
        for view in 0..2 {
            let before = self.frames[nearest].sums[view];
            let row = |pair: &[FeatureIndex; 2]| &self.network.rows[usize::from(pair[view])];
            let sums = &mut self.frames[ply].sums[view];
            *sums = updated(before, added.iter().map(row), removed.iter().map(row));
        }
        self.frames[ply].picture = picture;
        let frame = &self.frames[ply];
        let us = pos.side();
        let (own, other) = (&frame.sums[us.index()], &frame.sums[us.other().index()]);
        self.network.output(output_bucket(pos), own, other)
    }
}

#[inline]
fn updated<'a>(
    mut sums: HiddenUnits,
    added: impl Iterator<Item = &'a HiddenUnits>,
    removed: impl Iterator<Item = &'a HiddenUnits>,
) -> HiddenUnits {
    for row in added {
        for unit in 0..HIDDEN {
            sums.0[unit] = sums.0[unit].wrapping_add(row.0[unit]);
        }
    }
    for row in removed {
        for unit in 0..HIDDEN {
            sums.0[unit] = sums.0[unit].wrapping_sub(row.0[unit]);
        }
    }
    sums
}
