//! Long-run test: fast games of the engine with itself, and checks of the position after every move. By default it
//! plays 60 games. `LUCTOR_SOAK=10000 cargo test soak -- --nocapture` plays 10,000.

use emergo::{Blocked, Game, MoveList, Position, Side, Variant};
use luctor_engine::eval::Networks;
use luctor_engine::search::{Limits, SearchControl, SearchSettings, Searcher};
use test_support::amount::amount_from_env;
use test_support::random::{rng, total_men};

/// The largest number of plies of a game.
const PLIES: usize = 300;

/// Checks a position of a game in which each side began with `men_each` men.
fn check(position: &Position, men_each: u8) {
    assert_eq!(position.check(), Ok(()));
    for side in Side::ALL {
        assert_eq!(total_men(position, side), u32::from(men_each), "{side} has all its men");
    }
}

#[test]
fn every_position_of_fast_games_is_valid_and_has_all_men() {
    let games = amount_from_env("LUCTOR_SOAK", 60);
    let (mut decided, mut plies) = (0, 0);
    for number in 0..games {
        let mut random = rng(number);
        let variant = Variant::ALL[number as usize % 3];
        // One thread and two threads on each board.
        let threads = 1 + (number as usize / 3) % 2;
        let mut searcher = Searcher::with_networks(1, threads, Networks::embedded()).unwrap();
        let blocked = *random.choice(&Blocked::ALL).unwrap();
        let mut game = Game::new(variant, blocked);
        let mut moves = MoveList::new();
        while game.ending().is_none() && game.moves().len() < PLIES {
            check(game.position(), variant.men());
            game.position().legal_moves_into(&mut moves);
            let limits = Limits::to_nodes(random.u64(1..400));
            let control = SearchControl::default();
            let result =
                searcher.search(&game, &limits, SearchSettings::default(), &control, &mut |_| ());
            let best = result.best_move().expect("a game in progress has a legal move");
            assert!(moves.contains(&best));
            // Random moves make the games different.
            let random_move = random.u32(..8) == 0;
            game.play(if random_move { *random.choice(&moves).unwrap() } else { best });
        }
        check(game.position(), variant.men());
        decided += u64::from(game.ending().is_some());
        plies += game.moves().len() as u64;
    }
    println!("{games} games, {plies} plies, {decided} ended by the rules");
    assert!(decided > games / 2);
}
