//! `luctor match` that is interrupted, killed and resumed, and its files.
#![cfg(unix)]

use crate::support::match_runner::{GOOD, LUCTOR, Scratch, at_once, bad, number};
use crate::support::program::{Run, program, run};
use emergo::{Position, Variant, write_position};
use emergo_records::{GameRecord, pgn};
use std::fs;
use std::process::{Command, Stdio};
use std::time::Duration;
use test_support::amount::amount_from_env;
use test_support::process::example;

/// Two engines and ten openings. The games are the same in every run.
fn reproducible(scratch: &Scratch) -> String {
    let start = Position::start(Variant::Emergo7);
    let mut entries = Vec::new();
    start.legal_moves_into(&mut entries);
    let openings: String = entries
        .iter()
        .take(10)
        .map(|entry| format!("{}\n", write_position(&start.after(*entry), 1)))
        .collect();
    fs::write(scratch.file("openings.txt"), openings).unwrap();
    format!(
        "-engine cmd={LUCTOR} name=one -engine cmd=internal name=two option.Threads=1 -each nodes=200 option.Hash=1 \
         -openings file=openings.txt order=random -seed 5 -ratinginterval 0"
    )
}

/// Games without times and dates. The identifier of the match depends on the folder.
fn timeless(mut games: Vec<GameRecord>) -> Vec<GameRecord> {
    for game in &mut games {
        (game.wall_time, game.date) = (None, None);
        game.moves = game.moves.iter().map(|recorded| recorded.mv.into()).collect();
        if let Some(place) = &mut game.match_game {
            place.match_id.clear();
        }
    }
    games
}

/// `LUCTOR_KILLS=300 cargo test --release killed_at_random` kills the match 300 times.
#[test]
fn a_match_that_is_killed_at_random_moments_and_resumed_ends_like_an_undisturbed_one() {
    let kills: u32 = amount_from_env("LUCTOR_KILLS", 6);
    let mut random = fastrand::Rng::with_seed(5);
    let scratch = Scratch::new("killed at random");
    let words = format!("{} -maxplies 30 -pgnout games.pgn", reproducible(&scratch));
    for kill in 0..kills {
        let before = scratch.text("games.jsonl").lines().count();
        let mut running = scratch.begin(&format!("{words} -rounds 1000000 -concurrency 2 -resume"));
        // Each second time, a game is played before.
        if kill % 2 == 1 {
            running.wait_for_games(before);
        }
        // The time is random on purpose.
        std::thread::sleep(Duration::from_micros(random.u64(0..100_000)));
        running.signal("-KILL", "");
        assert_eq!(running.end().code(), None, "kill {kill}: {}", scratch.text("stderr"));
    }
    let highest = scratch.games().iter().map(number).max().expect("games were played");
    let rounds = highest / 2 + 2;
    let words = format!("{words} -rounds {rounds}");
    let games = scratch.run(&format!("{words} -resume"));
    let numbers: Vec<u64> = games.iter().map(number).collect();
    assert_eq!(numbers, (0..2 * rounds).collect::<Vec<u64>>());
    let undisturbed = Scratch::new("undisturbed");
    reproducible(&undisturbed);
    let expected = undisturbed.run(&format!("{words} -concurrency 2"));
    assert_eq!(timeless(games.clone()), timeless(expected));
    assert!(games.iter().all(|game| game.detail.is_empty()));
    assert_eq!(scratch.table(), undisturbed.table());
    // A finished match only prints its table again.
    let before = scratch.text("games.jsonl");
    scratch.run(&format!("{words} -resume"));
    assert_eq!(scratch.text("games.jsonl"), before);
    assert_eq!(scratch.table(), undisturbed.table());
    let sorted = |mut games: Vec<String>| {
        games.sort();
        games
    };
    let text = scratch.text("games.pgn");
    let mut starts: Vec<usize> = text.match_indices("[Event ").map(|(at, _)| at).collect();
    starts.push(text.len());
    let found = starts.windows(2).map(|ends| text[ends[0]..ends[1]].to_owned()).collect();
    assert!(sorted(found) == sorted(games.iter().map(pgn::write_game).collect()), "{text}");
    println!("{kills} kills, {} games", games.len());
}

/// `luctor match -score` with these arguments.
fn score(scratch: &Scratch, arguments: &str, input: &str) -> Run {
    let words = ["match", "-score"].into_iter().chain(arguments.split_whitespace());
    run(program().args(words).current_dir(&scratch.0), input)
}

#[test]
fn the_score_of_files_is_printed_without_playing() {
    let scratch = Scratch::new("score");
    let words = format!("{GOOD} {} -rounds 3 -pgnout games.pgn", bad("crash", ""));
    scratch.run(&words);
    let table = scratch.table();
    let with_mark = format!("\u{feff}{}", scratch.text("games.jsonl"));
    for files in ["games.jsonl", "games.pgn", "games.jsonl games.pgn games.jsonl", "-"] {
        let words = format!("{files} -sprt elo0=0 elo1=100");
        let Run { code, output, .. } = score(&scratch, &words, &with_mark);
        assert_eq!(code, Some(0), "{output}");
        assert!(table.iter().all(|line| output.contains(line)), "{table:?}\n{output}");
        assert!(output.contains("SPRT") && output.contains("White - Black"), "{output}");
    }
    let Run { code, output, notes } = score(&scratch, "games.jsonl none.jsonl", "");
    assert_eq!((code, output.as_str()), (Some(1), ""));
    assert!(notes.starts_with("error: none.jsonl: No such file"), "{notes}");
    // Games of another program belong to no pair.
    let text = scratch.text("games.pgn");
    let others = text.lines().filter(|line| !line.starts_with("[Match ")).collect::<Vec<_>>();
    std::fs::write(scratch.file("others.pgn"), others.join("\n")).unwrap();
    let Run { code, notes, .. } = score(&scratch, "others.pgn -sprt elo0=0 elo1=100", "");
    assert!(code == Some(1) && notes.contains("-sprt needs pairs"), "{notes}");
    let Run { output, .. } = score(&scratch, "games.jsonl others.pgn", "");
    assert!(output.contains("unpaired games       6; Elo and SPRT leave them out"), "{output}");
}

#[test]
fn a_match_ends_at_once_when_its_standard_input_ends() {
    let scratch = Scratch::new("stdin");
    let engines = format!("{GOOD} {} -each watchdog=86400000", bad("hang", ""));
    let mut command = program();
    command.args(["match", "-stdin", "-out", "games.jsonl"]).args(engines.split_whitespace());
    assert_eq!(run(command.current_dir(&scratch.0), "").code, Some(130));
    assert!(scratch.games().is_empty());
}

#[test]
fn collected_games_have_the_score_of_the_match_that_played_them() {
    let scratch = Scratch::new("collect");
    let words = format!("{} -rounds 10", reproducible(&scratch));
    let games = scratch.run(&words);
    let score = |file: &str| {
        let run = score(&scratch, &format!("{file} -json -sprt"), "");
        serde_json::from_str::<serde_json::Value>(&run.output).unwrap()
    };
    let expected = score("games.jsonl");
    assert_eq!(expected["games"], games.len());
    assert_eq!(expected["engines"][0]["name"], "one");
    let pairs = expected["pairs"].as_array().unwrap().iter().map(|pairs| pairs.as_u64().unwrap());
    assert_eq!(pairs.sum::<u64>(), 10);
    assert!(expected["sprt"]["llr"].is_f64() && expected["elo"]["error"].is_f64(), "{expected}");

    // The lines of the file in two batches, the first one twice, a batch that is not of this match, and one without end.
    let text = scratch.text("games.jsonl");
    let lines: Vec<&str> = text.lines().skip(1).collect();
    let (first, second) = (lines[..13].join("\n"), lines[13..].join("\n"));
    let batches = format!("{first}\n\n{first}\n\n{{}}\n\n{second}\n\n{first}");
    let run = run(
        program()
            .args(["match", "-collect", "-out", "collected.jsonl", "-each"])
            .arg(format!("dir={}", scratch.file("engines").display()))
            .args(["-variant", "emergo7", "-sprt"])
            .args(words.split_whitespace())
            .current_dir(&scratch.0),
        &batches,
    );
    let error = "error: standard input ends within a batch, which is not written\n";
    assert!(run.code == Some(1) && run.notes.ends_with(error), "{}", run.notes);
    let replies: Vec<serde_json::Value> =
        run.output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [start, first, again, rejected, second] = &replies[..] else { panic!("{}", run.output) };
    assert_eq!((&start["total"], &start["missing"][0]["last"]), (&20.into(), &19.into()));
    assert_eq!((&first["added"], &first["known"]), (&13.into(), &0.into()));
    assert_eq!((&again["added"], &again["known"]), (&0.into(), &13.into()));
    let error = rejected["error"].as_str().unwrap();
    assert!(error.starts_with("line 1 of the batch is not a game: "), "{error}");
    assert_eq!(second["score"], expected);
    assert_eq!(score("collected.jsonl"), expected);
}

#[test]
fn the_first_interrupt_finishes_the_running_games() {
    let scratch = Scratch::new("interrupted");
    let other = format!("-engine cmd={LUCTOR} name=other nodes=20000 option.Hash=1");
    let words = format!("{GOOD} {other} -rounds 5000 -concurrency 2");
    let mut running = scratch.begin(&words);
    running.wait_for_games(2);
    // Ctrl-C reaches the whole process group.
    running.signal("-INT", "-");
    assert_eq!(running.end().code(), Some(130), "{}", scratch.text("stderr"));
    let end = "interrupted: -resume continues the match\n";
    assert!(scratch.text("stderr").ends_with(end), "{}", scratch.text("stderr"));
    let games = scratch.games();
    assert!(games.len() < 100);
    for game in &games {
        assert_eq!(game.detail, "", "{game:?}");
    }
    assert_eq!(scratch.table().len(), 4, "{}", scratch.text("stdout"));
    let rounds = games.len().div_ceil(2) + 1;
    let words = format!("{GOOD} {other} -rounds {rounds} -resume");
    assert_eq!(scratch.run(&words).len(), 2 * rounds);
}

/// A match of two engines that think or hang for hours is stopped by the second interrupt.
fn stops_at_once(name: &str, cmd: &str) {
    let endless = "nodes=1000000000000";
    let scratch = Scratch::new(&format!("stopped {name}"));
    let mut running = scratch.begin(&format!(
        "-engine {cmd} name=one {endless} -engine {cmd} name=two {endless} -log log.txt"
    ));
    // An internal engine has no log. Its search uses the time of this process, and the start of the match a tenth of this.
    let log = |scratch: &Scratch| scratch.text("log.txt").contains("> go");
    match name {
        "internal" => running.wait_for_processor_time(0.5),
        _ => running.wait_for("go", log),
    }
    running.signal("-TERM", "");
    running.wait_for("word", |scratch| scratch.text("stderr").contains("finishing"));
    running.signal("-TERM", "");
    assert_eq!(running.end().code(), Some(130), "{name}");
    assert!(scratch.games().is_empty(), "{name}");
}

#[test]
fn the_second_interrupt_stops_programs_and_internal_engines_at_once() {
    let program = format!("cmd={LUCTOR}");
    let hang = format!("cmd={} arg=hang\u{a0}for\u{a0}ever", example("bad_engine"));
    let rows = [("program", &*program), ("hang", &hang), ("internal", "cmd=internal")];
    at_once(&rows, |(name, cmd)| stops_at_once(name, cmd));
}

#[test]
fn an_interrupt_does_not_need_standard_error() {
    let scratch = Scratch::new("no stderr");
    let reader = Command::new("true").stdin(Stdio::piped()).spawn();
    let mut reader = reader.unwrap();
    let closed = reader.stdin.take().unwrap();
    reader.wait().unwrap();
    let hang = format!("cmd={} arg=hang", example("bad_engine"));
    let mut running = scratch.begin_with(
        &format!("-engine {hang} name=one -engine {hang} name=two -each depth=1 watchdog=3600000 -log log.txt"),
        Stdio::from(closed),
    );
    running.wait_for("go", |scratch| scratch.text("log.txt").contains(" > go"));
    running.signal("-INT", "");
    // Two pending signals would be one.
    running.wait_for_signal_handler();
    running.signal("-INT", "");
    assert_eq!(running.end().code(), Some(130), "{}", scratch.text("stdout"));
    assert_eq!(scratch.table().len(), 4, "{}", scratch.text("stdout"));
}
