//! Scores: centimen from the view of the side to move, with wins and losses by their distance in plies. A leaf
//! module: evaluation and search both use it.

use std::fmt;
use std::ops::{Add, Neg, RangeInclusive, Sub};

/// Plies that a line of the search can have.
pub const MAX_PLY: usize = 200;

/// A score of [`Score::NEG_INFINITE`]..=[`Score::INFINITE`], from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Score(i32);

impl Score {
    /// An even game, or a drawn one.
    pub const DRAW: Score = Score(0);
    /// Beyond every score.
    pub const INFINITE: Score = Score(32_000);
    /// Below every score.
    pub const NEG_INFINITE: Score = Score(-32_000);
    /// A win on the spot; one in `n` plies is `n` less.
    const WIN: i32 = 31_000;
    /// The least score that is a win by distance.
    const LEAST_WIN: i32 = Score::WIN - 2 * MAX_PLY as i32;
    /// What evaluation stays within.
    const EVALUATION_LIMIT: i32 = 20_000;

    /// A score by evaluation, in centimen, cut to what cannot be taken for a win.
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

    /// The score of that number, if there is one: what [`Score::value`] gave once.
    #[inline]
    pub const fn from_value(value: i32) -> Option<Score> {
        if value >= -Score::WIN && value <= Score::WIN { Some(Score(value)) } else { None }
    }

    /// The number, in centimen unless the score is a win or loss.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Is it a win by distance?
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Score::LEAST_WIN
    }

    /// Is it a loss by distance?
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Score::LEAST_WIN
    }

    /// Is it a win or a loss by distance?
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Moves of the winner until the end, negative when the side to move loses; `None` of an open game.
    pub const fn moves_to_end(self) -> Option<i32> {
        if self.is_win() {
            Some((Score::WIN - self.0 + 1) / 2)
        } else if self.is_loss() {
            Some(-((Score::WIN + self.0 + 1) / 2))
        } else {
            None
        }
    }

    /// Chances of win, draw and loss in thousandths, for the side to move.
    pub fn win_draw_loss(self, calibration: Calibration) -> [u32; 3] {
        match self.moves_to_end() {
            Some(moves) if moves > 0 => return [1000, 0, 0],
            Some(_) => return [0, 0, 1000],
            None => {}
        }
        let expected = calibration.expected(self.0);
        let draw = calibration.draws * expected * (1.0 - expected);
        let win = ((expected - draw / 2.0) * 1000.0).round() as u32;
        let draw = (draw * 1000.0).round() as u32;
        [win, draw, 1000 - win - draw]
    }

    /// A score at `ply` from the root, as the table keeps it: wins counted from the node itself.
    #[inline]
    pub const fn to_table(self, ply: usize) -> i16 {
        let shift = if self.is_win() {
            ply as i32
        } else if self.is_loss() {
            -(ply as i32)
        } else {
            0
        };
        (self.0 + shift) as i16
    }

    /// The reverse of [`Score::to_table`].
    #[inline]
    pub const fn from_table(stored: i16, ply: usize) -> Score {
        let score = Score(stored as i32);
        if score.is_win() {
            Score(score.0 - ply as i32)
        } else if score.is_loss() {
            Score(score.0 + ply as i32)
        } else {
            score
        }
    }
}

/// What scores mean in points: a logistic curve fitted to scores and results of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Calibration {
    points: f64,
    draws: f64,
}

impl Calibration {
    /// The anchor of all scores: 200 centimen double the odds of the points, so 200 ahead makes two points of three,
    /// 400 four of five.
    pub const POINTS: f64 = 200.0 / std::f64::consts::LN_2;

    /// What [`Calibration::points`] can be.
    pub const POINTS_RANGE: RangeInclusive<f64> = 1.0..=1e5;
    /// What [`Calibration::draws`] can be.
    pub const DRAWS_RANGE: RangeInclusive<f64> = 0.0..=2.0;

    /// A side that is `points` centimen ahead makes e : 1 of the points, 73 %; where the points are even, a quarter
    /// of `draws` of the games is drawn. Both are cut to their ranges.
    pub fn new(points: f64, draws: f64) -> Calibration {
        let cut =
            |value: f64, range: RangeInclusive<f64>| value.clamp(*range.start(), *range.end());
        Calibration {
            points: cut(points, Calibration::POINTS_RANGE),
            draws: cut(draws, Calibration::DRAWS_RANGE),
        }
    }

    /// Centimen at which a side makes 73 % of the points.
    pub fn points(self) -> f64 {
        self.points
    }

    /// Four times the share of draws where the points are even.
    pub fn draws(self) -> f64 {
        self.draws
    }

    /// Points that a side makes that is so many centimen ahead, 0..=1.
    pub fn expected(self, centimen: i32) -> f64 {
        1.0 / (1.0 + (-f64::from(centimen) / self.points).exp())
    }
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

/// As the protocol writes it: `cp 35` or `mate -4`.
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

    fn calibration() -> Calibration {
        Calibration::new(233.0, 0.25)
    }

    #[test]
    fn a_distance_survives_the_table() {
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
    fn chances_add_up_and_grow_with_the_score() {
        let mut last = 0;
        for value in (-20_000..=20_000).step_by(50) {
            let score = Score::centimen(value);
            let [win, draw, loss] = score.win_draw_loss(calibration());
            assert_eq!(win + draw + loss, 1000, "{score}");
            assert_eq!((-score).win_draw_loss(calibration())[1], draw, "{score}");
            assert!(win >= last, "{score}");
            last = win;
        }
        assert_eq!(Score::win_in(3).win_draw_loss(calibration()), [1000, 0, 0]);
        assert_eq!(Score::loss_in(0).win_draw_loss(calibration()), [0, 0, 1000]);
    }

    #[test]
    fn wins_and_losses_are_told_in_moves() {
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
