//! Lower bounds of the engine's strength: against random play and against plain UCT. Normal tests count nodes and playouts,
//! so they repeat exactly. The full matches are timed and run on demand.

use crate::opponents::uct::{Budget, Uct};
use crate::opponents::{Player, RandomPlayer, play, record};
use emergo::{Blocked, Game, Move, Side, Variant};
use luctor_engine::search::{Limits, SearchControl, SearchSettings, Searcher};
use luctor_engine::strength::Level;
use rayon::prelude::*;
use std::time::{Duration, Instant};

/// The engine, with one thread.
struct Luctor {
    searcher: Searcher,
    limits: Limits,
    settings: SearchSettings,
}

impl Luctor {
    fn new(mebibytes: u64, limits: Limits) -> Luctor {
        let settings = SearchSettings::default();
        Luctor { searcher: Searcher::new(mebibytes, 1).unwrap(), limits, settings }
    }

    /// The engine at a level of strength.
    fn at(level: Level) -> Luctor {
        let settings = SearchSettings { handicap: level.handicap(), ..SearchSettings::default() };
        Luctor { settings, ..Luctor::new(1, Limits::default()) }
    }
}

impl Player for Luctor {
    fn choose(&mut self, game: &Game) -> Move {
        let control = SearchControl::new(false);
        let result = self.searcher.search(game, &self.limits, self.settings, &control, &mut |_| ());
        result.best_move().expect("a game that goes on has a move")
    }
}

/// A finished game. The tested player is White in every second game.
struct Match {
    game: Game,
    side: Side,
}

impl Match {
    fn play(
        number: u64,
        variant: Variant,
        player: &mut dyn Player,
        other: &mut dyn Player,
    ) -> Match {
        let start = Game::new(variant, Blocked::Draw);
        if number.is_multiple_of(2) {
            Match { game: play(start, player, other), side: Side::White }
        } else {
            Match { game: play(start, other, player), side: Side::Black }
        }
    }

    fn half_points(&self) -> u32 {
        match self.game.ending().and_then(|ending| ending.winner) {
            Some(winner) => 2 * u32::from(winner == self.side),
            None => 1,
        }
    }

    fn describe(&self) -> String {
        let ending = self.game.ending().expect("the game was played to its end");
        format!("as {}, {ending}, {}", self.side, record(&self.game))
    }
}

/// Wins, draws and losses.
fn tally(games: &[Match]) -> (usize, usize, usize) {
    let count = |points| games.iter().filter(|game| game.half_points() == points).count();
    (count(2), count(1), count(0))
}

fn assert_all_won(games: &[Match]) {
    for game in games {
        assert_eq!(game.half_points(), 2, "{}", game.describe());
    }
}

fn games_against_random_play(variant: Variant, count: u64, limits: &Limits) -> Vec<Match> {
    let game = |number| {
        let mut engine = Luctor::new(1, limits.clone());
        Match::play(number, variant, &mut engine, &mut RandomPlayer::new(number))
    };
    (0..count).into_par_iter().map(game).collect()
}

#[test]
fn a_few_nodes_lose_no_game_against_random_play_and_win_nearly_all() {
    for (variant, count) in
        [(Variant::Emergo, 100), (Variant::Emergo7, 20), (Variant::Hexemergo, 20)]
    {
        let games = games_against_random_play(variant, count, &Limits::to_nodes(2_000));
        // A side that feeds to free many men can be blocked first.
        let (won, drawn, lost) = tally(&games);
        assert_eq!((won + drawn, lost), (count as usize, 0), "{variant}");
        assert!(drawn <= 1, "{variant}: {drawn} drawn");
    }
}

/// Random play is the zero of the Elo of all levels.
#[test]
fn the_lowest_level_beats_random_play_and_a_higher_level_beats_the_lowest() {
    let against = |level: u8, other: fn(u64) -> Box<dyn Player>, count: u64| -> f64 {
        let game = |number| {
            let mut engine = Luctor::at(Level::from_skill(level));
            Match::play(number, Variant::Emergo, &mut engine, &mut *other(number)).half_points()
        };
        let half_points: u32 = (0..count).into_par_iter().map(game).sum();
        f64::from(half_points) / (2 * count) as f64
    };
    let lowest = against(0, |number| Box::new(RandomPlayer::new(number)), 400);
    let elo = 400.0 * (lowest / (1.0 - lowest)).log10();
    println!("Skill 0 against random play: {:.1} %, Elo {elo:.0}", 100.0 * lowest);
    assert!((0.55..0.97).contains(&lowest), "{lowest}");
    let higher = against(6, |_| Box::new(Luctor::at(Level::from_skill(0))), 60);
    assert!(higher > 0.7, "{higher}");
}

#[test]
fn a_few_nodes_beat_as_many_playouts_of_uct() {
    let game = |number| {
        let mut engine = Luctor::new(1, Limits::to_nodes(2_000));
        let mut uct = Uct::new(Budget::Playouts(2_000), number);
        Match::play(number, Variant::Emergo, &mut engine, &mut uct)
    };
    let games: Vec<Match> = (0..2).into_par_iter().map(game).collect();
    assert_all_won(&games);
}

/// A faulty UCT would make the other matches meaningless.
#[test]
fn uct_beats_random_play_and_uct_with_fewer_playouts() {
    let points = |playouts, other: fn(u64) -> Box<dyn Player>| -> u32 {
        let game = |number| {
            let mut uct = Uct::new(Budget::Playouts(playouts), number);
            Match::play(number, Variant::Emergo, &mut uct, &mut *other(number)).half_points()
        };
        (0..20).into_par_iter().map(game).sum()
    };
    let random = points(100, |number| Box::new(RandomPlayer::new(number)));
    assert!(random >= 36, "{random} half points of 40 against random play");
    let fewer = points(1_000, |number| Box::new(Uct::new(Budget::Playouts(100), 100 + number)));
    assert!(fewer >= 32, "{fewer} half points of 40 against a tenth of the playouts");
}

#[test]
#[ignore = "takes minutes; timed, so nothing else should run"]
fn fifty_milliseconds_a_move_win_100_of_100_games_against_random_play() {
    let mut games = Vec::new();
    let started = Instant::now();
    for number in 0..100 {
        let mut engine = Luctor::new(16, Limits::to_move_time(50));
        let mut random = RandomPlayer::new(number);
        games.push(Match::play(number, Variant::Emergo, &mut engine, &mut random));
    }
    let plies: usize = games.iter().map(|game| game.game.moves().len()).sum();
    let (wins, draws, losses) = tally(&games);
    println!(
        "engine at 50 ms against random play: +{wins} ={draws} -{losses}, {} plies a game, {:.0} s",
        plies / games.len(),
        started.elapsed().as_secs_f64()
    );
    assert_all_won(&games);
}

#[test]
#[ignore = "takes a quarter of an hour; timed, so nothing else should run"]
fn fifty_milliseconds_a_move_beat_uct_with_a_second_a_move() {
    let mut games = Vec::new();
    let started = Instant::now();
    let mut engine = Luctor::new(16, Limits::to_move_time(50));
    for number in 0..20 {
        engine.searcher.clear();
        let game_started = Instant::now();
        let mut uct = Uct::new(Budget::Time(Duration::from_secs(1)), number);
        let game = Match::play(number, Variant::Emergo, &mut engine, &mut uct);
        println!(
            "game {}: {:.0} s, {:.0} playouts a second, {}",
            number + 1,
            game_started.elapsed().as_secs_f64(),
            uct.playouts as f64 / uct.thinking.as_secs_f64(),
            game.describe()
        );
        games.push(game);
    }
    let (wins, draws, losses) = tally(&games);
    println!(
        "engine at 50 ms against UCT at 1 s: +{wins} ={draws} -{losses}, {:.0} s",
        started.elapsed().as_secs_f64()
    );
    let half_points: u32 = games.iter().map(Match::half_points).sum();
    assert!(half_points >= 36, "less than 18 points of 20");
}
