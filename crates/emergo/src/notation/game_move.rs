//! The moves of a game as text. Unlike a position, a game can have ended by repetition.

use super::coordinates::Coordinates;
use super::move_text::{MoveTextError, read_move};
use crate::ending::Ending;
use crate::game::Game;
use crate::moves::Move;
use std::fmt;

/// Why a text is not accepted as the next move of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "snake_case"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum GameMoveError {
    /// The game has ended.
    GameEnded {
        /// How.
        ending: Ending,
    },
    /// The text is not a legal move of the position.
    #[cfg_attr(feature = "serde", serde(untagged))]
    Text(MoveTextError),
}

impl GameMoveError {
    /// The name of the error for programs: `game_ended`, or [`MoveTextError::name`].
    pub const fn name(&self) -> &'static str {
        match self {
            GameMoveError::GameEnded { .. } => "game_ended",
            GameMoveError::Text(error) => error.name(),
        }
    }
}

impl fmt::Display for GameMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameMoveError::GameEnded { ending } => write!(f, "the game has ended: {ending}"),
            GameMoveError::Text(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GameMoveError {}

impl From<MoveTextError> for GameMoveError {
    fn from(error: MoveTextError) -> GameMoveError {
        GameMoveError::Text(error)
    }
}

impl Game {
    /// Reads the next move of the game.
    ///
    /// ```
    /// use emergo::{Blocked, Coordinates, Variant, read_position};
    ///
    /// let start = read_position(Variant::Emergo, "1/3/5/7/4w2b1/7/5/3/1 w 0,0")?;
    /// let mut game = start.game(Blocked::Draw);
    /// for text in ["e5-d5", "h5-g5", "d5-e5", "g5-h5"].repeat(2) {
    ///     game.play(game.read_move(Coordinates::Oblique, text)?);
    /// }
    /// let error = game.read_move(Coordinates::Oblique, "e5-d5").unwrap_err();
    /// assert_eq!(error.name(), "game_ended");
    /// assert_eq!(error.to_string(), "the game has ended: draw (third repetition)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The game has ended, or the text is not a legal move: see [`read_move`].
    pub fn read_move(&self, coordinates: Coordinates, text: &str) -> Result<Move, GameMoveError> {
        match self.ending() {
            Some(ending) => Err(GameMoveError::GameEnded { ending }),
            None => Ok(read_move(self.position(), coordinates, text)?),
        }
    }
}
