//! A small referee. It reads one move per line from standard input. It answers `legal`, or `illegal` with the reason,
//! and ends with the result of the game.
//!
//! `cargo run --example server -- [VARIANT]`

use emergo::{Blocked, Coordinates, Game, Variant, write_move, write_position};
use std::error::Error;
use std::io;

fn main() -> Result<(), Box<dyn Error>> {
    let variant = match std::env::args().nth(1) {
        Some(name) => name.parse()?,
        None => Variant::Emergo,
    };
    let mut game = Game::new(variant, Blocked::Draw);
    println!("position {}", write_position(game.position(), game.turn()));
    for line in io::stdin().lines() {
        match game.read_move(Coordinates::Oblique, line?.trim()) {
            Ok(mv) => {
                println!("legal {}", write_move(variant, Coordinates::Oblique, mv));
                game.play(mv);
            }
            Err(error) => println!("illegal: {error}"),
        }
        println!("position {}", write_position(game.position(), game.turn()));
        if let Some(ending) = game.ending() {
            println!("result {}: {}", ending.result(), ending.reason);
            break;
        }
    }
    Ok(())
}
