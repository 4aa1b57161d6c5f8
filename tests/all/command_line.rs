//! The output of the subcommands perft, bench, show, go and eval, and the exit codes of the program.

use crate::support::program::{
    Run, printed, program, refused, run, run_program, start, wait_for_end,
};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use test_support::client::without_time;
use test_support::process::send_signal;
use test_support::scratch::scratch_text;

const BALANCED_OPENINGS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/openings/emergo-balanced.txt");

/// The lines of a run that ends with success and prints nothing on standard error.
fn lines(arguments: &[&str]) -> Vec<String> {
    printed(program().args(arguments)).lines().map(str::to_owned).collect()
}

#[test]
fn perft_prints_one_line_per_depth() {
    for (arguments, counts) in [
        (&[][..], ["40", "1504", "55172"]),
        (&["--moves", "e4 e6"], ["36", "1208", "38453"]),
        (&["--variant", "hexemergo", "--plain"], ["36", "1164", "36702"]),
    ] {
        let lines = lines(&[&["perft", "3"], arguments].concat());
        assert_eq!(lines.len(), 3, "{lines:?}");
        for ((depth, count), line) in (1..).zip(counts).zip(&lines) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let depth: i32 = depth;
            assert_eq!(words[..4], ["perft", &depth.to_string(), count, "nodes"], "{line}");
            assert!(line.ends_with("nodes/s"), "{line}");
        }
    }
}

#[test]
fn perft_divide_prints_one_line_per_move() {
    let position = "1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5";
    for threads in ["1", "2"] {
        let arguments = ["perft", "2", "--divide", "--position", position, "--threads", threads];
        let mut lines = lines(&arguments);
        let last = lines.pop().unwrap();
        assert!(lines.is_sorted() && lines.iter().any(|line| line == "g6: 1"), "{lines:?}");
        let parts = lines.iter().map(|line| line.split_once(": ").unwrap().1);
        let sum: u64 = parts.map(|part| part.parse::<u64>().unwrap()).sum();
        assert_eq!(last, format!("Nodes searched: {sum}"));
    }
    let lines = lines(&["perft", "1", "--divide", "--coordinates", "checkerboard"]);
    assert!(lines.contains(&"a1: 1".to_owned()) && !lines.contains(&"e5: 1".to_owned()));
}

#[test]
fn show_draws_a_position_after_moves() {
    let lines = lines(&["show", "--moves", "e4", "e6"]);
    assert_eq!(lines[5].split_whitespace().nth(4), Some("w"), "{lines:?}");
    assert!(lines.iter().any(|line| line == "position: 1/3/5/3b3/9/3w3/5/3/1 w 11,11 2"));
    assert!(lines.iter().all(|line| line.trim_end() == line), "{lines:?}");
    let lines =
        self::lines(&["show", "--variant", "HexEmergo", "--position", "4/5/6/7/6/5/4 w 9,9"]);
    assert!(lines.iter().any(|line| line == "position: 4/5/6/7/6/5/4 w 9,9 1"), "{lines:?}");
}

#[test]
fn show_selects_a_game_and_a_ply_under_the_rules_of_the_game() {
    let file = &*scratch_text("show.pgn");
    // In checkerboard coordinates. The second game ends with a blocked side, which loses.
    let pgn = "[Event \"x\"]\n\n1. e4 e6 *\n\n[Event \"y\"]\n[Coordinates \"checkerboard\"]\n\
         [Blocked \"loss\"]\n[FEN \"1/3/5/7/9/3b3/5/1b1/w b 0,0 1\"]\n\n1... d4-c3 0-1\n\n";
    std::fs::write(file, pgn).unwrap();
    let show = |more: &[&str]| {
        let run = run_program(&[&["show", file], more].concat(), "");
        assert_eq!((run.code, run.notes), (Some(0), format!("{file}: PGN, 2 games\n")));
        run.output
    };
    let first = show(&["--ply", "1"]);
    assert!(first.contains("position: 1/3/5/7/9/3w3/5/3/1 b 11,12 1"), "{first}");
    let second = show(&["--number", "2"]);
    assert!(second.contains("Black wins (blocked)"), "{second}");
    let before = show(&["--number", "2", "--ply", "0", "--moves", "d4-c3"]);
    assert!(before.contains("Black wins (blocked)"), "{before}");
    for (arguments, error) in [
        (&["--number", "3"][..], "has no game 3, only 2 games"),
        (&["--number", "0"], "has no game 0, only 2 games"),
        (&["--ply", "3"], "the game has 2 moves"),
        (&["--number", "2", "--ply", "2"], "the game has 1 move"),
    ] {
        refused(program().args(["show", file]).args(arguments), "", 2, error);
    }
    let show = run_program(&["show", "-", "--ply", "2"], "1. e4 e4");
    assert_eq!(show.code, Some(1), "{}", show.notes);
    assert!(show.output.contains("position: 1/3/5/7/9/3w3/5/3/1 b 11,12 1"), "{}", show.output);
    assert!(show.notes.contains("ply 2: illegal move 'e4'"), "{}", show.notes);
    // The main line is complete.
    let variation = "[Event \"x\"]\n\n1. e4 e6 (1... e4) *";
    let mut show = program();
    refused(show.args(["show", "-", "--ply", "3"]), variation, 2, "the game has 2 moves");
}

#[test]
fn each_command_that_reads_games_accepts_their_format_and_their_rule_for_a_blocked_side() {
    let index = &*scratch_text("games.index");
    let table: [(&[&str], &str); 6] = [
        (&["show", "-"], "Black wins (blocked)"),
        (&["convert", "-"], "[Result \"0-1\"]"),
        (&["explore", "-", "--index", index], "1 game and 1 position added"),
        (&["statistics", "-", "--json"], "\"blocked\":\"loss\""),
        (&["analyse", "-", "--depth", "1", "--json"], "\"blocked\":\"loss\""),
        // A blocked side draws in all puzzles.
        (&["puzzles", "find", "-"], ""),
    ];
    let game = "[FEN \"1/3/5/7/9/3b3/5/1b1/w b 0,0 1\"]\n\n1... e4-e3 *\n";
    for (command, output) in table {
        let from = run_program(&[command, &["--from", "json"]].concat(), game);
        assert_eq!(from.code, Some(1), "{command:?}: {}", from.notes);
        assert!(from.notes.contains("match lines (JSON)"), "{command:?}: {}", from.notes);
        if !output.is_empty() {
            let run = run_program(&[command, &["--blocked", "loss"]].concat(), game);
            assert_eq!(run.code, Some(0), "{command:?}: {}", run.notes);
            assert!(run.output.contains(output), "{command:?}: {}", run.output);
        }
    }
    let explored = lines(&[
        "explore",
        "--index",
        index,
        "--json",
        "--position",
        "1/3/5/7/9/3b3/5/1b1/w b 0,0 1",
    ]);
    assert!(explored[0].contains("\"black\":1"), "{explored:?}");
    for (arguments, input) in [
        (&["show", "--blocked", "loss"][..], "GAMES"),
        (&["explore", "--index", index, "--from", "pgn"], "<GAMES>"),
    ] {
        refused(program().args(arguments), "", 2, input);
    }
}

/// A position with captures for White, one of them the last move of the game.
const WON_AT_ONCE: &str = "1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0";

#[test]
fn go_prints_what_the_protocol_prints_for_the_same_search() {
    let coordinates = ["--coordinates", "checkerboard"];
    let table: [(&[&str], &[&str], &str); 4] = [
        (&["--depth", "7"], &["position startpos"], "depth 7"),
        (
            &["--nodes", "3000", "--multipv", "3", "--wdl", "--moves", "e4", "e6"],
            &[
                "setoption name MultiPV value 3",
                "setoption name UCI_ShowWDL value true",
                "position startpos moves e4 e6",
            ],
            "nodes 3000",
        ),
        (
            &[
                "--variant",
                "emergo7",
                "--depth",
                "5",
                "--moves",
                "b2 f6",
                coordinates[0],
                coordinates[1],
            ],
            &[
                "setoption name UCI_Variant value emergo7",
                "setoption name Coordinates value checkerboard",
                "position startpos moves b2 f6",
            ],
            "depth 5",
        ),
        (
            &["--position", WON_AT_ONCE, "--mate", "1"],
            &["position fen 1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0"],
            "mate 1",
        ),
    ];
    for (arguments, commands, limit) in table {
        let printed = lines(&[&["go", "--threads", "1", "--hash", "1"], arguments].concat());
        let mut client = start();
        client.tell("setoption name Hash value 1");
        for command in commands {
            client.tell(command);
        }
        let mut expected = client.ask(&format!("go {limit}"), "bestmove");
        assert_eq!(printed.last(), expected.last(), "{arguments:?}");
        for line in &mut expected {
            *line = without_time(line);
        }
        let printed: Vec<String> = printed.iter().map(|line| without_time(line)).collect();
        assert_eq!(printed, expected, "{arguments:?}");
        client.quit();
    }
}

#[test]
fn go_ends_after_its_time_on_several_threads() {
    let printed = lines(&["go", "--hash", "1", "--threads", "3", "--movetime", "20"]);
    let best = printed.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move");
    assert!(printed.len() > 1 && !best.contains(' '), "{printed:?}");
    lines(&["show", "--moves", best]);
}

#[test]
fn go_in_a_finished_game_prints_the_score_and_no_move() {
    let table: [(&[&str], &str); 3] = [
        (&["--position", WON_AT_ONCE, "--moves", "e4xc4xc6xe6xe4xc4"], "mate 0"),
        (&["--position", "1/3/5/7/9/7/2b2/1b1/w w 0,0"], "cp 0"),
        (&["--position", "1/3/5/7/9/7/2b2/1b1/w w 0,0", "--blocked", "loss"], "mate 0"),
    ];
    for (arguments, score) in table {
        for limit in [&["--depth", "3"][..], &[]] {
            let printed = lines(&[&["go", "--hash", "1"], limit, arguments].concat());
            assert_eq!(printed, [format!("info depth 0 score {score}").as_str(), "bestmove 0000"]);
        }
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_a_search_with_its_best_move() {
    // Only a search with a limit is interrupted.
    for (limit, code) in [(&[][..], 0), (&["--nodes", "1000000000000"], 130)] {
        let mut child = program().args(["go", "--threads", "2"]).args(limit).spawn().unwrap();
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        reader.read_line(&mut first).unwrap();
        assert!(first.starts_with("info depth 1 "), "{first}");
        send_signal("-INT", &child.id().to_string());
        let mut rest = String::new();
        reader.read_to_string(&mut rest).unwrap();
        assert!(rest.lines().last().unwrap().starts_with("bestmove "), "{rest}");
        assert_eq!(wait_for_end(&mut child).code(), Some(code));
    }
}

#[test]
fn eval_prints_what_the_protocol_prints() {
    let table: [(&[&str], &[&str]); 3] = [
        (&[], &["position startpos"]),
        (
            &["--variant", "hexemergo", "--moves", "c3", "e5"],
            &["setoption name UCI_Variant value hexemergo", "position startpos moves c3 e5"],
        ),
        (
            &["--position", WON_AT_ONCE, "--coordinates", "checkerboard"],
            &[
                "setoption name Coordinates value checkerboard",
                "position fen 1/3/5/2b4/2b1b4/2(b2w2)(w3)3/5/3/1 w 0,0",
            ],
        ),
    ];
    for (arguments, commands) in table {
        let printed = lines(&[&["eval"], arguments].concat());
        let mut client = start();
        for command in commands {
            client.tell(command);
        }
        assert_eq!(printed, client.ask("eval", "evaluation"), "{arguments:?}");
        client.quit();
    }
}

#[test]
fn a_network_of_another_board_is_refused() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/nets/emergo7.net");
    let file = file.to_str().unwrap();
    let out = &*scratch_text("never written");
    for arguments in [
        &["eval", "--net", file][..],
        &["analyse", "--net", file, "-"],
        &["tune", "--out", out, "razoring_slope_no_hand", "--iterations", "1", "--network", file],
    ] {
        let problem = "emergo7.net: a network for emergo7, but the board is emergo";
        refused(program().args(arguments), "e4 e6 f4", 1, problem);
    }
    lines(&["eval", "--variant", "emergo7", "--net", file]);
    let batch = run_program(&["batch", "--net", file], "{\"id\":\"a\",\"nodes\":10}\n");
    assert!(batch.output.contains("\"field\":\"variant\",\"id\":\"a\""), "{}", batch.output);
}

#[test]
fn games_are_analysed_with_a_network_for_the_board_of_any_of_them() {
    let games = "[Variant \"emergo\"]\n\n1. e4 *\n\n[Variant \"emergo7\"]\n\n1. d3 *\n";
    for (board, expected, message) in [
        ("emergo", Some(0), ""),
        ("emergo7", Some(0), ""),
        ("hexemergo", Some(1), "a network for hexemergo, but the board is emergo or emergo7"),
    ] {
        let file = format!("{}/crates/engine/nets/{board}.net", env!("CARGO_MANIFEST_DIR"));
        let arguments = ["analyse", "--net", &file, "--depth", "1", "-"];
        let run = run_program(&arguments, games);
        assert_eq!(run.code, expected, "{board}: {}", run.notes);
        assert!(run.notes.contains(message), "{board}: {}", run.notes);
    }
}

#[test]
fn show_never_reads_a_game_in_the_wrong_coordinates_silently() {
    let show = |arguments: &[&str], input: &str| {
        let arguments = [&["show", "-"], arguments].concat();
        run_program(&arguments, input)
    };
    // On the checkerboard only.
    let Run { code, output: shown, notes } = show(&[], "d4 f6 a1");
    assert_eq!(code, Some(0), "{notes}");
    assert!(shown.contains("position: 1/3/5/3b3/9/3w3/5/3/w b 10,11 2"), "{shown}");
    assert!(shown.contains("checkerboard coordinates"), "{shown}");
    assert!(notes.contains("emergo in checkerboard coordinates"), "{notes}");
    // In both, so the options decide.
    let oblique = ["--coordinates", "oblique", "--variant", "emergo"];
    let Run { output: shown, notes, .. } = show(&oblique, "d4 f6");
    assert!(shown.contains("position: 1/3/5/4b2/9/2w4/5/3/1 w 11,11 2"), "{shown}");
    assert_eq!(notes, "standard input: list of moves, 1 game\n");
    // In neither.
    let Run { code, output: shown, notes } = show(&["--coordinates", "checkerboard"], "e4 e6");
    assert_eq!(code, Some(1), "{notes}");
    assert!(shown.contains("position: 1/3/5/7/9/7/5/3/1 w 12,12 1"), "{shown}");
    assert!(notes.contains("emergo has no square e4"), "{notes}");
}

#[test]
fn show_draws_the_legal_part_of_a_game_and_reports_its_error() {
    let text = "1. e4-e5 e6\n\n1. e4 e6\n2. e6 f4\n\n1. e4 e6 2. f4";
    let show = |more: &[&str]| run_program(&[&["show", "-"], more].concat(), text);
    let Run { code, output: shown, notes } = show(&["--number", "2"]);
    assert_eq!(code, Some(1));
    assert!(shown.contains("position: 1/3/5/3b3/9/3w3/5/3/1 w 11,11 2"), "{shown}");
    let error = "error: standard input: game 2, line 4: ply 3: illegal move 'e6': e6 is not vacant";
    assert!(notes.ends_with(&format!("{error}\n")), "{notes}");
    // Errors of other games do not matter, and those after the position are only a note.
    assert_eq!(show(&["--number", "3"]).code, Some(0));
    let Run { code, output: shown, notes } = show(&["--number", "2", "--ply", "1"]);
    assert_eq!(code, Some(0), "{notes}");
    assert!(shown.contains("position: 1/3/5/7/9/3w3/5/3/1 b 11,12 1"), "{shown}");
    let note = &error["error: ".len()..];
    assert!(notes.trim_end().ends_with(note) && !notes.contains("error: "), "{notes}");
}

#[test]
fn show_draws_a_picture_with_the_last_move_marked() {
    let lines =
        lines(&["show", "--svg", "--layout", "checkerboard", "--turned", "--moves", "e4", "e6"]);
    assert_eq!(lines.len(), 1);
    assert!(lines[0].starts_with("<svg ") && lines[0].ends_with("</svg>"), "{lines:?}");
    assert!(lines[0].contains("class=\"cell last\" data-cell=\"e6\""), "{lines:?}");
    for arguments in
        [["show", "--svg", "--layout", "round"], ["show", "--layout", "diamond", "--turned"]]
    {
        assert_eq!(run_program(&arguments, "").code, Some(2), "{arguments:?}");
    }
}

#[test]
#[cfg(not(feature = "gui"))]
fn a_build_without_the_board_reports_the_missing_feature() {
    for arguments in [&["gui", "--no-open"][..], &["analyse", "-", "--html", "-"]] {
        let run = run_program(arguments, "");
        assert_eq!(run.code, Some(1), "{arguments:?}");
        assert!(run.notes.contains("--features gui"));
    }
}

#[test]
fn the_version_contains_the_commit_if_there_is_a_repository() {
    let line = lines(&["--version"]).concat();
    let rest =
        line.strip_prefix(concat!("luctor ", env!("CARGO_PKG_VERSION"))).expect("name and version");
    let commit = rest.strip_prefix(" (").and_then(|rest| rest.strip_suffix(')'));
    if Path::new(env!("CARGO_MANIFEST_DIR")).join(".git").exists() {
        let commit = commit.expect("a commit");
        assert!(
            commit.len() == 12 && commit.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{line}"
        );
    }
}

#[test]
fn bench_ends_with_nodes_and_speed() {
    let lines = lines(&["bench", "1"]);
    let words: Vec<&str> = lines[lines.len() - 1].split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = words[..] else { panic!("{lines:?}") };
    assert!(nodes.parse::<u64>().unwrap() > 0 && speed.parse::<u64>().is_ok(), "{words:?}");
}

#[test]
fn bench_compares_the_time_of_one_and_several_threads() {
    let lines = lines(&["bench", "2", "--threads", "2", "--time"]);
    let positions = lines.iter().filter(|line| line.contains(" ms ")).count();
    assert_eq!(positions, lines.len() - 3, "{lines:?}");
    assert!(positions >= 40, "{lines:?}");
    assert!(lines[positions].starts_with("threads 1: "), "{lines:?}");
    assert!(lines[positions + 1].starts_with("threads 2: "), "{lines:?}");
    let ratio = lines[positions + 2].strip_prefix("2 threads reach depth 2 ").unwrap();
    let ratio = ratio.strip_suffix(" times as fast, geometric mean").unwrap();
    assert!(ratio.parse::<f64>().unwrap() > 0.0);
}

#[test]
fn a_file_that_cannot_be_opened_is_a_failure_with_exit_code_1() {
    for (arguments, file) in [
        (&["show", "no such file"][..], "no such file"),
        (&["eval", "--net", "no such file"], "no such file"),
        (
            &[
                "tune",
                "--out",
                "no/such/folder",
                "futility_*_no_hand",
                "--openings",
                BALANCED_OPENINGS,
            ],
            "no/such/folder",
        ),
    ] {
        refused(program().args(arguments), "", 1, file);
    }
}

#[test]
fn a_word_for_help_anywhere_prints_the_options_of_match() {
    for words in [
        &["-h"][..],
        &["--help"],
        &["-help"],
        &["-engine", "cmd=internal", "--help"],
        &["-rounds", "2", "-h"],
    ] {
        let lines = lines(&[&["match"], words].concat());
        assert!(lines.iter().any(|line| line.starts_with("  -rounds N ")), "{words:?}: {lines:?}");
    }
}

#[test]
fn wrong_arguments_are_refused_with_one_message_and_exit_code_2() {
    let table: [(&[&str], &str); 33] = [
        (&["fly"], "fly"),
        (&["match", "-fly"], "-fly"),
        (&["perft"], "DEPTH"),
        // A list of an option takes the words that follow it.
        (&["perft", "--moves", "e4", "e6", "2"], "Usage: luctor perft <DEPTH> [OPTIONS]"),
        (&["book", "show", "--moves", "e4", "x"], "Usage: luctor book show <FILE> [OPTIONS]"),
        (&["perft", "65"], "65"),
        (&["perft", "3", "--variant", "chess"], "chess"),
        (&["perft", "3", "--position", "nonsense"], "side to move is missing"),
        (&["perft", "3", "--position", "1/3/5/7/9/7/5/3/1 w 13,12"], "too many men"),
        (&["perft", "3", "--variant", "emergo7", "--position", "1/3/5/7/9/7/5/3/1 w 8,8"], "lines"),
        (&["perft", "3", "--threads", "0"], "0"),
        (&["perft", "3", "--variant", "hexemergo", "--coordinates", "checkerboard"], "hexemergo"),
        (&["endings", "--variant", "hexemergo", "--coordinates", "checkerboard"], "hexemergo"),
        (
            &["puzzles", "solve", "--variant", "hexemergo", "--coordinates", "checkerboard"],
            "hexemergo",
        ),
        (&["bench", "3", "--threads", "257"], "257"),
        (&["bench", "3", "--time"], "needs --threads of two or more"),
        (&["tune", "--out", "x.json"], "NAME[=STEP]"),
        (&["tune", "--list", "razoring_*"], "[NAME[=STEP]]..."),
        (&["tune", "--list", "--nodes", "1000"], "--nodes"),
        (&["tune", "--out", "x.json", "contempt"], "no search parameter has the name contempt"),
        (&["tune", "--out", "x.json", "razoring_slope_no_hand=0"], "must be a number above 0"),
        (&["tune", "--out", "x.json", "razoring_slope_no_hand", "--rate", "0"], "--rate"),
        (&["statistics", ".", "./."], "./.: is given twice"),
        (&["convert", "-", "-"], "standard input: is given twice"),
        (&["go", "--depth", "0"], "must be a whole number from 1 on"),
        (&["go", "--nodes", "99999999999999999999"], "is too large"),
        (&["go", "--nodes", ""], "must be a whole number from 1 on"),
        (&["openings", "--seed", "one"], "must be a whole number"),
        (&["show", "--moves", "e4", "x"], "ply 2: 'x' is not a move"),
        (&["go", "--blocked", "win"], "win"),
        (&["go", "--depth", "1", "--moves", "e4", "e4"], "ply 2: illegal move 'e4'"),
        (
            &["eval", "--position", "1/3/5/7/4w4/7/5/3/1 b 0,0", "--moves", "e4"],
            "ply 1: the game has ended",
        ),
        (&["show", "--moves", "e5"], "centre"),
    ];
    for (arguments, wrong) in table {
        refused(program().args(arguments), "", 2, wrong);
    }
}

#[test]
fn tune_prints_each_iteration_and_the_values() {
    assert!(!lines(&["tune", "--list"]).is_empty());
    let state = scratch_text("tune.json");
    let arguments =
        ["tune", "--out", &state, "razoring_slope_no_hand=30", "razoring_depth", "--nodes", "100"];
    let openings = ["--openings", BALANCED_OPENINGS];
    let arguments = [&arguments[..], &["--iterations", "2", "--pairs", "1"], &openings].concat();
    let Run { output, notes, .. } = run(program().args(&arguments), "");
    let iterations: Vec<&str> = notes.lines().collect();
    assert_eq!(iterations.len(), 2, "{notes}");
    for (number, line) in (1..).zip(iterations) {
        assert!(line.starts_with(&format!("iteration {number} of 2: +")), "{line}");
        assert!(
            line.contains(" razoring_slope_no_hand ") && line.contains(" razoring_depth "),
            "{line}"
        );
    }
    let values: Vec<&str> = output.lines().collect();
    assert_eq!(values[0], "after iteration 2 of 2:");
    assert!(values[1].starts_with("    razoring_depth "), "{output}");
    assert!(values[2].starts_with("    razoring_slope_no_hand "), "{output}");
    assert!(values[4].starts_with("    option.params.razoring_depth="), "{output}");
    assert!(values[4].contains(" option.params.razoring_slope_no_hand="), "{output}");
    assert_eq!(lines(&arguments), values, "a finished run plays no games");
}
