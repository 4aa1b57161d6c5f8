//! A game that is played by actions. It is a [`Game`] and the jumps of the capture that is being made: of the legal
//! captures, those that begin with these jumps. So the majority rule and repetition are decided in the crate `emergo`.

use crate::actions::{Action, ActionSpace, LegalActions, jumps_of};
use emergo::{Game, Move, Side};

/// A game in progress, perhaps in the middle of a capture.
#[derive(Clone)]
pub struct ActionGame {
    game: Game,
    /// The legal captures that begin with the jumps made. Empty if the side to move has no capture.
    captures: Vec<Move>,
    jumps_made: usize,
    legal: LegalActions,
}

impl ActionGame {
    /// A game at the start of a turn.
    pub fn new(game: Game) -> ActionGame {
        let captures = Vec::new();
        let legal = LegalActions::default();
        let mut state = ActionGame { game, captures, jumps_made: 0, legal };
        state.begin_turn();
        state
    }

    /// Starts again from the start position of the variant.
    pub fn restart(&mut self) {
        self.game = Game::new(self.game.position().variant(), self.game.blocked());
        self.begin_turn();
    }

    /// The game up to the start of this turn, without the jumps made.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The side that acts next. In the middle of a capture it is the side that made the last jump.
    pub fn side(&self) -> Side {
        self.game.position().side()
    }

    /// The legal actions: none if the game is over.
    pub fn legal(&self) -> &LegalActions {
        &self.legal
    }

    /// The jumps of the capture that is being made: empty at the start of a turn.
    pub fn partial_capture(&self) -> Option<Move> {
        let capture = self.captures.first().filter(|_| self.jumps_made > 0)?;
        capture.partial_moves(self.game.position().variant()).nth(self.jumps_made - 1)
    }

    /// The actions since the start of the game, with the jumps made.
    pub fn history(&self, space: &ActionSpace) -> Vec<usize> {
        let jumps = self.partial_capture();
        let moves = self.game.moves().iter().chain(jumps.as_ref());
        moves.flat_map(|mv| space.actions_of(*mv)).collect()
    }

    /// Makes a legal action.
    pub fn act(&mut self, space: &ActionSpace, action: usize) {
        debug_assert!(self.legal.has(space, action));
        match space.decode(action) {
            None => {}
            Some(Action::Entry(cell)) => self.end_turn(Move::entry(cell)),
            Some(Action::Step(from, way)) => {
                if let Some(to) = self.game.position().variant().neighbour(from, way) {
                    self.end_turn(Move::step(from, to));
                }
            }
            Some(Action::Jump(from, way)) => self.jump(from, way),
        }
    }

    fn jump(&mut self, from: emergo::Square, way: usize) {
        let (variant, made) = (self.game.position().variant(), self.jumps_made);
        self.captures.retain(|mv| jumps_of(variant, *mv).nth(made) == Some((from, way)));
        self.jumps_made += 1;
        match self.captures.first() {
            Some(capture) if capture.jumps() == self.jumps_made => self.end_turn(*capture),
            _ => self.legal = LegalActions::jumps(variant, &self.captures, self.jumps_made),
        }
    }

    fn end_turn(&mut self, mv: Move) {
        self.game.play(mv);
        self.begin_turn();
    }

    fn begin_turn(&mut self) {
        self.jumps_made = 0;
        self.captures.clear();
        let position = self.game.position();
        self.legal = if self.game.ending().is_some() {
            LegalActions::default()
        } else if position.can_capture() {
            position.legal_moves_into(&mut self.captures);
            LegalActions::jumps(position.variant(), &self.captures, 0)
        } else {
            LegalActions::quiet(position)
        };
    }
}
