//! A move in one 64-bit word: origin, target, and the direction of each jump of a capture. Different routes are
//! different moves, even if they have the same result. The position defines the number of men that enter.

use crate::named::named;
use crate::square::Square;
use crate::variant::Variant;
use std::num::NonZeroU64;

/// The largest number of jumps: each jump captures a man, and a [`Column`](crate::Column) has up to 15 of a side.
pub(crate) const MAX_JUMPS: usize = 15;

named! {
    UnknownMoveKind, "kind of move";
    /// The kinds of moves.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum MoveKind {
        /// A man, or the shadowpiece, enters from the hand.
        Entry = "entry",
        /// A piece moves to an empty neighbouring cell.
        Step = "step",
        /// A piece jumps one or more times.
        Capture = "capture",
    }
}

/// A move. Moves come from [`Position::legal_moves`](crate::Position::legal_moves) and from
/// [`read_move`](crate::read_move). The order of moves does not depend on the order in which they are generated.
///
/// ```
/// use emergo::{Coordinates, MoveKind, Variant, read_move, read_position, write_move};
///
/// let position = read_position(Variant::Emergo, "1/3/5/7/4b4/3w3/5/3/1 w 0,0")?.position;
/// let mv = read_move(&position, Coordinates::Oblique, "e4xe6")?;
/// assert_eq!(mv.kind(), MoveKind::Capture);
/// assert_eq!(mv.jumps(), 1);
/// assert_eq!(mv.path(Variant::Emergo).count(), 2);
/// assert_eq!(write_move(Variant::Emergo, Coordinates::Oblique, mv), "e4xe6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Bits: 0..6 origin, 6..12 target, 12..16 number of jumps, 16..61 directions of the jumps with three bits each and the
// first jump lowest, 63 always set. The origin of an entry is its target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move(NonZeroU64);

const MARK: u64 = 1 << 63;

impl Move {
    #[inline]
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

    /// A step between neighbouring cells.
    #[inline]
    pub const fn step(from: Square, to: Square) -> Move {
        Move::from_bits((from.index() | to.index() << 6) as u64)
    }

    /// A capture along a route that ends on `to`.
    #[inline]
    pub(crate) const fn capture(from: Square, to: Square, route: Route) -> Move {
        debug_assert!(route.jumps > 0);
        let ends = (from.index() | to.index() << 6) as u64;
        Move::from_bits(ends | (route.jumps as u64) << 12 | route.directions << 16)
    }

    /// The capture along a route of landing cells, the origin first. `None` if a cell is not two steps in one direction
    /// from the cell before it, or if there are more jumps than a capture can have.
    pub(crate) fn along(variant: Variant, path: &[Square]) -> Option<Move> {
        let (from, to) = (*path.first()?, *path.last()?);
        let mut route = Route::default();
        for ends in path.windows(2) {
            let lands = |direction: &usize| {
                let jumped = variant.neighbour(ends[0], *direction);
                jumped.and_then(|jumped| variant.neighbour(jumped, *direction)) == Some(ends[1])
            };
            route = route.then((0..variant.shifts().len()).find(lands)?);
        }
        (1..=MAX_JUMPS).contains(&route.jumps()).then(|| Move::capture(from, to, route))
    }

    /// The origin. The origin of an entry is its target.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new((self.0.get() & 63) as u8)
    }

    /// The target.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new((self.0.get() >> 6 & 63) as u8)
    }

    /// The number of jumps, which is the number of captured men: 0..=15.
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

    /// The cells of the written move: the cell of an entry, both ends of a step, origin and all landing cells of a
    /// capture.
    pub fn path(self, variant: Variant) -> impl Iterator<Item = Square> {
        let mut at = self.from();
        let landings = self.directions().map(move |direction| {
            at = at.shifted(2 * variant.shifts()[direction]);
            at
        });
        let step_target = (self.kind() == MoveKind::Step).then_some(self.to());
        std::iter::once(self.from()).chain(landings).chain(step_target)
    }

    /// The parts of the move that an animation shows: the first jump of a capture, its first two jumps and so on, and
    /// finally the whole move. Each part can be played in the position of the move. Only the last one is legal.
    ///
    /// ```
    /// use emergo::{Coordinates, Variant, read_move, read_position, write_move};
    ///
    /// let variant = Variant::Emergo;
    /// let position = read_position(variant, "1/3/5/7/9/3b1bw/5/3/1 w 0,0")?.position;
    /// let mv = read_move(&position, Coordinates::Oblique, "h4xf4xd4")?;
    /// let parts = mv.partial_moves(variant).map(|part| write_move(variant, Coordinates::Oblique, part));
    /// assert_eq!(parts.collect::<Vec<_>>(), ["h4xf4", "h4xf4xd4"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn partial_moves(self, variant: Variant) -> impl Iterator<Item = Move> {
        let mut route = Route::default();
        let mut at = self.from();
        let jumps = self.directions().map(move |direction| {
            route = route.then(direction);
            at = at.shifted(2 * variant.shifts()[direction]);
            Move::capture(self.from(), at, route)
        });
        jumps.chain((!self.is_capture()).then_some(self))
    }

    /// A hash of 16 bits for a transposition table. It nearly always differs among the legal moves of a position.
    #[inline]
    pub const fn short_hash(self) -> MoveHash {
        let hash = (self.0.get() ^ self.0.get() >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        MoveHash((hash >> 48) as u16 | 1)
    }
}

/// A hash of a move: see [`Move::short_hash`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MoveHash(u16);

impl MoveHash {
    /// The hash as a number, which is odd.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The inverse of [`MoveHash::bits`], or `None` for 0.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<MoveHash> {
        if bits == 0 { None } else { Some(MoveHash(bits)) }
    }
}

/// The jumps of a capture under construction.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Route {
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

    /// The number of jumps, 0..=15.
    #[inline]
    pub const fn jumps(self) -> usize {
        self.jumps as usize
    }
}
