//! The moves of a game as the site sends them: rounds with one move for each player, in checkerboard coordinates.

use emergo::notation::GameMoveError;
use emergo::{Blocked, Coordinates, Game, Move, Repetition, Side, Variant, write_move};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What is wrong with the moves of the site. Rounds and plies are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages document the variants")]
pub enum HistoryError {
    #[error("round {0} does not have two moves")]
    Round(usize),
    #[error("ply {ply}: {source}")]
    Move { ply: usize, source: GameMoveError },
}

/// The moves of a game in rounds. The last round may be short.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rounds(Vec<Vec<String>>);

impl Rounds {
    /// The rounds of these moves.
    pub fn new(moves: &[String]) -> Rounds {
        Rounds(moves.chunks(2).map(<[String]>::to_vec).collect())
    }

    /// The number of moves.
    pub fn plies(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// The side to move after these moves.
    pub fn side_to_move(&self) -> Side {
        Side::ALL[self.plies() % 2]
    }

    /// Are all moves of `earlier` at the beginning?
    pub fn begins_with(&self, earlier: &Rounds) -> bool {
        let mut moves = self.0.iter().flatten();
        earlier.0.iter().flatten().all(|mv| moves.next() == Some(mv))
    }

    /// Are these the moves of `earlier` and more?
    pub fn is_newer_than(&self, earlier: &Rounds) -> bool {
        earlier.plies() < self.plies() && self.begins_with(earlier)
    }

    /// Adds a move to the last round, or to a new one.
    pub fn push(&mut self, mv: String) {
        match self.0.last_mut() {
            Some(round) if round.len() == 1 => round.push(mv),
            _ => self.0.push(vec![mv]),
        }
    }

    /// The game in which the next move is to be made, by the rules of the site: a blocked side draws, and repetition does
    /// not end the game.
    ///
    /// # Errors
    ///
    /// The rounds do not have two moves each, a move is illegal, or the game has ended.
    ///
    /// ```
    /// use luctor_bot::history::Rounds;
    ///
    /// let rounds = Rounds::new(&["d4", "f6", "c5"].map(str::to_owned));
    /// assert_eq!(rounds.replay()?.moves().len(), 3);
    /// # Ok::<(), luctor_bot::history::HistoryError>(())
    /// ```
    pub fn replay(&self) -> Result<Game, HistoryError> {
        let (game, error) = self.replay_legal_part();
        match (error, game.ending()) {
            (Some(error), _) => Err(error),
            (None, Some(ending)) => {
                let source = GameMoveError::GameEnded { ending };
                Err(HistoryError::Move { ply: game.moves().len() + 1, source })
            }
            (None, None) => Ok(game),
        }
    }

    /// The game up to the first error.
    pub fn replay_legal_part(&self) -> (Game, Option<HistoryError>) {
        let mut game =
            Game::new(Variant::Emergo, Blocked::Draw).with_repetition_rule(Repetition::Unlimited);
        for (index, round) in self.0.iter().enumerate() {
            let is_last = index + 1 == self.0.len();
            if round.len() != 2 && !(is_last && round.len() == 1) {
                return (game, Some(HistoryError::Round(index + 1)));
            }
            for text in round {
                let ply = game.moves().len() + 1;
                match game.read_move(Coordinates::Checkerboard, text) {
                    Ok(mv) => game.play(mv),
                    Err(source) => return (game, Some(HistoryError::Move { ply, source })),
                }
            }
        }
        (game, None)
    }
}

/// The text of a move for the site.
pub fn site_text(mv: Move) -> String {
    write_move(Variant::Emergo, Coordinates::Checkerboard, mv)
}
