//! The numbers of the search, as answers to its questions. Centimen, plies and milliseconds.

use std::sync::LazyLock;
use std::time::Duration;

/// Iterations before the first with an aspiration window.
pub const ASPIRATION_DEPTH: i32 = 4;
/// Half the first aspiration window, in centimen.
pub const ASPIRATION_MARGIN: i32 = 40;

/// A margin of aspiration beyond which the window is opened.
pub const ASPIRATION_LIMIT: i32 = 1_000;

/// The next aspiration margin after a failure.
pub const fn widened(margin: i32) -> i32 {
    margin * 3
}

/// Deepest iteration.
pub const MAX_DEPTH: i32 = 120;

/// Pieces on the board up to which symmetric positions are searched as one.
pub const SYMMETRY_PIECES: u32 = 4;

/// Nodes of the first reduction of depth for want of a table move.
pub const INTERNAL_REDUCTION_DEPTH: i32 = 5;

/// Remaining depth up to which the static score cuts nodes and moves.
pub const STATIC_DEPTH: i32 = 4;

/// By how much the static score must exceed beta for a node without captures to be cut.
pub const fn reverse_futility_margin(depth: i32) -> i32 {
    150 * depth
}

/// By how much more where a piece of the side to move can be jumped.
pub const THREATENED_MARGIN: i32 = 150;

/// Remaining depth up to which a quiet node far below alpha is left to quiescence.
pub const RAZORING_DEPTH: i32 = 3;

/// By how much the static score must fall short of alpha for that.
pub const fn razoring_margin(depth: i32) -> i32 {
    300 * depth
}

/// What a quiet move may gain; those that cannot reach alpha with it are left out.
pub const fn futility_margin(depth: i32) -> i32 {
    100 + 100 * depth
}

/// Remaining depth up to which quiet moves late in the order are left out.
pub const LATE_MOVE_PRUNING_DEPTH: i32 = 6;

/// How many moves of such a node are looked at.
pub const fn moves_before_pruning(depth: i32) -> usize {
    ((250 + 80 * depth * depth) / 100) as usize
}

/// Feeding moves in one line of quiescence.
pub const QUIESCENCE_FEEDS: u8 = 1;

/// Feeding moves of a node of quiescence where a threat stands already: there nearly every move leaves a capture,
/// and after the first few the exchange is known.
pub const FEEDS_UNDER_THREAT: usize = 4;

/// Single replies extend up to this many times the iteration's depth.
pub const EXTENSION_LIMIT: usize = 3;

/// Moves at the front of the list that are never reduced.
pub const LATE_MOVES: usize = 3;
/// Least depth at which late moves are reduced.
pub const LATE_MOVE_DEPTH: i32 = 3;

/// A ply of reductions, which are added up in fractions.
pub const PLY: i32 = 1024;

static REDUCTIONS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
    std::array::from_fn(|depth| {
        std::array::from_fn(|index| {
            let product = (depth.max(1) as f64).ln() * (index.max(1) as f64).ln();
            600 + (600.0 * product) as i32
        })
    })
});

/// By how much the `index`-th move (from 0) is reduced, before adjustments: in fractions of [`PLY`].
#[inline]
pub fn late_move_reduction(depth: i32, index: usize) -> i32 {
    REDUCTIONS[depth.clamp(0, 63) as usize][index.min(63)]
}

/// History of a quiet move that changes its reduction by one ply.
pub const HISTORY_PER_PLY: i32 = 5_000;

/// What history gains by a cut at `depth`.
#[inline]
pub fn history_bonus(depth: i32) -> i32 {
    (depth * depth * 16 + 32).min(1_600)
}

/// Searches shorter than this do not report bounds: the iteration is soon done.
pub const BOUND_REPORT_AFTER: Duration = Duration::from_millis(500);

/// Iterations of a search for a win in `moves` moves: twice the plies, since late moves are reduced.
pub fn mate_search_depth(moves: u32) -> i32 {
    i32::try_from(moves).unwrap_or(MAX_DEPTH).saturating_mul(4).clamp(1, MAX_DEPTH)
}
