//! Late move reductions: quiet moves late in the order are searched less deep first. The tree and the root use the same
//! formula. `negamax.rs` searches a reduced move again if it is better than expected.

// CITE: https://www.chessprogramming.org/Late_Move_Reductions

use super::history::QuietMove;
use super::params::{ParameterSet, SearchParams};

/// A ply, in the unit of reductions.
const PLY: i32 = 1024;

/// ln(depth) * ln(move number), in 1/1024.
pub(super) struct Reductions([[i32; 64]; 64]);

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
    pub fn new() -> Reductions {
        Reductions(std::array::from_fn(|depth| {
            std::array::from_fn(|index| {
                let product = (depth.max(1) as f64).ln() * (index.max(1) as f64).ln();
                (1024.0 * product) as i32
            })
        }))
    }

    /// The plies by which a move is searched less deep.
    #[inline]
    pub fn plies(&self, mv: OrderedMove, params: &SearchParams) -> i32 {
        let OrderedMove { depth, set, move_number, quiet: Some(quiet), history, pv } = mv else {
            return 0;
        };
        if depth < params.reduction_depth || move_number < params.reduction_first_move as usize {
            return 0;
        }
        let logarithms = self.0[depth.min(63) as usize][move_number.min(63)];
        let slope = params.reduction_slope[set];
        let by_number = params.reduction_base[set] + ((slope * logarithms) >> 10);
        let by_node = (i32::from(!pv) - i32::from(quiet.feeds)) * PLY;
        let by_history = history * PLY / params.reduction_history;
        ((by_number + by_node - by_history) / PLY).max(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use emergo::{Position, Variant};

    /// The reduction of a later quiet move outside the principal variation.
    fn plies(change: impl Fn(&mut OrderedMove)) -> i32 {
        let start = Position::start(Variant::Emergo);
        let quiet = QuietMove::of(&start, *start.legal_moves().first().unwrap());
        let (depth, move_number, history) = (8, 10, 0);
        let set = ParameterSet::BothHands;
        let mut mv = OrderedMove { set, depth, move_number, quiet, history, pv: false };
        change(&mut mv);
        Reductions::new().plies(mv, &SearchParams::default())
    }

    #[test]
    fn late_quiet_moves_are_reduced_by_depth_number_node_and_history() {
        let usual = plies(|_| {});
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
            assert_eq!(plies(change), expected, "{name}");
        }
    }
}
