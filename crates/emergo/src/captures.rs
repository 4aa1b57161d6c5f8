//! Capture routes under the majority rule: a depth-first walk over all routes of all pieces, of which only
//! the longest are legal.
//!
//! The walk carries one bitboard by value, the enemy pieces that can still be jumped: a lone man leaves it,
//! and so does a piece whose prisoners come free; a taller cap stays, and its column is noted in a copy,
//! restored on the way back. Where a piece can land never changes: the cells on which it lands are even
//! numbers of steps from its origin in both coordinates, those it jumps never are. The cell of origin is
//! vacant throughout. What is done with a finished route is the collector's affair.

use super::bitboard::Bitboard;
use super::board::Geometry;
use super::column::Column;
use super::movegen::View;
use super::moves::{Move, MoveList, Route};
use super::square::Square;
use std::marker::PhantomData;

/// Takes the routes that cannot go on, legal or too short.
pub(super) trait Collector {
    /// A route from `from` that ends on the cell of the bit `to`.
    fn finish(&mut self, from: Square, to: Bitboard, route: Route);
}

/// Counts the longest routes.
#[derive(Default)]
pub(super) struct CaptureCount {
    jumps: usize,
    routes: u64,
}

impl CaptureCount {
    pub fn routes(&self) -> u64 {
        self.routes
    }
}

impl Collector for CaptureCount {
    #[inline]
    fn finish(&mut self, _: Square, _: Bitboard, route: Route) {
        if route.jumps() > self.jumps {
            self.jumps = route.jumps();
            self.routes = 0;
        }
        self.routes += u64::from(route.jumps() == self.jumps);
    }
}

/// Lists the longest routes.
pub(super) struct CaptureList<'a> {
    jumps: usize,
    moves: &'a mut MoveList,
}

impl CaptureList<'_> {
    /// Fills `moves`, which is empty.
    pub fn new(moves: &mut MoveList) -> CaptureList<'_> {
        CaptureList { jumps: 0, moves }
    }
}

impl Collector for CaptureList<'_> {
    #[inline]
    fn finish(&mut self, from: Square, to: Bitboard, route: Route) {
        if route.jumps() > self.jumps {
            self.jumps = route.jumps();
            self.moves.clear();
        }
        if route.jumps() == self.jumps {
            self.moves.push(Move::capture(from, Square::from_bit(to.0), route));
        }
    }
}

/// Walks all routes of the side to move.
#[inline]
pub(super) fn walk<G: Geometry>(view: View<G>, columns: &[Column; 64], to: &mut impl Collector) {
    walk_scratch(view, &mut { *columns }, to);
}

/// The same on columns that the walk may change, and leaves as they were.
pub(super) fn walk_scratch<G: Geometry>(
    view: View<G>,
    columns: &mut [Column; 64],
    collector: &mut impl Collector,
) {
    for (direction, &shift) in G::SHIFTS.iter().enumerate() {
        let jumped = view.them & view.empty.shifted(-shift);
        for from in jumped.shifted(-shift) & view.us {
            let empty = view.empty | from.bitboard();
            let mut walk = Walk::<G, _> { columns, collector, from, empty, geometry: PhantomData };
            walk.jump(from.bitboard(), direction, view.them, Route::default());
        }
    }
}

struct Walk<'a, G, C> {
    columns: &'a mut [Column; 64],
    collector: &'a mut C,
    from: Square,
    empty: Bitboard,
    geometry: PhantomData<G>,
}

impl<G: Geometry, C: Collector> Walk<'_, G, C> {
    /// Goes on from `at`, a single bit, in every direction but straight back.
    fn go_on(&mut self, at: Bitboard, last: usize, enemies: Bitboard, route: Route) {
        let back = (last + G::AXES.len()) % G::SHIFTS.len();
        let mut ended = true;
        for (direction, &shift) in G::SHIFTS.iter().enumerate() {
            let jumped = at.shifted(shift) & enemies;
            if direction != back && (jumped.shifted(shift) & self.empty).any() {
                ended = false;
                self.jump(at, direction, enemies, route);
            }
        }
        if ended {
            self.collector.finish(self.from, at, route);
        }
    }

    /// Makes one jump that is known to be possible, and goes on.
    #[inline]
    fn jump(&mut self, at: Bitboard, direction: usize, enemies: Bitboard, route: Route) {
        let shift = G::SHIFTS[direction];
        let jumped = at.shifted(shift);
        let landing = jumped.shifted(shift);
        let square = Square::from_bit(jumped.0);
        let column = self.columns[square.index()];
        let route = route.then(direction);
        if column.cap() > 1 {
            self.columns[square.index()] = column.without_top_man();
            self.go_on(landing, direction, enemies, route);
            self.columns[square.index()] = column;
        } else {
            self.go_on(landing, direction, enemies ^ jumped, route);
        }
    }
}
