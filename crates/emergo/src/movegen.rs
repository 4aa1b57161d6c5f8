//! Legal moves: entries, steps and captures, as lists or counted without making one.
//!
//! One mask carries the rules: the cells on which a piece *could be jumped* by a side ([`View::exposed`]),
//! a few shifts a direction. Met with the other side's pieces it says who can capture; met with the vacant
//! cells, where an entry would feed. Entries and steps are then counted by popcount; captures are walked
//! in [`super::captures`].

use super::bitboard::Bitboard;
use super::board::{Geometry, MAX_DIRECTIONS, with_geometry};
use super::captures::{self, CaptureCount, CaptureList};
use super::moves::{Move, MoveKind, MoveList};
use super::position::Position;
use super::side::Side;
use super::square::Square;
use std::marker::PhantomData;

/// A position as the side to move sees it, without its columns.
pub(super) struct View<G> {
    pub us: Bitboard,
    pub them: Bitboard,
    pub empty: Bitboard,
    geometry: PhantomData<G>,
}

impl<G> Clone for View<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for View<G> {}

impl<G: Geometry> View<G> {
    #[inline]
    pub fn new(us: Bitboard, them: Bitboard) -> View<G> {
        View { us, them, empty: G::CELLS & !(us | them), geometry: PhantomData }
    }

    #[inline]
    pub fn of(pos: &Position) -> View<G> {
        View::new(pos.pieces(pos.side()), pos.pieces(pos.side().other()))
    }

    /// The cells on which a piece of the other side could be jumped by `jumpers`: a jumper on one side, a
    /// vacant cell on the other. Includes bits that are no cells.
    #[inline]
    pub fn exposed(self, jumpers: Bitboard) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for &axis in G::AXES {
            set |= (jumpers << axis) & (self.empty >> axis);
            set |= (jumpers >> axis) & (self.empty << axis);
        }
        set
    }

    /// Can the side to move capture?
    #[inline]
    pub fn can_capture(self) -> bool {
        (self.exposed(self.us) & self.them).any()
    }

    /// The cells a side with men in hand and nothing to capture may enter on, but for White's first entry.
    /// No feeding, unless the opponent has a capture anyway.
    #[inline]
    pub fn entries(self) -> Bitboard {
        let exposed = self.exposed(self.them);
        if (exposed & self.us).any() { self.empty } else { self.empty & !exposed }
    }

    /// Steps of the side to move.
    #[inline]
    pub fn count_steps(self) -> u32 {
        G::VARIANT.count_steps(self.us, self.empty)
    }

    /// Calls `each` with both ends of every step.
    #[inline]
    pub fn for_each_step(self, mut each: impl FnMut(Square, Square)) {
        for &shift in G::SHIFTS {
            for from in self.us & self.empty.shifted(-shift) {
                each(from, from.shifted(shift));
            }
        }
    }

    /// The view of the other side after a step or an entry: `from` and `to` are bits of this side's.
    #[inline]
    pub fn turned(self, from: Bitboard, to: Bitboard) -> View<G> {
        View {
            us: self.them,
            them: self.us ^ from ^ to,
            empty: self.empty ^ from ^ to,
            geometry: PhantomData,
        }
    }
}

impl Position {
    /// All legal moves, instead of what `moves` held: by kind, in a fixed order.
    pub fn legal_moves_into(&self, moves: &mut MoveList) {
        moves.clear();
        with_geometry!(self.variant(), list_moves(self, moves));
    }

    /// Calls `each` with every step or entry and whether it feeds, as [`Position::is_feeding`] says, in the order of
    /// [`Position::legal_moves_into`]. For a side that has nothing to capture.
    #[inline]
    pub fn for_each_quiet_move(&self, each: impl FnMut(Move, bool)) {
        with_geometry!(self.variant(), for_each_quiet_move(self, each));
    }

    /// The number of legal moves, without listing them. A capture counts once a route.
    pub fn count_moves(&self) -> u64 {
        with_geometry!(self.variant(), count_moves(self))
    }

    /// Does the side to move have a legal move?
    pub fn has_legal_move(&self) -> bool {
        match self.required_move_kind() {
            MoveKind::Capture => true,
            MoveKind::Entry | MoveKind::Step => self.count_moves() > 0,
        }
    }

    /// Can the side to move capture? Then it must.
    #[inline]
    pub fn can_capture(&self) -> bool {
        with_geometry!(self.variant(), can_capture(self))
    }

    /// What the side to move must do.
    #[inline]
    pub fn required_move_kind(&self) -> MoveKind {
        if self.can_capture() {
            MoveKind::Capture
        } else if self.hand(self.side()) > 0 {
            MoveKind::Entry
        } else {
            MoveKind::Step
        }
    }

    /// The pieces of the side to move that the opponent could jump if it were to move now.
    #[inline]
    pub fn threatened(&self) -> Bitboard {
        with_geometry!(self.variant(), threatened(self))
    }

    /// Where White's and where Black's pieces can be jumped now, and where they would be after a step.
    #[inline]
    pub fn lines(&self) -> [Lines; 2] {
        with_geometry!(self.variant(), lines(self))
    }

    /// Does this step or entry leave the opponent something to capture?
    pub fn is_feeding(&self, mv: Move) -> bool {
        with_geometry!(self.variant(), feeds(self, mv))
    }
}

/// Jumps of one side's opponent, by their direction (an index of [`super::board::Variant::shifts`]).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lines {
    /// Pieces of the side that can be jumped.
    pub jumps: [Bitboard; MAX_DIRECTIONS],
    /// Vacant cells to which a step of the side would be a feed: a jumper behind, and in front a cell that is
    /// vacant or vacated by that step.
    pub feeds: [Bitboard; MAX_DIRECTIONS],
}

#[inline]
fn lines<G: Geometry>(pos: &Position) -> [Lines; 2] {
    Side::ALL.map(|side| lines_against::<G>(pos, side))
}

#[inline]
fn lines_against<G: Geometry>(pos: &Position, side: Side) -> Lines {
    let view = View::<G>::new(pos.pieces(side), pos.pieces(side.other()));
    let near = G::AXES
        .iter()
        .fold(Bitboard::EMPTY, |near, &axis| near | view.us << axis | view.us >> axis);
    let mut lines = Lines {
        jumps: [Bitboard::EMPTY; MAX_DIRECTIONS],
        feeds: [Bitboard::EMPTY; MAX_DIRECTIONS],
    };
    for (direction, &shift) in G::SHIFTS.iter().enumerate() {
        let jumped = view.them.shifted(shift);
        let landing = view.empty.shifted(-shift);
        lines.jumps[direction] = jumped & view.us & landing;
        lines.feeds[direction] = jumped & view.empty & (landing & near | view.us.shifted(-shift));
    }
    lines
}

#[inline]
fn can_capture<G: Geometry>(pos: &Position) -> bool {
    View::<G>::of(pos).can_capture()
}

#[inline]
fn threatened<G: Geometry>(pos: &Position) -> Bitboard {
    let view = View::<G>::of(pos);
    view.exposed(view.them) & view.us
}

fn feeds<G: Geometry>(pos: &Position, mv: Move) -> bool {
    let from = mv.from().bitboard() & pos.pieces(pos.side());
    View::<G>::of(pos).turned(from, mv.to().bitboard()).can_capture()
}

/// The cells the side to move may enter on, White's first entry included.
#[inline]
pub(super) fn entry_cells<G: Geometry>(pos: &Position, view: View<G>) -> Bitboard {
    let cells = view.entries();
    if pos.is_first_entry() { cells & !G::VARIANT.centre().bitboard() } else { cells }
}

pub(super) fn list_moves<G: Geometry>(pos: &Position, moves: &mut MoveList) {
    let view = View::<G>::of(pos);
    if view.can_capture() {
        let mut list = CaptureList::new(moves);
        captures::walk(view, pos.columns(), &mut list);
    } else if pos.hand(pos.side()) > 0 {
        moves.extend(entry_cells(pos, view).map(Move::entry));
    } else {
        view.for_each_step(|from, to| moves.push(Move::step(from, to)));
    }
}

/// Without a threat on the board a step feeds in three ways: its target can be jumped as the board is now; it goes
/// straight up to a piece that can jump back over the cell it left; or a piece behind it can be jumped to that cell.
/// So whole directions are judged at once.
#[inline]
fn for_each_quiet_move<G: Geometry>(pos: &Position, mut each: impl FnMut(Move, bool)) {
    let view = View::<G>::of(pos);
    let exposed = view.exposed(view.them);
    let threatened = (exposed & view.us).any();
    let leaves_capture =
        |from: Bitboard, to: Square| view.turned(from, to.bitboard()).can_capture();
    if pos.hand(pos.side()) > 0 {
        for to in entry_cells(pos, view) {
            each(Move::entry(to), threatened && leaves_capture(Bitboard::EMPTY, to));
        }
        return;
    }
    let mut shields = Bitboard::EMPTY;
    for &axis in G::AXES {
        shields |= (view.us & (view.them << axis)) << axis;
        shields |= (view.us & (view.them >> axis)) >> axis;
    }
    for &shift in G::SHIFTS {
        let feeding = exposed | view.them.shifted(-shift) | shields.shifted(shift);
        for from in view.us & view.empty.shifted(-shift) {
            let to = from.shifted(shift);
            let feeds = match threatened {
                true => leaves_capture(from.bitboard(), to),
                false => (feeding & to.bitboard()).any(),
            };
            each(Move::step(from, to), feeds);
        }
    }
}

#[inline]
pub(super) fn count_moves<G: Geometry>(pos: &Position) -> u64 {
    let view = View::<G>::of(pos);
    if view.can_capture() {
        let mut count = CaptureCount::default();
        captures::walk(view, pos.columns(), &mut count);
        count.routes()
    } else if pos.hand(pos.side()) > 0 {
        u64::from(entry_cells(pos, view).count())
    } else {
        u64::from(view.count_steps())
    }
}
