//! The majority rule: of all capture routes, only those with the greatest number of captured men are legal. Routes of
//! equal length are all legal.

use crate::captures::{RouteEnd, RouteVisitor, walk_routes};
use crate::column::Column;
use crate::geometry::{Geometry, with_geometry};
use crate::moves::{Move, MoveKind, MoveList};
use crate::position::Position;
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

impl Position {
    /// After this feeding move, can the side that feeds capture in reply to each legal capture of the opponent?
    ///
    /// ```
    /// use emergo::{Coordinates, Variant, read_move, read_position};
    ///
    /// // White steps from e3 to e4, Black jumps over it to e3, and White jumps from e2 to e4. Without a piece on e1 Black
    /// // would jump on to e1.
    /// for (text, expected) in [
    ///     ("1/3/5/7/4b4/7/2w2/1w1/w w 0,0", true),
    ///     ("1/3/5/7/4b4/7/2w2/1w1/1 w 0,0", false),
    /// ] {
    ///     let position = read_position(Variant::Emergo, text)?.position;
    ///     let step = read_move(&position, Coordinates::Oblique, "e3-e4")?;
    ///     assert!(position.is_feeding(step));
    ///     assert_eq!(position.is_recaptured(step), expected);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_recaptured(&self, feed: Move) -> bool {
        with_geometry!(self.variant(), is_recaptured(self, feed))
    }
}

fn is_recaptured<G: Geometry>(pos: &Position, feed: Move) -> bool {
    let (from, to) = (feed.from(), feed.to());
    let mut columns = *pos.columns();
    columns[to.index()] = match feed.kind() {
        MoveKind::Entry => Column::new(pos.entering_men(), 0),
        _ => pos.column(from),
    };
    let left = from.bitboard() & pos.pieces(pos.side());
    let view = View::<G>::of(pos).after_quiet_move(left, to.bitboard());
    let mut longest = LongestRecaptured { view, jumps: 0, recaptured: true };
    walk_routes(view, &mut columns, &mut longest);
    longest.recaptured
}

/// Finds out whether the opponent can capture after each of the longest routes.
struct LongestRecaptured<G> {
    /// The position before the capture.
    view: View<G>,
    jumps: usize,
    recaptured: bool,
}

impl<G: Geometry> RouteVisitor for LongestRecaptured<G> {
    #[inline]
    fn finish(&mut self, RouteEnd { from, to, route, enemies, columns }: RouteEnd) {
        if route.jumps() > self.jumps {
            self.jumps = route.jumps();
            self.recaptured = true;
        }
        if route.jumps() == self.jumps && self.recaptured {
            let without_cap = self.view.them ^ enemies;
            let freed = without_cap.filter(|square| columns[square.index()].prisoners() > 0);
            let us = self.view.us ^ from.bitboard() ^ to | freed.collect();
            self.recaptured = View::<G>::new(enemies, us).can_capture();
        }
    }
}
