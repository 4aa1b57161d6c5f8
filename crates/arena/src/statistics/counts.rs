//! Counts of games in three classes (trinomial) and of pairs of games in five classes (pentanomial).

use serde::Serialize;
use std::fmt;
use std::ops::AddAssign;

/// A fraction from 0 to 1: a score, a probability or a draw ratio. It is printed in per cent.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Share(f64);

impl Share {
    /// The value, limited to 0 to 1.
    pub const fn new(value: f64) -> Share {
        Share(value.clamp(0.0, 1.0))
    }

    /// `part` divided by `whole`; 0 if `whole` is 0.
    fn of(part: u64, whole: u64) -> Share {
        if whole == 0 { Share(0.0) } else { Share(part as f64 / whole as f64) }
    }

    /// The number, 0 to 1.
    pub const fn value(self) -> f64 {
        self.0
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} %", 100.0 * self.0)
    }
}

/// The score of the first engine in a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum GameScore {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

/// Games by their result for the first engine: the trinomial.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct ResultCounts {
    /// Games it won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games it lost.
    pub losses: u64,
}

impl ResultCounts {
    /// Counts one game.
    pub fn add(&mut self, score: GameScore) {
        match score {
            GameScore::Loss => self.losses += 1,
            GameScore::Draw => self.draws += 1,
            GameScore::Win => self.wins += 1,
        }
    }

    /// All games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Won games minus lost games.
    pub const fn lead(&self) -> i64 {
        self.wins as i64 - self.losses as i64
    }

    /// The points of the first engine divided by the games; 1/2 without games.
    pub fn score(&self) -> Share {
        match self.games() {
            0 => Share(0.5),
            games => Share::of(2 * self.wins + self.draws, 2 * games),
        }
    }

    /// Drawn games out of all.
    pub fn draw_ratio(&self) -> Share {
        Share::of(self.draws, self.games())
    }
}

impl AddAssign for ResultCounts {
    fn add_assign(&mut self, other: ResultCounts) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Finished pairs by the points of the first engine (0, 0.5, 1, 1.5, 2): the pentanomial.
#[derive(Clone, Copy, PartialEq, Eq, Default, Hash, Debug)]
pub struct PairCounts(pub [u64; 5]);

impl PairCounts {
    /// Counts one pair by the scores of its games, in either order.
    pub fn add(&mut self, one: GameScore, other: GameScore) {
        self.0[one as usize + other as usize] += 1;
    }

    /// All pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The number of won pairs divided by the number of lost pairs, as in fastchess. Infinite if no pair was lost, `None`
    /// if no pair was won or lost.
    pub fn pairs_ratio(&self) -> Option<f64> {
        let (won, lost) = (self.0[3] + self.0[4], self.0[0] + self.0[1]);
        (won + lost > 0).then(|| won as f64 / lost as f64)
    }
}

/// The form of fastchess and fishtest: `[50, 287, 610, 387, 73]`.
impl fmt::Display for PairCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}
