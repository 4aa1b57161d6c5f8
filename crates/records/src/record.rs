//! A game with everything that the rules need to replay it, and what its players and authors noted.
//!
//! Moves are typed and legal. The coordinates of a record say only how its texts name the squares.

use crate::NO_RESULT;
use crate::error::GameError;
use crate::termination::Termination;
use emergo::notation::{MoveTextError, PositionText};
use emergo::{
    Blocked, Coordinates, Game, GameResult, Move, Position, Repetition, Side, Variant,
    read_position,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// One game. The readers of this crate check that its moves are legal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "crate::json::GameLine"))]
pub struct GameRecord {
    /// The board.
    pub variant: Variant,
    /// The position at the start; `None` is the start of the variant.
    pub start: Option<PositionText>,
    /// The names of squares in the texts of moves.
    pub coordinates: Coordinates,
    /// The rule for a blocked side.
    pub blocked: Blocked,
    /// The rule for the third occurrence of a position.
    pub repetition: Repetition,
    /// White and Black.
    pub players: [PlayerInfo; 2],
    /// The event.
    pub event: Option<String>,
    /// The place.
    pub site: Option<String>,
    /// The date as `YYYY.MM.DD`, with `??` for an unknown part.
    pub date: Option<String>,
    /// The round. For a game of a match, PGN writes the numbers of pair and game instead.
    pub round: Option<String>,
    /// The match that the game belongs to.
    pub match_game: Option<MatchGame>,
    /// Further PGN tags in their order.
    pub tags: Vec<(String, String)>,
    /// The comment before the first move; empty if there is none.
    pub comment: String,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// The result; `None` of a game that is not finished.
    pub result: Option<GameResult>,
    /// Why the game ended, if that is known.
    pub reason: Option<Termination>,
    /// More about the end; empty if there is nothing to add.
    pub detail: String,
    /// The duration of the game, from the start of the first move to the end of the last one.
    pub wall_time: Option<Duration>,
}

/// The board of a start position: the default board if it fits, or else the first one that fits.
pub(crate) fn variant_of(start: &str, default: Variant) -> Variant {
    let fits = |variant: &Variant| read_position(*variant, start).is_ok();
    std::iter::once(default).chain(Variant::ALL).find(fits).unwrap_or(default)
}

/// What a record tells about a player.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PlayerInfo {
    /// The name.
    pub name: Option<String>,
    /// The limit for the moves, such as `10+0.1` or `10000 nodes a move`.
    pub limit: Option<String>,
}

/// The place of a game in a match.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct MatchGame {
    /// The name of the match, which is not empty. Equal for matches with equal settings.
    pub match_id: String,
    /// The number of the game, from 0.
    pub game: u64,
    /// The number of the pair of games with the same opening, from 0.
    pub pair: u64,
}

/// A move of a game, with notes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RecordedMove {
    /// The move.
    pub mv: Move,
    /// What the engine reported.
    pub info: MoveInfo,
    /// The time used, in whole microseconds.
    pub time: Option<Duration>,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, 3 is `!!`, 4 is `??`, 5 is `!?`, 6 is `?!`.
    pub nags: Vec<u8>,
    /// The comment without the engine's report; empty if there is none. PGN keeps its words, with one blank between them.
    pub comment: String,
    /// Other moves in place of this one, each with its continuation. None is empty.
    pub variations: Vec<Vec<RecordedMove>>,
}

impl RecordedMove {
    /// The greatest depth of variations inside variations that the readers accept.
    pub const MAX_NESTING: usize = 32;

    /// The move that the engine preferred: of this one and the first moves of the variations, the one with the best
    /// evaluation. It differs from the played move where training data has a random move, or an analysis a better one.
    pub fn preferred(&self) -> &RecordedMove {
        let others = self.variations.iter().filter_map(|variation| variation.first());
        let evaluation = |one: &&RecordedMove| one.info.evaluation.map(Evaluation::centimen);
        // The last one of equal moves is the played one.
        others.chain([self]).max_by_key(evaluation).unwrap_or(self)
    }
}

impl From<Move> for RecordedMove {
    fn from(mv: Move) -> RecordedMove {
        RecordedMove {
            mv,
            info: MoveInfo::default(),
            time: None,
            nags: Vec::new(),
            comment: String::new(),
            variations: Vec::new(),
        }
    }
}

/// What an engine reported about its move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct MoveInfo {
    /// The evaluation from the mover's view.
    pub evaluation: Option<Evaluation>,
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The nodes searched.
    pub nodes: Option<u64>,
}

/// An evaluation from the mover's view. In JSON: `{"centimen": 35}` or `{"mate": -3}`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "EvaluationData"))]
pub enum Evaluation {
    /// A score in centimen: 200 double the odds p / (1 - p) of the expected points p.
    Centimen(i32),
    /// Moves to the end of a decided game: positive if the mover wins, negative or 0 if the mover loses.
    Mate(i32),
}

/// For people: hundreds of centimen such as `+0.35`, or `win in 3` or `loss in 2` moves.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Evaluation::Centimen(score) => format!("{:+.2}", f64::from(score) / 100.0),
            Evaluation::Mate(moves) if moves > 0 => format!("win in {moves}"),
            Evaluation::Mate(moves) => format!("loss in {}", moves.unsigned_abs()),
        };
        f.pad(&text)
    }
}

impl Evaluation {
    /// A score in centimen, or the moves to the end of a decided game.
    pub fn new(centimen: i32, moves_to_end: Option<i32>) -> Evaluation {
        moves_to_end.map_or(Evaluation::Centimen(centimen), Evaluation::Mate)
    }

    /// The evaluation on one scale: wins and losses are 30,000 and -30,000 centimen.
    pub fn centimen(self) -> i32 {
        match self {
            Evaluation::Centimen(score) => score,
            Evaluation::Mate(moves) if moves > 0 => 30_000,
            Evaluation::Mate(_) => -30_000,
        }
    }
}

impl GameRecord {
    /// The record of a game without any notes.
    ///
    /// ```
    /// use emergo::{Blocked, Coordinates, Game, Variant};
    /// use emergo_records::GameRecord;
    ///
    /// let mut game = Game::new(Variant::Emergo, Blocked::Loss);
    /// game.play(game.read_move(Coordinates::Oblique, "e4")?);
    /// let record = GameRecord::from_game(&game);
    /// assert_eq!(record.game().position(), game.position());
    /// assert_eq!(record.game().blocked(), Blocked::Loss);
    /// # Ok::<(), emergo::notation::GameMoveError>(())
    /// ```
    pub fn from_game(game: &Game) -> GameRecord {
        let variant = game.position().variant();
        let start = PositionText { position: *game.start(), turn: game.first_turn() };
        let is_start = start.position == Position::start(variant) && start.turn == 1;
        let ending = game.ending();
        GameRecord {
            variant,
            start: (!is_start).then_some(start),
            blocked: game.blocked(),
            repetition: game.repetition(),
            moves: game.moves().iter().copied().map(RecordedMove::from).collect(),
            result: ending.map(|ending| ending.result()),
            reason: ending.map(|ending| ending.reason.into()),
            ..GameRecord::default()
        }
    }

    /// The game after its last move, under its own rules.
    pub fn game(&self) -> Game {
        self.game_at(self.moves.len())
    }

    /// The game after its first `plies` moves, or after all of them if there are fewer.
    pub fn game_at(&self, plies: usize) -> Game {
        let mut game = self.start_text().game(self.blocked).with_repetition_rule(self.repetition);
        for recorded in self.moves.iter().take(plies) {
            game.play(recorded.mv);
        }
        game
    }

    /// The side that moves first.
    pub fn first_side(&self) -> Side {
        self.start_text().position.side()
    }

    /// The name of the result; `*` of a game that is not finished.
    pub fn result_name(&self) -> &'static str {
        self.result.map_or(NO_RESULT, GameResult::name)
    }

    /// The name of the reason why the game ended; `unknown` without one.
    pub fn reason_name(&self) -> &'static str {
        self.reason.map_or("unknown", Termination::name)
    }

    /// Completes a record by its moves, as the readers of this crate do. If a move follows a third repetition, repetition is
    /// unlimited. If the rules ended the game, it has their result and reason, unless it has others.
    pub fn complete(&mut self) {
        let mut game = self.game_at(0);
        for recorded in &self.moves {
            // No legal move follows another end.
            if game.ending().is_some() {
                game = game.with_repetition_rule(Repetition::Unlimited);
            }
            game.play(recorded.mv);
        }
        self.repetition = game.repetition();
        let Some(ending) = game.ending() else { return };
        let reason = Termination::from(ending.reason);
        if self.result.is_none_or(|result| result == ending.result())
            && self.reason.is_none_or(|known| known == reason)
        {
            self.result = Some(ending.result());
            self.reason = Some(reason);
        }
    }

    /// The error of a game with an illegal move. The record is the legal part. It keeps its end only if its main line is
    /// complete.
    pub(crate) fn illegal_move(
        mut self,
        ply: usize,
        columns: Option<[u32; 2]>,
        error: MoveTextError,
        is_complete: bool,
    ) -> GameError {
        self.complete();
        if !is_complete {
            (self.result, self.reason) = (None, None);
            self.detail.clear();
        }
        GameError::Move { ply, columns, error, is_complete, legal_part: Box::new(self) }
    }

    /// Adds a move that was read in `position`, which is after the moves so far. If it is illegal, the error takes the game.
    pub(crate) fn play(
        &mut self,
        position: &mut Position,
        read: Result<Move, MoveTextError>,
    ) -> Result<(), GameError> {
        let ply = self.moves.len() + 1;
        let mv =
            read.map_err(|error| std::mem::take(self).illegal_move(ply, None, error, false))?;
        position.play(mv);
        self.moves.push(mv.into());
        Ok(())
    }

    /// The position at the start and the number of its turn.
    pub fn start_text(&self) -> PositionText {
        let start = || PositionText { position: Position::start(self.variant), turn: 1 };
        self.start.unwrap_or_else(start)
    }
}
