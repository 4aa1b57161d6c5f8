//! Capture routes: a depth-first walk over all routes of all pieces of the side to move. A route ends where no further
//! jump is possible. The majority rule selects among the routes: see [`crate::majority_rule`].
//!
//! The walk passes down a bitboard of the enemy pieces that can still be jumped. A piece leaves it with its last cap
//! man: a single man vanishes, and freed prisoners belong to the jumping side. A taller cap stays; its column changes
//! in place and is restored on the way back.
//!
//! The cells on which a capture can land are empty during the whole walk: landing cells are an even number of steps
//! from the origin along letters and along digits, jumped cells never are. The origin itself counts as empty.

use crate::bitboard::Bitboard;
use crate::column::Column;
use crate::geometry::Geometry;
use crate::moves::Route;
use crate::square::Square;
use crate::view::View;
use std::marker::PhantomData;

/// The end of a route that cannot continue.
pub(crate) struct RouteEnd<'a> {
    /// The origin.
    pub from: Square,
    /// The bit of the last landing cell.
    pub to: Bitboard,
    pub route: Route,
    /// The enemy pieces that still have a cap.
    pub enemies: Bitboard,
    /// The columns of the enemy pieces of the position, without the captured men. Those without a cap are unchanged.
    pub columns: &'a [Column; 64],
}

/// Calls `visit` with the end of each route of the side to move. Changes `columns` during the walk and restores them.
pub(crate) fn walk_routes<G: Geometry>(
    view: View<G>,
    columns: &mut [Column; 64],
    visit: &mut impl FnMut(RouteEnd),
) {
    for (direction, &shift) in G::SHIFTS.iter().enumerate() {
        let jumped = view.them & view.empty.shifted(-shift);
        for from in jumped.shifted(-shift) & view.us {
            let empty = view.empty | from.bitboard();
            let mut walk = Walk::<G, _> { columns, visit, from, empty, geometry: PhantomData };
            walk.jump(from.bitboard(), direction, view.them, Route::default());
        }
    }
}

/// The walk from one origin.
struct Walk<'a, G, V> {
    columns: &'a mut [Column; 64],
    visit: &'a mut V,
    from: Square,
    empty: Bitboard,
    geometry: PhantomData<G>,
}

impl<G: Geometry, V: FnMut(RouteEnd)> Walk<'_, G, V> {
    /// Continues from the single bit `at` in every direction except straight back.
    fn continue_from(&mut self, at: Bitboard, last: usize, enemies: Bitboard, route: Route) {
        let back = (last + G::SHIFTS.len() / 2) % G::SHIFTS.len();
        let mut ended = true;
        for (direction, &shift) in G::SHIFTS.iter().enumerate() {
            let jumped = at.shifted(shift) & enemies;
            if direction != back && (jumped.shifted(shift) & self.empty).any() {
                ended = false;
                self.jump(at, direction, enemies, route);
            }
        }
        if ended {
            let (from, columns) = (self.from, &*self.columns);
            (self.visit)(RouteEnd { from, to: at, route, enemies, columns });
        }
    }

    /// Makes one possible jump and continues.
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
            self.continue_from(landing, direction, enemies, route);
            self.columns[square.index()] = column;
        } else {
            self.continue_from(landing, direction, enemies ^ jumped, route);
        }
    }
}
