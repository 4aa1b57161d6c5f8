//! `luctor match` with misbehaving engines: `examples/bad_engine.rs`.
#![cfg(unix)]

use crate::support::match_runner::{GOOD, LUCTOR, Scratch, at_once, bad, name};
use emergo::{EndReason, GameResult};
use emergo_records::{GameRecord, Termination};
use std::fs;

fn bad_side_lost(game: &GameRecord) -> bool {
    let bad = usize::from(name(game, 0) != "bad");
    game.result == Some([GameResult::BlackWins, GameResult::WhiteWins][bad])
}

/// Each row plays two games: both are lost by the bad engine, for this reason. The name of a folder is that of its row.
fn all_lost(rows: &[(&str, &str, Termination, &str)]) {
    at_once(rows, |(habit, settings, reason, detail)| {
        let scratch = Scratch::new(&format!("{habit} {settings}"));
        let games = scratch.run(&format!("{GOOD} {}", bad(habit, settings)));
        assert_eq!(games.len(), 2, "{habit}");
        for game in &games {
            assert_eq!(game.reason, Some(*reason), "{habit}: {}", game.detail);
            assert!(game.detail.contains(detail), "{habit}: {}", game.detail);
            let side = if name(game, 0) == "bad" { "White: " } else { "Black: " };
            assert!(game.detail.starts_with(side), "{habit}: {}", game.detail);
            assert!(bad_side_lost(game), "{habit}: {game:?}");
        }
        let table = scratch.table().join("\n");
        assert!(table.contains("2 W - 0 L - 0 D"), "{habit}: {table}");
        assert!(scratch.text("stderr").matches(reason.name()).count() >= 2, "{habit}");
    });
}

#[test]
fn a_match_with_an_engine_that_does_not_pass_the_checks_ends_before_the_first_game() {
    let missing = "-engine cmd=/no/such/program name=bad depth=1".to_owned();
    let internal = |option: &str| format!("-engine cmd=internal name=bad depth=2 option.{option}");
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/engine/nets/hexemergo.net");
    let other_board = concat!(
        "option.EvalFile: ",
        env!("CARGO_MANIFEST_DIR"),
        "/crates/engine/nets/hexemergo.net: a network for hexemergo, but the board is emergo7"
    );
    let rows = [
        (missing, "cannot start /no/such/program: No such file or directory"),
        (bad("none", "dir=no/such"), "dir=no/such is not a folder"),
        (
            bad("exit at start", ""),
            "it ended before it was ready (exit status: 3, 'no weights found')",
        ),
        (bad("no ugiok", "watchdog=300"), "no answer to ugi in time"),
        (bad("reads nothing", "watchdog=300"), "no answer to ugi in time"),
        (bad("flood at start", "watchdog=300"), "no answer to ugi in time"),
        (bad("ugi only", "proto=uci watchdog=300"), "no answer to uci in time"),
        (
            format!("-engine cmd={LUCTOR} name=bad depth=2 option.Hash=0"),
            "option.Hash=0 is answered by: option Hash takes a number from 1",
        ),
        (bad("none", "option.Levle=2"), "it has no option 'Levle', did you mean Level?"),
        (bad("none", "option.Level=10"), "option.Level=10 is answered by: Level takes a number"),
        (
            format!("{} -blocked loss", bad("none", "")),
            "it has no option Blocked for -blocked loss",
        ),
        (
            bad("legal centre", ""),
            "in the position 1/3/5/7/5/3/1 w 8,8 1 it answers that 'd4' is legal, but illegal move \
             'd4': White's first entry may not be on the centre d4",
        ),
        (
            bad("illegal entry", ""),
            "in the position 1/3/5/7/5/3/1 w 8,8 1 it answers that 'd5' is illegal, but it is legal",
        ),
        (internal("Hsah=1"), "there is no option 'Hsah', did you mean Hash?"),
        (internal("Hash=0"), "option Hash takes a number from 1 to 33554432, not '0'"),
        (internal("EvalFile=no.net"), "option.EvalFile: no.net: No such file or directory"),
        (internal("params.contempt=1"), "no search parameter \"contempt\""),
        (
            internal("params.razoring_slope_no_hand=300"),
            "option.params.razoring_slope_no_hand has no effect on emergo7",
        ),
        (internal("params.razoring_depth=x"), "option.params.razoring_depth takes a whole number"),
        (
            internal("params.razoring_slope_emergo7=1"),
            "search parameter razoring_slope_emergo7 takes 50 to 1000, not 1",
        ),
        (internal("MultiPV=2"), "option.MultiPV has no effect on cmd=internal"),
        (internal("UCI_Variant=emergo"), "option.UCI_Variant has no effect on cmd=internal"),
        (internal(&format!("EvalFile={network}")), other_board),
    ];
    let rows: Vec<_> = rows.iter().enumerate().collect();
    at_once(&rows, |(index, (engine, problem))| {
        let scratch = Scratch::new(&format!("check{index}"));
        let running = scratch.begin(&format!("{GOOD} {engine} -pgnout games.pgn"));
        assert_eq!(running.end().code(), Some(1), "{engine}");
        assert!(scratch.games().is_empty(), "{engine}");
        let stderr = scratch.text("stderr");
        assert!(stderr.contains(&format!("warning: engine bad: {problem}")), "{stderr}");
        let error = "error: no game was played, because an engine does not pass the checks; -force";
        assert!(stderr.lines().last().is_some_and(|line| line.starts_with(error)), "{stderr}");
    });
}

#[test]
fn all_engines_are_checked_in_the_first_opening_of_their_games() {
    let scratch = Scratch::new("checks of all");
    fs::write(scratch.file("openings.txt"), "1/3/5/3w3/5/3/1 b 7,8 1\nstartpos\n").unwrap();
    let other = bad("none", "option.x=1").replace("name=bad", "name=other");
    let words = format!("{} {other} -openings file=openings.txt start=2", bad("legal centre", ""));
    let stderr = scratch.refused(&words);
    for problem in ["bad: in the position 1/3/5/7/5/3/1 w 8,8 1 it", "other: it has no option 'x'"]
    {
        assert!(stderr.contains(&format!("warning: engine {problem}")), "{stderr}");
    }
}

#[test]
fn with_force_a_match_is_played_without_passing_the_checks() {
    let scratch = Scratch::new("force");
    let bad = bad("legal centre", "option.Levle=2");
    let games = scratch.run(&format!("{GOOD} {bad} -maxplies 4 -force"));
    assert_eq!(games.len(), 2);
    let stderr = scratch.text("stderr");
    assert!(stderr.contains("warning: engine bad: it has no option 'Levle'"), "{stderr}");
    assert!(stderr.contains("warning: engine bad: in the position"), "{stderr}");
}

#[test]
fn an_engine_without_query_is_not_compared_and_a_warning_is_given_once() {
    let scratch = Scratch::new("no query");
    scratch.run(&format!("{GOOD} {} -maxplies 4 -rounds 3 -concurrency 2", bad("no answers", "")));
    let stderr = scratch.text("stderr");
    assert_eq!(stderr.matches("bad: it does not answer query islegal").count(), 1, "{stderr}");
}

#[test]
fn a_failed_start_is_tried_again_and_never_counts_as_a_game() {
    let scratch = Scratch::new("second start");
    let games = scratch.run(&format!("{GOOD} {}", bad("second start fails", "")));
    assert!(games.iter().all(|game| game.reason == Some(Termination::Crash)));
    assert_eq!((games.len(), scratch.text("engines/starts").as_str()), (2, "xxx"));

    let scratch = Scratch::new("later starts");
    let words = format!("{GOOD} {} -rounds 3", bad("only the first start succeeds", ""));
    let stderr = scratch.refused(&words);
    let error = stderr.lines().last().unwrap_or_default();
    let expected = "error: engine bad cannot be started: it ended before it was ready (exit status: 3, 'start 3 fails'); with -out";
    assert!(error.starts_with(expected), "{stderr}");
    assert_eq!((scratch.games().len(), scratch.text("engines/starts").as_str()), (1, "xxx"));
    // The repaired engine continues the match.
    fs::remove_file(scratch.file("engines/starts")).unwrap();
    scratch.refused(&format!("{words} -resume"));
    assert_eq!(scratch.games().len(), 2);
}

#[test]
fn an_engine_that_crashes_loses_and_is_started_again() {
    all_lost(&[
        ("crash", "", Termination::Crash, "exit status: 7, 'out of memory'"),
        ("crash", "arg=3", Termination::Crash, "exit status: 7, 'out of memory'"),
        ("abort", "arg=2", Termination::Crash, "signal: 6"),
        ("stderr and crash", "", Termination::Crash, "'last words \\u{1b}[31m'"),
        ("crash at the end", "", Termination::Crash, "exit status: 7"),
    ]);
}

#[test]
fn an_engine_that_hangs_floods_or_is_late_loses_and_is_started_again() {
    all_lost(&[
        ("hang", "watchdog=2000", Termination::Hang, "no bestmove within 2.0 s"),
        ("hang for ever", "watchdog=2000 arg=2", Termination::Hang, "no bestmove within 2.0 s"),
        ("flood of bytes", "watchdog=2000", Termination::Hang, "no bestmove within 2.0 s"),
        ("flood of lines", "watchdog=2000", Termination::Hang, "no bestmove within 2.0 s"),
        ("hang at the end", "watchdog=2000", Termination::Hang, "no answer to query in time"),
        // It costs its time and a margin. The watchdog of a minute applies only to engines without a limit of time.
        ("hang", "movetime=100", Termination::Hang, "no bestmove within 2.1 s"),
        ("hang", "tc=0.3+0.1", Termination::Hang, "no bestmove within 2.3 s"),
        ("hang at the end", "movetime=1000", Termination::Hang, "no answer to query in time"),
        ("slow", "movetime=400", Termination::TimeLoss, "400.0 ms left"),
        ("slow", "tc=0.5+0.1", Termination::TimeLoss, "ms left"),
        ("slow", "tc=0:0.5 arg=2", Termination::TimeLoss, "ms left"),
    ]);
}

#[test]
fn an_engine_that_plays_an_illegal_move_or_has_a_wrong_result_loses() {
    let illegal = Termination::IllegalMove;
    let claim = "it claims that the game has ended";
    all_lost(&[
        ("illegal move", "", illegal, "illegal move '"),
        ("illegal move", "arg=4", illegal, "illegal move '"),
        ("unknown move", "arg=2", illegal, "'xyzzy'"),
        ("garbage for a move", "", illegal, "'\\u{1b}[31m\\u{fffd}"),
        ("bestmove alone", "", illegal, "bestmove without a move"),
        ("bestmove 0000", "arg=2", Termination::WrongClaim, claim),
        ("wrong gameover", "", Termination::WrongClaim, "gameover false"),
        ("wrong result", "", Termination::WrongClaim, "but the result is"),
    ]);
}

#[test]
fn control_characters_of_an_engine_are_not_printed() {
    let scratch = Scratch::new("control characters");
    let games = scratch.run(&format!("{GOOD} {}", bad("control characters", "")));
    for game in games {
        assert_eq!(game.reason, Some(Termination::WrongClaim));
        let tricks = game.detail.contains(char::is_control) || game.detail.len() > 300;
        assert!(!tricks, "{:?}", game.detail);
    }
    assert!(!scratch.text("stderr").contains('\u{1b}'));
}

#[test]
fn unusual_but_correct_answers_are_accepted() {
    let rows = [
        ("none", ""),
        ("none", "proto=uci"),
        ("many lines", ""),
        ("huge line", "arg=8"),
        ("garbage and a move", ""),
        ("two answers", ""),
        ("ignores quit", ""),
        ("no answers", ""),
        ("slow", "arg=9 movetime=400 timemargin=20000"),
    ];
    let ends =
        [EndReason::NoMen, EndReason::Blocked, EndReason::Repetition].map(Termination::Rules);
    at_once(&rows, |(habit, settings)| {
        let scratch = Scratch::new(&format!("odd {habit} {settings}"));
        let games = scratch.run(&format!("{GOOD} {} -concurrency 2", bad(habit, settings)));
        assert_eq!(games.len(), 2);
        for game in games {
            assert!(game.reason.is_some_and(|reason| ends.contains(&reason)), "{habit}: {game:?}");
            assert_eq!(game.detail, "", "{habit}");
        }
    });
}

#[test]
fn extreme_scores_are_accepted() {
    for habit in ["least scores", "least mates"] {
        let scratch = Scratch::new(habit);
        let words = format!(
            "{GOOD} {} -draw movenumber=1 movecount=1 score=9999 -resign -pgnout games.pgn",
            bad(habit, "")
        );
        let games = scratch.run(&words);
        assert_eq!(games.len(), 2, "{habit}");
        assert!(
            games.iter().all(|game| game.reason == Some(Termination::Resignation)),
            "{habit}: {games:?}"
        );
        assert!(games.iter().all(bad_side_lost), "{habit}");
    }
}

#[test]
fn a_bad_engine_does_not_affect_the_games_of_the_others() {
    let scratch = Scratch::new("round robin");
    let third = "-engine cmd=internal name=third depth=2 option.Hash=1";
    let bad = bad("crash", "arg=2");
    let games = scratch.run(&format!("{GOOD} {bad} {third} -rounds 2 -concurrency 2"));
    assert_eq!(games.len(), 12);
    for game in &games {
        let of_bad = (0..2).any(|side| name(game, side) == "bad");
        assert_eq!(game.reason == Some(Termination::Crash), of_bad, "{game:?}");
        assert!(!of_bad || bad_side_lost(game));
    }
    let table = scratch.table().join("\n");
    assert!(table.contains("0 W - 8 L - 0 D"), "{table}");
}

#[test]
fn a_match_ends_when_its_sprt_is_decided() {
    let bad = bad("crash", "");
    let sprt = "-sprt elo0=0 elo1=100 -ratinginterval 5";
    let decided = 10..=98;
    for (name, words, played, verdict) in [
        ("better", format!("{GOOD} {bad} -rounds 50"), &decided, "H1 accepted (Elo >= 100)"),
        ("worse", format!("{bad} {GOOD} -rounds 50"), &decided, "H0 accepted (Elo <= 0)"),
        ("undecided", format!("{GOOD} {bad} -rounds 4"), &(8..=8), "no decision"),
    ] {
        let scratch = Scratch::new(&format!("test {name}"));
        let words = format!("{words} {sprt}");
        let games = scratch.run(&words).len();
        assert!(played.contains(&games), "{name}: {games}");
        let said = scratch.text("stdout");
        let line = said.lines().find(|line| line.starts_with("SPRT")).unwrap_or_default();
        assert!(line.contains("[0, 100] logistic, LLR ") && line.ends_with(verdict), "{said}");
        let is_report = |line: &str| line.contains(" of 5, Elo ") && line.contains(", LLR ");
        assert!(scratch.text("stderr").lines().any(is_report));
        assert!(!said.lines().any(is_report), "{said}");
        // A decided match is not continued.
        assert_eq!(scratch.run(&format!("{words} -resume")).len(), games, "{name}");
    }
}

#[test]
fn a_quiet_match_prints_only_the_table() {
    let scratch = Scratch::new("quiet");
    scratch.run(&format!("{GOOD} {} -maxplies 4 -quiet -ratinginterval 1", bad("none", "")));
    assert!(scratch.text("stdout").starts_with("good "), "{}", scratch.text("stdout"));
}

#[test]
fn games_end_by_length_and_by_scores() {
    let reasons = |name: &str, words: &str| {
        let games = Scratch::new(name).run(words);
        games.into_iter().map(|game| (game.reason.unwrap(), game.moves.len())).collect::<Vec<_>>()
    };
    let long = reasons("long", &format!("{GOOD} {} -maxplies 7", bad("none", "")));
    assert_eq!(long, vec![(Termination::MoveLimit, 7); 2]);
    // White's fourth move is ply 7, Black's is ply 8.
    let resign = "-resign movecount=4 score=9999";
    let low = reasons("low scores", &format!("{GOOD} {} {resign}", bad("low scores", "")));
    assert_eq!(low, [(Termination::Resignation, 8), (Termination::Resignation, 7)]);
    let other = bad("zero scores", "").replace("name=bad", "name=other");
    let draw = "-draw movenumber=5 movecount=2 score=0";
    let zero = reasons("zero scores", &format!("{other} {} {draw}", bad("zero scores", "")));
    assert_eq!(zero, vec![(Termination::DrawByScore, 10); 2]);
    // Both sides must agree.
    let scratch = Scratch::new("zero scores of one engine");
    let games = scratch.run(&format!("{} {other} {draw} -maxplies 30", bad("low scores", "")));
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game.reason != Some(Termination::DrawByScore)));
}

#[test]
fn the_traffic_and_standard_error_are_kept() {
    let scratch = Scratch::new("kept");
    let bad = bad("stderr and crash", "stderr=bad.txt arg=2");
    scratch.run(&format!("{GOOD} {bad} -log traffic.txt"));
    let log = scratch.text("traffic.txt");
    for line in [
        "bad > ugi",
        "bad < ugiok",
        "bad > setoption name UCI_Variant value emergo7",
        "bad > isready",
        "bad < readyok",
        "bad > uginewgame",
        "bad > position startpos moves ",
        "bad > go depth 1",
        "bad < bestmove ",
    ] {
        assert!(log.contains(line), "{line} is missing in\n{log}");
    }
    let stderr = scratch.text("bad.txt");
    for number in [0, 19_999] {
        assert_eq!(stderr.matches(&format!("line {number}\n")).count(), 2);
    }
    assert_eq!(stderr.matches("last words").count(), 2);
}

#[test]
fn the_go_command_has_the_clock_words_of_the_protocol() {
    for (protocol, go) in [("ugi", "bad > go p1time 9000 "), ("uci", "bad > go wtime 9000 ")] {
        let scratch = Scratch::new(&format!("clock {protocol}"));
        let bad = bad("none", &format!("proto={protocol} tc=9"));
        scratch.run(&format!("{GOOD} {bad} -log traffic.txt -maxplies 4"));
        let log = scratch.text("traffic.txt");
        assert!(log.contains(go), "{go} is missing in\n{log}");
        assert!(log.contains(&format!("bad > {}newgame", protocol)));
    }
}

#[test]
fn moves_are_counted_for_the_engine_that_played_them() {
    // Several blanks separate fields as one does.
    for opening in ["1/3/5/7/5/3/1 b 8,8 1", "1/3/5/7/5/3/1  b  8,8  1"] {
        let scratch = Scratch::new("who played");
        fs::write(scratch.file("openings.txt"), opening).unwrap();
        let words = "-openings file=openings.txt -games 1 -maxplies 1";
        scratch.run(&format!("{GOOD} {} {words}", bad("none", "")));
        let counts = |line: &&str| line.starts_with("time per move") && line.ends_with(" 1 moves");
        let table = scratch.text("stdout");
        let line = table.lines().find(counts).unwrap_or_default();
        assert!(line.contains(" bad "), "{opening}\n{table}");
    }
}
