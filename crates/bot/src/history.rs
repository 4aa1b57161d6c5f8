//! The moves of a game as the site sends them: in rounds with one move for each player, in checkerboard coordinates.

use emergo::notation::GameMoveError;
use emergo::{Blocked, Coordinates, Game, Move, Repetition, Side, Variant, write_move};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A move of the site that is not legal. Plies are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("ply {ply}: {source}")]
pub struct HistoryError {
    ply: usize,
    source: GameMoveError,
}

/// The moves of a game. As JSON they are in rounds, of which the last one may be short.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<Vec<String>>", into = "Vec<Vec<String>>")]
pub struct SiteMoves(pub Vec<String>);

impl From<Vec<Vec<String>>> for SiteMoves {
    fn from(rounds: Vec<Vec<String>>) -> SiteMoves {
        SiteMoves(rounds.concat())
    }
}

impl From<SiteMoves> for Vec<Vec<String>> {
    fn from(SiteMoves(moves): SiteMoves) -> Vec<Vec<String>> {
        moves.chunks(2).map(<[String]>::to_vec).collect()
    }
}

impl SiteMoves {
    /// The number of moves.
    pub fn plies(&self) -> usize {
        self.0.len()
    }

    /// The side to move after these moves.
    pub fn side_to_move(&self) -> Side {
        Side::ALL[self.plies() % 2]
    }

    /// Are all moves of `earlier` at the beginning?
    pub fn begins_with(&self, earlier: &SiteMoves) -> bool {
        self.0.starts_with(&earlier.0)
    }

    /// Are these the moves of `earlier` and more?
    pub fn is_newer_than(&self, earlier: &SiteMoves) -> bool {
        earlier.plies() < self.plies() && self.begins_with(earlier)
    }

    /// The game in which the next move is to be made, by the rules of the site: a blocked side draws, and repetition does
    /// not end the game.
    ///
    /// # Errors
    ///
    /// A move is illegal, or the game has ended.
    ///
    /// ```
    /// use luctor_bot::history::SiteMoves;
    ///
    /// let moves = SiteMoves(["d4", "f6", "c5"].map(str::to_owned).to_vec());
    /// assert_eq!(moves.replay()?.moves().len(), 3);
    /// # Ok::<(), luctor_bot::history::HistoryError>(())
    /// ```
    pub fn replay(&self) -> Result<Game, HistoryError> {
        let (game, error) = self.replay_legal_part();
        match (error, game.ending()) {
            (Some(error), _) => Err(error),
            (None, Some(ending)) => {
                let source = GameMoveError::GameEnded { ending };
                Err(HistoryError { ply: game.moves().len() + 1, source })
            }
            (None, None) => Ok(game),
        }
    }

    /// The game up to the first error.
    pub fn replay_legal_part(&self) -> (Game, Option<HistoryError>) {
        let mut game =
            Game::new(Variant::Emergo, Blocked::Draw).with_repetition_rule(Repetition::Unlimited);
        for (ply, text) in (1..).zip(&self.0) {
            match game.read_move(Coordinates::Checkerboard, text) {
                Ok(mv) => game.play(mv),
                Err(source) => return (game, Some(HistoryError { ply, source })),
            }
        }
        (game, None)
    }
}

/// The text of a move for the site.
pub fn site_text(mv: Move) -> String {
    write_move(Variant::Emergo, Coordinates::Checkerboard, mv)
}
