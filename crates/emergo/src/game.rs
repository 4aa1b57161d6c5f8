//! A game: its start, its moves, and how it ends. Keeps the keys that repetition needs.

use super::board::Variant;
use super::ending::{EndReason, Ending};
use super::moves::Move;
use super::position::Position;
use super::side::Side;
use super::zobrist::Key;
use std::fmt;
use std::str::FromStr;

/// What it means that the side to move has a piece or a man in hand, but no legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Blocked {
    /// A draw: the designers' readme, igGameCenter, World Abstract Games, AbstractPlay.
    #[default]
    Draw,
    /// A loss: Richard's PBeM server.
    Loss,
}

impl Blocked {
    /// Both readings.
    pub const ALL: [Blocked; 2] = [Blocked::Draw, Blocked::Loss];

    /// The name in options.
    pub const fn name(self) -> &'static str {
        match self {
            Blocked::Draw => "draw",
            Blocked::Loss => "loss",
        }
    }
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is neither `draw` nor `loss`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownBlocked;

impl fmt::Display for UnknownBlocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a blocked game is a draw or a loss")
    }
}

impl std::error::Error for UnknownBlocked {}

impl FromStr for Blocked {
    type Err = UnknownBlocked;

    fn from_str(text: &str) -> Result<Blocked, UnknownBlocked> {
        Blocked::ALL
            .into_iter()
            .find(|reading| reading.name().eq_ignore_ascii_case(text))
            .ok_or(UnknownBlocked)
    }
}

impl Position {
    /// How the game ends with this position, repetition aside; `None` if the side to move can move.
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

/// A game under way or ended.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    first_turn: u32,
    position: Position,
    moves: Vec<Move>,
    /// Keys of the positions since the last irreversible move, the current one last.
    keys: Vec<Key>,
    blocked: Blocked,
    ending: Option<Ending>,
}

impl Game {
    /// A game from the start.
    pub fn new(variant: Variant, blocked: Blocked) -> Game {
        Game::from_position(Position::start(variant), 1, blocked)
    }

    /// A game from any position, whose turn number is `first_turn`.
    pub fn from_position(start: Position, first_turn: u32, blocked: Blocked) -> Game {
        Game {
            start,
            first_turn,
            position: start,
            moves: Vec::new(),
            keys: vec![start.key()],
            blocked,
            ending: start.ending(blocked),
        }
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The position the game began with.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The number of the turn the game began with.
    pub fn first_turn(&self) -> u32 {
        self.first_turn
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The reading of a blocked position.
    pub fn blocked(&self) -> Blocked {
        self.blocked
    }

    /// Keys of the positions since the last irreversible move, the current one last.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// The number of the turn, which counts up after Black's moves.
    pub fn turn(&self) -> u32 {
        let plies = self.moves.len() as u32 + u32::from(self.start.side() == Side::Black);
        self.first_turn.saturating_add(plies / 2)
    }

    /// How the game ended, or `None` while it goes on.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The same game under another reading of a blocked position.
    pub fn with_blocked_rule(&self, blocked: Blocked) -> Game {
        let mut game = Game::from_position(self.start, self.first_turn, blocked);
        for mv in &self.moves {
            game.play(*mv);
        }
        if self.ending.is_some_and(|ending| ending.reason == EndReason::IllegalMove) {
            game.forfeit();
        }
        game
    }

    /// Plays a legal move of a game that goes on.
    pub fn play(&mut self, mv: Move) {
        let after = self.position.after(mv);
        if self.position.is_irreversible(mv, &after) {
            self.keys.clear();
        }
        self.keys.push(after.key());
        self.moves.push(mv);
        self.position = after;
        self.ending = after.ending(self.blocked);
        let occurrences = self.keys.iter().filter(|key| **key == after.key()).count();
        if self.ending.is_none() && occurrences >= 3 {
            self.ending = Some(Ending { winner: None, reason: EndReason::Repetition });
        }
    }

    /// Ends the game as lost by the side to move, which played an illegal move.
    pub fn forfeit(&mut self) {
        let winner = Some(self.position.side().other());
        self.ending = Some(Ending { winner, reason: EndReason::IllegalMove });
    }
}
