//! Mean values of pieces and of men in hand by a network: how much the score falls if they are removed.

use crate::training_samples::TrainingSample;
use emergo::{Position, Side};
use luctor_engine::eval::accumulator::Evaluator;
use luctor_engine::eval::network::Network;
use std::fmt;
use std::sync::Arc;

/// A position counts as even if the absolute value of its score is at most this, in centimen.
const EVEN: i32 = 100;
/// The greatest cap with a value of its own.
const CAPS: usize = 5;

/// What is removed from a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemovedPiece {
    /// A piece with a cap of this many men and no prisoners.
    Cap(usize),
    /// One man in hand of a side that has two or more.
    ManInHand,
}

impl fmt::Display for RemovedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RemovedPiece::Cap(cap) => write!(f, "cap of {cap} without prisoners"),
            RemovedPiece::ManInHand => f.write_str("man in hand"),
        }
    }
}

/// The mean value of a piece in even positions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MeanPieceValue {
    /// The piece.
    pub piece: RemovedPiece,
    /// How much the score of its owner falls on average if it is removed, in centimen.
    pub centimen: f64,
    /// How often it was removed.
    pub count: usize,
}

/// The mean value of each piece that occurs in the even positions among the samples.
pub fn mean_piece_values(network: &Network, samples: &[TrainingSample]) -> Vec<MeanPieceValue> {
    let mut evaluator = Evaluator::new(Arc::new(network.clone()));
    let pieces = (1..=CAPS).map(RemovedPiece::Cap).chain([RemovedPiece::ManInHand]);
    let mut values: Vec<MeanPieceValue> =
        pieces.map(|piece| MeanPieceValue { piece, centimen: 0.0, count: 0 }).collect();
    for sample in samples {
        let position = &sample.position;
        let score = evaluator.evaluate(position, 0).value();
        if score.abs() > EVEN {
            continue;
        }
        let mut remove = |side: Side, index: usize, rest: &Position| {
            // A position with a capture has no static score.
            if !rest.can_capture() {
                let loss = score - evaluator.evaluate(rest, 1).value();
                values[index].centimen +=
                    f64::from(if side == position.side() { loss } else { -loss });
                values[index].count += 1;
            }
        };
        for side in Side::ALL {
            for square in position.pieces(side) {
                let column = position.column(square);
                let cap = usize::from(column.cap());
                if column.prisoners() == 0 && cap <= CAPS {
                    remove(side, cap - 1, &position.without(square));
                }
            }
            let hand = position.hand(side);
            if hand > 1 {
                remove(side, CAPS, &position.with_hand(side, hand - 1));
            }
        }
    }
    values.retain(|value| value.count > 0);
    values.iter_mut().for_each(|value| value.centimen /= value.count as f64);
    values
}
