//! A move in one word: origin, target and, of a capture, the direction of every jump. Routes with the
//! same result are different moves. What a move captures and how many men enter is the position's to say.

use super::board::Variant;
use super::square::Square;
use std::num::NonZeroU64;

/// Jumps of a capture at most: each takes a man, and the opponent has twelve.
pub const MAX_JUMPS: usize = 12;

/// What kind of move it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveKind {
    /// A man, or the shadowpiece, comes from the hand.
    Entry,
    /// A piece goes to a vacant neighbouring cell.
    Step,
    /// A piece jumps one or more times.
    Capture,
}

/// A move. Bits 0..6 origin, 6..12 target, 12..16 jumps (0 = none), 16..52 directions of the jumps in
/// threes, the first lowest, 63 always set. An entry has its cell as origin and target. Moves are ordered as
/// these numbers, so a position's moves have an order that does not depend on how they are generated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(NonZeroU64);

const MARK: u64 = 1 << 63;

impl Move {
    const fn from_bits(bits: u64) -> Move {
        match NonZeroU64::new(bits | MARK) {
            Some(bits) => Move(bits),
            None => unreachable!(),
        }
    }

    /// The entry of a man or of the shadowpiece on `square`.
    #[inline]
    pub const fn entry(square: Square) -> Move {
        Move::step(square, square)
    }

    /// A step between neighbours.
    #[inline]
    pub const fn step(from: Square, to: Square) -> Move {
        Move::from_bits((from.index() | to.index() << 6) as u64)
    }

    /// A capture by its route. `to` is where the last jump ends.
    #[inline]
    pub const fn capture(from: Square, to: Square, route: Route) -> Move {
        debug_assert!(route.jumps > 0);
        let ends = (from.index() | to.index() << 6) as u64;
        Move::from_bits(ends | (route.jumps as u64) << 12 | route.directions << 16)
    }

    /// Where the piece comes from; for an entry, where it enters.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new((self.0.get() & 63) as u8)
    }

    /// Where the piece ends.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0.get() >> 6 & 63) as u8)
    }

    /// Jumps, and so men captured: 0..=12.
    #[inline]
    pub const fn jumps(self) -> usize {
        (self.0.get() >> 12 & 15) as usize
    }

    /// Is it a capture?
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.jumps() > 0
    }

    /// Entry, step or capture.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        if self.is_capture() {
            MoveKind::Capture
        } else if self.from().index() == self.to().index() {
            MoveKind::Entry
        } else {
            MoveKind::Step
        }
    }

    /// The directions of the jumps, as indices of [`Variant::shifts`].
    #[inline]
    pub fn directions(self) -> impl Iterator<Item = usize> {
        let directions = self.0.get() >> 16;
        (0..self.jumps()).map(move |jump| (directions >> (3 * jump) & 7) as usize)
    }

    /// The cells of the move as it is written: one of an entry, both ends of a step, origin and all landing
    /// cells of a capture.
    pub fn path(self, variant: Variant) -> impl Iterator<Item = Square> {
        let mut at = self.from();
        let landings = self.directions().map(move |direction| {
            at = at.shifted(2 * variant.shifts()[direction]);
            at
        });
        let step_target = (self.kind() == MoveKind::Step).then_some(self.to());
        std::iter::once(self.from()).chain(landings).chain(step_target)
    }

    /// The move stage by stage, the whole of it last: of a capture its first jump, its first two and so on.
    /// Played in their place they show the board in the middle of the move; all but the last are not legal.
    pub fn partial_moves(self, variant: Variant) -> impl Iterator<Item = Move> {
        let mut route = Route::default();
        let mut at = self.from();
        let beginnings = self.directions().map(move |direction| {
            route = route.then(direction);
            at = at.shifted(2 * variant.shifts()[direction]);
            Move::capture(self.from(), at, route)
        });
        beginnings.chain((!self.is_capture()).then_some(self))
    }

    /// A fingerprint of 16 bits, never 0: enough for a table to say which legal move it means.
    #[inline]
    pub const fn tag(self) -> MoveHash {
        let hash = (self.0.get() ^ self.0.get() >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        MoveHash((hash >> 48) as u16 | 1)
    }
}

/// A fingerprint of a move: see [`Move::tag`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveHash(u16);

impl MoveHash {
    /// The fingerprint as a number, which is odd.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The fingerprint of that number, or `None` for 0, which no move has.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<MoveHash> {
        if bits == 0 { None } else { Some(MoveHash(bits)) }
    }
}

/// The jumps of a capture under construction.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Route {
    directions: u64,
    jumps: u8,
}

impl Route {
    /// The route with one more jump.
    #[inline]
    pub const fn then(self, direction: usize) -> Route {
        debug_assert!((self.jumps as usize) < MAX_JUMPS);
        Route {
            directions: self.directions | (direction as u64) << (3 * self.jumps),
            jumps: self.jumps + 1,
        }
    }

    /// Jumps so far, 0..=12.
    #[inline]
    pub const fn jumps(self) -> usize {
        self.jumps as usize
    }
}

/// Moves of one position. Keeps its memory when cleared.
#[derive(Clone, Debug, Default)]
pub struct MoveList(Vec<Move>);

impl MoveList {
    /// An empty list with room for the moves of nearly every position.
    pub fn new() -> MoveList {
        MoveList(Vec::with_capacity(64))
    }

    /// Forgets the moves, keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }
}

impl std::ops::Deref for MoveList {
    type Target = Vec<Move>;

    fn deref(&self) -> &Vec<Move> {
        &self.0
    }
}

impl std::ops::DerefMut for MoveList {
    fn deref_mut(&mut self) -> &mut Vec<Move> {
        &mut self.0
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
