//! The end of a game: the result and the reason.
//!
//! Each reason has one spelling in game records, on the page and in the protocol. Ends that players, clocks and match
//! managers decide are not part of the rules: `emergo_records::Termination` has them.

use crate::named::named;
use crate::position::Position;
use crate::rule_options::Blocked;
use crate::side::Side;
use std::fmt;

named! {
    UnknownResult, "result";
    /// The result of a game.
    ///
    /// ```
    /// use emergo::{GameResult, Side};
    ///
    /// let result: GameResult = "1-0".parse()?;
    /// assert_eq!(result.winner(), Some(Side::White));
    /// assert_eq!(result.half_points(Side::Black), 0);
    /// # Ok::<(), emergo::UnknownResult>(())
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum GameResult {
        WhiteWins = "1-0",
        Draw = "1/2-1/2",
        BlackWins = "0-1",
    }
}

impl GameResult {
    /// The result of a game with this winner, or of a draw if it is `None`.
    pub const fn from_winner(winner: Option<Side>) -> GameResult {
        match winner {
            Some(Side::White) => GameResult::WhiteWins,
            Some(Side::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        }
    }

    /// The winner, or `None` if the game is drawn.
    pub const fn winner(self) -> Option<Side> {
        match self {
            GameResult::WhiteWins => Some(Side::White),
            GameResult::Draw => None,
            GameResult::BlackWins => Some(Side::Black),
        }
    }

    /// Half points of a side: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points(self, side: Side) -> u8 {
        match self.winner() {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        }
    }

    /// Points of a side: 1 for a win, 1/2 for a draw, 0 for a loss.
    pub fn points(self, side: Side) -> f64 {
        f64::from(self.half_points(side)) / 2.0
    }
}

named! {
    UnknownEndReason, "reason for the end of a game";
    /// Why a game ended.
    ///
    /// ```
    /// use emergo::EndReason;
    ///
    /// assert_eq!(EndReason::Repetition.to_string(), "third repetition");
    /// assert_eq!("third repetition".parse(), Ok(EndReason::Repetition));
    /// ```
    ///
    /// A `match` lists all reasons, so the compiler shows what another one needs.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum EndReason {
        /// The side to move has no piece and no man in hand. It loses.
        NoMen = "no men left",
        /// The side to move has a piece or a man in hand, but no legal move.
        Blocked = "blocked",
        /// The position occurred for the third time. The game is drawn.
        Repetition = "third repetition",
    }
}

/// How a game ended. In JSON: `{"result":"1-0","reason":"blocked"}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Ending {
    /// The winner, or `None` if the game is drawn. In JSON: the result.
    #[cfg_attr(feature = "serde", serde(rename = "result", serialize_with = "write_result"))]
    #[cfg_attr(feature = "typescript", ts(as = "GameResult"))]
    pub winner: Option<Side>,
    /// Why the game ended.
    pub reason: EndReason,
}

impl Ending {
    /// The result of the game.
    pub const fn result(self) -> GameResult {
        GameResult::from_winner(self.winner)
    }
}

#[cfg(feature = "serde")]
fn write_result<S: serde::Serializer>(winner: &Option<Side>, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(GameResult::from_winner(*winner).name())
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{winner} wins ({})", self.reason),
            None => write!(f, "draw ({})", self.reason),
        }
    }
}

impl Position {
    /// The end of a game in this position, or `None` if the side to move has a legal move. Repetition is ignored: see
    /// [`Game::ending`](crate::Game::ending).
    ///
    /// ```
    /// use emergo::{Blocked, EndReason, Side, Variant, read_position};
    ///
    /// // Black has no piece and no man in hand.
    /// let position = read_position(Variant::Emergo, "1/3/5/7/4w4/7/5/3/1 b 0,0")?.position;
    /// let ending = position.ending(Blocked::Draw).expect("the game is over");
    /// assert_eq!(ending.winner, Some(Side::White));
    /// assert_eq!(ending.reason, EndReason::NoMen);
    /// # Ok::<(), emergo::notation::PositionTextError>(())
    /// ```
    pub fn ending(&self, blocked: Blocked) -> Option<Ending> {
        if self.has_legal_move() {
            return None;
        }
        let side = self.side();
        let no_men = self.pieces(side).is_empty() && self.hand(side) == 0;
        let reason = if no_men { EndReason::NoMen } else { EndReason::Blocked };
        let lost = no_men || blocked == Blocked::Loss;
        Some(Ending { winner: lost.then_some(side.other()), reason })
    }
}
