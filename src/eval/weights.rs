//! The weights, in centimen: 100 is a lone man. Set by hand after what a linear fit on games of a prototype
//! found: tall caps are worth far more than their men, prisoners count for a strong guard and little for a
//! weak one, a shadowpiece to come is a tall cap to come, the rim is a poor place.

use std::fmt;

/// One term of the evaluation, as an index of [`WEIGHTS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Term(u8);

const CAPS: u8 = 0;
const PRISONERS: u8 = 12;
const SHADOWPIECES: u8 = 16;

impl Term {
    /// The number of terms.
    pub const COUNT: usize = WEIGHTS.len();
    /// Men in hand.
    pub const HAND: Term = Term(28);
    /// Pieces on the rim.
    pub const ON_RIM: Term = Term(29);
    /// Steps to vacant cells, whether or not it is the phase of steps.
    pub const MOBILITY: Term = Term(30);
    /// The move, with men in hand.
    pub const TEMPO_ENTERING: Term = Term(31);
    /// The move, with an empty hand.
    pub const TEMPO_STEPPING: Term = Term(32);

    /// Pieces with a cap of `cap` men, 1..=12.
    #[inline]
    pub const fn cap(cap: u8) -> Term {
        debug_assert!(cap >= 1 && cap <= 12);
        Term(CAPS + cap - 1)
    }

    /// Prisoners under a cap of `cap` men, from 1; those of 4 and more are counted together.
    #[inline]
    pub const fn prisoners_under(cap: u8) -> Term {
        Term(PRISONERS + if cap < 4 { cap } else { 4 } - 1)
    }

    /// A hand that exceeds the opponent's by `surplus` men, 1..=12: the shadowpiece to come.
    #[inline]
    pub const fn shadowpiece(surplus: u8) -> Term {
        debug_assert!(surplus >= 1 && surplus <= 12);
        Term(SHADOWPIECES + surplus - 1)
    }

    /// The index in [`WEIGHTS`].
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All terms.
    pub fn all() -> impl Iterator<Item = Term> {
        (0..Term::COUNT as u8).map(Term)
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Term::HAND => f.write_str("men in hand"),
            Term::ON_RIM => f.write_str("pieces on the rim"),
            Term::MOBILITY => f.write_str("mobility"),
            Term::TEMPO_ENTERING => f.write_str("tempo (entering)"),
            Term::TEMPO_STEPPING => f.write_str("tempo (stepping)"),
            Term(index) if index < PRISONERS => write!(f, "caps of {}", index + 1),
            Term(15) => f.write_str("prisoners under caps of 4 and more"),
            Term(index) if index < SHADOWPIECES => {
                write!(f, "prisoners under caps of {}", index - PRISONERS + 1)
            }
            Term(index) => write!(f, "coming shadowpiece of {}", index - SHADOWPIECES + 1),
        }
    }
}

/// The weight of each term, in centimen.
#[rustfmt::skip]
pub static WEIGHTS: [i32; 33] = [
    // Caps of 1 to 12.
    100, 280, 560, 850, 1050, 1250, 1400, 1550, 1700, 1850, 2000, 2150,
    // Each prisoner under a cap of 1, 2, 3, 4 and more.
    0, 25, 50, 60,
    // A coming shadowpiece of 1 to 12, beyond its men in hand.
    0, 60, 180, 330, 450, 550, 600, 650, 700, 750, 800, 850,
    // Men in hand, pieces on the rim, mobility, tempo while entering and while stepping.
    110, -15, 3, 20, 30,
];
