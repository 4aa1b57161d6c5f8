//! Move generation: legal moves as a list, one by one, or counted.
//!
//! [`crate::majority_rule`] decides which captures are legal, [`crate::entry_rules`] which entries. [`crate::feeding`] lists
//! quiet moves for a search.

use crate::entry_rules::entry_cells;
use crate::geometry::{Geometry, with_geometry};
use crate::majority_rule::{count_captures, walk_legal_captures};
use crate::moves::{Move, MoveKind};
use crate::position::Position;
use crate::view::View;

impl Position {
    /// All legal moves, in a fixed order.
    ///
    /// ```
    /// use emergo::{Position, Variant};
    ///
    /// let start = Position::start(Variant::Emergo);
    /// assert_eq!(start.legal_moves().len(), 40); // every cell except the centre
    /// for mv in start.legal_moves() {
    ///     let after = start.after(mv);
    ///     assert_eq!(after.pieces(start.side()).count(), 1);
    /// }
    /// ```
    pub fn legal_moves(&self) -> Vec<Move> {
        // Space for the moves of nearly every position.
        let mut moves = Vec::with_capacity(64);
        self.legal_moves_into(&mut moves);
        moves
    }

    /// All legal moves in ascending order, which does not depend on the order of [`Position::legal_moves`].
    pub fn sorted_moves(&self) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.sort_unstable();
        moves
    }

    /// Replaces the contents of `moves` by all legal moves, in a fixed order. Reuses the memory of the list.
    pub fn legal_moves_into(&self, moves: &mut Vec<Move>) {
        moves.clear();
        with_geometry!(self.variant(), G => list_moves::<G>(self, moves));
    }

    /// Is the move legal? [`Position::play`] expects that it is.
    ///
    /// ```
    /// use emergo::{Move, Position, Variant};
    ///
    /// let start = Position::start(Variant::Emergo);
    /// let centre = Variant::Emergo.centre();
    /// assert!(!start.is_legal(Move::entry(centre))); // forbidden at White's first entry
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// Do two legal moves lead to the same position? Different routes of captures can.
    pub fn have_same_result(&self, one: Move, other: Move) -> bool {
        one == other || self.after(one) == self.after(other)
    }

    /// The first legal move, if all legal moves lead to the same position.
    pub fn forced_move(&self) -> Option<Move> {
        let legal = self.legal_moves();
        let (first, others) = legal.split_first()?;
        others.iter().all(|mv| self.have_same_result(*first, *mv)).then_some(*first)
    }

    /// The number of legal moves, without a list. Each capture route counts.
    pub fn count_moves(&self) -> u64 {
        with_geometry!(self.variant(), G => count_moves::<G>(self))
    }

    /// Does the side to move have a legal move?
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        with_geometry!(self.variant(), G => {
            let view = View::<G>::of(self);
            let has_quiet_move = match self.hand(self.side()) {
                0 => view.count_steps() > 0,
                _ => entry_cells(self, view).any(),
            };
            has_quiet_move || view.can_capture()
        })
    }

    /// The only kind of move that is legal. A capture comes before an entry, and an entry before a step.
    ///
    /// ```
    /// use emergo::{MoveKind, Position, Variant};
    ///
    /// assert_eq!(Position::start(Variant::Emergo).required_move_kind(), MoveKind::Entry);
    /// ```
    #[inline]
    pub fn required_move_kind(&self) -> MoveKind {
        with_geometry!(self.variant(), G => required_kind(self, View::<G>::of(self)))
    }
}

/// The order of the kinds: a capture comes before an entry, and an entry before a step.
#[inline]
pub(crate) fn required_kind<G: Geometry>(pos: &Position, view: View<G>) -> MoveKind {
    if view.can_capture() {
        MoveKind::Capture
    } else if pos.hand(pos.side()) > 0 {
        MoveKind::Entry
    } else {
        MoveKind::Step
    }
}

/// Adds the legal moves to `moves`, which is empty.
pub(crate) fn list_moves<G: Geometry>(pos: &Position, moves: &mut Vec<Move>) {
    let view = View::<G>::of(pos);
    match required_kind(pos, view) {
        MoveKind::Capture => walk_legal_captures(view, &mut { *pos.columns() }, moves),
        MoveKind::Entry => moves.extend(entry_cells(pos, view).map(Move::entry)),
        MoveKind::Step => view.for_each_step(|from, to| moves.push(Move::step(from, to))),
    }
}

#[inline]
pub(crate) fn count_moves<G: Geometry>(pos: &Position) -> u64 {
    let view = View::<G>::of(pos);
    match required_kind(pos, view) {
        MoveKind::Capture => count_captures(view, &mut { *pos.columns() }),
        MoveKind::Entry => u64::from(entry_cells(pos, view).count()),
        MoveKind::Step => u64::from(view.count_steps()),
    }
}
