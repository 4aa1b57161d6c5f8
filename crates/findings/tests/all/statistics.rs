//! Statistics of hand-made games.

use emergo::notation::PositionText;
use emergo::{
    Blocked, Coordinates, Game, GameResult, Side, Stage, Variant, read_move, read_position,
};
use emergo_records::{Evaluation, GameRecord};
use luctor_engine::eval::Networks;
use luctor_findings::statistics::{
    GameStatistics, Material, PointCounts, RunReport, StatisticsReport, draw_plots,
};
use test_support::scratch::scratch_folder;

/// A game of emergo from a position text, or from the start.
fn record(start: Option<&str>, moves: &str, result: Option<GameResult>) -> GameRecord {
    let mut game = match start {
        None => Game::new(Variant::Emergo, Blocked::Draw),
        Some(text) => read_position(Variant::Emergo, text).unwrap().game(Blocked::Draw),
    };
    for text in moves.split_whitespace() {
        game.play(read_move(game.position(), Coordinates::Oblique, text).unwrap());
    }
    GameRecord { result, ..GameRecord::from_game(&game) }
}

fn statistics(records: &[GameRecord], opening_plies: usize) -> StatisticsReport {
    report_of(GameStatistics::new(opening_plies, None), records)
}

fn report_of(mut statistics: GameStatistics, records: &[GameRecord]) -> StatisticsReport {
    records.iter().for_each(|record| statistics.add(record));
    let [report] = statistics.reports().try_into().unwrap();
    report
}

const WHITE: Option<GameResult> = Some(GameResult::WhiteWins);
const BLACK: Option<GameResult> = Some(GameResult::BlackWins);
const DRAW: Option<GameResult> = Some(GameResult::Draw);

#[test]
fn results_lengths_and_openings_count_finished_games_and_symmetric_openings_are_one() {
    let games = [
        record(None, "e1 e4", WHITE),
        record(None, "a5 e4 d5", DRAW),
        record(None, "e4 e6 f4 e7", BLACK),
        record(None, "e4", None),
    ];
    let report = statistics(&games, 1);
    assert_eq!(report.white, PointCounts { won: 1, drawn: 1, lost: 1 });
    assert_eq!(report.unfinished, 1);
    let plies = report.plies.unwrap();
    assert_eq!((plies.mean, plies.tenth, plies.median), (3.0, 2, 3));
    assert_eq!((plies.nine_tenths, plies.longest), (3, 4));
    let openings: Vec<_> =
        report.openings.iter().map(|opening| (opening.moves.join(" "), opening.white)).collect();
    let expected = [
        ("e1".to_owned(), PointCounts { won: 1, drawn: 1, lost: 0 }),
        ("e4".to_owned(), PointCounts { won: 0, drawn: 0, lost: 1 }),
    ];
    assert_eq!(openings, expected);
    let text = report.text();
    let start = "emergo, 3 games, and 1 game without a result\n\nWhite's points  0.500 ± ";
    assert!(text.starts_with(start), "{text}");
    assert!(text.contains("\n  e4  0.000 ± - (0 won, 0 drawn, 1 lost)\n"), "{text}");
    assert_eq!(statistics(&games, 0).openings.len(), 1);
    assert_eq!(statistics(&games, 2).openings.len(), 3);
    // The first two games are shorter.
    assert_eq!(statistics(&games, 4).openings.len(), 1);
}

#[test]
fn a_shadowpiece_is_an_entry_of_at_least_two_men_against_an_empty_hand() {
    let table = [
        ("1/3/5/3b3/9/7/5/3/1 w 3,0", "e1", Some((3, Side::White))),
        ("1/3/5/3w3/9/7/5/3/1 b 0,5", "e1", Some((5, Side::Black))),
        // One man, a man while the other hand is not empty, and no entry.
        ("1/3/5/3b3/9/7/5/3/1 w 1,0", "e1", None),
        ("1/3/5/3b3/9/7/5/3/1 w 3,1", "e1", None),
        ("1/3/5/3b3/9/7/5/w2/1 w 0,0", "d2-e2", None),
    ];
    for (start, mv, expected) in table {
        let mut game = record(Some(start), mv, BLACK);
        game.moves[0].info.evaluation = Some(Evaluation::Centimen(-70));
        let report = statistics(&[game], 0).shadowpieces;
        let found = report.sizes.first().map(|size| {
            assert_eq!(size.mean_score, Some(-70.0));
            assert_eq!(size.example.position, format!("{start} 1"));
            assert_eq!(size.example.mv, mv);
            let owner = if report.white == 1 { Side::White } else { Side::Black };
            assert_eq!(size.owner.won, u64::from(owner == Side::Black));
            (size.size, owner)
        });
        assert_eq!(found, expected, "{start}");
        assert_eq!(report.white + report.black, u64::from(expected.is_some()), "{start}");
    }
}

#[test]
fn the_score_model_of_shadowpieces_finds_what_each_man_is_worth() {
    // The men of the shadowpiece, of the owner on the board and of the opponent on the board.
    let table = [
        ("1/3/5/3b3/9/7/5/3/1 w 3,0", [3, 0, 1]),
        ("1/3/5/3b3/9/7/5/3/1 w 5,0", [5, 0, 1]),
        ("1/3/5/3(b2)3/9/7/5/3/1 w 3,0", [3, 0, 2]),
        ("1/3/5/3(b2w3)3/9/7/5/(w4)2/1 w 4,0", [4, 4, 2]),
        ("1/3/5/3b3/9/7/5/w2/1 w 2,0", [2, 1, 1]),
    ];
    let records = table.map(|(start, [size, own, opposing])| {
        let mut game = record(Some(start), "e1", WHITE);
        let score = 7 + 100 * size + 30 * own - 50 * opposing;
        game.moves[0].info.evaluation = Some(Evaluation::Centimen(score));
        game
    });
    let model = statistics(&records, 0).shadowpieces.score_model.unwrap();
    assert_eq!(model.games, 5);
    for (found, expected) in [
        (model.constant, 7.0),
        (model.shadowpiece_man, 100.0),
        (model.own_man, 30.0),
        (model.opposing_man, -50.0),
    ] {
        assert!((found.value - expected).abs() < 1e-6 && found.error < 1e-6, "{model:?}");
    }
    assert_eq!(statistics(&records[..4], 0).shadowpieces.score_model, None);
}

/// White feeds with e3-e4, and Black must take with e5xe3. A white piece on e2 takes back; another one on e1 guards it.
#[test]
fn a_pattern_has_the_captures_until_the_next_quiet_move_and_the_first_capture_is_what_was_fed() {
    let table = [
        ("1/3/5/7/4b4/7/2w2/3/1 w 0,0", "e3-e4 e5xe3", vec![vec![1]], 1.0),
        ("1/3/5/7/4b4/7/2w2/1w1/w w 0,0", "e3-e4 e5xe3 e2xe4", vec![vec![1, 1]], 1.0),
        // The game ended before the capture.
        ("1/3/5/7/4b4/7/2w2/3/1 w 0,0", "e3-e4", vec![], 0.0),
        ("1/3/5/7/4b4/7/2w2/3/1 w 0,0", "e3-d3", vec![], 0.0),
    ];
    for (start, moves, patterns, fed) in table {
        let game = record(Some(start), moves, BLACK);
        let report = statistics(&[game.clone(), game], 0).feeding;
        let found: Vec<_> =
            report.patterns.iter().map(|pattern| pattern.captures.clone()).collect();
        assert_eq!(found, patterns, "{start} {moves}");
        for pattern in &report.patterns {
            let points = pattern.points.unwrap();
            assert_eq!((pattern.share, points.games, points.mean), (1.0, 2, 0.0));
            assert_eq!(pattern.example.mv, "e3-e4");
        }
        let loser = report.fed_by_loser.unwrap();
        assert_eq!((loser.count, loser.mean, loser.error), (2, fed, None), "{start} {moves}");
        assert_eq!(report.fed_by_winner.unwrap().mean, 0.0);
        let draw = record(Some(start), moves, DRAW);
        let report = statistics(&[draw.clone(), draw], 0).feeding;
        let drawn = report.fed_in_drawn_games.unwrap();
        assert_eq!((drawn.count, drawn.mean), (2, fed / 2.0), "{start} {moves}");
    }
}

#[test]
fn the_points_of_a_pattern_and_a_run_are_means_over_moves_and_not_over_games() {
    let start = "1/3/w4/7/4b1w1b/7/2w2/3/1 w 0,0";
    let twice = record(Some(start), "e3-e4 e5xe3 c7-d7 e3-e2 g5-h5 i5xg5", WHITE);
    let once = record(Some(start), "e3-e4 e5xe3", BLACK);
    let report = statistics(&[twice, once], 0).feeding;
    assert_eq!(report.moves, 3);
    let [pattern] = &report.patterns[..] else { panic!("{report:?}") };
    let [run] = report.runs[..] else { panic!("{report:?}") };
    assert_eq!((pattern.share, run.moves), (1.0, 1));
    for points in [pattern.points, run.points] {
        let points = points.unwrap();
        assert_eq!((points.games, points.count, points.mean), (2, 3, 2.0 / 3.0));
    }
}

#[test]
fn a_run_of_feeding_moves_ends_with_another_quiet_move_of_the_side() {
    let start = "1/3/5/7/4b4/7/2w2/w2/1 w 0,0";
    for (moves, expected) in [
        ("e3-e4 e5xe3", vec![1]),
        ("e3-e4 e5xe3 d2-e2 e3xe1", vec![2]),
        ("d2-e2 e5-e6 e3-e4 e6-e5", vec![]),
    ] {
        let game = record(Some(start), moves, WHITE);
        let report = statistics(&[game.clone(), game], 0).feeding;
        let is_of_white = |run: &&RunReport| run.points.unwrap().mean == 1.0;
        let runs: Vec<_> = report.runs.iter().filter(is_of_white).map(|run| run.moves).collect();
        assert_eq!(runs, expected, "{moves}");
    }
}

#[test]
fn points_of_fewer_than_ten_games_are_not_plotted() {
    let folder = scratch_folder("plots");
    for games in [9, 10] {
        let game = record(Some("1/3/5/7/4b4/7/2w2/3/1 w 0,0"), "e3-e4 e5xe3", BLACK);
        draw_plots(&folder, &[statistics(&vec![game; games], 0)]).unwrap();
        let plot = std::fs::read_to_string(folder.join("feeding-runs.svg")).unwrap();
        assert_eq!(plot.matches("<circle").count(), games / 10, "{games} games");
    }
}

/// Random games from a position in which all men are on the board, and the same games with colours swapped.
fn random_games_and_their_mirrors() -> [Vec<GameRecord>; 2] {
    let start = "w/www/b3b/b2w2b/1w1(w2b)1b1w1/b2w2b/b3b/3/w b 0,0";
    let PositionText { position, turn } = read_position(Variant::Emergo, start).unwrap();
    let mut games = [vec![], vec![]];
    for seed in 0..40 {
        let mut random = fastrand::Rng::with_seed(seed);
        let start_position = [position, position.with_colours_swapped()];
        let mut both = start_position.map(|start| Game::from_position(start, turn, Blocked::Draw));
        while both[0].ending().is_none() && both[0].moves().len() < 200 {
            let moves = both[0].position().legal_moves();
            let mv = *random.choice(&moves).unwrap();
            both.iter_mut().for_each(|game| game.play(mv));
        }
        for (game, games) in both.iter().zip(&mut games) {
            let result = game.ending().map_or(GameResult::Draw, |ending| ending.result());
            games.push(GameRecord { result: Some(result), ..GameRecord::from_game(game) });
        }
    }
    games
}

#[test]
fn columns_are_worth_the_same_for_both_sides() {
    let [games, mirrors] = random_games_and_their_mirrors();
    let report = |games: &[GameRecord]| {
        report_of(GameStatistics::new(0, Some(Networks::embedded())), games).columns
    };
    let (one_side, both) = (report(&games), report(&[games.clone(), mirrors].concat()));
    assert!(one_side.iter().any(|stage| !stage.contributions.is_empty()));
    for (one, both) in one_side.iter().zip(&both) {
        for one in &one.contributions {
            let both = both.contributions.iter().find(|both| both.material == one.material);
            let (one, both) = (one.centimen, both.unwrap().centimen);
            assert_eq!(2 * one.count, both.count);
            assert!((one.mean - both.mean).abs() < 1e-9, "{one:?} {both:?}");
        }
    }
    // Larger caps are worth more, and more than nothing.
    let middle = both.iter().find(|stage| stage.stage == Stage::Middle).unwrap();
    let value = |cap| {
        let column = Material::Column { cap, prisoners: 0 };
        let mut columns = middle.contributions.iter();
        columns.find(|contribution| contribution.material == column).unwrap().centimen.mean
    };
    assert!(0.0 < value(2) && value(1) < value(2), "{} {}", value(1), value(2));
    let models: Vec<_> = both.iter().filter_map(|stage| stage.by_results).collect();
    assert!(!models.is_empty());
    for model in models {
        assert!((model.white.unwrap().value - 0.5).abs() < 1e-9, "{model:?}");
    }
}

#[test]
fn the_men_that_the_opponent_fed_before_a_shadowpiece_are_counted() {
    let start = "w/3/5/7/4b4/7/2w2/3/1 w 0,3";
    for (moves, fed) in [("e9-e8 e1", 0.0), ("e3-e4 e5xe3 e9-e8 e1", 1.0)] {
        let report = statistics(&[record(Some(start), moves, WHITE)], 0).shadowpieces;
        let [size] = &report.sizes[..] else { panic!("{moves}: {report:?}") };
        assert_eq!((size.size, size.mean_fed), (3, fed), "{moves}");
    }
}
