//! What columns are worth: by the network, and by the results of games.
//!
//! The network's value of a column is how much the score of its owner falls if the column is removed from a position. The
//! value by results is a linear regression: how many points more a side makes with one such column more, with the other
//! variables equal. Both are computed for each stage.

use super::least_squares::{Coefficient, RegressionSample, fit};
use super::mean::{GameMean, GameNumber, MeanReport};
use emergo::{Column, GameResult, Position, Side, Stage};
use luctor_engine::eval::{Evaluator, Network};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Columns are removed from positions whose score is at most this far from 0, in centimen.
const EVEN: i32 = 100;
/// Greater caps count as this one.
const CAPS: u8 = 5;
/// Greater numbers of prisoners count as this one.
const PRISONERS: u8 = 4;
/// The variables of the regression: a constant, caps of 1 to [`CAPS`], men in hand. Prisoners are left out, because the other
/// variables nearly determine them: each man of a side is in a cap, in the hand or a prisoner.
const VARIABLES: usize = CAPS as usize + 2;

/// A kind of material that is removed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Material {
    /// A column.
    Column {
        /// Men in the cap; 5 stands for more too.
        cap: u8,
        /// Prisoners; 4 stands for more too.
        prisoners: u8,
    },
    /// A column with a cap of one man and no prisoners, by its place.
    SingleMan {
        /// Steps from the centre.
        ring: u8,
    },
    /// One of two or more men in hand.
    ManInHand,
}

pub(super) struct Columns {
    evaluator: Evaluator,
    stages: BTreeMap<Stage, StageColumns>,
}

#[derive(Default)]
struct StageColumns {
    /// What the score of the owner loses by each removal, in centimen.
    removed: BTreeMap<Material, GameMean>,
    observations: Vec<RegressionSample<VARIABLES>>,
}

impl Columns {
    pub fn new(network: Arc<Network>) -> Columns {
        Columns { evaluator: Evaluator::new(network), stages: BTreeMap::new() }
    }

    /// Adds the positions of a game. The regression uses the middle position of each stage only, so that its observations
    /// are of different games.
    pub fn add_game(&mut self, game: GameNumber, positions: &[Position], result: GameResult) {
        for stage in Stage::ALL {
            let quiet: Vec<&Position> = (positions.iter())
                .filter(|position| Stage::of(position) == stage && !position.can_capture())
                .collect();
            let Some(middle) = quiet.get(quiet.len() / 2) else { continue };
            let columns = self.stages.entry(stage).or_default();
            let value = result.points(Side::White);
            columns.observations.push(RegressionSample { variables: variables(middle), value });
            for position in quiet {
                remove_each(position, &mut self.evaluator, |material, loss| {
                    columns.removed.entry(material).or_default().add(game, loss);
                });
            }
        }
    }

    pub fn report(&self) -> Vec<StageColumnReport> {
        self.stages.iter().map(|(stage, columns)| columns.report(*stage)).collect()
    }
}

/// The variables of a position: counts of White minus those of Black, after the constant.
fn variables(position: &Position) -> [f64; VARIABLES] {
    let mut variables = [0.0; VARIABLES];
    variables[0] = 1.0;
    for (side, sign) in [(Side::White, 1.0), (Side::Black, -1.0)] {
        for square in position.pieces(side) {
            let column = position.column(square);
            variables[usize::from(column.cap().min(CAPS))] += sign;
        }
        variables[VARIABLES - 1] += sign * f64::from(position.hand(side));
    }
    variables
}

/// Removes each column and a man in hand of each side, if the position is even. Calls `add` with what the score of the owner
/// loses by each removal, in centimen.
fn remove_each(position: &Position, evaluator: &mut Evaluator, mut add: impl FnMut(Material, f64)) {
    let score = evaluator.evaluate(position, 0).value();
    if score.abs() > EVEN {
        return;
    }
    // A position with a capture has no static score.
    let mut loss_without = |side: Side, rest: &Position| {
        (!rest.can_capture()).then(|| {
            let loss = f64::from(score - evaluator.evaluate(rest, 1).value());
            if side == position.side() { loss } else { -loss }
        })
    };
    for side in Side::ALL {
        let hand = position.hand(side);
        // Without its last piece, the side has lost.
        let is_last = position.pieces(side).count() == 1 && hand == 0;
        for square in position.pieces(side).filter(|_| !is_last) {
            let Some(loss) = loss_without(side, &position.without(square)) else { continue };
            let column = position.column(square);
            let (cap, prisoners) = (column.cap().min(CAPS), column.prisoners().min(PRISONERS));
            add(Material::Column { cap, prisoners }, loss);
            if column == Column::SINGLE_MAN {
                let ring = position.variant().distance_to_centre(square);
                add(Material::SingleMan { ring }, loss);
            }
        }
        if hand > 1
            && let Some(loss) = loss_without(side, &position.with_hand(side, hand - 1))
        {
            add(Material::ManInHand, loss);
        }
    }
}

impl StageColumns {
    fn report(&self, stage: Stage) -> StageColumnReport {
        let contributions = (self.removed.iter())
            .filter_map(|(material, removed)| {
                let centimen = removed.report()?;
                Some(MaterialContribution { material: *material, centimen })
            })
            .collect();
        let by_results = fit(&self.observations).map(|[white, caps @ .., man_in_hand]| {
            ResultModel { games: self.observations.len(), white, caps, man_in_hand }
        });
        StageColumnReport { stage, contributions, by_results }
    }
}

/// What columns are worth in a stage.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct StageColumnReport {
    /// The stage.
    pub stage: Stage,
    /// The values by the network, in positions with a score between -100 and 100 centimen. Removals after which the side
    /// to move can capture are left out, and material that was removed in one game only.
    pub contributions: Vec<MaterialContribution>,
    /// The values by results. `None` if the games do not determine them.
    pub by_results: Option<ResultModel>,
}

/// The mean value of material by the network.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MaterialContribution {
    /// The material.
    pub material: Material,
    /// How much the score of its owner falls if it is removed.
    pub centimen: MeanReport,
}

/// A linear regression of White's points, 0 to 1, by the differences of the sides in one position of each game. Material
/// that never differs has no estimate.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ResultModel {
    /// The number of games.
    pub games: usize,
    /// White's points with equal material.
    pub white: Option<Coefficient>,
    /// One column more with a cap of 1, 2, 3, 4, and 5 or more men. The number of men is fixed, so the opponent has as many
    /// prisoners fewer.
    pub caps: [Option<Coefficient>; CAPS as usize],
    /// One man more in hand.
    pub man_in_hand: Option<Coefficient>,
}
