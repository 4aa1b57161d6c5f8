//! Searches with many threads, and levels of strength.

use super::start;
use crate::opponents::assert_legal_line;
use emergo::{Blocked, Game, Variant};
use luctor_engine::eval::Networks;
use luctor_engine::search::{Limits, SearchControl, SearchSettings, Searcher};
use test_support::client::{line_of_play, number};

#[test]
fn any_number_of_threads_plays_the_move_of_its_last_info_and_can_be_stopped() {
    let mut client = start();
    client.tell("setoption name Hash value 1");
    for threads in [2, 3, 16, 256, 1] {
        client.tell(&format!("setoption name Threads value {threads}"));
        client.tell("position startpos moves e4 d5");
        client.send("go infinite");
        client.send("stop");
        let stopped = client.search();
        assert_eq!(stopped.answer.len(), 1, "{threads}: {stopped:?}");
        for arguments in ["depth 3", "movetime 20", "p1time 100 p1inc 1"] {
            let search = client.go(arguments);
            assert_eq!(line_of_play(search.last())[0], search.best(), "{threads} {arguments}");
        }
        for nodes in [1, 2, 5, 3_000] {
            let search = client.go(&format!("nodes {nodes}"));
            assert_eq!(line_of_play(search.last())[0], search.best(), "{threads}, {nodes} nodes");
            assert!(number(search.last(), "nodes") <= nodes, "{threads}, {nodes} nodes");
        }
        client.send("go ponder p1time 1000");
        client.send("ponderhit");
        assert_eq!(client.search().answer.len(), 1, "{threads}");
    }
    client.quit();
}

#[test]
fn sixteen_threads_play_legal_moves_and_count_all_nodes() {
    for variant in Variant::ALL {
        let mut pool = Searcher::with_networks(1, 16, Networks::embedded()).unwrap();
        let mut game = Game::new(variant, Blocked::Draw);
        for _ in 0..8 {
            let (mut nodes, mut depths) = (Vec::new(), Vec::new());
            let signal = SearchControl::default();
            let limits = Limits::to_nodes(20_000);
            let outcome =
                pool.search(&game, &limits, SearchSettings::default(), &signal, &mut |info| {
                    nodes.push(info.nodes);
                    depths.push(info.depth);
                });
            assert!(depths.is_sorted(), "{depths:?}");
            assert!(nodes.is_sorted(), "{nodes:?}");
            assert!(nodes.last().is_some_and(|last| *last <= outcome.nodes), "{nodes:?}");
            assert!((1..=20_000).contains(&outcome.nodes), "{}", outcome.nodes);
            assert_legal_line(&game, &outcome.line.moves);
            game.play(outcome.best_move().expect("the game has not ended"));
        }
        // An infinite search that is stopped before it begins has a move.
        let (signal, limits) =
            (SearchControl::default(), Limits { infinite: true, ..Limits::default() });
        signal.stop();
        let settings = SearchSettings::default();
        assert!(pool.search(&game, &limits, settings, &signal, &mut |_| ()).best_move().is_some());
    }
}

#[test]
fn a_forced_move_is_played_at_once() {
    let mut client = start();
    // White has one legal move, a capture, and the game goes on.
    client.tell("position fen 1/3/4w/b6/3bw4/7/2b2/3/1 w 0,0");
    for arguments in ["p1time 100000000", "movetime 100000000"] {
        let search = client.go(arguments);
        assert_eq!(search.best(), "e5xc5", "{search:?}");
    }
    client.send("go ponder p1time 100000000");
    client.send("ponderhit");
    assert_eq!(client.search().best(), "e5xc5");
    // An analysis goes on: White wins in 11 moves.
    for arguments in ["mate 11 movetime 100000000", "mate 11 p1time 100000000"] {
        let search = client.go(arguments);
        assert!(search.infos.iter().any(|info| info.contains(" mate 11 ")), "{search:?}");
    }
    client.quit();
}

#[test]
fn the_messages_of_a_command_come_after_the_answer_of_the_search_that_it_ends() {
    let mut client = start();
    for (position, line, message) in [
        ("startpos", "go depth x", "info string go depth takes a whole number"),
        ("fen bad", "go perft 1", "info string the last position line could not be read"),
    ] {
        for line in ["position startpos", "go infinite", &format!("position {position}"), line] {
            client.send(line);
        }
        client.send("stop");
        client.send("isready");
        let lines = client.lines_until("readyok");
        let at = |beginning: &str| lines.iter().position(|line| line.starts_with(beginning));
        let [answer, message] = [at("bestmove"), at(message)].map(Option::unwrap);
        assert!(answer < message, "{lines:?}");
    }
    client.quit();
}

#[test]
fn limited_strength_searches_the_nodes_of_its_level() {
    let mut client = start();
    client.tell("setoption name Threads value 2");
    for (option, value, most) in
        [("Skill", "0", 1_000), ("Skill", "19", 100_000), ("UCI_LimitStrength", "true", 100_000)]
    {
        client.tell(&format!("setoption name {option} value {value}"));
        client.tell("position startpos moves e4 d5");
        let search = client.go("movetime 100000000");
        let nodes = number(search.infos.last().expect("an info line"), "nodes");
        assert!(nodes <= most, "{option} {value}: {search:?}");
        // The node limit does not end an infinite search.
        client.send("go infinite");
        client.ask("isready", "readyok");
        client.send("stop");
        assert_eq!(client.search().answer.len(), 1);
    }
    client.refused("setoption name UCI_Elo value 100000");
    client.quit();
}
