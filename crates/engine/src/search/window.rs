//! The window of scores between which the exact value of a node matters, and what a score inside or outside of it
//! tells about the true one.

use crate::score::Score;
use std::ops::Neg;

/// How a score relates to the true one. Of equal scores a lower bound is the best and an upper bound the worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Bound {
    /// The true score is at most this.
    Upper,
    /// The score is the true one.
    Exact,
    /// The true score is at least this.
    Lower,
}

impl Bound {
    /// `lower` or `upper`. `None` for an exact score.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Bound::Exact => None,
            Bound::Lower => Some("lower"),
            Bound::Upper => Some("upper"),
        }
    }
}

/// The bound of the negated score.
impl Neg for Bound {
    type Output = Bound;
    fn neg(self) -> Bound {
        match self {
            Bound::Upper => Bound::Lower,
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
        }
    }
}

/// An open interval of scores. `alpha` is a score that the side to move already has, `beta` is the largest score that
/// the opponent allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// All scores.
    pub const FULL: Window = Window::new(Score::NEG_INFINITE, Score::INFINITE);

    #[inline]
    pub const fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta }
    }

    /// The null window that asks whether a score exceeds `alpha`.
    #[inline]
    pub fn null_above(alpha: Score) -> Window {
        Window::new(alpha, alpha + 1)
    }

    /// Raises alpha.
    #[inline]
    pub fn raise(&mut self, score: Score) {
        self.alpha = self.alpha.max(score);
    }

    /// Is there no score between the bounds?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// The window narrowed to the scores that are possible `ply` plies from the root: at worst the game is lost now,
    /// at best it is won with the next move.
    // CITE: Mate distance pruning. https://www.chessprogramming.org/Mate_Distance_Pruning
    #[inline]
    pub fn within_mate_distance(self, ply: usize) -> Window {
        Window {
            alpha: self.alpha.max(Score::loss_in(ply)),
            beta: self.beta.min(Score::win_in(ply + 1)),
        }
    }

    /// The bound that the best score of a node is, when the node was searched with this window.
    #[inline]
    pub fn bound_of(self, score: Score) -> Bound {
        if score >= self.beta {
            Bound::Lower
        } else if score > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// The window from the opponent's view.
impl Neg for Window {
    type Output = Window;
    #[inline]
    fn neg(self) -> Window {
        Window::new(-self.beta, -self.alpha)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_lost_now_or_won_with_the_next_move_at_the_extremes() {
        let expected = Window::new(Score::loss_in(3), Score::win_in(4));
        assert_eq!(Window::FULL.within_mate_distance(3), expected);
    }
}
