//! `luctor match` as its users run it, against engines that do everything wrong: `examples/bad_engine.rs`
//! and `examples/tictactoe.rs`.
#![cfg(unix)]

mod match_runner;

use emergo::GameResult;
use luctor_arena::pgn::games_of_match;
use luctor_arena::record::GameRecord;
use match_runner::{GOOD, Scratch, bad, example};
use std::collections::HashSet;
use std::fs;
use std::process::Command;

fn bad_side_lost(game: &GameRecord) -> bool {
    let lost = if game.white == "bad" { GameResult::BlackWins } else { GameResult::WhiteWins };
    game.result == lost
}

/// Each row plays four games, two at a time: every one is lost by the bad engine, for this reason.
fn all_lost(name: &str, habits: &[(&str, &str, &str, &str)]) {
    for (index, (habit, settings, reason, detail)) in habits.iter().enumerate() {
        let scratch = Scratch::new(&format!("{name}{index}"));
        let words = format!("{GOOD} {} -rounds 2 -concurrency 2", bad(habit, settings));
        let games = scratch.run(&words);
        assert_eq!(games.len(), 4, "{habit}");
        for game in &games {
            assert_eq!(game.reason, *reason, "{habit}: {}", game.detail);
            assert!(game.detail.contains(detail), "{habit}: {}", game.detail);
            let side = if game.white == "bad" { "White: " } else { "Black: " };
            assert!(game.detail.starts_with(side), "{habit}: {}", game.detail);
            assert!(bad_side_lost(game), "{habit}: {game:?}");
        }
        let table = scratch.table().join("\n");
        assert!(table.contains("4 W - 0 L - 0 D"), "{habit}: {table}");
        assert!(scratch.text("stderr").matches(reason).count() >= 4, "{habit}");
    }
}

#[test]
fn an_engine_that_does_not_start_loses_and_the_match_goes_on() {
    all_lost(
        "start",
        &[
            ("exit at start", "", "no start", "exit status: 3, 'no weights found'"),
            ("no ugiok", "watchdog=300", "no start", "no answer to ugi in time"),
            ("deaf", "watchdog=300", "no start", "no answer to ugi in time"),
            ("flood at start", "watchdog=300", "no start", "no answer to ugi in time"),
            ("ugi only", "proto=uci watchdog=300", "no start", "no answer to uci in time"),
        ],
    );
}

#[test]
fn an_engine_that_crashes_loses_and_is_started_again() {
    all_lost(
        "crash",
        &[
            ("crash", "", "crash", "exit status: 7, 'out of cheese'"),
            ("crash", "arg=3", "crash", "exit status: 7, 'out of cheese'"),
            ("abort", "arg=2", "crash", "signal: 6"),
            ("chatter and crash", "", "crash", "'last words \\u{1b}[31m'"),
            ("crash at the end", "", "crash", "exit status: 7"),
        ],
    );
}

#[test]
fn an_engine_that_hangs_or_floods_loses_and_is_started_again() {
    all_lost(
        "hang",
        &[
            ("hang", "watchdog=1000", "hang", "no bestmove within 1.0 s"),
            ("hang for ever", "watchdog=1000 arg=2", "hang", "no bestmove within 1.0 s"),
            ("flood of bytes", "watchdog=1000", "hang", "no bestmove within 1.0 s"),
            ("flood of lines", "watchdog=1000", "hang", "no bestmove within 1.0 s"),
            ("hang at the end", "watchdog=1000", "hang", "no answer to query in time"),
        ],
    );
}

#[test]
fn an_engine_that_plays_no_move_of_the_rules_loses() {
    all_lost(
        "illegal",
        &[
            ("illegal move", "", "illegal move", "illegal move '"),
            ("illegal move", "arg=4", "illegal move", "illegal move '"),
            ("nonsense", "arg=2", "illegal move", "'xyzzy'"),
            ("garbage for a move", "", "illegal move", "'\\u{1b}[31m\\u{fffd}"),
            ("no word", "", "wrong claim", "it says that the game has ended"),
            ("early end", "arg=2", "wrong claim", "it says that the game has ended"),
        ],
    );
}

#[test]
fn an_engine_that_lies_about_the_end_loses() {
    all_lost(
        "lie",
        &[
            ("denies the end", "", "wrong claim", "gameover false"),
            ("lies about the result", "", "wrong claim", "but it is"),
        ],
    );
}

#[test]
fn what_an_engine_says_is_shown_without_its_tricks() {
    let scratch = Scratch::new("rude");
    let games = scratch.run(&format!("{GOOD} {}", bad("rude at the end", "")));
    for game in games {
        assert_eq!(game.reason, "wrong claim");
        let tricks = game.detail.contains(char::is_control) || game.detail.len() > 300;
        assert!(!tricks, "{:?}", game.detail);
    }
    assert!(!scratch.text("stderr").contains('\u{1b}'));
}

#[test]
fn an_engine_too_late_for_its_clock_loses() {
    all_lost(
        "late",
        &[
            ("slow", "movetime=400", "time loss", "400.0 ms left"),
            ("slow", "tc=0.5+0.1", "time loss", "ms left"),
            ("slow", "tc=0:0.5 arg=2", "time loss", "ms left"),
        ],
    );
}

#[test]
fn what_is_only_odd_is_no_fault() {
    for (index, (habit, settings)) in [
        ("none", ""),
        ("none", "proto=uci"),
        ("many lines", ""),
        ("huge line", "arg=8"),
        ("garbage and a move", ""),
        ("says it twice", ""),
        ("ignores quit", ""),
        ("no answers", ""),
        ("slow", "arg=9 movetime=400 timemargin=20000"),
    ]
    .into_iter()
    .enumerate()
    {
        let scratch = Scratch::new(&format!("odd{index}"));
        let games = scratch.run(&format!("{GOOD} {} -concurrency 2", bad(habit, settings)));
        assert_eq!(games.len(), 2);
        for game in games {
            let reasons = ["no men left", "blocked", "repetition"];
            assert!(reasons.contains(&&*game.reason), "{habit}: {} {}", game.reason, game.detail);
            assert_eq!(game.detail, "", "{habit}");
        }
    }
}

#[test]
fn the_least_of_all_scores_stops_no_match() {
    for habit in ["least scores", "least mates"] {
        let scratch = Scratch::new(habit);
        let words = format!(
            "{GOOD} {} -draw movenumber=1 movecount=1 score=9999 -resign -pgnout games.pgn",
            bad(habit, "")
        );
        let games = scratch.run(&words);
        assert_eq!(games.len(), 2, "{habit}");
        assert!(games.iter().all(|game| game.reason == "resignation"), "{habit}: {games:?}");
        assert!(games.iter().all(bad_side_lost), "{habit}");
    }
}

#[test]
fn two_engines_dead_at_start_lose_in_turn() {
    let scratch = Scratch::new("dead");
    let one = bad("exit at start", "").replace("name=bad", "name=one");
    let games = scratch.run(&format!("{one} -engine cmd=/no/such/program name=two -rounds 3"));
    assert_eq!(games.len(), 6);
    for game in games {
        assert_eq!(game.result, GameResult::BlackWins);
        assert_eq!(game.reason, "no start");
        let missing = game.detail.contains("/no/such/program: No such file");
        assert_eq!(missing, game.white == "two", "{}", game.detail);
    }
}

#[test]
fn a_bad_engine_spoils_no_game_of_the_others() {
    let scratch = Scratch::new("round robin");
    let third = "-engine cmd=internal name=third depth=2 option.Hash=1";
    let bad = bad("crash", "arg=2");
    let games = scratch.run(&format!("{GOOD} {bad} {third} -rounds 2 -concurrency 2"));
    assert_eq!(games.len(), 12);
    for game in &games {
        let of_bad = [&game.white, &game.black].iter().any(|name| *name == "bad");
        assert_eq!(game.reason == "crash", of_bad, "{game:?}");
        assert!(!of_bad || bad_side_lost(game));
    }
    let table = scratch.table().join("\n");
    assert!(table.contains("0 W - 8 L - 0 D"), "{table}");

    let scratch = Scratch::new("gauntlet");
    let games = scratch.run(&format!("{GOOD} {bad} {third} -tournament gauntlet -rounds 2"));
    assert_eq!(games.len(), 8);
    assert!(games.iter().all(|game| game.white == "good" || game.black == "good"));
}

#[test]
fn a_test_of_strength_ends_the_match_when_it_is_decided_and_says_how() {
    let bad = bad("crash", "");
    let sprt = "-sprt elo0=0 elo1=100 -ratinginterval 5";
    let decided = 10..=98;
    for (name, words, played, verdict) in [
        (
            "better",
            format!("{GOOD} {bad} -rounds 50"),
            &decided,
            "H1 accepted (Elo is 100 or more)",
        ),
        ("worse", format!("{bad} {GOOD} -rounds 50"), &decided, "H0 accepted (Elo is 0 or less)"),
        ("undecided", format!("{GOOD} {bad} -rounds 4"), &(8..=8), "no decision"),
    ] {
        let scratch = Scratch::new(&format!("test {name}"));
        let words = format!("{words} {sprt}");
        let games = scratch.run(&words).len();
        assert!(played.contains(&games), "{name}: {games}");
        let said = scratch.text("stdout");
        let line = said.lines().find(|line| line.starts_with("SPRT")).unwrap_or_default();
        assert!(line.contains("[0, 100] logistic, LLR ") && line.ends_with(verdict), "{said}");
        assert!(said.lines().any(|line| line.contains(" of 5, Elo ") && line.contains(", LLR ")));
        // What is decided stays so.
        assert_eq!(scratch.run(&format!("{words} -resume")).len(), games, "{name}");
    }
}

#[test]
fn games_end_by_length_and_by_scores() {
    let reasons = |name: &str, words: &str| {
        let games = Scratch::new(name).run(words);
        games.into_iter().map(|game| (game.reason, game.moves.len())).collect::<Vec<_>>()
    };
    let long = reasons("long", &format!("{GOOD} {} -maxplies 7", bad("none", "")));
    assert_eq!(long, vec![("too long".to_owned(), 7); 2]);
    // Gloom is in the moves 1 to 4 of its player: White's fourth is the 7th ply, Black's the 8th.
    let resign = "-resign movecount=4 score=9999";
    let gloom = reasons("gloom", &format!("{GOOD} {} {resign}", bad("gloom", "")));
    assert_eq!(gloom, [("resignation".to_owned(), 8), ("resignation".to_owned(), 7)]);
    let other = bad("calm", "").replace("name=bad", "name=other");
    let draw = "-draw movenumber=5 movecount=2 score=0";
    let calm = reasons("calm", &format!("{other} {} {draw}", bad("calm", "")));
    assert_eq!(calm, vec![("draw by score".to_owned(), 10); 2]);
    // One of two who see it so is not enough to draw.
    let scratch = Scratch::new("one calm");
    let games = scratch.run(&format!("{} {other} {draw} -maxplies 30", bad("gloom", "")));
    assert!(games.iter().all(|game| game.reason != "draw by score"));
}

#[test]
fn games_for_people_are_read_again() {
    let scratch = Scratch::new("pgn");
    let engine = env!("CARGO_BIN_EXE_luctor");
    let games = scratch.run(&format!(
        "{GOOD} -engine cmd={engine} name=other nodes=100 option.Hash=1 -pgnout games.pgn"
    ));
    let show = |number: usize| {
        Command::new(engine)
            .args(["show", "--game", "games.pgn", "--number", &number.to_string()])
            .current_dir(&scratch.0)
            .output()
            .unwrap()
    };
    for (index, game) in games.iter().enumerate() {
        let shown = String::from_utf8(show(index + 1).stdout).unwrap();
        assert!(shown.contains(&game.end), "{} is not in\n{shown}", game.end);
    }
    let none = String::from_utf8(show(3).stderr).unwrap();
    assert_eq!(none, "error: games.pgn: no game 3, there are 2\n");
}

#[test]
fn the_traffic_and_the_complaints_are_kept() {
    let scratch = Scratch::new("kept");
    let bad = bad("chatter and crash", "stderr=bad.txt arg=2");
    scratch.run(&format!("{GOOD} {bad} -log traffic.txt"));
    let log = scratch.text("traffic.txt");
    for line in [
        "bad < ugi",
        "bad > ugiok",
        "bad < setoption name UCI_Variant value emergo7",
        "bad < isready",
        "bad > readyok",
        "bad < uginewgame",
        "bad < position startpos moves ",
        "bad < go depth 1",
        "bad > bestmove ",
    ] {
        assert!(log.contains(line), "{line} is missing in\n{log}");
    }
    let complaints = scratch.text("bad.txt");
    for number in [0, 19_999] {
        assert_eq!(complaints.matches(&format!("complaint {number}\n")).count(), 2);
    }
    assert_eq!(complaints.matches("last words").count(), 2);
}

#[test]
fn an_engine_is_told_its_clock_in_the_words_of_its_protocol() {
    for (protocol, go) in [("ugi", "bad < go p1time 9000 "), ("uci", "bad < go wtime 9000 ")] {
        let scratch = Scratch::new(&format!("clock {protocol}"));
        let bad = bad("none", &format!("proto={protocol} tc=9"));
        scratch.run(&format!("{GOOD} {bad} -log traffic.txt -maxplies 4"));
        let log = scratch.text("traffic.txt");
        assert!(log.contains(go), "{go} is missing in\n{log}");
        assert!(log.contains(&format!("bad < {}newgame", protocol)));
    }
}

fn noughts(name: &str, habit: &str) -> String {
    format!("-engine cmd={} name={name} {habit} depth=1", example("tictactoe"))
}

#[test]
fn another_game_needs_no_referee() {
    let [first, second] = ["first", "second"].map(|name| noughts(name, ""));
    let scratch = Scratch::new("noughts");
    let games = scratch.run(&format!("{first} {second} -referee none -rounds 2 -pgnout games.pgn"));
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!((game.result, &*game.reason), (GameResult::WhiteWins, "by the engines"));
        let moves: Vec<_> = game.moves.iter().map(|mv| mv.text.as_str()).collect();
        assert_eq!(moves, ["0", "1", "2", "3", "4", "5", "6"]);
    }
    assert!(scratch.table()[0].contains("2 W - 2 L - 0 D"));

    let scratch = Scratch::new("noughts disagree");
    let vain = noughts("vain", "arg=vain");
    let games = scratch.run(&format!("{first} {vain} -referee none"));
    for game in games {
        assert_eq!((game.result, &*game.reason), (GameResult::Draw, "disagreement"));
        assert!(game.detail.contains("p1win") && game.detail.contains("p2win"), "{}", game.detail);
    }

    let scratch = Scratch::new("noughts crash");
    let crash = noughts("crash", "arg=crash");
    let games = scratch.run(&format!("{first} {crash} -referee none -rounds 2"));
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game.reason == "crash"));
    assert!(scratch.table()[0].contains("4 W - 0 L - 0 D"));
}

#[test]
fn without_a_referee_a_move_that_no_record_can_hold_is_illegal() {
    for (habit, said) in [
        ("tag for a move", "'[Event' is no word for a move"),
        ("garbage for a move", "is no word for a move"),
    ] {
        let scratch = Scratch::new(&format!("unreferred {habit}"));
        let other = bad("none", "").replace("name=bad", "name=other");
        let engines = format!("{} {other}", bad(habit, ""));
        let games = scratch.run(&format!("{engines} -referee none -pgnout games.pgn"));
        assert_eq!(games.len(), 2, "{habit}");
        for game in &games {
            let why = (game.reason.as_str(), game.detail.as_str());
            assert!(why.0 == "illegal move" && why.1.contains(said), "{why:?}");
        }
        let text = scratch.text("games.pgn");
        let found = games_of_match(text.as_bytes(), &games[0].fingerprint);
        assert_eq!(found, Ok((HashSet::from([0, 1]), text.len())), "{text}");
    }
}

#[test]
fn without_a_referee_the_engines_say_who_begins() {
    let scratch = Scratch::new("noughts begin");
    fs::write(scratch.file("openings.txt"), "......... o\n").unwrap();
    let (first, gloomy) = (noughts("first", ""), noughts("gloomy", "arg=gloom"));
    let words = "-referee none -openings file=openings.txt -resign movecount=2 score=1000";
    let games = scratch.run(&format!("{first} {gloomy} {words}"));
    for game in games {
        assert_eq!(game.reason, "resignation");
        let lost = match game.white.as_str() {
            "gloomy" => GameResult::BlackWins,
            _ => GameResult::WhiteWins,
        };
        assert_eq!(game.result, lost, "{game:?}");
    }
}

#[test]
fn a_game_without_a_referee_that_never_ends_is_cut() {
    let scratch = Scratch::new("noughts endless");
    let [first, second] = ["first", "second"].map(|name| noughts(name, "arg=never\u{a0}ends"));
    let games = scratch.run(&format!("{first} {second} -referee none"));
    assert_eq!(games.len(), 2);
}

#[test]
fn moves_are_counted_for_who_played_them() {
    // Two blanks are one to whoever reads the position.
    for opening in ["1/3/5/7/5/3/1 b 8,8 1", "1/3/5/7/5/3/1  b  8,8  1"] {
        let scratch = Scratch::new("who played");
        fs::write(scratch.file("openings.txt"), opening).unwrap();
        let words = "-openings file=openings.txt -games 1 -maxplies 1";
        scratch.run(&format!("{GOOD} {} {words}", bad("none", "")));
        let counts = |line: &&str| line.starts_with("time a move") && line.ends_with(" 1 moves");
        let table = scratch.text("stdout");
        let line = table.lines().find(counts).unwrap_or_default();
        assert!(line.contains(" bad "), "{opening}\n{table}");
    }
}
