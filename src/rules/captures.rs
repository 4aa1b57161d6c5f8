//! Capture routes under the majority rule: a depth-first walk over all routes of all pieces, of which only
//! the longest are legal.
//!
//! The walk carries two bitboards by value, the enemy pieces that can still be jumped and the vacant cells.
//! A lone man leaves the first and joins the second; a piece whose prisoners come free only leaves the
//! first; a taller cap stays in both and its column is noted in a copy, restored on the way back. The cell
//! of origin is vacant throughout. What is done with a finished route is the collector's affair.

use super::bitboard::Bitboard;
use super::board::Geometry;
use super::column::Column;
use super::movegen::View;
use super::moves::{Move, MoveList, Route};
use super::square::Square;

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
            let enemies = Enemies { jumpable: view.them, empty: view.empty | from.bitboard() };
            let mut walk =
                Walk::<G, _> { columns, collector, from, geometry: std::marker::PhantomData };
            walk.jump(from.bitboard(), direction, enemies, Route::default());
        }
    }
}

/// The board as a capture under way has left it.
#[derive(Clone, Copy)]
struct Enemies {
    jumpable: Bitboard,
    empty: Bitboard,
}

struct Walk<'a, G, C> {
    columns: &'a mut [Column; 64],
    collector: &'a mut C,
    from: Square,
    geometry: std::marker::PhantomData<G>,
}

impl<G: Geometry, C: Collector> Walk<'_, G, C> {
    /// Goes on from `at`, a single bit, in every direction but straight back.
    fn go_on(&mut self, at: Bitboard, last: usize, enemies: Enemies, route: Route) {
        let back = (last + G::AXES.len()) % G::SHIFTS.len();
        let mut ended = true;
        for (direction, &shift) in G::SHIFTS.iter().enumerate() {
            let jumped = at.shifted(shift) & enemies.jumpable;
            if direction != back && (jumped.shifted(shift) & enemies.empty).any() {
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
    fn jump(&mut self, at: Bitboard, direction: usize, enemies: Enemies, route: Route) {
        let shift = G::SHIFTS[direction];
        let jumped = at.shifted(shift);
        let landing = jumped.shifted(shift);
        let square = Square::from_bit(jumped.0);
        let column = self.columns[square.index()];
        let route = route.then(direction);
        if column.cap() > 1 {
            self.columns[square.index()] = column.beheaded();
            self.go_on(landing, direction, enemies, route);
            self.columns[square.index()] = column;
        } else {
            let vanished = if column.prisoners() == 0 { jumped } else { Bitboard::EMPTY };
            let enemies =
                Enemies { jumpable: enemies.jumpable ^ jumped, empty: enemies.empty | vanished };
            self.go_on(landing, direction, enemies, route);
        }
    }
}
