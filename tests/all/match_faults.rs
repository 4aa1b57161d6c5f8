//! `luctor match` with full disks, a lack of files, killed and stopped engines, a stopped match, and wrong
//! opening files. No game is lost or played twice.
#![cfg(unix)]

use crate::faults::has_full_device;
use crate::support::match_runner::{GOOD, LUCTOR, Scratch, at_once, bad, name, number};
use emergo::GameResult;
use emergo_records::Termination;
use std::fs;
use std::path::Path;
use std::time::Duration;
use test_support::amount::amount_from_env;
use test_support::process::{example, open_handles, resident_kib};
use test_support::skip::skip;

/// An engine whose search does not end during a test, unless `limit` ends it.
fn thinker(limit: &str) -> String {
    format!("-engine cmd={LUCTOR} name=thinker {limit} option.Hash=1")
}

const NO_LIMIT: &str = "nodes=1000000000000";

#[test]
fn a_match_on_a_full_disk_is_resumed_without_loss() {
    let words = format!("{GOOD} {} -maxplies 12 -rounds 5 -ratinginterval 0", bad("none", ""));
    let count = |scratch: &Scratch| scratch.text("games.pgn").matches("[Result ").count();
    for (name, more, blocks) in [
        ("full match file", "", 5),
        ("full PGN file", "-pgnout games.pgn", 3),
        ("full files", "-pgnout games.pgn -concurrency 2", 4),
    ] {
        let scratch = Scratch::new(name);
        let words = format!("{words} {more}");
        let status = scratch.begin_on_full_disk(blocks, &words).end();
        let stderr = scratch.text("stderr");
        assert_eq!(status.code(), Some(1), "{stderr}");
        assert!(
            stderr.contains("error: games.") && stderr.contains(": File too large"),
            "{stderr}"
        );
        assert!(!stderr.contains("panicked"), "{stderr}");
        // There are no incomplete lines.
        let lines = scratch.text("games.jsonl");
        assert!(lines.ends_with('\n'), "{name}: no line, or an incomplete one: {lines:?}");
        let games = scratch.games().len();
        assert!(games < 10, "the disk was full");
        let games = scratch.run(&format!("{words} -resume"));
        let numbers: Vec<u64> = games.iter().map(number).collect();
        assert_eq!(numbers, (0..10).collect::<Vec<u64>>(), "{name}");
        assert!(scratch.text("games.jsonl").starts_with(&lines), "{name}: games are kept");
        if !more.is_empty() {
            assert_eq!(count(&scratch), 10, "{name}");
        }
    }
}

#[test]
fn a_log_on_a_full_disk_gives_a_warning_and_no_game_is_lost() {
    if !has_full_device() {
        return;
    }
    let scratch = Scratch::new("full log");
    let games = scratch.run(&format!("{GOOD} {} -maxplies 4 -log /dev/full", bad("none", "")));
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game.reason == Some(Termination::MoveLimit)));
    let stderr = scratch.text("stderr");
    assert_eq!(
        stderr.matches("/dev/full: lines are missing: No space left").count(),
        1,
        "{stderr}"
    );
}

#[test]
fn without_file_handles_for_an_engine_the_match_stops_and_is_resumed_without_loss() {
    let engines = format!("-engine cmd={LUCTOR} name=one -engine cmd={LUCTOR} name=two");
    let words =
        format!("{engines} -each depth=1 option.Hash=1 -maxplies 6 -rounds 5 -concurrency 6");
    let (mut complete, mut stopped) = (0, 0);
    for files in [8, 16, 24, 64] {
        let scratch = Scratch::new(&format!("files {files}"));
        let status = scratch.begin_within(&format!("ulimit -n {files}"), &words).end();
        let stderr = scratch.text("stderr");
        assert!(!stderr.contains("panicked"), "{files}: {stderr}");
        match status.code() {
            Some(0) => complete += 1,
            Some(1) => {
                // The first engines fail in the check, the others in their first game.
                let names_engine = ["one", "two"].iter().any(|name| {
                    stderr.contains(&format!("error: engine {name} cannot be started: "))
                        || stderr.contains(&format!("warning: engine {name}: cannot "))
                });
                assert!(names_engine && stderr.contains("Too many open files"), "{stderr}");
                stopped += 1;
                scratch.run(&format!("{words} -resume"));
            }
            _ => panic!("{files}: {status}: {stderr}"),
        }
        let games = scratch.games();
        assert!(games.iter().all(|game| game.reason == Some(Termination::MoveLimit)), "{games:?}");
        assert_eq!(games.len(), 10, "{files}: {stderr}");
    }
    assert!(complete > 0 && stopped > 0, "{complete} {stopped}");
}

#[test]
fn without_memory_for_an_engine_the_match_stops() {
    let scratch = Scratch::new("memory");
    let stderr =
        scratch.refused(&format!("{GOOD} -engine cmd=internal name=huge option.Hash=33554432"));
    assert!(
        stderr.contains("warning: engine huge: cannot allocate a table of 33554432 MiB"),
        "{stderr}"
    );
    assert!(scratch.games().is_empty());
}

#[test]
fn an_error_names_the_file_and_the_reason() {
    let scratch = Scratch::new("places");
    fs::create_dir(scratch.file("folder")).unwrap();
    fs::write(scratch.file("bytes.txt"), b"1/3/5/7/5/3/1 w 8,8\n# ok\n1/3/\xff\n").unwrap();
    fs::write(scratch.file("cut.txt"), "1/3/5/7/5/3/1 w 8,8\n1/3/5/7/5/3/").unwrap();
    fs::write(scratch.file("empty.txt"), "# nothing\n\n").unwrap();
    let mut table = vec![
        ("-openings file=folder", "folder: Is a directory"),
        ("-openings file=bytes.txt", "bytes.txt, line 3: "),
        ("-openings file=cut.txt", "cut.txt, line 2: "),
        ("-openings file=empty.txt", "empty.txt: no openings"),
        ("-openings file=no", "no: No such file"),
        ("-out folder", "folder: is not a regular file"),
        ("-out no/such/file", "no/such/file: No such file"),
        ("-pgnout folder", "folder: is not a regular file"),
        ("-pgnout no/such/file", "no/such/file: No such file"),
        ("-log folder", "folder: Is a directory"),
        ("-log no/such/file", "no/such/file: No such file"),
    ];
    // Files that even root cannot read or write.
    let memory = Path::new("/proc/self/mem");
    if memory.exists() || skip("LUCTOR_FAULTS", "there is no /proc").unwrap_or(false) {
        table.push(("-openings file=/proc/self/mem", "/proc/self/mem: Input/output error"));
        table.push(("-pgnout /proc/games.pgn", "/proc/games.pgn: "));
        table.push(("-out /proc/games.jsonl", "/proc/games.jsonl: "));
    }
    if has_full_device() {
        table.push(("-out /dev/full", "/dev/full: is not a regular file"));
        table.push(("-pgnout /dev/full", "/dev/full: is not a regular file"));
    }
    let words = format!("{GOOD} {} -maxplies 4", bad("none", ""));
    for (more, message) in table {
        let stderr = scratch.refused(&format!("{words} {more}"));
        let errors: Vec<&str> = stderr.lines().filter(|line| line.starts_with("error: ")).collect();
        assert_eq!(errors.len(), 1, "{more}: {stderr}");
        assert!(errors[0].starts_with(&format!("error: {message}")), "{more}: {stderr}");
    }
    assert!(scratch.games().is_empty());
}

/// Runs a match of two games and calls `event` in each game while the engine thinks.
fn run_with_event_while_thinking(name: &str, words: &str, event: fn(&Scratch)) -> Scratch {
    let scratch = Scratch::new(name);
    let mut running = scratch.begin(&format!("{GOOD} {words} -log log.txt"));
    for games in 1..=2 {
        running.wait_for("info line", |scratch| {
            let log = scratch.text("log.txt");
            log.split("thinker > go").nth(games).is_some_and(|log| log.contains("thinker < info "))
        });
        event(&scratch);
    }
    assert!(running.end().success(), "{}", scratch.text("stderr"));
    scratch
}

#[test]
fn an_engine_that_is_killed_or_stopped_while_it_thinks_loses_and_is_started_again() {
    let quick = format!("{NO_LIMIT} watchdog=2000");
    let late = |scratch: &Scratch| {
        scratch.signal_engines("-STOP");
        // Longer than the time of the move, and shorter than the wait after which the engine is treated as hanging.
        std::thread::sleep(Duration::from_millis(2_200));
        scratch.signal_engines("-CONT");
    };
    let kill = |scratch: &Scratch| scratch.signal_engines("-KILL");
    let stop = |scratch: &Scratch| scratch.signal_engines("-STOP");
    type Row<'a> = (&'a str, &'a str, fn(&Scratch), Termination, &'a str);
    let rows: [Row; 3] = [
        ("killed engine", NO_LIMIT, kill, Termination::Crash, "signal: 9"),
        ("stopped engine", &quick, stop, Termination::Hang, "no bestmove within 2.0 s"),
        ("late engine", "movetime=2000", late, Termination::TimeLoss, "2000.0 ms left"),
    ];
    at_once(&rows, |(name, limit, event, reason, detail)| {
        let scratch = run_with_event_while_thinking(name, &thinker(limit), *event);
        let games = scratch.games();
        assert_eq!(games.len(), 2, "{name}");
        for game in games {
            let black = self::name(&game, 0) == "thinker";
            let lost = if black { GameResult::BlackWins } else { GameResult::WhiteWins };
            assert_eq!((game.reason, game.result), (Some(*reason), Some(lost)), "{name}: {game:?}");
            assert!(game.detail.contains(detail), "{name}: {}", game.detail);
        }
        let handshakes = scratch.text("log.txt").matches("thinker > ugi\n").count();
        assert_eq!(handshakes, 2, "{name}: it is started again");
    });
}

#[test]
fn a_match_that_was_stopped_and_continued_loses_no_game_on_time() {
    let table = [("process", format!("cmd={LUCTOR}")), ("internal", "cmd=internal".to_owned())];
    let scratches = table.map(|(name, cmd)| (Scratch::new(&format!("stopped match {name}")), cmd));
    // Both matches run at the same time. The margin is for a busy machine, and shorter than the stop.
    let mut matches: Vec<_> = scratches
        .iter()
        .map(|(scratch, cmd)| {
            scratch.begin(&format!(
                "-engine {cmd} name=one -engine {cmd} name=two -maxplies 4 -concurrency 2 \
                 -each movetime=300 timemargin=1500 option.Hash=1"
            ))
        })
        .collect();
    for running in &mut matches {
        running.wait_for("start", |scratch| scratch.file("games.jsonl").exists());
    }
    // The games are most likely in the middle of a move.
    std::thread::sleep(Duration::from_millis(450));
    matches.iter().for_each(|running| running.signal("-STOP", ""));
    std::thread::sleep(Duration::from_millis(2_000));
    matches.iter().for_each(|running| running.signal("-CONT", ""));
    for (running, (scratch, cmd)) in matches.into_iter().zip(&scratches) {
        assert!(running.end().success(), "{}", scratch.text("stderr"));
        let games = scratch.games();
        assert_eq!(games.len(), 2, "{cmd}");
        for game in games {
            let end = (game.reason, game.moves.len());
            assert_eq!(end, (Some(Termination::MoveLimit), 4), "{game:?}");
        }
    }
}

/// `LUCTOR_BAD_ROUNDS=1000 cargo test --workspace --all-features --test all bad_engines_leave -- --nocapture` plays 24,000
/// games.
#[test]
fn bad_engines_leave_no_process_no_handle_and_no_memory() {
    let rounds: usize = amount_from_env("LUCTOR_BAD_ROUNDS", 2);
    let habits = [
        "crash",
        "abort",
        "stderr and crash",
        "hang for ever",
        "ignores quit",
        "flood of bytes",
        "flood of lines",
        "many lines",
        "huge line",
        "garbage and a move",
        "garbage for a move",
        "illegal move",
    ];
    let cmd = example("bad_engine");
    let engine = |habit: &str| {
        let habit = habit.replace(' ', "\u{a0}");
        format!("-engine cmd={cmd} arg={habit} arg=3 name={habit} watchdog=1000 ")
    };
    let scratch = Scratch::new("bad engines");
    let mut running = scratch.begin(&format!(
        "-tournament gauntlet {GOOD} {} -each depth=1 -maxplies 20 -concurrency 4 -rounds {rounds}",
        habits.map(engine).concat()
    ));
    let pid = running.process_id();
    let samples = 2 * rounds;
    let mut held = Vec::new();
    for sample in 1..samples {
        running.wait_for_games(habits.len() * sample);
        let (handles, memory) = (open_handles(pid), resident_kib(pid));
        if sample % samples.div_ceil(10) == 0 {
            println!("{} games: {handles} handles, {memory} KiB", habits.len() * sample);
        }
        held.push((handles, memory));
    }
    assert_eq!(running.end().code(), Some(0), "{}", scratch.text("stderr"));
    assert_eq!(scratch.games().len(), habits.len() * samples);
    // Each of four workers keeps its engines for the next game, with three handles each. So memory grows at first.
    let handles = held.iter().map(|(handles, _)| *handles).max();
    assert!(handles < Some(4 * 3 * habits.len() + 50), "{held:?}");
    let (early, late) = held.split_at(held.len().div_ceil(2));
    let most = |part: &[(usize, u64)]| part.iter().map(|(_, memory)| *memory).max().unwrap();
    let (before, after) = (most(early), most(late));
    assert!(after < before + 16 * 1024, "{before} KiB grew to {after} KiB");
}
