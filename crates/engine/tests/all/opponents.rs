//! Uniform random play: an opponent of the engine, and positions for other tests.

use emergo::{Blocked, Coordinates, Game, Move, Side, Variant, write_move, write_position};
use fastrand::Rng;

/// A player.
pub trait Player {
    /// The move to play in a game that has not ended.
    fn choose(&mut self, game: &Game) -> Move;
}

/// Plays a legal move at random, all with the same probability.
pub struct RandomPlayer {
    random: Rng,
}

impl RandomPlayer {
    pub fn new(seed: u64) -> RandomPlayer {
        RandomPlayer { random: Rng::with_seed(seed) }
    }
}

impl Player for RandomPlayer {
    fn choose(&mut self, game: &Game) -> Move {
        let moves = game.position().legal_moves();
        moves[self.random.usize(..moves.len())]
    }
}

/// Far more plies than a serious game takes.
pub const TOO_MANY_PLIES: usize = 1000;

/// Plays a game to its end by the rules.
pub fn play(mut game: Game, white: &mut dyn Player, black: &mut dyn Player) -> Game {
    while game.ending().is_none() {
        let mv = match game.position().side() {
            Side::White => white.choose(&game),
            Side::Black => black.choose(&game),
        };
        assert!(game.position().is_legal(mv), "illegal {mv:?} in {}", record(&game));
        game.play(mv);
        assert!(game.moves().len() < TOO_MANY_PLIES, "no end of {}", record(&game));
    }
    game
}

/// An unfinished game after at most `plies` random moves. It has fewer if the next move would end it.
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

/// Checks that each move of a line from the current position of a game is legal.
pub fn assert_legal_line(game: &Game, line: &[Move]) {
    let mut position = *game.position();
    for (index, mv) in line.iter().enumerate() {
        let is_legal = position.is_legal(*mv);
        assert!(is_legal, "move {index} of the line {line:?} is illegal: {}", record(game));
        position.play(*mv);
    }
}

/// A description of a game: board, moves and last position.
pub fn record(game: &Game) -> String {
    let variant = game.position().variant();
    let moves: Vec<String> =
        game.moves().iter().map(|mv| write_move(variant, Coordinates::Oblique, *mv)).collect();
    let position = write_position(game.position(), game.turn());
    format!("{variant}, {} plies: {}; {position}", moves.len(), moves.join(" "))
}
