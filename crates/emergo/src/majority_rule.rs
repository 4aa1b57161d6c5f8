//! The majority rule: of all capture routes, only those with the greatest number of captured men are legal. Routes of
//! equal length are all legal.

use crate::captures::{RouteEnd, RouteVisitor, walk_routes};
use crate::column::Column;
use crate::geometry::Geometry;
use crate::moves::{Move, MoveList};
use crate::square::Square;
use crate::view::View;

/// Puts the legal captures into `moves`, which is empty.
pub(crate) fn list_captures<G: Geometry>(
    view: View<G>,
    columns: &[Column; 64],
    moves: &mut MoveList,
) {
    walk_routes(view, &mut { *columns }, &mut LongestList { jumps: 0, moves });
}

/// Counts the legal captures. Changes `columns` during the count and restores them.
#[inline]
pub(crate) fn count_captures<G: Geometry>(view: View<G>, columns: &mut [Column; 64]) -> u64 {
    let mut longest = LongestCount::default();
    walk_routes(view, columns, &mut longest);
    longest.routes
}

/// Counts the longest routes.
#[derive(Default)]
struct LongestCount {
    jumps: usize,
    routes: u64,
}

impl RouteVisitor for LongestCount {
    #[inline]
    fn finish(&mut self, RouteEnd { route, .. }: RouteEnd) {
        if route.jumps() > self.jumps {
            self.jumps = route.jumps();
            self.routes = 0;
        }
        self.routes += u64::from(route.jumps() == self.jumps);
    }
}

/// Lists the longest routes.
struct LongestList<'a> {
    jumps: usize,
    moves: &'a mut MoveList,
}

impl RouteVisitor for LongestList<'_> {
    #[inline]
    fn finish(&mut self, RouteEnd { from, to, route, .. }: RouteEnd) {
        if route.jumps() > self.jumps {
            self.jumps = route.jumps();
            self.moves.clear();
        }
        if route.jumps() == self.jumps {
            self.moves.push(Move::capture(from, Square::from_bit(to.0), route));
        }
    }
}
