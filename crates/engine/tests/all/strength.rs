//! Lower bounds of the engine's strength, against random play and between levels. scripts/sprt measures it against revisions.

use crate::opponents::{Player, RandomPlayer, play};
use emergo::{Blocked, Game, Move, Side, Variant};
use luctor_engine::search::{Limits, SearchControl, SearchSettings, Searcher};
use luctor_engine::strength::Level;
use rayon::prelude::*;

/// The engine, with one thread.
struct Luctor {
    searcher: Searcher,
    limits: Limits,
    settings: SearchSettings,
}

impl Luctor {
    fn new(limits: Limits) -> Luctor {
        let settings = SearchSettings::default();
        Luctor { searcher: Searcher::new(1).unwrap(), limits, settings }
    }

    /// The engine at a level of strength. The seed decides its errors.
    fn at(level: u8, seed: u64) -> Luctor {
        let handicap = Level::from_skill(level).handicap();
        let settings = SearchSettings { handicap, seed: Some(seed), ..SearchSettings::default() };
        Luctor { settings, ..Luctor::new(Limits::default()) }
    }
}

impl Player for Luctor {
    fn choose(&mut self, game: &Game) -> Move {
        let control = SearchControl::default();
        let result = self.searcher.search(game, &self.limits, self.settings, &control, &mut |_| ());
        result.best_move().expect("a game that goes on has a move")
    }
}

/// The half points of a player in a game. The player is White in every second game.
fn half_points(
    number: u64,
    variant: Variant,
    player: &mut dyn Player,
    other: &mut dyn Player,
) -> u32 {
    let start = Game::new(variant, Blocked::Draw);
    let is_white = number.is_multiple_of(2);
    let game = if is_white { play(start, player, other) } else { play(start, other, player) };
    let side = if is_white { Side::White } else { Side::Black };
    game.ending().map_or(1, |ending| ending.result().half_points(side).into())
}

#[test]
fn a_few_nodes_lose_no_game_against_random_play_and_win_nearly_all() {
    for (variant, count) in
        [(Variant::Emergo, 40), (Variant::Emergo7, 20), (Variant::Hexemergo, 20)]
    {
        let game = |number| {
            let mut engine = Luctor::new(Limits::to_nodes(2_000));
            half_points(number, variant, &mut engine, &mut RandomPlayer::new(number))
        };
        let points: Vec<u32> = (0..count).into_par_iter().map(game).collect();
        assert!(!points.contains(&0), "{variant}: {points:?}");
        // A side that feeds to free many men can be blocked first.
        let drawn = points.iter().filter(|points| **points == 1).count();
        assert!(drawn <= 1, "{variant}: {drawn} drawn");
    }
}

/// Random play is the zero of the Elo of all levels.
#[test]
fn the_lowest_level_beats_random_play_and_a_higher_level_beats_the_lowest() {
    let against = |level: u8, other: fn(u64) -> Box<dyn Player>, count: u64| -> f64 {
        let game = |number| {
            let mut engine = Luctor::at(level, number);
            half_points(number, Variant::Emergo, &mut engine, &mut *other(number))
        };
        let sum: u32 = (0..count).into_par_iter().map(game).sum();
        f64::from(sum) / (2 * count) as f64
    };
    let lowest = against(0, |number| Box::new(RandomPlayer::new(number)), 1000);
    let elo = 400.0 * (lowest / (1.0 - lowest)).log10();
    println!("Skill 0 against random play: {:.1} %, Elo {elo:.0}", 100.0 * lowest);
    // Every game has its own seed, so the result changes only with the search and the network.
    assert!((0.65..0.85).contains(&lowest), "{lowest}");
    let higher = against(6, |number| Box::new(Luctor::at(0, !number)), 60);
    assert!(higher > 0.7, "{higher}");
}
