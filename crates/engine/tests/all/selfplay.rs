//! Self-play: two engines that exchange moves as text agree on every position and on the end, and report only legal
//! lines. A search repeats exactly after `clear`. Several threads find legal moves.

use crate::opponents::{TOO_MANY_PLIES, random_opening, record};
use emergo::{
    Coordinates, EndReason, Ending, Game, Move, MoveList, Position, Side, Variant, read_move,
    read_position, write_move, write_position,
};
use luctor_engine::engine::Engine;
use luctor_engine::search::{
    Limits, ScoredLine, SearchControl, SearchReport, SearchResult, SearchSettings, Searcher,
};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::time::Instant;

fn assert_legal_line(start: &Position, line: &[Move], context: &dyn Fn() -> String) {
    let mut pos = *start;
    let mut legal = MoveList::new();
    for (index, mv) in line.iter().enumerate() {
        pos.legal_moves_into(&mut legal);
        assert!(legal.contains(mv), "move {index} of the line {line:?} is illegal: {}", context());
        pos.play(*mv);
    }
}

/// One side: an engine that reads and writes moves in its own coordinates.
struct Player {
    engine: Engine,
    coordinates: Coordinates,
}

impl Player {
    fn new(start: &Game, coordinates: Coordinates) -> Player {
        let mut engine = Engine::new().unwrap();
        let variant = start.position().variant().name();
        for (name, value) in [("Hash", "1"), ("Move Overhead", "0"), ("UCI_Variant", variant)] {
            engine.set_option(name, value).unwrap();
        }
        assert_eq!(engine.game().start(), start.start());
        let mut player = Player { engine, coordinates };
        for mv in start.moves() {
            player.play(&write_move(start.position().variant(), coordinates, *mv));
        }
        player
    }

    fn game(&self) -> &Game {
        self.engine.game()
    }

    fn play(&mut self, text: &str) {
        let mut game = self.game().clone();
        let read = read_move(game.position(), self.coordinates, text);
        let mv = read.unwrap_or_else(|error| panic!("{error}: {}", record(&game)));
        game.play(mv);
        self.engine.set_game(game);
    }

    /// Searches, and checks all reports.
    fn choose(&mut self, limits: &Limits) -> Move {
        let game = self.game();
        let pos = game.position();
        let context = || record(game);
        let mut reports = 0;
        let task = self.engine.search_task(limits.clone());
        let result = task.run(&SearchControl::new(false), &mut |report| {
            reports += 1;
            assert!(!report.line.moves.is_empty(), "an empty line: {}", context());
            assert_legal_line(pos, &report.line.moves, &context);
        });
        assert!(reports > 0, "no report: {}", context());
        assert_legal_line(pos, &result.line.moves, &context);
        result.best_move().unwrap_or_else(|| panic!("no move: {}", context()))
    }
}

fn assert_sound(game: &Game) {
    let pos = game.position();
    assert_eq!(pos.check(), Ok(()), "{}", record(game));
    for side in Side::ALL {
        let men = pos.men_on_board(side) + u32::from(pos.hand(side));
        assert_eq!(men, u32::from(pos.variant().men()), "men of {side}: {}", record(game));
    }
    let text = write_position(pos, game.turn());
    let read = read_position(pos.variant(), &text).unwrap();
    assert_eq!((read.position, read.turn), (*pos, game.turn()), "{text}");
}

/// Plays on from an opening to the end by the rules.
fn play_out(opening: &Game, limits: &Limits) -> Game {
    let variant = opening.position().variant();
    let mut players = Coordinates::ALL.map(|coordinates| Player::new(opening, coordinates));
    loop {
        let [white, black] = &players;
        let (game, other) = (white.game(), black.game());
        assert_sound(game);
        assert_eq!(game.position(), other.position(), "{}", record(game));
        assert_eq!(
            write_position(game.position(), game.turn()),
            write_position(other.position(), other.turn())
        );
        assert_eq!(game.ending(), other.ending(), "{}", record(game));
        if game.ending().is_some() {
            return game.clone();
        }
        assert!(game.moves().len() < TOO_MANY_PLIES, "no end of {}", record(game));
        let mv = players[game.position().side().index()].choose(limits);
        for player in &mut players {
            player.play(&write_move(variant, player.coordinates, mv));
        }
    }
}

/// The openings of a series: `count` games, of which game `n` begins with `n mod 9` random plies.
fn openings(variant: Variant, count: usize) -> impl Iterator<Item = Game> {
    (0..count).map(move |number| random_opening(variant, number % 9, number as u64))
}

#[test]
fn games_of_the_engine_against_itself_end_by_the_rules() {
    let openings: Vec<Game> =
        Variant::ALL.into_iter().flat_map(|variant| openings(variant, 4)).collect();
    openings.par_iter().for_each(|opening| {
        play_out(opening, &Limits::to_nodes(500));
    });
}

#[test]
#[ignore = "takes minutes; timed"]
fn two_hundred_games_at_twenty_milliseconds_a_move_end_by_the_rules() {
    let started = Instant::now();
    let series = [(Variant::Emergo, 120), (Variant::Emergo7, 40), (Variant::Hexemergo, 40)];
    let openings: Vec<Game> =
        series.into_iter().flat_map(|(variant, count)| openings(variant, count)).collect();
    // Two games at a time on every machine.
    let two = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let limits = Limits::to_move_time(20);
    let games: Vec<Game> =
        two.install(|| openings.par_iter().map(|opening| play_out(opening, &limits)).collect());
    for (variant, count) in series {
        let of_variant = |game: &&Game| game.position().variant() == variant;
        let games: Vec<&Game> = games.iter().filter(of_variant).collect();
        assert_eq!(games.len(), count);
        println!("{variant}: {}", summary(&games));
    }
    println!("{} games, {:.0} s", games.len(), started.elapsed().as_secs_f64());
}

/// The number of games by ending, the mean number of plies, and the longest game.
fn summary(games: &[&Game]) -> String {
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    for game in games {
        let ending: Ending = game.ending().expect("the game was played to its end");
        assert_ne!(ending.reason, EndReason::IllegalMove);
        *ends.entry(ending.to_string()).or_default() += 1;
    }
    let plies: Vec<usize> = games.iter().map(|game| game.moves().len()).collect();
    let mean = plies.iter().sum::<usize>() as f64 / plies.len() as f64;
    let longest = plies.iter().max().expect("at least one game");
    let ends: Vec<String> = ends.iter().map(|(end, count)| format!("{count} {end}")).collect();
    format!(
        "{} games, {}; {mean:.1} plies on average, {longest} at most",
        games.len(),
        ends.join(", ")
    )
}

/// Games of all boards: at the start, in the entering stage and later.
fn unfinished_games() -> Vec<Game> {
    let stand = |variant| [0, 5, 16, 30, 60].map(|plies| random_opening(variant, plies, 1));
    Variant::ALL.into_iter().flat_map(stand).collect()
}

/// A report without the time.
type Report = (u32, u32, ScoredLine, u64, u32);

fn search(searcher: &mut Searcher, game: &Game, limits: &Limits) -> (Vec<Report>, SearchResult) {
    let mut reports = Vec::new();
    let mut on_report = |report: &SearchReport| {
        let SearchReport { depth, selective_depth, line, nodes, permille_used, .. } =
            report.clone();
        reports.push((depth, selective_depth, line, nodes, permille_used));
    };
    let settings = SearchSettings::default();
    let result =
        searcher.search(game, limits, settings, &SearchControl::new(false), &mut on_report);
    (reports, result)
}

#[test]
fn a_search_after_clear_repeats_node_for_node_and_move_for_move() {
    let limits = Limits::to_depth(6);
    let games = unfinished_games();
    let mut used = Searcher::new(1, 1).unwrap();
    for (number, game) in games.iter().enumerate() {
        let (first, result) = search(&mut Searcher::new(1, 1).unwrap(), game, &limits);
        // Clears what another search left in the table and in the histories.
        search(&mut used, &games[games.len() - 1 - number], &limits);
        used.clear();
        let (second, repeated) = search(&mut used, game, &limits);
        assert_eq!(first, second, "{}", record(game));
        assert_eq!(
            (result.line, result.depth, result.nodes),
            (repeated.line, repeated.depth, repeated.nodes),
            "{}",
            record(game)
        );
    }
}

#[test]
fn several_threads_find_a_legal_move() {
    for threads in [2, 4] {
        let mut searcher = Searcher::new(1, threads).unwrap();
        for game in unfinished_games() {
            for limits in [Limits::to_depth(5), Limits::to_nodes(2_000), Limits::to_nodes(1)] {
                let context = || format!("{threads} threads, {limits:?}, {}", record(&game));
                let (reports, result) = search(&mut searcher, &game, &limits);
                for (_, _, line, ..) in &reports {
                    assert_legal_line(game.position(), &line.moves, &context);
                }
                assert_legal_line(game.position(), &result.line.moves, &context);
                assert!(result.best_move().is_some(), "{}", context());
            }
        }
    }
}
