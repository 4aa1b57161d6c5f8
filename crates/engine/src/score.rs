//! Scores: centimen from the view of the side to move. Wins and losses have scores by their distance in plies.
//! 200 centimen double the odds of the points: [`Score::expected_points`].

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// Largest number of plies in a line of the search.
pub const MAX_PLY: usize = 200;

/// A score of [`Score::NEG_INFINITE`]..=[`Score::INFINITE`], from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Score(i32);

impl Score {
    /// A draw, or an equal position.
    pub const DRAW: Score = Score(0);
    /// Above every score.
    pub const INFINITE: Score = Score(32_000);
    /// Below every score.
    pub const NEG_INFINITE: Score = Score(-32_000);
    /// The score of a won position. A win in `n` plies is `n` less.
    const WIN: i32 = 31_000;
    /// The smallest score of a win.
    const MIN_WIN: i32 = Score::WIN - 2 * MAX_PLY as i32;
    /// Largest score of an evaluation.
    const EVALUATION_LIMIT: i32 = 20_000;

    /// The centimen that double the odds: a side that is 200 ahead makes 2/3 of the points, with 400 it makes 4/5.
    /// `luctor train` and `luctor calibrate` give each network this scale, by self-play games.
    pub const DOUBLING: f64 = 200.0;

    /// The score of an evaluation in centimen, limited to ±20,000.
    #[inline]
    pub const fn centimen(value: i32) -> Score {
        if value > Score::EVALUATION_LIMIT {
            Score(Score::EVALUATION_LIMIT)
        } else if value < -Score::EVALUATION_LIMIT {
            Score(-Score::EVALUATION_LIMIT)
        } else {
            Score(value)
        }
    }

    /// A win after `plies` more plies.
    #[inline]
    pub const fn win_in(plies: usize) -> Score {
        Score(Score::WIN - plies as i32)
    }

    /// A loss after `plies` more plies.
    #[inline]
    pub const fn loss_in(plies: usize) -> Score {
        Score(plies as i32 - Score::WIN)
    }

    /// The score with this [`Score::value`], `None` of a number that is neither an evaluation nor a win or loss.
    #[inline]
    pub const fn from_value(value: i32) -> Option<Score> {
        let (score, size) = (Score(value), value.saturating_abs());
        let is_score = size <= Score::EVALUATION_LIMIT || score.is_decisive() && size <= Score::WIN;
        if is_score { Some(score) } else { None }
    }

    /// The score as a number: centimen, unless it is a win or loss.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Is it a win with a known distance?
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Score::MIN_WIN
    }

    /// Is it a loss with a known distance?
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Score::MIN_WIN
    }

    /// Is it a win or a loss with a known distance?
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Moves of the winner until the end, negative if the side to move loses. `None` if the score is not decisive.
    pub const fn moves_to_end(self) -> Option<i32> {
        if self.is_win() {
            Some((Score::WIN - self.0 + 1) / 2)
        } else if self.is_loss() {
            Some(-((Score::WIN + self.0 + 1) / 2))
        } else {
            None
        }
    }

    /// The share of the points that the side to move makes, 0.0..=1.0. A win with a known distance is 1.
    ///
    /// ```
    /// use luctor_engine::score::Score;
    ///
    /// assert!((Score::centimen(200).expected_points() - 2.0 / 3.0).abs() < 1e-9);
    /// ```
    // CITE: https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo
    pub fn expected_points(self) -> f64 {
        if self.is_win() {
            1.0
        } else if self.is_loss() {
            0.0
        } else {
            points_of_odds(f64::from(self.0) / Score::DOUBLING)
        }
    }

    /// Probabilities of win, draw and loss for the side to move, in thousandths. Their sum is 1000. `draws` is that of
    /// [`NetworkHeader`](crate::eval::network::NetworkHeader::draws).
    pub fn win_draw_loss(self, draws: f64) -> [u32; 3] {
        let expected = self.expected_points();
        let draw = draws * expected * (1.0 - expected);
        let win = ((expected - draw / 2.0) * 1000.0).round() as u32;
        let draw = (draw * 1000.0).round() as u32;
        [win, draw, 1000 - win - draw]
    }

    /// The score one ply earlier: negated, with wins and losses one ply further away.
    #[inline]
    pub const fn before_move(self) -> Score {
        Score(-self.0).further_by(1)
    }

    /// The stored form of a score of a node `ply` plies from the root: distances of wins count from the node.
    #[inline]
    pub const fn to_table(self, ply: usize) -> i16 {
        self.further_by(-(ply as i32)).0 as i16
    }

    /// The reverse of [`Score::to_table`].
    #[inline]
    pub const fn from_table(stored: i16, ply: usize) -> Score {
        Score(stored as i32).further_by(ply as i32)
    }

    /// The score with a win or loss further away by some plies.
    #[inline]
    const fn further_by(self, plies: i32) -> Score {
        if self.is_win() {
            Score(self.0 - plies)
        } else if self.is_loss() {
            Score(self.0 + plies)
        } else {
            self
        }
    }
}

/// The share of the points, 0.0..=1.0, of a side whose odds are 2^`doublings` : 1.
pub fn points_of_odds(doublings: f64) -> f64 {
    1.0 / (1.0 + (-doublings).exp2())
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    #[inline]
    fn add(self, centimen: i32) -> Score {
        Score(self.0 + centimen)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, centimen: i32) -> Score {
        Score(self.0 - centimen)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The form of the protocol: `cp 35` or `mate -4`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.moves_to_end() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_score_is_read_unchanged() {
        for score in
            [Score::win_in(0), Score::win_in(57), Score::loss_in(33), Score::centimen(-120)]
        {
            for ply in [0, 1, 50, MAX_PLY] {
                assert_eq!(
                    Score::from_table(score.to_table(ply), ply),
                    score,
                    "{score} at ply {ply}"
                );
            }
        }
    }

    #[test]
    fn before_a_move_the_score_is_of_the_other_side_and_the_end_one_ply_further() {
        for (after, before) in [
            (Score::centimen(35), Score::centimen(-35)),
            (Score::DRAW, Score::DRAW),
            (Score::loss_in(0), Score::win_in(1)),
            (Score::win_in(3), Score::loss_in(4)),
        ] {
            assert_eq!(after.before_move(), before, "{after}");
        }
    }

    #[test]
    fn the_expected_points_of_both_sides_sum_to_one() {
        for (score, expected) in [
            (Score::DRAW, 0.5),
            (Score::centimen(200), 0.667),
            (Score::centimen(-400), 0.2),
            (Score::win_in(0), 1.0),
            (Score::win_in(30), 1.0),
            (Score::loss_in(30), 0.0),
        ] {
            let [ours, theirs] = [score, -score].map(|score| score.expected_points());
            assert!((ours - expected).abs() < 1e-3, "{score}: {ours}");
            assert!((ours + theirs - 1.0).abs() < 1e-9, "{score}");
        }
    }

    #[test]
    fn probabilities_sum_to_one_and_grow_with_the_score() {
        for draws in [0.0, 0.25, 2.0] {
            let mut last = 0;
            for value in (-20_000..=20_000).step_by(50) {
                let score = Score::centimen(value);
                let [win, draw, loss] = score.win_draw_loss(draws);
                assert_eq!(win + draw + loss, 1000, "{score}");
                assert_eq!((-score).win_draw_loss(draws)[1], draw, "{score}");
                assert!(win >= last, "{score}");
                last = win;
            }
        }
        assert_eq!(Score::DRAW.win_draw_loss(2.0), [250, 500, 250]);
        assert_eq!(Score::win_in(3).win_draw_loss(0.25), [1000, 0, 0]);
        assert_eq!(Score::loss_in(0).win_draw_loss(0.25), [0, 0, 1000]);
    }

    #[test]
    fn wins_and_losses_are_written_in_moves() {
        let table = [
            (Score::win_in(1), "mate 1"),
            (Score::win_in(3), "mate 2"),
            (Score::loss_in(2), "mate -1"),
            (Score::loss_in(4), "mate -2"),
            (Score::centimen(35), "cp 35"),
            (Score::centimen(1_000_000), "cp 20000"),
        ];
        for (score, text) in table {
            assert_eq!(score.to_string(), text);
        }
    }
}
