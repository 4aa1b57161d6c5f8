//! The terms of the linear model: what players name when they explain a position. A term is counted for the side to move
//! minus the opponent, and has one weight. The linear model is the baseline for the network.
//!
//! The words are those of the game: a *guard* is a piece with prisoners, an *anchorman* an opposing piece next to it, and
//! the *shadowpiece* is the piece that enters when one hand is empty.

use emergo::{Bitboard, Position, Side, Variant};
use luctor_engine::eval::features::{OUTPUT_BUCKETS, output_bucket};
use std::fmt;

/// Distances of a cell from the centre.
const RINGS: usize = 5;
/// Greater caps count as this one.
const CAPS: usize = 8;
/// Numbers of prisoners from 0. Greater ones count as the last.
const PRISONERS: usize = 7;
/// The greatest cap of terms about jumps and guards. Greater ones count as this one.
const GUARDS: usize = 4;
/// The greatest difference of the hands. Greater ones count as this one.
const HAND_SURPLUSES: usize = 12;

/// A term of the linear model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// Men in the caps of pieces.
    MenInCaps,
    /// Prisoners under the pieces of the side.
    PrisonersHeld,
    /// Men in hand.
    MenInHand,
    /// The side to move: always 1.
    SideToMove,
    /// Pieces with this cap (1 to 8), number of prisoners (0 to 6) and distance from the centre.
    Piece {
        /// Men in the cap.
        cap: usize,
        /// Prisoners under the cap.
        prisoners: usize,
        /// Distance from the centre.
        ring: usize,
    },
    /// The hand has this many men more than that of the opponent (1 to 12), and so a shadowpiece of this size is coming.
    Shadowpiece(usize),
    /// Pieces with this cap (1 to 4) that can be jumped.
    Jumpable {
        /// Men in the cap.
        cap: usize,
        /// Whether the piece has prisoners.
        has_prisoners: bool,
    },
    /// Own men under an opposing guard with this cap (1 to 4).
    MenUnderGuard {
        /// Men in the cap of the guard.
        cap: usize,
        /// Whether an own piece is next to the guard.
        has_anchorman: bool,
    },
    /// Cells where a step of the side to move feeds the opponent.
    FeedingCells,
    /// Cells where a step of the opponent feeds the side to move.
    OpponentFeedingCells,
    /// Steps.
    Mobility,
    /// Pieces without a step.
    ImmobilePieces,
    /// 1 in one output bucket of the network.
    Tempo {
        /// The output bucket.
        bucket: usize,
    },
}

// The first index of each group of terms.
const PIECE: usize = MATERIAL_TERMS;
const SHADOWPIECE: usize = PIECE + CAPS * PRISONERS * RINGS;
const JUMPABLE: usize = SHADOWPIECE + HAND_SURPLUSES;
const UNDER_GUARD: usize = JUMPABLE + 2 * GUARDS;
const FEEDING: usize = UNDER_GUARD + 2 * GUARDS;
const TEMPO: usize = FEEDING + 4;
/// The number of terms of the material model. They are the first ones.
pub const MATERIAL_TERMS: usize = 4;
/// The number of all terms.
pub const TERMS: usize = TEMPO + OUTPUT_BUCKETS;

impl Term {
    /// All terms in the order of [`Term::index`].
    pub fn all() -> Vec<Term> {
        let pieces = (1..=CAPS).flat_map(|cap| {
            (0..PRISONERS).flat_map(move |prisoners| {
                (0..RINGS).map(move |ring| Term::Piece { cap, prisoners, ring })
            })
        });
        let jumpable = (1..=GUARDS).flat_map(|cap| {
            [false, true].map(|has_prisoners| Term::Jumpable { cap, has_prisoners })
        });
        let under_guard = (1..=GUARDS).flat_map(|cap| {
            [false, true].map(|has_anchorman| Term::MenUnderGuard { cap, has_anchorman })
        });
        [Term::MenInCaps, Term::PrisonersHeld, Term::MenInHand, Term::SideToMove]
            .into_iter()
            .chain(pieces)
            .chain((1..=HAND_SURPLUSES).map(Term::Shadowpiece))
            .chain(jumpable)
            .chain(under_guard)
            .chain([
                Term::FeedingCells,
                Term::OpponentFeedingCells,
                Term::Mobility,
                Term::ImmobilePieces,
            ])
            .chain((0..OUTPUT_BUCKETS).map(|bucket| Term::Tempo { bucket }))
            .collect()
    }

    /// The number of the term, 0..[`TERMS`]. Numbers beyond the range of a group count as its last one.
    pub fn index(self) -> usize {
        let guard = |cap: usize| cap.clamp(1, GUARDS) - 1;
        match self {
            Term::MenInCaps => 0,
            Term::PrisonersHeld => 1,
            Term::MenInHand => 2,
            Term::SideToMove => 3,
            Term::Piece { cap, prisoners, ring } => {
                let column = (cap.clamp(1, CAPS) - 1) * PRISONERS + prisoners.min(PRISONERS - 1);
                PIECE + column * RINGS + ring
            }
            Term::Shadowpiece(size) => SHADOWPIECE + size.clamp(1, HAND_SURPLUSES) - 1,
            Term::Jumpable { cap, has_prisoners } => {
                JUMPABLE + 2 * guard(cap) + usize::from(has_prisoners)
            }
            Term::MenUnderGuard { cap, has_anchorman } => {
                UNDER_GUARD + 2 * guard(cap) + usize::from(has_anchorman)
            }
            Term::FeedingCells => FEEDING,
            Term::OpponentFeedingCells => FEEDING + 1,
            Term::Mobility => FEEDING + 2,
            Term::ImmobilePieces => FEEDING + 3,
            Term::Tempo { bucket } => TEMPO + bucket,
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Term::MenInCaps => f.write_str("men in caps"),
            Term::PrisonersHeld => f.write_str("prisoners held"),
            Term::MenInHand => f.write_str("men in hand"),
            Term::SideToMove => f.write_str("side to move"),
            Term::Piece { cap, prisoners, ring } => {
                write!(f, "cap {cap}, prisoners {prisoners}, ring {ring}")
            }
            Term::Shadowpiece(size) => write!(f, "coming shadowpiece of {size}"),
            Term::Jumpable { cap, has_prisoners } => {
                let with = if has_prisoners { "with" } else { "without" };
                write!(f, "jumpable cap of {cap} {with} prisoners")
            }
            Term::MenUnderGuard { cap, has_anchorman } => {
                let with = if has_anchorman { "with" } else { "without" };
                write!(f, "own men under a guard of {cap} {with} an anchorman")
            }
            Term::FeedingCells => f.write_str("feeding cells"),
            Term::OpponentFeedingCells => f.write_str("feeding cells of the opponent"),
            Term::Mobility => f.write_str("mobility"),
            Term::ImmobilePieces => f.write_str("pieces without a step"),
            Term::Tempo { bucket } => write!(f, "tempo in output bucket {bucket}"),
        }
    }
}

/// The count of a term in a position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct TermCount {
    /// [`Term::index`].
    pub term: u16,
    /// The count of the side to move minus that of the opponent.
    pub count: i8,
}

/// The terms of a position whose count is not 0, in ascending order.
pub fn counts(pos: &Position) -> Vec<TermCount> {
    let mut sums = [0_i32; TERMS];
    let (us, variant) = (pos.side(), pos.variant());
    let lines = pos.jump_lines();
    for side in Side::ALL {
        let sign = if side == us { 1 } else { -1 };
        let mut add = |term: Term, count: i32| sums[term.index()] += sign * count;
        let own = pos.pieces(side);
        let lines = lines[side.index()];
        let all = |lines: [Bitboard; Variant::MAX_DIRECTIONS]| {
            lines.into_iter().fold(Bitboard::EMPTY, |all, cells| all | cells)
        };
        let (jumpable, feeding) = (all(lines.jumpable_pieces), all(lines.feeding_cells));
        let neighbours = |cells: Bitboard| {
            let shifted = variant.shifts().iter().map(|shift| cells.shifted(*shift));
            shifted.fold(Bitboard::EMPTY, |all, cells| all | cells)
        };
        for square in own {
            let column = pos.column(square);
            let (cap, prisoners) = (usize::from(column.cap()), usize::from(column.prisoners()));
            let ring = usize::from(variant.distance_to_centre(square));
            add(Term::MenInCaps, cap as i32);
            add(Term::PrisonersHeld, prisoners as i32);
            add(Term::Piece { cap, prisoners, ring }, 1);
            if jumpable.has(square) {
                add(Term::Jumpable { cap, has_prisoners: prisoners > 0 }, 1);
            }
            if prisoners > 0 {
                // The prisoners are men of the opponent.
                let has_anchorman =
                    (neighbours(pos.pieces(side.other())) & square.bitboard()).any();
                add(Term::MenUnderGuard { cap, has_anchorman }, -(prisoners as i32));
            }
        }
        let hand = i32::from(pos.hand(side));
        add(Term::MenInHand, hand);
        let surplus = hand - i32::from(pos.hand(side.other()));
        if surplus > 0 {
            add(Term::Shadowpiece(surplus as usize), 1);
        }
        // These two are not a difference: each side has its own term.
        let term = if side == us { Term::FeedingCells } else { Term::OpponentFeedingCells };
        add(term, sign * feeding.count() as i32);
        add(Term::Mobility, pos.count_steps(side) as i32);
        add(Term::ImmobilePieces, (own & !neighbours(pos.empty())).count() as i32);
    }
    sums[Term::SideToMove.index()] = 1;
    sums[Term::Tempo { bucket: output_bucket(pos) }.index()] = 1;
    let counted = sums.iter().enumerate().filter(|(_, count)| **count != 0);
    counted.map(|(term, count)| TermCount { term: term as u16, count: *count as i8 }).collect()
}
