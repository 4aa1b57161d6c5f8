//! Feeding: quiet moves after which the opponent can capture, and whether the side that feeds can capture in reply. Quiet
//! moves are steps and entries.

use crate::bitboard::Bitboard;
use crate::captures::RouteEnd;
use crate::column::Column;
use crate::entry_rules::entry_cells;
use crate::geometry::{Geometry, with_geometry};
use crate::majority_rule::{LegalCaptures, walk_legal_captures};
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::square::Square;
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

    /// Calls `each` with every step or entry, and whether it is feeding as [`Position::is_feeding`] defines it.
    /// The order is that of [`Position::legal_moves_into`]. Only for a side that has no capture.
    #[inline]
    pub fn for_each_quiet_move(&self, each: impl FnMut(Move, bool)) {
        debug_assert!(!self.can_capture(), "a capture is mandatory");
        with_geometry!(self.variant(), G => for_each_quiet_move::<G>(self, QuietMoves::All, each));
    }

    /// Calls `each` with every step or entry that is feeding, in the order of [`Position::legal_moves_into`]. Only for a
    /// side that has no capture.
    #[inline]
    pub fn for_each_feeding_move(&self, mut each: impl FnMut(Move)) {
        debug_assert!(!self.can_capture(), "a capture is mandatory");
        let each = |mv, _| each(mv);
        with_geometry!(self.variant(), G => for_each_quiet_move::<G>(self, QuietMoves::Feeding, each));
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

/// Which steps or entries are generated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum QuietMoves {
    All,
    Feeding,
}

/// Calls `each` with the steps or entries of a set, and whether they feed.
///
/// If the opponent threatens nothing, a step feeds for one of three reasons:
/// - The piece can be jumped on its target as the board is now.
/// - It steps next to an enemy piece that can then jump back over it to the cell that it left.
/// - It stood in front of a piece of its own that can now be jumped to the cell that it left.
///
/// So all steps in one direction share one set of targets on which they feed.
#[inline]
fn for_each_quiet_move<G: Geometry>(
    pos: &Position,
    set: QuietMoves,
    mut each: impl FnMut(Move, bool),
) {
    let view = View::<G>::of(pos);
    let exposed = view.exposed(view.them);
    let threatened = (exposed & view.us).any();
    let leaves_capture =
        |from: Bitboard, to: Square| view.after_quiet_move(from, to.bitboard()).can_capture();
    let mut offer = |mv, feeds| {
        if set == QuietMoves::All || feeds {
            each(mv, feeds);
        }
    };
    if pos.hand(pos.side()) > 0 {
        // Otherwise the feeding rule allows no entry that feeds.
        if set == QuietMoves::All || threatened {
            for to in entry_cells(pos, view) {
                offer(Move::entry(to), threatened && leaves_capture(Bitboard::EMPTY, to));
            }
        }
        return;
    }
    // The cells on which a piece of ours keeps another one from being jumped.
    let mut shields = Bitboard::EMPTY;
    for &shift in G::SHIFTS {
        shields |= (view.us & view.them.shifted(shift)).shifted(shift);
    }
    for &shift in G::SHIFTS {
        let feeding = exposed | view.them.shifted(-shift) | shields.shifted(shift);
        let targets = match set {
            QuietMoves::Feeding if !threatened => view.empty & feeding,
            _ => view.empty,
        };
        for from in view.us & targets.shifted(-shift) {
            let to = from.shifted(shift);
            let feeds = match threatened {
                true => leaves_capture(from.bitboard(), to),
                false => (feeding & to.bitboard()).any(),
            };
            offer(Move::step(from, to), feeds);
        }
    }
}
