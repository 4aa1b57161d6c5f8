//! Self-play: two engines that exchange moves as text agree on every position and on the end, and report only legal
//! lines. A search repeats exactly after `clear`.

use crate::opponents::{TOO_MANY_PLIES, assert_legal_line, random_opening, record};
use emergo::{
    Blocked, Coordinates, Game, Move, Side, Variant, read_move, read_position, write_move,
    write_position,
};
use fastrand::Rng;
use luctor_engine::engine::Engine;
use luctor_engine::search::{
    Bound, Limits, SearchControl, SearchInfo, SearchResult, SearchSettings, Searcher,
};
use std::time::Duration;
use test_support::amount::amount_from_env;

/// Games without random moves, which must end by the rules.
const WHOLE_GAMES: u64 = 12;
/// The largest number of plies of another game.
const MAX_PLIES: usize = 300;

/// One side: an engine that reads and writes moves in its own coordinates.
struct Player {
    engine: Engine,
    game: Game,
    coordinates: Coordinates,
}

impl Player {
    fn new(start: &Game, coordinates: Coordinates, threads: u64) -> Player {
        let mut engine = Engine::new().unwrap();
        for (name, value) in [
            ("Hash", "1".to_owned()),
            ("Move Overhead", "0".to_owned()),
            ("Threads", threads.to_string()),
            ("Blocked", start.blocked().to_string()),
            ("UCI_Variant", start.position().variant().to_string()),
        ] {
            engine.set_option(name, &value).unwrap();
        }
        let game = engine.fresh_game();
        assert_eq!(game.start(), start.start());
        let mut player = Player { engine, game, coordinates };
        for mv in start.moves() {
            player.play(&write_move(start.position().variant(), coordinates, *mv));
        }
        player
    }

    fn play(&mut self, text: &str) {
        let read = read_move(self.game.position(), self.coordinates, text);
        let mv = read.unwrap_or_else(|error| panic!("{error}: {}", record(&self.game)));
        self.game.play(mv);
    }

    /// Searches, and checks all infos.
    fn choose(&mut self, limits: &Limits) -> Move {
        let game = &self.game;
        let mut infos = 0;
        let task = self.engine.search_task(game.clone(), limits.clone());
        let result = task.run(&SearchControl::default(), &mut |info| {
            infos += 1;
            assert!(!info.line.moves.is_empty(), "an empty line: {}", record(game));
            assert_legal_line(game, &info.line.moves);
        });
        assert!(infos > 0, "no info: {}", record(game));
        assert_legal_line(game, &result.line.moves);
        result.best_move().unwrap_or_else(|| panic!("no move: {}", record(game)))
    }
}

fn assert_sound(game: &Game) {
    let pos = game.position();
    for side in Side::ALL {
        let men = pos.men_on_board(side) + u32::from(pos.hand(side));
        assert_eq!(men, u32::from(pos.variant().men()), "men of {side}: {}", record(game));
    }
    let text = write_position(pos, game.turn());
    let read = read_position(pos.variant(), &text).unwrap();
    assert_eq!((read.position, read.turn), (*pos, game.turn()), "{text}");
}

/// Plays on from an opening to the end by the rules or, with random moves, to [`MAX_PLIES`]. Returns the game.
fn play_out(opening: &Game, threads: u64, has_random_moves: bool, random: &mut Rng) -> Game {
    let variant = opening.position().variant();
    let mut players =
        Coordinates::ALL.map(|coordinates| Player::new(opening, coordinates, threads));
    loop {
        let [white, black] = &players;
        let (game, other) = (&white.game, &black.game);
        assert_sound(game);
        let state = |game: &Game| (*game.position(), game.turn(), game.ending());
        assert_eq!(state(game), state(other), "{}", record(game));
        if game.ending().is_some() || has_random_moves && game.moves().len() >= MAX_PLIES {
            return game.clone();
        }
        assert!(game.moves().len() < TOO_MANY_PLIES, "no end of {}", record(game));
        let (side, moves) = (game.position().side(), game.position().legal_moves());
        let best = players[side.index()].choose(&Limits::to_nodes(random.u64(1..400)));
        // Random moves make the games different.
        let is_random = has_random_moves && random.u32(..8) == 0;
        let mv = if is_random { *random.choice(&moves).unwrap() } else { best };
        for player in &mut players {
            player.play(&write_move(variant, player.coordinates, mv));
        }
    }
}

/// A long-run test: `LUCTOR_SOAK=10000 cargo test -p luctor-engine selfplay -- --nocapture` plays 10,000 games.
#[test]
fn games_of_the_engine_against_itself_follow_the_rules() {
    let count: u64 = amount_from_env("LUCTOR_SOAK", 60);
    let play = |number: u64| {
        let mut random = Rng::with_seed(number);
        let variant = Variant::ALL[number as usize % 3];
        // One thread and two threads on each board.
        let threads = 1 + number / 3 % 2;
        let opening = random_opening(variant, random.usize(..4), number);
        let blocked = *random.choice(&Blocked::ALL).unwrap();
        play_out(&opening.with_blocked_rule(blocked), threads, number >= WHOLE_GAMES, &mut random)
    };
    let games: Vec<Game> = (0..count).map(play).collect();
    let plies: usize = games.iter().map(|game| game.moves().len()).sum();
    let decided = games.iter().filter(|game| game.ending().is_some()).count();
    println!("{count} games, {plies} plies, {decided} ended by the rules");
    assert!(decided > games.len() / 2);
}

/// Games of all boards: at the start, in the entering stage and later.
fn unfinished_games() -> Vec<Game> {
    let stand = |variant| [0, 5, 16, 30, 60].map(|plies| random_opening(variant, plies, 1));
    Variant::ALL.into_iter().flat_map(stand).collect()
}

/// All infos and the result, without the times and the bounds. Only a search of more than half a second reports bounds.
fn search(searcher: &mut Searcher, game: &Game) -> (Vec<SearchInfo>, SearchResult) {
    let mut infos = Vec::new();
    let mut on_info = |info: &SearchInfo| {
        if info.line.bound == Bound::Exact {
            infos.push(SearchInfo { time: Duration::ZERO, ..info.clone() });
        }
    };
    let (limits, settings) = (Limits::to_depth(6), SearchSettings::default());
    let result = searcher.search(game, &limits, settings, &SearchControl::default(), &mut on_info);
    (infos, SearchResult { time: Duration::ZERO, ..result })
}

#[test]
fn a_search_after_clear_repeats_node_for_node_and_move_for_move() {
    let games = unfinished_games();
    let mut used = Searcher::new(1).unwrap();
    for (number, game) in games.iter().enumerate() {
        let first = search(&mut Searcher::new(1).unwrap(), game);
        // Clears what another search left in the table and in the histories.
        search(&mut used, &games[games.len() - 1 - number]);
        used.clear();
        assert_eq!(search(&mut used, game), first, "{}", record(game));
    }
}
