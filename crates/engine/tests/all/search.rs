//! The search: scores against a plain minimax, and positions with a known answer.

use emergo::{
    Blocked, Column, Coordinates, Game, Move, PlacedPiece, Position, Side, Variant, read_move,
    read_position, write_move,
};
use fastrand::Rng;
use luctor_engine::bench;
use luctor_engine::eval::Networks;
use luctor_engine::eval::network::Network;
use luctor_engine::score::Score;
use luctor_engine::search::{
    Bound, Clock, Handicap, Limits, SearchControl, SearchInfo, SearchParams, SearchResult,
    SearchSettings, Searcher,
};
use std::collections::HashMap;

fn position(variant: Variant, text: &str) -> Position {
    read_position(variant, text).unwrap().position
}

fn game_at(variant: Variant, text: &str) -> Game {
    Game::from_position(position(variant, text), 1, Blocked::Draw)
}

fn search_with(
    game: &Game,
    limits: &Limits,
    settings: SearchSettings,
) -> (SearchResult, Vec<SearchInfo>) {
    let mut searcher = Searcher::new(4).unwrap();
    let mut infos = Vec::new();
    let result = searcher.search(game, limits, settings, &SearchControl::default(), &mut |info| {
        infos.push(info.clone());
    });
    (result, infos)
}

fn search(game: &Game, limits: &Limits) -> SearchResult {
    search_with(game, limits, SearchSettings::default()).0
}

fn search_to_depth(searcher: &mut Searcher, game: &Game, depth: u32) -> SearchResult {
    let (limits, settings) = (Limits::to_depth(depth), SearchSettings::default());
    searcher.search(game, &limits, settings, &SearchControl::default(), &mut |_| ())
}

fn text(game: &Game, mv: Option<Move>) -> String {
    write_move(game.position().variant(), Coordinates::Oblique, mv.expect("a move"))
}

/// A decided game: whether the side to move wins, and after how many plies.
#[derive(Clone, Copy)]
struct Decided {
    won: bool,
    plies: usize,
}

/// The result with best play of both sides, if the game ends within `depth` plies. Full width, no pruning, no
/// repetition.
fn minimax(pos: &Position, depth: usize) -> Option<Decided> {
    if let Some(ending) = pos.ending(Blocked::Draw) {
        return ending.winner.map(|winner| Decided { won: winner == pos.side(), plies: 0 });
    }
    if depth == 0 {
        return None;
    }
    let moves = pos.legal_moves();
    let replies: Vec<_> = moves.iter().map(|mv| minimax(&pos.after(*mv), depth - 1)).collect();
    let lost = replies.iter().flatten().filter(|reply| !reply.won);
    let win = lost.map(|reply| reply.plies + 1).min();
    if let Some(plies) = win {
        return Some(Decided { won: true, plies });
    }
    let all_lost = replies.iter().all(|reply| reply.is_some_and(|reply| reply.won));
    let longest = replies.iter().flatten().map(|reply| reply.plies + 1).max();
    longest.filter(|_| all_lost).map(|plies| Decided { won: false, plies })
}

/// A position with a few small pieces and empty hands, White to move. Four pieces with two men of a side have the eight
/// men of the smallest game.
fn random_ending(variant: Variant, random: &mut Rng) -> Position {
    let mut cells: Vec<_> = variant.cells().collect();
    let count = random.usize(3..=4);
    let pieces = (0..count).map(|_| PlacedPiece {
        square: cells.swap_remove(random.usize(..cells.len())),
        owner: if random.bool() { Side::White } else { Side::Black },
        column: Column::new(random.u8(1..=2), random.u8(0..=1)),
    });
    Position::from_pieces(variant, Side::White, pieces).unwrap()
}

#[test]
fn forced_wins_and_losses_have_the_distance_that_minimax_finds() {
    const PLIES: usize = 5;
    let mut random = Rng::with_seed(4);
    let mut decided = 0;
    for round in 0..800 {
        let variant = Variant::ALL[round % 3];
        let pos = random_ending(variant, &mut random);
        let Some(Decided { won, plies }) = minimax(&pos, PLIES).filter(|end| end.plies > 0) else {
            continue;
        };
        decided += 1;
        let game = Game::from_position(pos, 1, Blocked::Draw);
        // Late moves are reduced, so the depth is that of a search for a win of so many moves.
        let depth = 4 * PLIES.div_ceil(2) as u32;
        let score = search(&game, &Limits::to_depth(depth)).line.score;
        let expected = if won { Score::win_in(plies) } else { Score::loss_in(plies) };
        let shown = emergo::write_position(&pos, 1);
        assert_eq!(score, expected, "{variant}: {shown}");
    }
    assert!(decided > 100, "only {decided} of the positions are decided");
}

#[test]
fn the_feeding_line_of_the_worked_example_is_found() {
    let game = game_at(Variant::Emergo, "1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5");
    let feed = read_move(game.position(), Coordinates::Oblique, "g6").unwrap();
    let limits = Limits { search_moves: vec![feed], ..Limits::to_depth(8) };
    let result = search(&game, &limits);
    let line: Vec<String> =
        result.line.moves.iter().take(5).map(|mv| text(&game, Some(*mv))).collect();
    // White may enter on either side of the column on c5.
    let [c6, c4] = [["c6", "c6xc4"], ["c4", "c4xc6"]]
        .map(|[entry, capture]| ["g6", "g7xg5xe5xe3xc3xc5", entry, "g3xe3", capture]);
    assert!(line == c6 || line == c4, "{line:?}");
    // White gave five men and is ahead.
    assert!(result.line.score > Score::DRAW, "{}", result.line.score);
}

#[test]
fn the_lines_of_the_result_are_those_of_the_last_infos() {
    for variant in Variant::ALL {
        let game = Game::new(variant, Blocked::Draw);
        let settings = SearchSettings { lines: 4, ..SearchSettings::default() };
        let (result, infos) = search_with(&game, &Limits::to_depth(4), settings);
        // A search of more than half a second reports bounds too.
        let last = infos.iter().filter(|info| info.depth == 4).map(|info| &info.line);
        let exact = last.filter(|line| line.bound == Bound::Exact);
        assert!([&result.line].into_iter().chain(&result.other_lines).eq(exact), "{variant}");
        assert_eq!(result.other_lines.len(), 3, "{variant}");
    }
}

#[test]
fn the_best_line_that_a_stopped_iteration_finished_is_the_first_one() {
    let settings = SearchSettings { lines: 5, ..SearchSettings::default() };
    let mut finished = 0;
    for variant in Variant::ALL {
        let mut game = Game::new(variant, Blocked::Draw);
        game.play(read_move(game.position(), Coordinates::Oblique, "e3").unwrap());
        for nodes in (1_000..10_000).step_by(300) {
            let (result, infos) = search_with(&game, &Limits::to_nodes(nodes), settings);
            // The scores of the last whole iteration.
            let before: HashMap<_, _> =
                infos.iter().map(|info| (info.line.moves[0], info.line.score)).collect();
            for line in &result.other_lines {
                if before.get(&line.moves[0]).is_some_and(|score| *score != line.score) {
                    finished += 1;
                    assert!(
                        line.score <= result.line.score,
                        "{variant}, {nodes} nodes: {result:?}"
                    );
                }
            }
        }
    }
    assert!(finished > 50, "{finished}");
}

#[test]
fn a_node_limit_is_exact() {
    let game = Game::new(Variant::Hexemergo, Blocked::Draw);
    for nodes in [1, 2, 100, 5_000] {
        let result = search(&game, &Limits::to_nodes(nodes));
        assert!(result.best_move().is_some());
        assert_eq!(result.nodes, nodes);
    }
}

#[test]
fn a_loss_that_a_stopped_iteration_found_is_no_exact_score() {
    let (variant, text) = (Variant::Hexemergo, "4/5/3(bw2)2/5(w2)1/1(wb11)4/3(w7)1/4 b 0,0");
    let game = game_at(variant, text);
    let mut networks = Networks::embedded();
    networks.replace(Network::zero(variant));
    let mut searcher = Searcher::with_networks(4, 1, networks).unwrap();
    let mut search = |nodes| {
        searcher.clear();
        searcher.search_nodes(&game, nodes, &SearchControl::default()).line
    };
    let exact = search(60_000);
    assert!(exact.score.is_loss() && exact.bound == Bound::Exact);
    let mut losses = 0;
    for nodes in (500..=20_000).step_by(500) {
        let line = search(nodes);
        let too_soon = line.score.is_loss() && line.score < exact.score;
        assert!(!too_soon || line.bound == Bound::Lower, "{nodes} nodes: {}", line.score);
        losses += usize::from(too_soon);
    }
    assert!(losses > 0, "no search was stopped after the first root move lost");
}

#[test]
fn a_search_for_a_win_ends_when_it_is_found() {
    let game = game_at(Variant::Emergo, "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0");
    let limits = Limits { mate: Some(3), ..Limits::default() };
    let result = search(&game, &limits);
    assert_eq!(result.line.score.moves_to_end(), Some(1));
    assert_eq!(result.depth, 1);
}

#[test]
fn a_blocked_opponent_loses_or_draws_by_the_blocked_rule() {
    // With d7-e7 Black blocks White's only piece.
    let pos = position(Variant::Emergo, "w/1b1/1b3/7/9/7/5/3/1 b 0,0");
    for (blocked, decided) in [(Blocked::Loss, true), (Blocked::Draw, false)] {
        let game = Game::from_position(pos, 1, blocked);
        let score = search(&game, &Limits::to_depth(6)).line.score;
        assert_eq!(score == Score::win_in(1), decided, "{blocked}: {score}");
    }
}

#[test]
fn the_third_occurrence_of_a_position_of_the_game_is_a_draw_and_the_second_is_not() {
    let mut game = game_at(Variant::Emergo, "1/3/5/7/(w4)7b/7/5/3/1 b 0,0");
    let cycle = ["i5-h5", "a5-b5", "h5-i5", "b5-a5"];
    for is_draw in [false, true] {
        for mv in &cycle[..3] {
            game.play(read_move(game.position(), Coordinates::Oblique, mv).unwrap());
        }
        let repeat = read_move(game.position(), Coordinates::Oblique, cycle[3]).unwrap();
        let limits = Limits { search_moves: vec![repeat], ..Limits::to_depth(1) };
        assert_eq!(search(&game, &limits).line.score == Score::DRAW, is_draw);
        game.play(repeat);
    }
}

#[test]
fn one_of_several_symmetric_entries_or_equal_captures_is_searched() {
    // In the third position the piece can jump the same men in two orders.
    for (variant, position, moves, nodes) in [
        (Variant::Emergo, "1/3/5/7/9/7/5/3/1 w 12,12", 40, 20),
        (Variant::Hexemergo, "4/5/6/7/6/5/4 w 12,12", 36, 18),
        (Variant::Emergo, "1/3/5/3b3/3b1b3/2wb3/5/3/1 w 0,0", 2, 2),
    ] {
        let game = game_at(variant, position);
        let legal = game.position().legal_moves();
        assert_eq!(legal.len(), moves, "{position}");
        // Each searched move counts at least one node.
        let searched = search(&game, &Limits::to_depth(1)).nodes;
        assert!(searched <= nodes, "{position}: {searched}");
        // A requested move is searched, even if a symmetric one is searched without the request.
        for &mv in &legal {
            let limits = Limits { search_moves: vec![mv], ..Limits::to_depth(2) };
            assert_eq!(search(&game, &limits).best_move(), Some(mv));
        }
        // With many lines all moves are reported.
        let settings = SearchSettings { lines: 256, ..SearchSettings::default() };
        let (_, infos) = search_with(&game, &Limits::to_depth(1), settings);
        assert_eq!(infos.len(), moves, "{position}");
    }
}

#[test]
fn a_handicap_limits_nodes_and_makes_other_mistakes_in_every_game() {
    let game = Game::new(Variant::Emergo, Blocked::Draw);
    let mut searcher = Searcher::with_networks(1, 4, Networks::embedded()).unwrap();
    let mut moves = std::collections::HashSet::new();
    for _ in 0..40 {
        searcher.clear();
        let handicap = Some(Handicap { nodes: 500, error: 1_000 });
        let settings = SearchSettings { handicap, ..SearchSettings::default() };
        let (limits, control) = (Limits::to_depth(30), SearchControl::default());
        let mut reported = None;
        let result = searcher.search(&game, &limits, settings, &control, &mut |info| {
            assert_eq!(info.rank, 1);
            reported = info.line.moves.first().copied();
        });
        assert!(result.nodes <= 500);
        assert_eq!(result.best_move(), reported);
        moves.insert(result.best_move());
    }
    assert!(moves.len() > 4, "{moves:?}");
}

#[test]
fn weak_play_with_a_seed_is_reproducible() {
    let game = Game::new(Variant::Emergo, Blocked::Draw);
    let handicap = Some(Handicap { nodes: 500, error: 1_000 });
    let moves = |seed: u64| {
        let settings = SearchSettings { handicap, seed: Some(seed), ..SearchSettings::default() };
        [0; 2].map(|_| search_with(&game, &Limits::default(), settings).0.best_move())
    };
    let all: Vec<[Option<Move>; 2]> = (0..10).map(moves).collect();
    assert!(all.iter().all(|[first, second]| first == second), "{all:?}");
    assert!(all.iter().any(|pair| *pair != all[0]), "{all:?}");
}

#[test]
fn a_search_uses_no_scores_of_the_other_rule_for_a_blocked_side() {
    let game = game_at(Variant::Emergo7, "1/2(bw2)/w3b/2w4/b1(bw2)1b/1(bw)1/(wb2) w 0,0");
    let mut searcher = Searcher::new(1).unwrap();
    let scores = [Blocked::Draw, Blocked::Loss, Blocked::Draw].map(|blocked| {
        let game = game.with_blocked_rule(blocked);
        search_to_depth(&mut searcher, &game, 8).line.score
    });
    assert_eq!([scores[0], scores[2]], [Score::DRAW; 2]);
    assert!(scores[1] < Score::DRAW, "{scores:?}");
}

#[test]
fn a_search_with_much_time_on_its_clock_reaches_the_depth_limit() {
    let clock = Some(Clock { time: 3_600_000, ..Clock::default() });
    let result = search(
        &Game::new(Variant::Emergo, Blocked::Draw),
        &Limits { clock, ..Limits::to_depth(4) },
    );
    assert_eq!(result.depth, 4);
}

/// The number of nodes is the same in every build. `scripts/determinism` compares more builds.
#[test]
fn bench_counts_the_recorded_nodes() {
    let (networks, control) = (Networks::embedded(), SearchControl::default());
    let mut last = String::new();
    bench::run(&networks, bench::DEPTH, 1, &control, &mut |line| line.clone_into(&mut last))
        .unwrap();
    let recorded = include_str!("../../../../tests/data/bench.txt").trim();
    let counted = last.split(' ').next();
    assert_eq!(counted, Some(recorded), "a functional change updates tests/data/bench.txt");
}

#[test]
fn a_parameter_changes_the_search() {
    let game = Game::new(Variant::Emergo, Blocked::Draw);
    let mut searcher = Searcher::new(4).unwrap();
    let mut nodes = |params: SearchParams| {
        searcher.set_params(params);
        searcher.clear();
        search_to_depth(&mut searcher, &game, 6).nodes
    };
    let default = nodes(SearchParams::default());
    let mut params = SearchParams::default();
    params.set("reduction_base_both_hands", 0).unwrap();
    assert_ne!(nodes(params), default);
    assert_eq!(nodes(SearchParams::default()), default);
}

#[test]
fn helper_threads_do_not_search_deeper_than_the_limit() {
    let game = game_at(Variant::Emergo, "1/3/1w3/3b3/9/4b2/1w2b/2w/w b 8,9");
    let mut searcher = Searcher::with_networks(1, 4, Networks::embedded()).unwrap();
    for depth in [1, 2].repeat(10) {
        searcher.clear();
        assert_eq!(search_to_depth(&mut searcher, &game, depth).depth, depth);
    }
}
