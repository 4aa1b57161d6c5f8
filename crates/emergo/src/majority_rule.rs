//! The majority rule: of all capture routes, only those with the greatest number of captured men are legal. Routes of
//! equal length are all legal.

use crate::captures::{RouteEnd, walk_routes};
use crate::column::Column;
use crate::geometry::Geometry;
use crate::moves::Move;
use crate::square::Square;
use crate::view::View;

/// Collects the legal captures of a walk over all routes.
pub(crate) trait LegalCaptures {
    /// A longer route was found: those that were added before are not legal.
    fn clear(&mut self);
    /// Adds a route that is as long as the longest one so far.
    fn add(&mut self, end: RouteEnd);
}

/// Passes all legal captures of the side to move to `captures`. Changes `columns` during the walk and restores them.
#[inline]
pub(crate) fn walk_legal_captures<G: Geometry>(
    view: View<G>,
    columns: &mut [Column; 64],
    captures: &mut impl LegalCaptures,
) {
    let mut longest = 0;
    walk_routes(view, columns, &mut |end: RouteEnd| {
        let jumps = end.route.jumps();
        if jumps > longest {
            longest = jumps;
            captures.clear();
        }
        if jumps == longest {
            captures.add(end);
        }
    });
}

impl LegalCaptures for Vec<Move> {
    #[inline]
    fn clear(&mut self) {
        Vec::clear(self);
    }

    #[inline]
    fn add(&mut self, RouteEnd { from, to, route, .. }: RouteEnd) {
        self.push(Move::capture(from, Square::from_bit(to.0), route));
    }
}

/// Counts the legal captures. Changes `columns` during the count and restores them.
#[inline]
pub(crate) fn count_captures<G: Geometry>(view: View<G>, columns: &mut [Column; 64]) -> u64 {
    let mut count = 0;
    walk_legal_captures(view, columns, &mut count);
    count
}

impl LegalCaptures for u64 {
    #[inline]
    fn clear(&mut self) {
        *self = 0;
    }

    #[inline]
    fn add(&mut self, _: RouteEnd) {
        *self += 1;
    }
}
