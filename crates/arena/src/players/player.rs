//! The interface between the referee and a player: a request for a move and its reply.

use crate::engine_failure::PlayerError;
use crate::number_range::NumberRange;
use crate::time_control::PlayerClock;
use emergo::{Game, Side};
use emergo_records::MoveInfo;
use luctor_system::random::splitmix64;
use std::time::Duration;

/// A game and its clocks.
pub struct PlayRequest<'a> {
    /// The game since its opening.
    pub game: &'a Game,
    /// The clocks of White and Black.
    pub clocks: &'a [PlayerClock; 2],
    /// The random seed of the game, for [`PlayRequest::nodes`].
    pub seed: u64,
}

impl PlayRequest<'_> {
    /// The side to move.
    pub fn side(&self) -> Side {
        self.game.position().side()
    }

    /// The nodes of this move, drawn from a range. Equal games have equal seeds.
    pub fn nodes(&self, range: NumberRange) -> u64 {
        let seed = splitmix64(self.seed, self.game.moves().len() as u64);
        fastrand::Rng::with_seed(seed).u64(range.first..=range.last)
    }
}

/// A player's move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlayerMove {
    /// The move as the player wrote it. `0000` claims that the game has ended.
    pub text: String,
    /// The player's evaluation.
    pub info: MoveInfo,
    /// The time of the move, without the time in which the runner was stopped.
    pub taken: Duration,
}

/// A player's answer about the end of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndClaim {
    /// The answer to `query gameover`.
    pub over: bool,
    /// The answer to `query result`: `p1win`, `p2win`, `draw` or `none`.
    pub result: String,
}

/// What a check of an engine found, one sentence for each fact.
#[derive(Clone, Default)]
pub struct EngineCheck {
    /// Reasons not to play a match with the engine.
    pub problems: Vec<String>,
    /// Something that may be wrong, or was not checked.
    pub warnings: Vec<String>,
}

/// A player of a match. A method fails if the player loses the game, or if the game is not scored.
pub trait Player {
    /// What was found when the player was started. Options that it does not have and values that it rejected are problems.
    fn start_check(&self) -> &EngineCheck;

    /// Whether these texts are legal moves by the rules of the player; `None` if it does not support the question.
    fn are_legal(
        &mut self,
        request: &PlayRequest,
        moves: &[String],
    ) -> Result<Option<Vec<bool>>, PlayerError>;

    /// Prepares for a new game.
    fn new_game(&mut self) -> Result<(), PlayerError>;

    /// Chooses a move.
    fn choose_move(&mut self, request: &PlayRequest) -> Result<PlayerMove, PlayerError>;

    /// The player's answer about the end of the game; `None` if it does not support the question, or uses the rules of the
    /// referee.
    fn end_claim(&mut self, _request: &PlayRequest) -> Result<Option<EndClaim>, PlayerError> {
        Ok(None)
    }

    /// Whether the player can play another game.
    fn is_alive(&mut self) -> bool {
        true
    }
}
