//! `luctor match` on a bad day: full disks, engines killed and stopped from outside, the match itself stopped, books that
//! are none. Games are scored or gone on with; none is lost or played twice.
#![cfg(unix)]

mod match_runner;

use emergo::GameResult;
use match_runner::{GOOD, Scratch, bad};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A program that thinks for hours unless something happens to it.
fn thinker(limit: &str) -> String {
    let engine = env!("CARGO_BIN_EXE_luctor");
    format!("-engine cmd={engine} name=thinker {limit} option.Hash=1")
}

const FOR_EVER: &str = "nodes=1000000000000";

#[test]
fn a_match_on_a_disk_that_fills_up_goes_on_where_it_was() {
    let words = format!("{GOOD} {} -maxplies 12 -rounds 5 -ratinginterval 0", bad("none", ""));
    let count = |scratch: &Scratch| scratch.text("games.pgn").matches("[Result ").count();
    for (name, more, blocks) in [
        ("full for lines", "", 5),
        ("full for people", "-pgnout games.pgn", 3),
        ("full for both", "-pgnout games.pgn -concurrency 2", 4),
    ] {
        let scratch = Scratch::new(name);
        let words = format!("{words} {more}");
        let status = scratch.begin_on_full_disk(blocks, &words).end();
        let said = scratch.text("stderr");
        assert_eq!(status.code(), Some(1), "{said}");
        assert!(said.contains("error: games.") && said.contains(": File too large"), "{said}");
        assert!(!said.contains("panicked"), "{said}");
        // The lines that are there are whole.
        let lines = scratch.text("games.jsonl");
        assert!(lines.ends_with('\n'), "{name}: no game, or a torn one: {lines:?}");
        let games = scratch.games().len();
        assert!(games < 10, "the disk was full");
        let games = scratch.run(&format!("{words} -resume"));
        let numbers: Vec<u64> = games.iter().map(|game| game.game).collect();
        assert_eq!(numbers, (0..10).collect::<Vec<u64>>(), "{name}");
        assert!(scratch.text("games.jsonl").starts_with(&lines), "{name}: games are kept");
        if !more.is_empty() {
            assert_eq!(count(&scratch), 10, "{name}");
        }
    }
}

#[test]
fn a_log_on_a_full_disk_is_told_and_costs_no_game() {
    if !Path::new("/dev/full").exists() {
        println!("skipped: this system has no /dev/full");
        return;
    }
    let scratch = Scratch::new("full log");
    let games = scratch.run(&format!("{GOOD} {} -maxplies 4 -log /dev/full", bad("none", "")));
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game.reason == "too long"));
    let said = scratch.text("stderr");
    assert_eq!(said.matches("/dev/full: lines are missing: No space left").count(), 1, "{said}");
}

#[test]
fn a_machine_short_of_files_or_memory_plays_fewer_games_at_a_time_and_loses_none() {
    let engine = env!("CARGO_BIN_EXE_luctor");
    let two = format!("-each depth=1 -engine cmd={engine} name=one -engine cmd={engine} name=two");
    let mixed = format!("{GOOD} {}", bad("none", ""));
    let mut table: Vec<(String, &str)> = vec![];
    table.extend((8..32).step_by(4).map(|files| (format!("ulimit -n {files}"), two.as_str())));
    // Room for any two of three, whoever was there before.
    let three = format!("{two} -engine cmd={engine} name=three");
    table.push(("ulimit -n 15".to_owned(), three.as_str()));
    table.extend((60..160).step_by(25).map(|mb| (format!("ulimit -v {mb}000"), mixed.as_str())));
    let (mut whole, mut fewer, mut ended) = (0, 0, 0);
    for (limits, engines) in table {
        let words = format!("{engines} option.Hash=1 -maxplies 6 -rounds 10 -concurrency 6");
        let scratch = Scratch::new(&limits.replace(|c: char| !c.is_alphanumeric(), "_"));
        let status = scratch.begin_within(&limits, &words).end();
        let said = scratch.text("stderr");
        assert!(!said.contains("panicked"), "{limits}: {said}");
        fewer += u32::from(said.contains("; games at a time from now on: "));
        match status.code() {
            Some(0) => whole += 1,
            Some(1) => {
                let error = said.lines().last().unwrap_or_default();
                assert!(
                    error.starts_with("error: ") && error.contains("can't be started"),
                    "{said}"
                );
                ended += 1;
                scratch.run(&format!("{words} -resume"));
            }
            _ => panic!("{limits}: {status}: {said}"),
        }
        let games = scratch.games();
        assert!(games.iter().all(|game| game.reason == "too long"), "{limits}: {games:?}");
        let wanted = if engines == three { 60 } else { 20 };
        assert_eq!(games.len(), wanted, "{limits}: {said}");
    }
    assert!(whole > 0 && fewer > 0 && ended > 0, "{whole} {fewer} {ended}");
}

#[test]
fn files_that_can_not_be_used_are_named_with_the_reason() {
    let scratch = Scratch::new("places");
    fs::create_dir(scratch.file("folder")).unwrap();
    fs::write(scratch.file("bytes.txt"), b"1/3/5/7/5/3/1 w 8,8\n# ok\n1/3/\xff\n").unwrap();
    fs::write(scratch.file("cut.txt"), "1/3/5/7/5/3/1 w 8,8\n1/3/5/7/5/3/").unwrap();
    fs::write(scratch.file("empty.txt"), "# nothing\n\n").unwrap();
    let mut table = vec![
        ("-openings file=folder", "folder: Is a directory"),
        ("-openings file=bytes.txt", "bytes.txt, line 3: not UTF-8 text"),
        ("-openings file=cut.txt", "cut.txt, line 2: "),
        ("-openings file=empty.txt", "empty.txt: no openings"),
        ("-pgnout no/such/file", "no/such/file: No such file"),
        ("-log no/such/file", "no/such/file: No such file"),
    ];
    // Places that not even root can read from or write to.
    if Path::new("/proc/self/mem").exists() {
        table.push(("-openings file=/proc/self/mem", "/proc/self/mem: Input/output error"));
        table.push(("-pgnout /proc/games.pgn", "/proc/games.pgn: "));
        table.push(("-out /proc/games.jsonl", "/proc/games.jsonl: "));
    } else {
        println!("skipped: this system has no /proc");
    }
    if Path::new("/dev/full").exists() {
        table.push(("-out /dev/full", "/dev/full is no file"));
    }
    let words = format!("{GOOD} {} -maxplies 4", bad("none", ""));
    for (more, sentence) in table {
        let said = scratch.refused(&format!("{words} {more}"));
        let errors: Vec<&str> = said.lines().filter(|line| line.starts_with("error: ")).collect();
        assert_eq!(errors.len(), 1, "{more}: {said}");
        assert!(errors[0].starts_with(&format!("error: {sentence}")), "{more}: {said}");
    }
    assert!(scratch.games().is_empty());
}

/// A match of two games in which `happen` does something whenever the engine thinks: a busy machine may keep it from
/// that for a while.
fn whenever_it_thinks(name: &str, words: &str, happen: impl Fn(&Scratch)) -> Scratch {
    let scratch = Scratch::new(name);
    let mut running = scratch.begin(&format!("{GOOD} {words} -log log.txt"));
    for games in 1..=2 {
        running.wait_for("thoughts", |scratch| {
            let log = scratch.text("log.txt");
            log.split("thinker < go").nth(games).is_some_and(|log| log.contains("thinker > info "))
        });
        happen(&scratch);
    }
    assert!(running.end().success(), "{}", scratch.text("stderr"));
    scratch
}

#[test]
fn an_engine_killed_or_stopped_while_it_thinks_loses_and_is_started_again() {
    let quick = format!("{FOR_EVER} watchdog=5000");
    let late = |scratch: &Scratch| {
        scratch.signal_engines("-STOP");
        // Beyond its time, and short of being taken for one that hangs.
        std::thread::sleep(Duration::from_millis(2_200));
        scratch.signal_engines("-CONT");
    };
    let kill = |scratch: &Scratch| scratch.signal_engines("-KILL");
    let stop = |scratch: &Scratch| scratch.signal_engines("-STOP");
    type Happening<'a> = &'a dyn Fn(&Scratch);
    let table: [(&str, &str, Happening, &str, &str); 3] = [
        ("killed engine", FOR_EVER, &kill, "crash", "signal: 9"),
        ("stopped engine", &quick, &stop, "hang", "no bestmove within 5.0 s"),
        ("late engine", "movetime=2000", &late, "time loss", "2000.0 ms left"),
    ];
    for (name, limit, happen, reason, detail) in table {
        let scratch = whenever_it_thinks(name, &thinker(limit), happen);
        let games = scratch.games();
        assert_eq!(games.len(), 2, "{name}");
        for game in games {
            let black = game.white == "thinker";
            let lost = if black { GameResult::BlackWins } else { GameResult::WhiteWins };
            assert_eq!((game.reason.as_str(), game.result), (reason, lost), "{name}: {game:?}");
            assert!(game.detail.contains(detail), "{name}: {}", game.detail);
        }
        let greetings = scratch.text("log.txt").matches("thinker < ugi\n").count();
        assert_eq!(greetings, 2, "{name}: it is started again");
    }
}

#[test]
fn a_match_that_was_stopped_and_continued_loses_no_game_on_time() {
    let engine = env!("CARGO_BIN_EXE_luctor");
    let table = [("outside", format!("cmd={engine}")), ("inside", "cmd=internal".to_owned())];
    let scratches = table.map(|(name, cmd)| (Scratch::new(&format!("stopped match {name}")), cmd));
    // Both at a time, as most of this is waiting. The margin is for a busy machine, and far below the standstill.
    let mut matches: Vec<_> = scratches
        .iter()
        .map(|(scratch, cmd)| {
            scratch.begin(&format!(
                "-engine {cmd} name=one -engine {cmd} name=two -maxplies 4 -pgnout games.pgn \
                 -each movetime=400 timemargin=2500 option.Hash=1"
            ))
        })
        .collect();
    for running in &mut matches {
        running.wait_for("start", |scratch| scratch.file("games.pgn").exists());
    }
    // In the middle of a move.
    std::thread::sleep(Duration::from_millis(600));
    matches.iter().for_each(|running| running.signal("-STOP", ""));
    std::thread::sleep(Duration::from_millis(3_500));
    matches.iter().for_each(|running| running.signal("-CONT", ""));
    for (running, (scratch, cmd)) in matches.into_iter().zip(&scratches) {
        assert!(running.end().success(), "{}", scratch.text("stderr"));
        let games = scratch.games();
        assert_eq!(games.len(), 2, "{cmd}");
        for game in games {
            assert_eq!((game.reason.as_str(), game.moves.len()), ("too long", 4), "{game:?}");
        }
    }
}
