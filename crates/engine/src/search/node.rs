//! Nodes of the tree: their types and their result.

use super::window::Window;
use crate::score::Score;
use emergo::Move;

/// The search must end. Nodes return it with `?`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stopped;

/// Whether a node is on a principal variation.
// CITE: Node types. https://www.chessprogramming.org/Node_Types
pub(super) trait NodeType {
    const PV: bool;
}

/// A node on a principal variation: its score must be exact.
pub(super) struct PvNode;
/// Any other node: it is searched with a null window.
pub(super) struct NonPvNode;

impl NodeType for PvNode {
    const PV: bool = true;
}

impl NodeType for NonPvNode {
    const PV: bool = false;
}

/// The result of a node, for the table.
pub(super) struct NodeResult {
    pub score: Score,
    /// The window that the node was searched with.
    pub window: Window,
    pub depth: i32,
    pub best_move: Option<Move>,
    pub static_score: Option<Score>,
}
