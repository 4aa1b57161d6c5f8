//! Plays a random game and draws the board after each move.
//!
//! `cargo run --example play_random -- [VARIANT]`

use emergo::diagram::draw_board;
use emergo::{Blocked, Coordinates, Game, UnknownVariant, Variant, write_move};

const MAX_PLIES: usize = 300;

fn main() -> Result<(), UnknownVariant> {
    let variant = match std::env::args().nth(1) {
        Some(name) => name.parse()?,
        None => Variant::Emergo,
    };
    let mut game = Game::new(variant, Blocked::Draw);
    while game.ending().is_none() && game.moves().len() < MAX_PLIES {
        let moves = game.position().legal_moves();
        let Some(mv) = fastrand::choice(&moves) else { break };
        let side = game.position().side();
        let text = write_move(variant, Coordinates::Oblique, *mv);
        println!("{}. {side}: {text}", game.turn());
        game.play(*mv);
        println!("{}", draw_board(game.position(), Coordinates::Oblique));
    }
    match game.ending() {
        Some(ending) => println!("{ending}"),
        None => println!("not finished after {MAX_PLIES} plies"),
    }
    Ok(())
}
