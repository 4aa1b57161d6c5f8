//! The window of scores between which a node's exact value matters.

use crate::score::Score;
use std::ops::Neg;

/// An open interval: `alpha` is secured, `beta` is what the opponent allows at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// Everything.
    pub const FULL: Window = Window::new(Score::LOWEST, Score::INFINITE);

    #[inline]
    pub const fn new(alpha: Score, beta: Score) -> Window {
        Window { alpha, beta }
    }

    /// The window without room that asks whether a score exceeds `alpha`.
    #[inline]
    pub fn null_above(alpha: Score) -> Window {
        Window::new(alpha, alpha + 1)
    }

    /// Raises alpha.
    #[inline]
    pub fn raise(&mut self, score: Score) {
        self.alpha = self.alpha.max(score);
    }

    /// Is nothing left between the bounds?
    #[inline]
    pub fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }

    /// The window narrowed to the scores that are possible `ply` plies from the root: lost now at worst, a
    /// win with the next move at best.
    #[inline]
    pub fn within_reach(self, ply: usize) -> Window {
        Window {
            alpha: self.alpha.max(Score::loss_in(ply)),
            beta: self.beta.min(Score::win_in(ply + 1)),
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
