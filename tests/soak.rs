//! Many fast games with everything checked after every move: `LUCTOR_SOAK=10000 cargo test --test soak -- --nocapture`
//! plays so many, on a build with debug assertions and overflow checks; a few stand here.

mod amount;

use emergo::{Blocked, Game, MoveList, Position, Side, Variant};
use luctor_engine::search::{Limits, SearchControl, SearchSettings, Searcher};
use rand::RngExt;
use rand::seq::IndexedRandom;
use test_support::random::{rng, total_men};

/// Plies of a game, after which it is left alone.
const PLIES: usize = 300;

/// What has to hold of every position of a game, `men_each` being the men that each side began with.
fn check(position: &Position, men_each: u8) {
    assert_eq!(position.check(), Ok(()));
    for side in Side::ALL {
        assert_eq!(total_men(position, side), u32::from(men_each), "{side} has all its men");
    }
    for square in position.variant().cells() {
        let column = position.column(square);
        assert!(column.cap() + column.prisoners() <= 24);
        assert_eq!(position.owner(square).is_some(), column.cap() > 0, "a column has a cap");
    }
}

#[test]
fn fast_games_keep_every_man_every_hash_and_every_column_in_order() {
    let games = amount::asked("LUCTOR_SOAK", 60);
    let (mut decided, mut plies) = (0, 0);
    for number in 0..games {
        let mut random = rng(number);
        let variant = Variant::ALL[number as usize % 3];
        // Each board with one thread and with two.
        let threads = 1 + (number as usize / 3) % 2;
        let mut pool = Searcher::new(1, threads).unwrap();
        let blocked = *Blocked::ALL.choose(&mut random).unwrap();
        let mut game = Game::new(variant, blocked);
        let mut moves = MoveList::new();
        while game.ending().is_none() && game.moves().len() < PLIES {
            check(game.position(), variant.men());
            game.position().legal_moves_into(&mut moves);
            let limits = Limits::to_nodes(random.random_range(1..400));
            let signal = SearchControl::new(false);
            let outcome =
                pool.search(&game, &limits, SearchSettings::default(), &signal, &mut |_| ());
            let best = outcome.best_move().expect("the game goes on");
            assert!(moves.contains(&best));
            // Some random moves, so that no two games are alike.
            let random_move = random.random_ratio(1, 8);
            game.play(if random_move { *moves.choose(&mut random).unwrap() } else { best });
        }
        check(game.position(), variant.men());
        decided += u64::from(game.ending().is_some());
        plies += game.moves().len() as u64;
    }
    println!("{games} games, {plies} plies, {decided} ended by the rules");
    assert!(decided > games / 2);
}
