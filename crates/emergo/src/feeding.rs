//! Feeding: quiet moves after which the opponent can capture, and whether the side that feeds can capture in reply.

use crate::captures::RouteEnd;
use crate::column::Column;
use crate::geometry::{Geometry, with_geometry};
use crate::majority_rule::{LegalCaptures, walk_legal_captures};
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::view::View;

impl Position {
    /// Can the opponent capture after this step or entry?
    ///
    /// ```
    /// use emergo::{Coordinates, Variant, read_move, read_position};
    ///
    /// // If White steps from e3 to e4, Black's piece on e5 can jump over it to e3.
    /// let position = read_position(Variant::Emergo, "1/3/5/7/4b4/7/2w2/3/1 w 0,0")?.position;
    /// let step = read_move(&position, Coordinates::Oblique, "e3-e4")?;
    /// assert!(position.is_feeding(step));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_feeding(&self, mv: Move) -> bool {
        with_geometry!(self.variant(), G => is_feeding::<G>(self, mv))
    }

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
        with_geometry!(self.variant(), G => is_recaptured::<G>(self, feed))
    }
}

/// The view of the opponent after this step or entry.
#[inline]
fn after_quiet_move<G: Geometry>(pos: &Position, mv: Move) -> View<G> {
    // The cell of an entry has no piece before it.
    let from = mv.from().bitboard() & pos.pieces(pos.side());
    View::<G>::of(pos).after_quiet_move(from, mv.to().bitboard())
}

fn is_feeding<G: Geometry>(pos: &Position, mv: Move) -> bool {
    after_quiet_move::<G>(pos, mv).can_capture()
}

fn is_recaptured<G: Geometry>(pos: &Position, feed: Move) -> bool {
    let mut columns = *pos.columns();
    columns[feed.to().index()] = match feed.kind() {
        MoveKind::Entry => Column::new(pos.entering_men(), 0),
        _ => pos.column(feed.from()),
    };
    let view = after_quiet_move::<G>(pos, feed);
    let mut replies = Recaptures { view, all: true };
    walk_legal_captures(view, &mut columns, &mut replies);
    replies.all
}

/// Finds out whether each legal capture can be recaptured.
struct Recaptures<G> {
    /// The position before the capture.
    view: View<G>,
    all: bool,
}

impl<G: Geometry> LegalCaptures for Recaptures<G> {
    #[inline]
    fn clear(&mut self) {
        self.all = true;
    }

    #[inline]
    fn add(&mut self, RouteEnd { from, to, enemies, columns, .. }: RouteEnd) {
        if self.all {
            let without_cap = self.view.them ^ enemies;
            let freed = without_cap.filter(|square| columns[square.index()].prisoners() > 0);
            let us = self.view.us ^ from.bitboard() ^ to | freed.collect();
            self.all = View::<G>::new(enemies, us).can_capture();
        }
    }
}
