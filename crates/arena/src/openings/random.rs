//! Random play from the start of a game.

use crate::number_range::NumberRange;
use emergo::{Blocked, Game, MoveList, Variant};

/// Plays a random number of random moves from the start. `None` if they end the game.
pub fn random_opening(
    variant: Variant,
    plies: NumberRange,
    random: &mut fastrand::Rng,
) -> Option<Game> {
    let mut game = Game::new(variant, Blocked::Draw);
    let mut legal = MoveList::new();
    for _ in 0..random.u64(plies.first..=plies.last) {
        if game.ending().is_some() {
            return None;
        }
        game.position().legal_moves_into(&mut legal);
        game.play(*random.choice(&**legal)?);
    }
    game.ending().is_none().then_some(game)
}
