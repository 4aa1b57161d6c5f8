//! `luctor statistics`: reports, plots, and wrong files.

use crate::support::program::{program, run};
use serde_json::Value;
use std::path::PathBuf;
use test_support::scratch::scratch_folder;

const GAMES: &str = "[Result \"1-0\"]\n\n1. e4 e6 2. f4 1-0\n\n[Result \"0-1\"]\n\n1. e6 e4 0-1\n";

/// An empty folder with a file of two games.
fn folder_with_games(name: &str) -> PathBuf {
    let folder = scratch_folder(name);
    std::fs::write(folder.join("games.pgn"), GAMES).unwrap();
    folder
}

#[test]
fn a_report_is_text_or_json_and_plots_are_written_into_a_folder() {
    let folder = folder_with_games("report");
    let start = |arguments: &[&str]| {
        run(program().arg("statistics").args(arguments).current_dir(&folder), "")
    };
    let text = start(&["games.pgn"]);
    assert_eq!(text.code, Some(0), "{}", text.notes);
    assert!(text.output.starts_with("emergo, 2 games\n\nWhite's points  0.500"), "{}", text.output);
    let unplayed = start(&["games.pgn", "--opening-plies", "0"]).output;
    assert!(unplayed.contains("\n  start  0.500"), "{unplayed}");
    std::fs::write(folder.join("unfinished.pgn"), "1. e4 e6 *").unwrap();
    let text = start(&["unfinished.pgn", "--values"]).output;
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let expected = [
        "emergo, 0 games, and 1 game without a result",
        "White's points  - ± - (0 won, 0 drawn, 0 lost)",
        "Shadowpieces: White 0, Black 0, of 0 games",
        "Feeding: 0 moves",
    ];
    assert_eq!(lines, expected);
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/records/tests/data/match.jsonl");
    let text = start(&[data, "--values"]).output;
    let heading =
        "\n\nWhat columns are worth, stage entering, in points by the results of 4 games\n";
    assert!(text.contains(heading), "{text}");
    let json = start(&["games.pgn", "--json", "--plots", "plots"]);
    assert_eq!(json.code, Some(0), "{}", json.notes);
    let report: Value = serde_json::from_str(&json.output).unwrap();
    assert_eq!(report["white"]["games"], 2);
    assert_eq!(report["openings"][0]["moves"], serde_json::json!(["e4"]));
    for plot in ["shadowpieces.svg", "feeding-runs.svg"] {
        let svg = std::fs::read_to_string(folder.join("plots").join(plot)).unwrap();
        assert!(svg.starts_with("<svg") && svg.contains("emergo"), "{plot}");
    }
}

#[test]
fn each_rule_for_a_blocked_side_has_its_own_series_in_a_plot() {
    let folder = folder_with_games("rules");
    let other_rule = GAMES.replace("[Result", "[Blocked \"loss\"]\n[Result");
    std::fs::write(folder.join("loss.pgn"), other_rule).unwrap();
    let arguments = ["statistics", "games.pgn", "loss.pgn", "--plots", "plots"];
    let report = run(program().args(arguments).current_dir(&folder), "");
    assert_eq!(report.code, Some(0), "{}", report.notes);
    let runs = std::fs::read_to_string(folder.join("plots/feeding-runs.svg")).unwrap();
    for name in [" emergo<", " emergo, a blocked side loses<"] {
        assert!(runs.contains(name), "{runs}");
    }
}

#[test]
fn the_folder_of_the_plots_is_created_before_the_games_are_read_and_the_report_is_printed_before_the_plots()
 {
    let folder = folder_with_games("no plots");
    let start = |file: &str, plots: &str| {
        run(program().args(["statistics", file, "--plots", plots]).current_dir(&folder), "")
    };
    let wrong = start(".", "games.pgn");
    assert!(wrong.notes.starts_with("error: games.pgn: "), "{}", wrong.notes);
    std::fs::create_dir_all(folder.join("plots/shadowpieces.svg")).unwrap();
    let failed = start("games.pgn", "plots");
    assert_eq!(failed.code, Some(1));
    assert!(failed.output.starts_with("emergo, 2 games"), "{}", failed.notes);
}

#[test]
fn wrong_files_are_named() {
    let folder = folder_with_games("wrong");
    std::fs::write(
        folder.join("cut.pgn"),
        format!("{GAMES}\n1. e4 e4 1-0\n\n1. e4 (1. d4 d4) 1-0\n"),
    )
    .unwrap();
    std::fs::write(folder.join("empty.pgn"), "").unwrap();
    let datagen = ["datagen", "--positions", "10", "--nodes", "20", "--out", "self.games"];
    let made = run(program().args(datagen).current_dir(&folder), "");
    assert_eq!(made.code, Some(0), "{}", made.notes);
    std::fs::write(folder.join("cut.jsonl"), "{\"moves\":[],\"result\":\"1-0\"}\n{\"moves\":[")
        .unwrap();
    for (file, output, note) in [
        ("missing.pgn", "", "missing.pgn: No such file or directory"),
        (
            "cut.pgn",
            "emergo, 3 games",
            "error: 2 errors in the games; games without a complete main line",
        ),
        ("cut.jsonl", "emergo, 1 game", "it is incomplete"),
        ("empty.pgn", "", "empty.pgn: there are no games"),
        ("self.games", "", "self.games: games of luctor datagen begin with random moves"),
    ] {
        let run = run(program().args(["statistics", file]).current_dir(&folder), "");
        assert_eq!(run.code, Some(1), "{file}");
        assert_eq!(run.output.lines().next().unwrap_or_default(), output, "{file}");
        assert!(run.notes.contains(note), "{file}: {}", run.notes);
    }
    // It is reported before another file is read.
    let files = ["statistics", "empty.pgn", "missing.pgn", "--plots", "plots"];
    let run = run(program().args(files).current_dir(&folder), "");
    assert!(run.notes.starts_with("error: missing.pgn: "), "{}", run.notes);
    assert!(!folder.join("plots").exists());
}
