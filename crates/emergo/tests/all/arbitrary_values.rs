//! Values for fuzz tests.

use crate::support::random;
use arbitrary::{Arbitrary, Unstructured};
use emergo::{Game, Position, Variant};
use std::collections::HashSet;

#[test]
fn arbitrary_games_and_positions_are_valid_and_of_all_kinds() {
    let mut rng = random::rng(38);
    let (mut variants, mut endings, mut longest) = (HashSet::new(), HashSet::new(), 0);
    for _ in 0..2000 {
        let bytes: Vec<u8> = (0..rng.usize(..400)).map(|_| rng.u8(..)).collect();
        let position = Position::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        assert_eq!(position.check(), Ok(()), "{bytes:?}");
        variants.insert(position.variant());
        let game = Game::arbitrary(&mut Unstructured::new(&bytes)).unwrap();
        assert_eq!(game.position().check(), Ok(()), "{bytes:?}");
        longest = longest.max(game.moves().len());
        endings.extend(game.ending().map(|ending| ending.reason.name()));
    }
    assert_eq!(variants.len(), Variant::ALL.len());
    assert!(endings.len() >= 2 && longest > 100, "{endings:?}, {longest} moves");
}
