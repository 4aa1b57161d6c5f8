//! `luctor analyse`: all outputs of games of several sources, reproducibility, errors and exit codes.

use crate::support::program::{Run, program, refused, run, wait_for_end};
use crate::support::read;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use emergo_records::{ReadOptions, json, read_records};
use flate2::read::GzDecoder;
use serde_json::Value;
use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use test_support::client::TIMEOUT;
use test_support::process::{comes_true, send_signal};
use test_support::scratch::{game_file, scratch_text};

fn analyse(arguments: &[&str], input: &str) -> Run {
    run(program().arg("analyse").args(arguments), input)
}

/// Checks all outputs of the first game of a file against each other. Returns the report.
fn check_all_outputs(file: &str, name: &str) -> Value {
    let [pgn, html] = ["pgn", "html"].map(|end| scratch_text(&format!("{name}.{end}")));
    let analyse = |outputs: &[&str]| {
        let options = [file, "--number", "1", "--nodes", "400", "--hash", "4", "--threads", "1"];
        let run = analyse(&[&options, outputs].concat(), "");
        assert_eq!(run.code, Some(0), "{name}: {}", run.notes);
        run.output
    };
    let text = analyse(&["--pgn", &pgn]);
    let report: Value = serde_json::from_str(&analyse(&["--json", "--html", &html])).unwrap();
    assert_eq!(report["version"], 1);
    assert_eq!(report["limit"]["nodes"], 400);
    let original = &read_records(&std::fs::read_to_string(file).unwrap(), &ReadOptions::default())
        .games
        .remove(0)
        .unwrap();
    let recorded = json::read_line(&report["game"].to_string()).unwrap();
    assert_eq!(&recorded, original, "{name}");
    let judged = report["moves"].as_array().unwrap();
    assert_eq!(judged.len(), original.moves.len());
    assert_eq!(report["graph"].as_array().unwrap().len(), judged.len() + 1);

    let annotated = read(&std::fs::read_to_string(pgn).unwrap()).remove(0);
    assert_eq!(annotated.game().moves(), original.game().moves(), "{name}");
    let nags = HashMap::from([("good", 1), ("mistake", 2), ("blunder", 4), ("inaccuracy", 6)]);
    for (one, recorded) in judged.iter().zip(&annotated.moves) {
        let nag = one["mark"].as_str().map(|mark| nags[mark]);
        assert_eq!(recorded.nags, nag.into_iter().collect::<Vec<u8>>(), "{one}");
        let has_comment = nag.is_some() || !one["missed_win"].is_null();
        assert_eq!(!recorded.comment.is_empty(), has_comment, "{one}");
        if nag.is_some_and(|nag| nag > 1) {
            let [line] = &recorded.variations[..] else { panic!("one variation: {one}") };
            let best = one["best"]["moves"].as_array().unwrap();
            assert_eq!(line.len(), best.len().min(12), "{one}");
        }
    }

    // The text has every move and the marks; the page has the report and makes no requests.
    let symbols =
        HashMap::from([("good", "!"), ("mistake", "?"), ("blunder", "??"), ("inaccuracy", "?!")]);
    for one in judged {
        let mark = one["mark"].as_str().map_or("", |mark| symbols[mark]);
        let marked = format!("{} {mark}", one["played"].as_str().unwrap());
        assert!(text.contains(&marked), "{name}: {marked}");
    }
    let page = std::fs::read_to_string(html).unwrap();
    let (_, rest) = page.split_once("id=\"reports\">").unwrap();
    let (data, _) = rest.split_once("</script>").unwrap();
    let data = BASE64_STANDARD.decode(data).unwrap();
    let games: Value = serde_json::from_reader(GzDecoder::new(&data[..])).unwrap();
    // The page writes the moves in its own coordinates.
    let shown = &games[0]["report"];
    assert_eq!(shown["players"], report["players"]);
    for (one, other) in shown["moves"].as_array().unwrap().iter().zip(judged) {
        assert_eq!([&one["loss"], &one["mark"]], [&other["loss"], &other["mark"]], "{name}");
    }
    assert!(games[0]["answers"].as_object().unwrap().len() > judged.len(), "{name}");
    assert!(page.contains("default-src 'none'"));
    let without_namespace = page.replace("http://www.w3.org/2000/svg", "");
    assert!(!without_namespace.contains("://") && !without_namespace.contains("src=\""));
    report
}

#[test]
fn games_of_abstractplay_mindsports_and_the_match_runner_go_through_all_outputs() {
    let report = check_all_outputs(&game_file("abstractplay.json"), "abstractplay");
    assert_eq!(report["game"]["coordinates"], "checkerboard");
    assert_eq!(report["players"]["white"]["name"], "ann_of_green");
    check_all_outputs(&game_file("mindsports.txt"), "mindsports");
    let games = scratch_text("match-games.jsonl");
    let words = "match -engine cmd=internal name=a -engine cmd=internal name=b -each nodes=40 option.Hash=4 \
                 -rounds 1 -maxplies 60 -out";
    let played = run(program().args(words.split(' ')).arg(&games), "");
    assert_eq!(played.code, Some(0), "{}", played.notes);
    let report = check_all_outputs(&games, "match");
    let errors = |side: &str| {
        let game = &report["players"][side]["game"];
        ["inaccuracies", "mistakes", "blunders"]
            .iter()
            .map(|name| game[name].as_u64().unwrap())
            .sum::<u64>()
    };
    assert!(errors("white") + errors("black") > 0, "an engine with 40 nodes makes errors");
}

#[test]
fn the_result_is_reproducible_and_several_games_do_not_depend_on_each_other() {
    let files = [game_file("mindsports.txt"), game_file("tutor.txt")];
    let json = |files: &[&str], threads: &str| {
        let options = ["--nodes", "500", "--hash", "4", "--json", "--threads", threads];
        let run = analyse(&[files, &options].concat(), "");
        assert_eq!(run.code, Some(0), "{}", run.notes);
        run.output
    };
    let first = json(&[&files[0]], "1");
    assert_eq!(first, json(&[&files[0]], "1"));
    let both = json(&[&files[0], &files[1]], "1");
    assert!(both.starts_with(&first));
    let empty = scratch_text("empty.pgn");
    std::fs::write(&empty, "[Result \"*\"]\n\n*\n").unwrap();
    let notes = analyse(&[&files[0], &empty, "--depth", "1"], "").notes;
    assert!(notes.contains("empty.pgn: game 1 has no moves"), "{notes}");
    // Each of two games has one of two threads.
    assert_eq!(both, json(&[&files[0], &files[1]], "2"));
}

#[test]
fn an_annotated_game_is_annotated_again_without_repetition() {
    let pgn = |input: &str| {
        let options = ["-", "--depth", "3", "--hash", "4", "--threads", "1", "--pgn", "-"];
        let run = analyse(&options, input);
        assert_eq!(run.code, Some(0), "{}", run.notes);
        let keeps = "standard input: game 1 keeps the comments of an analysis by Luctor ";
        assert_eq!(run.notes.contains(keeps), input.contains("[Annotator "), "{}", run.notes);
        run.output
    };
    let once = pgn(&std::fs::read_to_string(game_file("mindsports.txt")).unwrap());
    assert!(once.contains("[Annotator \"Luctor") && once.contains(" $"));
    assert_eq!(pgn(&once), once);
}

#[test]
fn an_illegal_move_is_reported_and_the_moves_before_it_are_analysed() {
    let run = analyse(&["-", "--depth", "2"], "1. e4 e6 2. e6 d6");
    assert_eq!(run.code, Some(1));
    assert!(run.notes.contains("ply 3: illegal move 'e6'"), "{}", run.notes);
    assert!(run.notes.contains("error: 1 error in the games"), "{}", run.notes);
    assert!(run.output.contains("1. e4"), "{}", run.output);
}

#[test]
#[cfg(target_os = "linux")]
fn an_analysis_that_is_stopped_before_its_first_game_keeps_the_old_file() {
    let out = scratch_text("stopped.pgn");
    std::fs::write(&out, "old").unwrap();
    let arguments = ["--movetime", "86400000", "--hash", "1", "--pgn", &out];
    let mut child =
        program().args(["analyse", &game_file("mindsports.txt")]).args(arguments).spawn().unwrap();
    assert!(comes_true(TIMEOUT, || handles_termination(child.id())));
    let mut notes = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
    send_signal("-TERM", &child.id().to_string());
    assert!(notes.any(|note| note.contains("press again to stop at once")));
    send_signal("-TERM", &child.id().to_string());
    assert!(notes.any(|note| note == "interrupted: 0 of 1 game analysed"));
    assert_eq!(wait_for_end(&mut child).code(), Some(130));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "old");
    assert!(!std::path::Path::new(&format!("{out}.part")).exists());
}

/// Does a process have a handler for SIGTERM?
#[cfg(target_os = "linux")]
fn handles_termination(process: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap() & 1 << (15 - 1) != 0
}

#[test]
fn wrong_arguments_are_refused_before_any_search() {
    let input = &*game_file("mindsports.txt");
    let [out, new] = &["same", "new"].map(scratch_text);
    std::fs::write(out, "old").unwrap();
    for (arguments, code, message) in [
        (&["missing.pgn"][..], 1, "missing.pgn"),
        (&[input, "--number", "2"], 2, "--number: there is no game 2, only 1 game"),
        (&[input, &game_file("moves.txt"), "--number", "1"], 2, "--number: needs a single file"),
        (&[input, "--number", "0"], 2, "--number: there is no game 0, only 1 game"),
        (&[input, "--nodes", "0"], 2, "--nodes"),
        (&[input, "--nodes", "9", "--depth", "9"], 2, "cannot be used with"),
        (&[input, "--pgn", input], 2, "is also an input"),
        (&[input, "--pgn", "-", "--json"], 2, "--json: standard output is also for --pgn"),
        (&[input, "--pgn", out, "--html", out], 2, "is also for --pgn"),
        (&[input, "--html", "no/such/folder/page.html"], 1, "no/such/folder/page.html"),
        (&["-"], 1, "standard input: there are no games"),
        (&[input, "--pgn", new, "--json", "--net", "missing.net"], 1, "missing.net"),
    ] {
        refused(program().arg("analyse").args(arguments), "", code, message);
    }
    let moves = std::fs::read_to_string(input).unwrap();
    assert!(moves.starts_with("1. f4 e3"), "the input is not replaced");
    assert_eq!(std::fs::read_to_string(out).unwrap(), "old");
    assert!(!std::path::Path::new(new).exists());
}
