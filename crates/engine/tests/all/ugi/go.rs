//! `go`: its limits, `stop`, `ponderhit`, finished games, and the lines that a search reports.

use super::{BLOCKED, TWO_PIECES, start};
use emergo::notation::{read_move, read_position, write_move};
use emergo::{Blocked, Coordinates, Game, Variant};
use test_support::client::{Client, Search, field, line_of_play, number};

/// The only move captures five men and wins.
const WON_AT_ONCE: &str = "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0";

/// The game that a `position` command sets up.
fn game_of(variant: Variant, position: &str) -> Game {
    let (start, moves) = position.split_once(" moves").unwrap_or((position, ""));
    let mut game = match start.strip_prefix("fen ") {
        None => Game::new(variant, Blocked::Draw),
        Some(text) => read_position(variant, text).unwrap().game(Blocked::Draw),
    };
    for text in moves.split_whitespace() {
        game.play(read_move(game.position(), Coordinates::Oblique, text).unwrap());
    }
    game
}

/// Plays a move, which must be legal and in its strict form, in a game that has not ended.
fn play(game: &mut Game, text: &str) {
    assert_eq!(game.ending(), None, "{text} after the end");
    let mv = read_move(game.position(), Coordinates::Oblique, text);
    let mv = mv.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(write_move(game.position().variant(), Coordinates::Oblique, mv), text);
    game.play(mv);
}

/// Checks that all lines of a search and its best move are legal.
fn check_lines(search: &Search, game: &Game) {
    for info in &search.infos {
        let mut game = game.clone();
        for text in line_of_play(info) {
            play(&mut game, text);
        }
    }
    play(&mut game.clone(), search.best());
}

/// Sends many commands during a search. Their answers must come without a `bestmove`.
fn expect_no_bestmove(client: &mut Client, case: &str) {
    for _ in 0..100 {
        let lines = client.settle();
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{case}: {lines:?}");
    }
}

#[test]
fn every_limit_ends_a_search_with_one_bestmove_of_two_words() {
    let limits = [
        "p1time 300 p2time 300",
        "p1time 300 p2time 300 p1inc 10 p2inc 10",
        "wtime 300 btime 300 winc 10 binc 10",
        "btime 300 wtime 300",
        "p1time 300 p2time 300 movestogo 1",
        "p1time 300 p2time 300 movestogo 40",
        "p1time 300 p2time 300 movestogo 0",
        "movetime 20",
        "depth 3",
        "nodes 2000",
        "mate 1",
        "depth 3 nodes 2000 movetime 100 p1time 500 p2time 500",
    ];
    let mut client = start();
    for (variant, position, limits) in [
        (Variant::Emergo, "startpos", &limits[..]),
        (Variant::Emergo7, "startpos moves c4", &limits[..3]),
        (Variant::Hexemergo, "startpos moves c4 e4 c3 d6", &limits[..3]),
    ] {
        client.tell(&format!("setoption name UCI_Variant value {variant}"));
        client.tell(&format!("position {position}"));
        for limit in limits {
            let search = client.go(limit);
            let case = format!("{variant}, {position}, go {limit}: {search:?}");
            assert_eq!((search.answer.len(), search.messages.len()), (1, 0), "{case}");
            check_lines(&search, &game_of(variant, position));
            if limit.starts_with("depth 3") {
                assert!(number(search.last(), "depth") <= 3, "{case}");
            }
            if limit.contains("nodes 2000") {
                assert!(number(search.last(), "nodes") <= 2000, "{case}");
            }
        }
    }
    client.quit();
}

#[test]
fn extreme_numbers_still_get_a_move() {
    let short = [
        "p1time 0 p2time 0",
        "p1time 1 p2time 1",
        "p1time -5000 p2time -5000",
        "p1time 0 p2time 0 p1inc 0 p2inc 0 movestogo 1",
        "p1time 1 p2time 1 p1inc -7 p2inc -7",
        "p1time -99999999999999999999 p2time -99999999999999999999",
        "p1time 20 p2time 20 p1inc 99999999999999999999 p2inc 99999999999999999999",
        "p1time 20 p2time 20 movestogo 99999999999999999999",
        "movetime 0",
        "movetime -1",
        "movetime -99999999999999999999",
        "depth 0",
        "depth -3",
        "nodes 0",
        "nodes 1",
        "nodes -1",
        "mate 0",
    ];
    let mut client = start();
    for position in ["startpos", "startpos moves e4"] {
        client.tell(&format!("position {position}"));
        for limit in short {
            let search = client.go(limit);
            assert_eq!(search.messages, [""; 0], "go {limit}");
            check_lines(&search, &game_of(Variant::Emergo, position));
        }
    }
    // These searches may be long, but can be stopped.
    for limit in [
        "p1time 99999999999999999999 p2time 99999999999999999999",
        "p1time 9223372036854775807 p2time 9223372036854775807 p1inc 9223372036854775807",
        "p1time 99999999999999999999 p2time 99999999999999999999 movestogo 1",
        "p1time 4611686018427387904 p2time 1 p1inc 4611686018427387904 movestogo 1",
        "movetime 99999999999999999999",
        "depth 99999999999999999999",
        "nodes 99999999999999999999",
        "mate 99999999999999999999",
        // The clock of the side to move is missing.
        "p2time 1000 p2inc 10",
        "p1inc 10 p2inc 10",
        "movestogo 10",
    ] {
        client.tell("position startpos");
        client.ask(&format!("go {limit}"), "info");
        client.send("stop");
        check_lines(&client.search(), &game_of(Variant::Emergo, "startpos"));
        assert_eq!(client.settle(), [""; 0], "go {limit}");
    }
    client.quit();
}

#[test]
fn an_infinite_search_sends_its_bestmove_only_after_stop() {
    let mut client = start();
    // The best move is known immediately.
    for position in [WON_AT_ONCE, BLOCKED] {
        for go in ["go infinite", "go", "go infinite depth 1", "go ponder", "go ponder depth 1"] {
            client.tell(&format!("position fen {position}"));
            client.send(go);
            expect_no_bestmove(&mut client, go);
            client.send("stop");
            assert_eq!(client.search().answer.len(), 1, "{go}, {position}");
            assert_eq!(client.settle(), [""; 0], "{go}, {position}");
        }
    }
    client.quit();
}

#[test]
fn ponderhit_starts_the_clock_and_stop_ends_pondering() {
    let mut client = start();
    for limits in ["p1time 200 p2time 200", "movetime 20", "depth 2", "nodes 1000"] {
        client.tell("position startpos moves e4 e6");
        client.send(&format!("go ponder {limits}"));
        expect_no_bestmove(&mut client, limits);
        client.send("ponderhit");
        let search = client.search();
        check_lines(&search, &game_of(Variant::Emergo, "startpos moves e4 e6"));
        assert_eq!(client.settle(), [""; 0], "{limits}");
        client.send(&format!("go ponder {limits}"));
        client.send("stop");
        assert_eq!(client.search().answer.len(), 1, "{limits}");
        client.tell("ponderhit");
    }
    client.quit();
}

#[test]
fn the_expected_reply_is_reported_only_if_ponder_is_on() {
    let mut client = start();
    for (value, words) in [("true", 3), ("false", 1), ("True", 3), ("FALSE", 1)] {
        client.tell(&format!("setoption name ponder value {value}"));
        client.tell("position startpos moves e4 e6");
        let search = client.go("depth 4");
        assert_eq!(search.answer.len(), words, "{value}");
        if words == 3 {
            assert_eq!(search.answer[1], "ponder");
            let mut game = game_of(Variant::Emergo, "startpos moves e4 e6");
            play(&mut game, search.best());
            play(&mut game, &search.answer[2]);
        }
        // There is no reply to the last move of a game.
        client.tell(&format!("position fen {WON_AT_ONCE}"));
        assert_eq!(client.go("depth 4").answer, ["e4xc4xc6xe6xe4xc4"], "{value}");
    }
    client.quit();
}

/// cutegames waits for an answer of two words, and does not understand `ponder` in it.
#[test]
fn a_client_that_speaks_ugi_gets_no_expected_reply() {
    let mut client = start();
    client.tell("setoption name Ponder value true");
    for (handshake, end, words) in [("ugi", "ugiok", 1), ("uci", "uciok", 3), ("ugi", "ugiok", 1)] {
        client.ask(handshake, end);
        client.tell("position startpos moves e4 e6");
        assert_eq!(client.go("depth 4").answer.len(), words, "{handshake}");
        client.send("go ponder depth 4");
        client.send("ponderhit");
        assert_eq!(client.search().answer.len(), words, "{handshake}, go ponder");
    }
    client.quit();
}

#[test]
fn a_finished_game_is_answered_with_bestmove_0000() {
    let cycle = "a5-b5 i5-h5 b5-a5 h5-i5";
    let positions = [
        ("lost", "fen 1/3/5/7/9/1(w3b5)(w2)4/5/3/1 b 0,0".to_owned(), "mate 0"),
        ("blocked", format!("fen {BLOCKED}"), "cp 0"),
        ("repeated", format!("fen {TWO_PIECES} moves {cycle} {cycle}"), "cp 0"),
    ];
    let mut client = start();
    for (name, position, score) in positions {
        client.send(&format!("position {position}"));
        client.settle();
        for limit in ["depth 5", "movetime 50", "nodes 100", "p1time 100 p2time 100", "mate 2"] {
            let search = client.go(limit);
            assert_eq!(search.answer, ["0000"], "{name}, go {limit}");
            assert!(search.last().ends_with(&format!("score {score}")), "{name}: {search:?}");
        }
    }
    client.quit();
}

#[test]
fn a_go_during_a_search_ends_it_with_its_own_bestmove() {
    let mut client = start();
    client.send("position startpos");
    client.send("go infinite");
    client.send("go ponder");
    client.send("position startpos moves e4 e6");
    client.send("go depth 120");
    client.send("go depth 2");
    for position in ["startpos", "startpos", "startpos moves e4 e6", "startpos moves e4 e6"] {
        check_lines(&client.search(), &game_of(Variant::Emergo, position));
    }
    assert_eq!(client.settle(), [""; 0]);
    // A new position does not change the running search.
    client.ask("go infinite", "info");
    client.send("position startpos moves e4");
    client.send("query p1turn");
    assert_eq!(client.lines_until("response").last().unwrap(), "response false");
    client.send("stop");
    check_lines(&client.search(), &game_of(Variant::Emergo, "startpos moves e4 e6"));
    // Commands that need the table or the threads stop the search.
    for line in
        ["uginewgame", "setoption name Hash value 2", "setoption name Threads value 2", "bench 1"]
    {
        client.ask("go infinite", "info");
        client.send(line);
        client.search();
        if line == "bench 1" {
            while !client.line().ends_with(" nps") {}
        }
        assert_eq!(client.settle(), [""; 0], "{line}");
    }
    client.quit();
}

#[test]
fn a_search_can_be_restricted_to_some_moves() {
    let mut client = start();
    client.tell("position startpos moves e4");
    for list in ["a5", "a5 i5", "depth 2 searchmoves b4 B5", "e9 e8 e7"] {
        let limit = if list.contains("depth") { "" } else { " depth 2" };
        let search = client.go(&format!("searchmoves {list}{limit}"));
        assert!(list.to_lowercase().contains(search.best()), "{list}: {search:?}");
        for info in &search.infos {
            assert!(list.to_lowercase().contains(line_of_play(info)[0]), "{list}: {info}");
        }
    }
    let search = client.go("depth 2 searchmoves zz a5 e4");
    assert_eq!((search.best(), search.messages.len()), ("a5", 1), "{search:?}");
    // If none of the moves is legal, all legal moves are searched.
    let search = client.go("depth 2 searchmoves zz e4");
    assert_eq!(search.messages.len(), 1);
    check_lines(&search, &game_of(Variant::Emergo, "startpos moves e4"));
    client.quit();
}

#[test]
fn multipv_lines_are_ranked_and_begin_with_different_moves() {
    let mut client = start();
    for (variant, lines, threads) in [
        (Variant::Emergo, 4, 1),
        (Variant::Emergo, 5, 4),
        (Variant::Emergo7, 256, 1),
        (Variant::Hexemergo, 2, 1),
    ] {
        client.tell(&format!("setoption name Threads value {threads}"));
        client.tell(&format!("setoption name UCI_Variant value {variant}"));
        client.tell(&format!("setoption name MultiPV value {lines}"));
        client.tell("position startpos moves c4 e4");
        let game = game_of(variant, "startpos moves c4 e4");
        let expected = lines.min(game.position().count_moves() as usize);
        let mut search = client.go("depth 3");
        check_lines(&search, &game);
        // A search of more than half a second reports bounds too.
        search.infos.retain(|info| !info.contains("bound "));
        assert_eq!(search.infos.len(), 3 * expected, "{variant}: {search:?}");
        for (depth, infos) in (1..).zip(search.infos.chunks(expected)) {
            let mut firsts = Vec::new();
            for (rank, info) in (1..).zip(infos) {
                assert_eq!(number(info, "depth"), depth, "{info}");
                assert_eq!(number(info, "multipv"), rank, "{info}");
                firsts.push(line_of_play(info)[0]);
            }
            firsts.sort();
            firsts.dedup();
            assert_eq!(firsts.len(), expected, "{variant}: {firsts:?}");
            let scores: Vec<i64> = infos.iter().map(|info| number(info, "cp")).collect();
            assert!(scores.is_sorted_by(|a, b| a >= b), "{variant}: {scores:?}");
        }
        let first = &search.infos[search.infos.len() - expected];
        assert_eq!(search.best(), line_of_play(first)[0]);
    }
    client.quit();
}

#[test]
fn win_draw_and_loss_add_up_to_1000() {
    let mut client = start();
    assert!(!client.go("depth 1").last().contains(" wdl "));
    client.tell("setoption name UCI_ShowWDL value true");
    client.tell("setoption name MultiPV value 100");
    for position in
        ["startpos", "fen 1/3/5/7/9/1(w2b)3w1/5/1b1/1 w 0,0", &format!("fen {WON_AT_ONCE}")]
    {
        client.tell(&format!("position {position}"));
        for info in client.go("depth 4").infos {
            let (_, rest) = info.split_once(" wdl ").expect("every score has wdl");
            let chances = rest.split(' ').take(3).map(|word| word.parse::<u32>().unwrap());
            assert_eq!(chances.sum::<u32>(), 1000, "{info}");
        }
    }
    client.quit();
}

#[test]
fn forced_wins_and_losses_are_reported_in_moves_and_found_by_mate() {
    // A single black man must leave its corner and is captured.
    let table = [
        (WON_AT_ONCE, 1),
        ("1/3/5/7/b8/w6/5/3/1 b 0,0", -1),
        ("1/3/5/7/b8/w6/5/3/w w 0,0", 2),
        ("1/3/5/7/8w/6b/5/3/1 w 0,0", -1),
    ];
    let mut client = start();
    for (position, moves) in table {
        client.tell(&format!("position fen {position}"));
        for limit in ["depth 8", &format!("mate {}", i64::abs(moves))] {
            let search = client.go(limit);
            assert_eq!(number(search.last(), "mate"), moves, "{position}: {search:?}");
            assert_eq!(field(search.last(), "score"), "mate");
            let line = line_of_play(search.last());
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert_eq!(line.len() as i64, plies, "{position}: {search:?}");
        }
    }
    // Without a forced win the search ends too.
    client.tell(&format!("position fen {TWO_PIECES}"));
    assert_eq!(client.go("mate 2").answer.len(), 1);
    client.quit();
}

#[test]
fn a_mate_search_continues_if_it_finds_only_a_loss() {
    let mut client = start();
    client.tell("setoption name UCI_Variant value emergo7");
    client.tell("position fen 1/3/5/3w3/3b1/3/1 b 0,0");
    let search = client.go("mate 30");
    let last = search.infos.last().expect("an info line");
    assert!(last.contains(" score mate -2 "), "{last}");
    // The last iteration is that of `go mate 2`.
    assert_eq!(number(last, "depth"), 8, "{search:?}");
}
