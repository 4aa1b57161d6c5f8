//! Referees one game: asks the players for moves, checks rules and time, adjudicates, and decides how the game ended.

use crate::engine_failure::{Failure, PlayerError};
use crate::players::player::{EndClaim, PlayRequest, Player, PlayerMove};
use crate::schedule::ScheduledGame;
use crate::settings::{EngineSettings, MatchSettings};
use crate::time_control::PlayerClock;
use emergo::notation::Excerpt;
use emergo::{Coordinates, Game, GameResult, Side, read_move};
use emergo_records::{RecordedMove, Termination};
use luctor_engine::ugi::result_word;
use luctor_system::random::splitmix64;
use std::time::Duration;

/// A finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct RefereedGame {
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// The winner and the reason.
    pub ending: GameEnd,
    /// What happened, if the reason does not tell all.
    pub detail: String,
    /// A player whose state is unknown. It must be started again.
    pub failed: Option<Side>,
}

/// How a game of a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// The winner, or `None` if the game is drawn.
    pub winner: Option<Side>,
    /// Why the game ended.
    pub reason: Termination,
}

struct Referee<'a> {
    settings: &'a MatchSettings,
    /// The settings of White and Black.
    engines: [&'a EngineSettings; 2],
    /// It decides the node limits that are drawn at random.
    seed: u64,
    clocks: [PlayerClock; 2],
    game: Game,
    moves: Vec<RecordedMove>,
}

/// Plays a game of the schedule of a match.
///
/// # Errors
///
/// The game is not scored.
pub fn play(
    settings: &MatchSettings,
    scheduled: ScheduledGame,
    mut players: [&mut dyn Player; 2],
) -> Result<RefereedGame, Failure> {
    let engines = scheduled.engines.map(|index| &settings.engines[index]);
    let mut referee = Referee {
        settings,
        engines,
        seed: splitmix64(settings.seed, scheduled.game),
        clocks: engines.map(EngineSettings::clock),
        game: settings.game(scheduled.opening),
        moves: Vec::new(),
    };
    let (ending, detail, failed) = match referee.play(&mut players) {
        Ok(ending) => (ending, String::new(), None),
        Err(Failure { side, error: PlayerError::Loses { reason, detail } }) => {
            let ending = GameEnd { winner: Some(side.other()), reason };
            let detail = format!("{side}: {detail}");
            // After a wrong move or claim, the engine still answers.
            let answers = [Termination::WrongClaim, Termination::IllegalMove].contains(&reason);
            (ending, detail, Some(side).filter(|_| !answers))
        }
        Err(Failure { side, error: PlayerError::NotScored(error) }) => {
            return Err(Failure { side, error });
        }
    };
    Ok(RefereedGame { moves: referee.moves, ending, detail, failed })
}

impl Referee<'_> {
    fn play(
        &mut self,
        players: &mut [&mut dyn Player; 2],
    ) -> Result<GameEnd, Failure<PlayerError>> {
        for side in Side::ALL {
            players[side.index()].new_game().map_err(|error| Failure { side, error })?;
        }
        loop {
            if let Some(ending) = self.game.ending() {
                self.check_end_claims(ending.result(), players)?;
                return Ok(GameEnd { winner: ending.winner, reason: ending.reason.into() });
            }
            if let Some(ending) = self.adjudicate() {
                return Ok(ending);
            }
            let side = self.game.position().side();
            players[side.index()]
                .choose_move(&self.request())
                .and_then(|reply| self.make_move(side, &reply))
                .map_err(|error| Failure { side, error })?;
        }
    }

    fn request(&self) -> PlayRequest<'_> {
        PlayRequest { game: &self.game, clocks: &self.clocks, seed: self.seed }
    }

    fn make_move(&mut self, side: Side, reply: &PlayerMove) -> Result<(), PlayerError> {
        let mv = read_move(self.game.position(), Coordinates::Oblique, &reply.text).map_err(
            |error| match reply.text.as_str() {
                "0000" => {
                    let detail = "it claims that the game has ended";
                    PlayerError::loses(Termination::WrongClaim, detail)
                }
                _ => PlayerError::loses(Termination::IllegalMove, error.to_string()),
            },
        )?;
        let clock = &mut self.clocks[side.index()];
        let budget = clock.budget().unwrap_or_default();
        if !clock.spend(reply.taken, self.engines[side.index()].time_margin()) {
            let [taken, left] = [reply.taken, budget].map(|time| 1e3 * time.as_secs_f64());
            let detail = format!("{taken:.1} ms taken, {left:.1} ms left");
            return Err(PlayerError::loses(Termination::TimeLoss, detail));
        }
        // Records have whole microseconds.
        let time = Duration::from_micros(reply.taken.as_micros() as u64);
        let (info, time) = (reply.info, Some(time));
        self.moves.push(RecordedMove { info, time, ..RecordedMove::from(mv) });
        self.game.play(mv);
        Ok(())
    }

    /// Checks that each player that answers `query` knows the result.
    fn check_end_claims(
        &self,
        result: GameResult,
        players: &mut [&mut dyn Player; 2],
    ) -> Result<(), Failure<PlayerError>> {
        let expected = result_word(result);
        for side in Side::ALL {
            let claim = players[side.index()].end_claim(&self.request());
            let claim = claim.map_err(|error| Failure { side, error })?;
            if let Some(EndClaim { over, result }) = claim
                && (!over || result != expected)
            {
                let claimed = format!("gameover {over}, result {}", Excerpt::of(&result));
                let detail = format!("{claimed}, but the result is {expected}");
                let error = PlayerError::loses(Termination::WrongClaim, detail);
                return Err(Failure { side, error });
            }
        }
        Ok(())
    }

    /// The end of the game by scores or by its length.
    fn adjudicate(&self) -> Option<GameEnd> {
        let MatchSettings { resign, draw, max_plies, .. } = self.settings;
        let side_to_move = self.game.position().side();
        if let Some(loser) = resign.and_then(|rule| rule.loser(&self.moves, side_to_move)) {
            let winner = Some(loser.other());
            return Some(GameEnd { winner, reason: Termination::Resignation });
        }
        if draw.is_some_and(|rule| rule.is_drawn(&self.moves)) {
            return Some(GameEnd { winner: None, reason: Termination::DrawByScore });
        }
        let is_long = max_plies.is_some_and(|plies| self.moves.len() >= plies);
        is_long.then_some(GameEnd { winner: None, reason: Termination::MoveLimit })
    }
}
