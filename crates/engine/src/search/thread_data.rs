//! What a search thread keeps from search to search: histories, accumulators, and memory for each ply.

use super::history::{History, Killers, PieceTo, QuietMove};
use super::move_picker::MoveBuffer;
use super::position_sample::PositionSample;
use crate::eval::{Evaluator, Network};
use crate::score::MAX_PLY;
use emergo::Move;
use std::sync::Arc;

pub(super) struct ThreadData {
    pub killers: Killers,
    pub history: History,
    pub stack: Vec<StackEntry>,
    pub evaluator: Evaluator,
    /// Positions that are evaluated, for training data.
    pub sample: Option<PositionSample>,
}

impl ThreadData {
    pub fn new(network: &Arc<Network>) -> ThreadData {
        ThreadData {
            killers: Killers::new(),
            history: History::new(),
            stack: (0..MAX_PLY + 2).map(|_| StackEntry::default()).collect(),
            evaluator: Evaluator::new(network.clone()),
            sample: None,
        }
    }

    /// Evaluates with this network from now on.
    pub fn set_network(&mut self, network: &Arc<Network>) {
        if !Arc::ptr_eq(self.evaluator.network(), network) {
            self.evaluator = Evaluator::new(network.clone());
        }
    }
}

/// The data of one ply.
#[derive(Default)]
pub(super) struct StackEntry {
    pub buffer: MoveBuffer,
    pub quiets: Vec<QuietMove>,
    /// The best line from here.
    pub line: Vec<Move>,
    /// The move that led here.
    pub previous: Option<PieceTo>,
    /// Index of the first key that can be repeated: the position after the last irreversible move.
    pub first_key: usize,
}
