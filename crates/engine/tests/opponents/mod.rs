//! Players that know the rules and nothing else: uniform random play and plain UCT. They show how strong
//! the engine is at least, and make positions for other tests.
#![allow(dead_code, reason = "every test uses a part of it")]

pub mod uct;

use emergo::{
    Blocked, Coordinates, Game, Move, MoveList, Side, Variant, write_move, write_position,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Somebody who plays.
pub trait Player {
    /// A move of a game that goes on.
    fn choose(&mut self, game: &Game) -> Move;
}

/// Plays any legal move, all with the same chance.
pub struct RandomPlayer {
    random: StdRng,
    moves: MoveList,
}

impl RandomPlayer {
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { random: StdRng::seed_from_u64(seed), moves: MoveList::new() }
    }
}

impl Player for RandomPlayer {
    fn choose(&mut self, game: &Game) -> Move {
        game.position().legal_moves_into(&mut self.moves);
        self.moves[self.random.random_range(0..self.moves.len())]
    }
}

/// Far more plies than a game takes that anybody tries to win.
pub const TOO_MANY_PLIES: usize = 1000;

/// Plays a game to its end by the rules.
pub fn play(mut game: Game, white: &mut dyn Player, black: &mut dyn Player) -> Game {
    let mut legal = MoveList::new();
    while game.ending().is_none() {
        let mv = match game.position().side() {
            Side::White => white.choose(&game),
            Side::Black => black.choose(&game),
        };
        game.position().legal_moves_into(&mut legal);
        assert!(legal.contains(&mv), "illegal {mv:?} in {}", record(&game));
        game.play(mv);
        assert!(game.moves().len() < TOO_MANY_PLIES, "no end of {}", record(&game));
    }
    game
}

/// A game under way after at most `plies` random moves: fewer if it would end before.
pub fn random_opening(variant: Variant, plies: usize, seed: u64) -> Game {
    let mut player = RandomPlayer::new(seed);
    let mut game = Game::new(variant, Blocked::Draw);
    for _ in 0..plies {
        let mut next = game.clone();
        next.play(player.choose(&game));
        if next.ending().is_some() {
            break;
        }
        game = next;
    }
    game
}

/// All one needs to see a game again: board, moves, and the position they led to.
pub fn record(game: &Game) -> String {
    let variant = game.position().variant();
    let moves: Vec<String> =
        game.moves().iter().map(|mv| write_move(variant, Coordinates::Oblique, *mv)).collect();
    let position = write_position(game.position(), game.turn());
    format!("{variant}, {} plies: {}; {position}", moves.len(), moves.join(" "))
}
