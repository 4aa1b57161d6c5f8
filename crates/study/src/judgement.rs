//! Judgements of moves by the expected points that they lose. A forced move is not judged.
//!
//! The limits of `?!`, `?` and `??` are those of lichess, whose scale of winning chances is -1..=1 and twice as long.
//! `!` is the rule of En Croissant.

// CITE: https://github.com/lichess-org/lila/blob/master/modules/tree/src/main/Advice.scala
// CITE: https://github.com/franciscoBSalgueiro/en-croissant/blob/master/src/utils/score.ts

use serde::Serialize;

/// A `!` move is better than every other move by more than this, in expected points.
pub const ONLY_MOVE_MARGIN: f64 = 0.10;

/// The judgement of a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Mark {
    /// `!`: the best move, and all others are worse by more than [`ONLY_MOVE_MARGIN`].
    Good,
    /// `?!`: it loses some expected points, see [`Mark::least_loss`].
    Inaccuracy,
    /// `?`: it loses more.
    Mistake,
    /// `??`: it loses most.
    Blunder,
}

impl Mark {
    /// All marks, from the best move to the worst.
    pub const ALL: [Mark; 4] = [Mark::Good, Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// The mark of a move that loses this many expected points; `None` if it loses less than an inaccuracy.
    ///
    /// ```
    /// use luctor_study::Mark;
    ///
    /// assert_eq!(Mark::of_loss(0.12), Some(Mark::Mistake));
    /// assert_eq!(Mark::of_loss(0.04), None);
    /// ```
    pub fn of_loss(loss: f64) -> Option<Mark> {
        let reaches = |mark: &Mark| mark.least_loss().is_some_and(|least| loss >= least);
        Mark::ALL.into_iter().rfind(reaches)
    }

    /// The least loss of an error, in expected points.
    pub const fn least_loss(self) -> Option<f64> {
        match self {
            Mark::Good => None,
            Mark::Inaccuracy => Some(0.05),
            Mark::Mistake => Some(0.10),
            Mark::Blunder => Some(0.15),
        }
    }

    /// Is it `?!`, `?` or `??`?
    pub const fn is_error(self) -> bool {
        !matches!(self, Mark::Good)
    }

    /// The mark behind a move: `!`, `?!`, `?` or `??`.
    pub const fn symbol(self) -> &'static str {
        match self {
            Mark::Good => "!",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// The numeric annotation glyph of PGN.
    pub const fn nag(self) -> u8 {
        match self {
            Mark::Good => 1,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
            Mark::Inaccuracy => 6,
        }
    }

    /// The name at the beginning of a sentence.
    pub const fn title(self) -> &'static str {
        match self {
            Mark::Good => "Best by far",
            Mark::Inaccuracy => "Inaccuracy",
            Mark::Mistake => "Mistake",
            Mark::Blunder => "Blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_gets_the_largest_mark_that_it_reaches() {
        for (loss, expected) in [
            (0.0, None),
            (0.049, None),
            (0.05, Some(Mark::Inaccuracy)),
            (0.099, Some(Mark::Inaccuracy)),
            (0.10, Some(Mark::Mistake)),
            (0.149, Some(Mark::Mistake)),
            (0.15, Some(Mark::Blunder)),
            (1.0, Some(Mark::Blunder)),
        ] {
            assert_eq!(Mark::of_loss(loss), expected, "{loss}");
        }
    }

    #[test]
    fn symbols_and_glyphs_are_those_of_pgn() {
        // The table of the PGN standard, section 10.
        let glyphs = ["", "!", "?", "!!", "??", "!?", "?!"];
        for mark in Mark::ALL {
            assert_eq!(glyphs[usize::from(mark.nag())], mark.symbol());
        }
    }
}
