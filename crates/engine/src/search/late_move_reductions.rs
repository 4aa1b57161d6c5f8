//! Late move reductions: quiet moves late in the order are searched less deep first. The tree and the root use the same
//! formula. `negamax.rs` searches a reduced move again if it is better than expected.

// CITE: https://www.chessprogramming.org/Late_Move_Reductions

use super::history::QuietMove;
use super::params::{BySet, ParameterSet, SearchParams};

/// A ply, in the unit of reductions.
const PLY: i32 = 1024;

/// The reductions of all moves.
pub(super) struct Reductions {
    /// ln(depth) * ln(move number), in 1/1024.
    logarithms: [[i32; 64]; 64],
    /// The constant part, in 1/1024 ply.
    base: BySet,
    /// The factor of the logarithms, in 1/1024 ply.
    slope: BySet,
    /// The smallest remaining depth.
    depth: i32,
    /// Moves at the front of the list that are not reduced.
    first_move: usize,
    /// History that changes a reduction by one ply.
    history: i32,
}

/// A move of a node.
pub(super) struct OrderedMove {
    /// The remaining depth of the node.
    pub depth: i32,
    pub set: ParameterSet,
    /// The number of moves before it.
    pub move_number: usize,
    /// `None` for a capture.
    pub quiet: Option<QuietMove>,
    pub history: i32,
    /// Is the node on a principal variation?
    pub pv: bool,
}

impl Reductions {
    pub fn new(params: &SearchParams) -> Reductions {
        let logarithms = std::array::from_fn(|depth| {
            std::array::from_fn(|index| {
                let product = (depth.max(1) as f64).ln() * (index.max(1) as f64).ln();
                (1024.0 * product) as i32
            })
        });
        Reductions {
            logarithms,
            base: params.reduction_base,
            slope: params.reduction_slope,
            depth: params.reduction_depth,
            first_move: params.reduction_first_move as usize,
            history: params.reduction_history,
        }
    }

    /// The plies by which a move is searched less deep.
    #[inline]
    pub fn plies(
        &self,
        OrderedMove { depth, set, move_number, quiet, history, pv }: OrderedMove,
    ) -> i32 {
        let Some(quiet) = quiet else {
            return 0;
        };
        if depth < self.depth || move_number < self.first_move {
            return 0;
        }
        let logarithms = self.logarithms[depth.min(63) as usize][move_number.min(63)];
        let by_number = self.base[set] + ((self.slope[set] * logarithms) >> 10);
        let by_node = (i32::from(!pv) - i32::from(quiet.feeds)) * PLY;
        let by_history = history * PLY / self.history;
        ((by_number + by_node - by_history) / PLY).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emergo::{Position, Variant};

    /// The reduction of a later quiet move outside the principal variation.
    fn plies(reductions: &Reductions, change: impl Fn(&mut OrderedMove)) -> i32 {
        let start = Position::start(Variant::Emergo);
        let quiet = QuietMove::of(&start, *start.legal_moves().first().unwrap());
        let (depth, move_number, history) = (8, 10, 0);
        let set = ParameterSet::BothHands;
        let mut mv = OrderedMove { set, depth, move_number, quiet, history, pv: false };
        change(&mut mv);
        reductions.plies(mv)
    }

    #[test]
    fn late_quiet_moves_are_reduced_by_depth_number_node_and_history() {
        let reductions = Reductions::new(&SearchParams::default());
        let usual = plies(&reductions, |_| {});
        type Change = fn(&mut OrderedMove);
        let table: [(&str, Change, i32); 9] = [
            ("principal variation", |mv| mv.pv = true, usual - 1),
            ("feeding move", |mv| mv.quiet.as_mut().unwrap().feeds = true, usual - 1),
            ("good history", |mv| mv.history = 5_000, usual - 1),
            ("bad history", |mv| mv.history = -5_000, usual + 1),
            ("best history", |mv| mv.history = 32_000, 0),
            ("deeper and later", |mv| (mv.depth, mv.move_number) = (20, 40), usual + 4),
            ("capture", |mv| mv.quiet = None, 0),
            ("early move", |mv| mv.move_number = 2, 0),
            ("small depth", |mv| mv.depth = 2, 0),
        ];
        for (name, change, expected) in table {
            assert_eq!(plies(&reductions, change), expected, "{name}");
        }
    }
}
