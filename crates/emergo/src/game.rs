//! A game: start position, moves, current position and end. It detects repetition.

use crate::ending::{EndReason, Ending};
use crate::moves::Move;
use crate::position::Position;
use crate::rule_options::{Blocked, Repetition};
use crate::side::Side;
use crate::variant::Variant;
use crate::zobrist::Key;

/// A game that is in progress or has ended.
///
/// ```
/// use emergo::{Blocked, Game, Variant};
///
/// let mut game = Game::new(Variant::Emergo7, Blocked::Draw);
/// while game.ending().is_none() && game.moves().len() < 500 {
///     // The mover's choice: here the first legal move.
///     let mv = game.position().legal_moves()[0];
///     game.play(mv);
/// }
/// match game.ending() {
///     Some(ending) => println!("{} after {} plies", ending, game.moves().len()),
///     None => println!("not finished"),
/// }
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    start: Position,
    first_turn: u32,
    position: Position,
    moves: Vec<Move>,
    /// The keys of the positions since the last irreversible move, the current position last.
    keys: Vec<Key>,
    blocked: Blocked,
    repetition: Repetition,
    ending: Option<Ending>,
}

impl Game {
    /// A game from the start position.
    pub fn new(variant: Variant, blocked: Blocked) -> Game {
        Game::from_position(Position::start(variant), 1, blocked)
    }

    /// A game from any position. `first_turn` is the turn number of that position. For a position text there is
    /// [`PositionText::game`](crate::notation::PositionText::game).
    pub fn from_position(start: Position, first_turn: u32, blocked: Blocked) -> Game {
        Game {
            start,
            first_turn,
            position: start,
            moves: Vec::new(),
            keys: vec![start.key()],
            blocked,
            repetition: Repetition::default(),
            ending: start.ending(blocked),
        }
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The start position.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The turn number of the start position.
    pub fn first_turn(&self) -> u32 {
        self.first_turn
    }

    /// The moves so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The game after its first `plies` moves, or after all of them if there are fewer.
    ///
    /// ```
    /// use emergo::{Blocked, Game, Variant};
    ///
    /// let mut game = Game::new(Variant::Emergo, Blocked::Draw);
    /// game.play(game.position().legal_moves()[0]);
    /// assert_eq!(game.at_ply(0).position(), game.start());
    /// assert_eq!(game.at_ply(1).moves(), game.moves());
    /// ```
    #[must_use]
    pub fn at_ply(&self, plies: usize) -> Game {
        self.replayed(plies, self.blocked, self.repetition)
    }

    /// The rule for a blocked side to move.
    pub fn blocked(&self) -> Blocked {
        self.blocked
    }

    /// The keys of the positions since the last irreversible move, the current position last.
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// The turn number. It increases after each move of Black.
    pub fn turn(&self) -> u32 {
        let plies = self.moves.len() as u32 + u32::from(self.start.side() == Side::Black);
        self.first_turn.saturating_add(plies / 2)
    }

    /// The end of the game, or `None` if the game is in progress.
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// The rule for the third occurrence of a position: a draw, unless [`Game::with_repetition_rule`] changed it.
    pub fn repetition(&self) -> Repetition {
        self.repetition
    }

    /// The same game with another rule for a blocked side to move.
    pub fn with_blocked_rule(&self, blocked: Blocked) -> Game {
        self.replayed(self.moves.len(), blocked, self.repetition)
    }

    /// The same game with another rule for the third occurrence of a position.
    ///
    /// ```
    /// use emergo::{Blocked, Coordinates, Repetition, Variant, read_position};
    ///
    /// let start = read_position(Variant::Emergo, "1/3/5/7/4w2b1/7/5/3/1 w 0,0")?;
    /// let mut game = start.game(Blocked::Draw);
    /// for text in ["e5-d5", "h5-g5", "d5-e5", "g5-h5"].repeat(2) {
    ///     game.play(game.read_move(Coordinates::Oblique, text)?);
    /// }
    /// assert!(game.ending().is_some());
    /// assert_eq!(game.with_repetition_rule(Repetition::Unlimited).ending(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_repetition_rule(&self, repetition: Repetition) -> Game {
        self.replayed(self.moves.len(), self.blocked, repetition)
    }

    /// Plays a legal move. Check a move from outside with [`Game::read_move`], which returns legal moves only.
    /// After a draw by repetition a game can go on, as records of other programs do.
    ///
    /// ```
    /// use emergo::{Blocked, Coordinates, Game, Side, Variant};
    ///
    /// let mut game = Game::new(Variant::Emergo, Blocked::Draw);
    /// for text in ["e4", "a5", "i5"] {
    ///     game.play(game.read_move(Coordinates::Oblique, text)?);
    /// }
    /// assert_eq!(game.turn(), 2);
    /// assert_eq!(game.position().side(), Side::Black);
    /// # Ok::<(), emergo::notation::GameMoveError>(())
    /// ```
    pub fn play(&mut self, mv: Move) {
        self.advance(mv);
        self.ending = self.ending_by_rules();
    }

    /// The game after more legal moves.
    ///
    /// ```
    /// use emergo::{Blocked, Game, Variant};
    ///
    /// let game = Game::new(Variant::Emergo, Blocked::Draw);
    /// let mv = game.position().legal_moves()[0];
    /// assert_eq!(game.after(&[mv]).moves(), [mv]);
    /// ```
    #[must_use]
    pub fn after(&self, moves: &[Move]) -> Game {
        let mut game = self.clone();
        moves.iter().for_each(|mv| game.play(*mv));
        game
    }

    /// How the rules end the game in the current position.
    fn ending_by_rules(&self) -> Option<Ending> {
        let repeats = || {
            let key = self.position.key();
            let occurrences = self.keys.iter().filter(|other| **other == key).count();
            self.repetition == Repetition::Draw && occurrences >= 3
        };
        let repetition = Ending { winner: None, reason: EndReason::Repetition };
        self.position.ending(self.blocked).or_else(|| repeats().then_some(repetition))
    }

    /// Takes back the last move and returns it, or `None` if there is none. It replays the game, so the time grows with the number
    /// of moves.
    ///
    /// ```
    /// use emergo::{Blocked, Game, Variant};
    ///
    /// let mut game = Game::new(Variant::Emergo, Blocked::Draw);
    /// let mv = game.position().legal_moves()[0];
    /// game.play(mv);
    /// assert_eq!(game.undo(), Some(mv));
    /// assert_eq!(game.position(), game.start());
    /// assert_eq!(game.undo(), None);
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        let last = *self.moves.last()?;
        *self = self.at_ply(self.moves.len() - 1);
        Some(last)
    }

    /// The game after its first `plies` moves by these rules.
    fn replayed(&self, plies: usize, blocked: Blocked, repetition: Repetition) -> Game {
        let mut game = Game::from_position(self.start, self.first_turn, blocked);
        game.repetition = repetition;
        for mv in self.moves.iter().take(plies) {
            game.advance(*mv);
        }
        game.ending = game.ending_by_rules();
        game
    }

    /// Plays a move, but does not look for the end of the game.
    fn advance(&mut self, mv: Move) {
        let after = self.position.after(mv);
        if self.position.is_irreversible(mv, &after) {
            self.keys.clear();
        }
        self.keys.push(after.key());
        self.moves.push(mv);
        self.position = after;
    }
}
