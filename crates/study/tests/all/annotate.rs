//! Judgements of moves in positions whose wins a search proves.

use emergo::Side;
use emergo_records::{Evaluation, GameRecord, ReadOptions, read_records};
use luctor_engine::interrupt::Interrupt;
use luctor_engine::search::Searcher;
use luctor_study::{
    GameReport, Mark, MoveReport, PositionLimit, Summary, annotate, annotated_record,
    earlier_annotator, write_report,
};

fn report_on(record: &GameRecord, limit: PositionLimit) -> GameReport {
    let mut searcher = Searcher::new(8).unwrap();
    annotate(record, &mut searcher, limit, &Interrupt::default(), &mut || ()).unwrap()
}

/// The game of these moves from a position.
fn record(position: &str, moves: &[&str]) -> GameRecord {
    let text = format!("[FEN \"{position}\"]\n\n{}", moves.join(" "));
    read_records(&text, &ReadOptions::default()).games.remove(0).unwrap()
}

fn judged(position: &str, mv: &str) -> MoveReport {
    report_on(&record(position, &[mv]), PositionLimit::Nodes(30_000)).moves.remove(0)
}

/// White wins with f3-f4 in 5, and f3-g3 or f3-e3 lets Black be blocked, which is a draw.
const DRAW_AHEAD: &str = "1/3/5/7/(w2b7)4(wb)2b/5(bw2)1/3(w6)1/(wb2)2/1 w 0,0 59";
const WIN_IN_THREE: &str = "1/1(wb2)(wb)/1(bw3)3/3w(w2b)2/6(wb3)2/7/3(wb)1/2w/(wb3) w 0,0 36";
const BLACK_WINS_IN_THREE: &str = "w/3/5/3(bw)3/3b1(bw2)3/(bw3)6/(wb2)bb1(bw4)/bb1/b b 0,0 21";
/// Two captures: one wins in 2, the other loses in 8.
const TWO_CAPTURES: &str = "1/1(wb3)1/3(bw)(wb2)/4(bw8)(wb5)1/9/7/5/3/1 w 0,0 30";

#[test]
fn a_missed_win_is_reported_with_its_length() {
    for (position, played, moves) in
        [(DRAW_AHEAD, "f3-g3", 5), (WIN_IN_THREE, "e6-e7", 3), (BLACK_WINS_IN_THREE, "b4-c4", 3)]
    {
        let one = judged(position, played);
        assert_eq!(one.mark, Some(Mark::Blunder), "{position} {played}");
        assert_eq!(one.missed_win, Some(moves), "{position} {played}");
        let best = one.best.as_ref().unwrap();
        assert_eq!(best.evaluation, Evaluation::Mate(moves as i32), "{position} {played}");
        assert_eq!(one.shown_line().unwrap().moves, best.moves);
        assert!((one.loss - (best.expected - one.expected)).abs() < 1e-9);
        let sentence = one.sentence().unwrap();
        assert!(sentence.starts_with("Blunder, loses "), "{sentence}");
        assert!(
            sentence.ends_with(&format!("Missed a forced win in {moves} moves.")),
            "{sentence}"
        );
    }
}

#[test]
fn a_winning_move_misses_no_win_if_only_the_second_search_proves_it() {
    for played in ["b5-a5", "b5-b4"] {
        let one = judged("1/3/3b1/7/1w7/7/5/w2/1 w 0,0", played);
        assert_eq!(one.missed_win, None, "{played}");
        assert!(matches!(one.evaluation, Evaluation::Mate(moves) if moves > 0), "{played}");
    }
}

#[test]
fn the_best_move_by_far_is_marked_and_the_other_one_allows_a_win() {
    let good = judged(TWO_CAPTURES, "g6xe6");
    assert_eq!(good.mark, Some(Mark::Good));
    assert_eq!(good.next_best.as_ref().unwrap().moves[0].text, "g7xe7");
    assert_eq!(good.sentence().unwrap(), "Best by far: 1.00, every other move at most 0.00.");
    assert!(good.shown_line().is_none());
    let bad = judged(TWO_CAPTURES, "g7xe7");
    assert_eq!(bad.mark, Some(Mark::Blunder));
    assert_eq!((bad.missed_win, bad.allowed_win), (Some(2), Some(8)));
    assert_eq!((bad.loss, bad.accuracy), (1.0, Some(0.0)));
}

#[test]
fn a_move_keeps_the_nag_of_its_author() {
    let mut report = report_on(&record(WIN_IN_THREE, &["e6-e7"]), PositionLimit::Nodes(30_000));
    for (given, expected) in
        [(&[][..], &[4][..]), (&[14], &[14, 4]), (&[1, 14], &[1, 14]), (&[6], &[6])]
    {
        report.game.moves[0].nags = given.to_vec();
        assert_eq!(annotated_record(&report).moves[0].nags, expected, "{given:?}");
    }
}

#[test]
fn a_game_keeps_its_annotators_and_the_name_of_the_program_is_the_last_one() {
    let mut report = report_on(&record(WIN_IN_THREE, &["e6-e7"]), PositionLimit::Depth(1));
    report.engine = "Luctor 2";
    for (given, earlier, expected) in [
        (&[][..], None, "Luctor 2"),
        (&["Luctor 1"], Some("Luctor 1"), "Luctor 2"),
        (&["Ann"], None, "Ann, Luctor 2"),
        (&["Ann, Luctor 1"], Some("Luctor 1"), "Ann, Luctor 2"),
        (&["Freeling, C.", "?", ""], None, "Freeling, C., Luctor 2"),
    ] {
        let tag = |name: &&str| ("Annotator".to_owned(), (*name).to_owned());
        report.game.tags = given.iter().map(tag).collect();
        assert_eq!(earlier_annotator(&report.game), earlier, "{given:?}");
        let [(_, annotators)] = &annotated_record(&report).tags[..] else { panic!("{given:?}") };
        assert_eq!(annotators, expected, "{given:?}");
    }
}

#[test]
fn forced_moves_are_not_judged_and_have_the_score_of_the_next_position() {
    // A single capture that takes the last man, and one whose two routes have the same result.
    for (position, played) in [
        ("1/3/5/7/4b4/3w3/5/3/1 w 0,0", "e4xe6"),
        ("1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0", "e4xc4xc6xe6xe4xc4"),
    ] {
        let report = report_on(&record(position, &[played]), PositionLimit::Depth(3));
        let one = &report.moves[0];
        assert!(one.forced && one.best.is_none() && one.accuracy.is_none(), "{position}");
        assert_eq!((one.mark, one.loss), (None, 0.0), "{position}");
        assert_eq!(one.evaluation, Evaluation::Mate(1), "{position}");
        assert_eq!(report.graph, [1.0, 1.0]);
        assert_eq!(report.players.of(Side::White).game.forced, 1);
        assert_eq!(report.players.of(Side::White).game.accuracy, None);
        assert_eq!(report.nodes, 0, "no search is needed");
    }
}

#[test]
fn the_third_repetition_is_a_draw_for_the_judgement() {
    let game =
        record("1/3/5/7/4w2b1/7/5/3/1 w 0,0", &["e5-d5", "h5-g5", "d5-e5", "g5-h5"].repeat(2));
    let report = report_on(&game, PositionLimit::Nodes(2_000));
    let last = report.moves.last().unwrap();
    assert_eq!(last.evaluation, Evaluation::Centimen(0));
    assert_eq!(report.graph.last(), Some(&0.5));
}

#[test]
fn a_game_that_went_on_after_a_third_repetition_is_judged_to_its_end() {
    let cycle = ["e5-d5", "h5-g5", "d5-e5", "g5-h5"];
    let moves: Vec<&str> = [&cycle[..], &cycle, &cycle[..2]].concat();
    let report = report_on(&record("1/3/5/7/4w2b1/7/5/3/1 w 0,0", &moves), PositionLimit::Depth(4));
    assert_eq!(report.moves.len(), 10);
    let has_best = |one: &MoveReport| one.best.as_ref().is_some_and(|best| !best.moves.is_empty());
    assert!(report.moves.iter().all(|one| one.forced || has_best(one)));
}

#[test]
fn a_repetition_is_no_error_if_it_has_no_effect() {
    let cycle = ["c6-c5", "d7-d8", "c5-c6", "d8-d7"].repeat(4);
    let game = record("1/3/1(bw)(bw)2/1w2(w2b3)1b/4w4/2(wb)ww1(bw)/2wwb/b1b/b w 0,0", &cycle);
    let report = report_on(&game, PositionLimit::Nodes(2_000));
    assert!(report.moves.iter().all(|one| !one.mark.is_some_and(Mark::is_error)));
}

#[test]
fn the_sums_of_the_players_are_those_of_their_moves() {
    let text = include_str!("../../../records/tests/data/mindsports.txt");
    let game = read_records(text, &ReadOptions::default()).games.remove(0).unwrap();
    let report = report_on(&game, PositionLimit::Depth(3));
    let by_mark = |one: &Summary| [one.good, one.inaccuracies, one.mistakes, one.blunders];
    for side in Side::ALL {
        let player = report.players.of(side);
        let moves = || report.moves.iter().filter(|one| one.side == side);
        assert_eq!(player.game.judged, moves().filter(|one| !one.forced).count());
        assert_eq!(player.game.forced, moves().filter(|one| one.forced).count());
        for (index, mark) in Mark::ALL.into_iter().enumerate() {
            let count = moves().filter(|one| one.mark == Some(mark)).count();
            assert_eq!(by_mark(&player.game)[index], count, "{side} {mark:?}");
            let stages = [&player.entering, &player.middle, &player.end];
            assert_eq!(stages.map(|stage| by_mark(stage)[index]).iter().sum::<usize>(), count);
        }
        let accuracy = player.game.accuracy.unwrap();
        assert!((0.0..=100.0).contains(&accuracy), "{accuracy}");
    }
    // After each move, the graph has the expected points of the position from White's view.
    for (one, points) in report.moves.iter().zip(&report.graph) {
        let best = one.expected + one.loss;
        let white = if one.side == Side::White { best } else { 1.0 - best };
        assert!((white - points).abs() < 1e-9, "ply {}", one.ply);
        if let Some(better) = one.shown_line() {
            assert_ne!(better.moves[0], one.played, "ply {}", one.ply);
        }
    }
}

#[test]
fn an_interrupted_analysis_has_no_report() {
    let interrupt = Interrupt::default();
    interrupt.abort();
    let mut searcher = Searcher::new(4).unwrap();
    let limit = PositionLimit::MoveTime(60_000);
    let game = record(WIN_IN_THREE, &["e6-e7"]);
    assert!(annotate(&game, &mut searcher, limit, &interrupt, &mut || ()).is_none());
}

#[test]
fn the_text_shows_the_graph_the_marks_and_the_better_line() {
    let report = report_on(&record(BLACK_WINS_IN_THREE, &["b4-c4"]), PositionLimit::Nodes(30_000));
    let text = write_report(&report);
    for part in [
        "White - Black  *\n",
        "30000 nodes per position\n",
        "0.5 │",
        "  B   ?\n      ?\n",
        "  21. ...            b4-c4 ??",
        "21... b4-c4 ??  Blunder, loses ",
        "Better (win in 3): 21... e6-e7 22. ",
        "  middle ",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
    assert!(
        text.lines().all(|line| line.chars().count() <= 105 && line == line.trim_end()),
        "{text}"
    );
}
