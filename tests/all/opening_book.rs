//! `luctor book`: making, continuing and showing books, and playing from one.

use crate::support::program::{client_of, fails, printed, program, refused};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use test_support::process::ends;
use test_support::scratch::scratch_folder;

fn book(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = program();
    command.arg("book").args(arguments).current_dir(folder);
    command
}

fn shown(folder: &Path, arguments: &[&str]) -> String {
    printed(&mut book(folder, arguments))
}

/// Makes or continues a small book of so many positions.
fn expand(folder: &Path, file: &str, positions: &str, more: &[&str]) -> Command {
    let arguments = ["expand", "--out", file, "--variant", "emergo7", "--nodes", "300"];
    book(folder, &[&arguments, &["--positions", positions][..], more].concat())
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap()
}

#[test]
fn a_book_is_the_same_on_any_number_of_threads_and_after_its_process_was_killed() {
    let folder = scratch_folder("killed");
    let whole = printed(&mut expand(&folder, "whole", "150", &["--threads", "1"]));
    assert!(whole.starts_with("emergo7: 1"), "{whole}");
    assert!(!folder.join("whole.part").exists());
    let mut expand_on_three = expand(&folder, "killed", "150", &["--threads", "3"]);
    for _ in 0..3 {
        let before = std::fs::read(folder.join("killed")).unwrap_or_default();
        let mut child = expand_on_three.spawn().unwrap();
        // At least one more position is expanded, unless the book is complete.
        while std::fs::read(folder.join("killed")).unwrap_or_default() == before
            && ends(&mut child, Duration::from_millis(1)).is_none()
        {}
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // The second time nothing is left to do.
    for _ in 0..2 {
        assert_eq!(printed(&mut expand_on_three), whole);
        assert_eq!(read(&folder, "killed"), read(&folder, "whole"));
        assert!(!folder.join("killed.part").exists());
    }
}

#[test]
fn a_book_that_was_made_in_another_way_is_not_continued() {
    let folder = scratch_folder("other_way");
    printed(&mut expand(&folder, "small", "6", &[]));
    let before = read(&folder, "small");
    for (arguments, reason) in [
        (["--nodes", "301"], "a book with nodes 300 cannot be continued with nodes 301"),
        (["--ply-cost", "7"], "a book with ply cost 20 cannot be continued with ply cost 7"),
        (
            ["--variant", "emergo"],
            "a book with variant emergo7 cannot be continued with variant emergo",
        ),
    ] {
        let mut all = vec!["expand", "--out", "small", "--positions", "9"];
        for default in [["--variant", "emergo7"], ["--nodes", "300"]] {
            if default[0] != arguments[0] {
                all.extend(default);
            }
        }
        all.extend(arguments);
        let notes = fails(&mut book(&folder, &all), reason);
        assert_eq!(notes, format!("error: small: {reason}\n"));
        assert_eq!(read(&folder, "small"), before);
    }
    std::fs::write(folder.join("cut"), &before[..before.len() - 3]).unwrap();
    let message = "error: cut: the book is incomplete: its last line is missing";
    assert_eq!(fails(&mut expand(&folder, "cut", "9", &[]), message), format!("{message}\n"));
    let message = "error: no/such/folder: cannot be written: ";
    fails(&mut expand(&folder, "no/such/folder", "9", &[]), message);
}

#[test]
fn the_moves_and_the_main_lines_of_a_book_are_shown() {
    let folder = scratch_folder("shown");
    printed(&mut expand(&folder, "book", "150", &[]));
    let table = shown(&folder, &["show", "book"]);
    let rows: Vec<&str> = table.lines().skip_while(|line| !line.starts_with("move ")).collect();
    let words = |row: &str| row.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(rows[0]), ["move", "score", "points", "positions", "line"]);
    assert_eq!(rows.len(), 1 + 5, "{table}");
    let best = words(rows[1]);
    let line: Vec<&str> = [&best[0]].into_iter().chain(&best[4..]).map(String::as_str).collect();

    // The same moves after the best one, in a symmetric position too.
    let after = shown(&folder, &["show", "book", "--moves", &best[0]]);
    let reply = after.lines().skip_while(|line| !line.starts_with("move ")).nth(1).unwrap();
    assert_eq!(words(reply)[0], best[4]);
    let unknown = shown(&folder, &["show", "book", "--position", "1/3/5/7/5/3/w b 3,3"]);
    assert!(unknown.ends_with("the book has no moves for this position\n"));
    let wrong = "--variant: the book is for emergo7, not for emergo";
    refused(&mut book(&folder, &["show", "book", "--variant", "emergo"]), "", 2, wrong);

    let lines = shown(&folder, &["lines", "book", "--count", "3", "--diagrams"]);
    let expected = format!("1. {}\n", line.join(" "));
    assert!(lines.contains(&expected), "{lines}\n{expected}");
    assert!(lines.contains(" for White; losses: White 0.00, Black 0.00\n"));
    assert_eq!(lines.matches("in hand: White ").count(), 3, "{lines}");
    let json = shown(&folder, &["lines", "book", "--count", "3", "--json"]);
    let report: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["lines"].as_array().unwrap().len(), 3);
    let first = &report["lines"][0];
    assert_eq!((&first["moves"], &first["losses"]), (&json!(line), &json!([0, 0])));
    let score = first["evaluation"]["centimen"].as_f64().unwrap() / 100.0;
    let points = first["expected"].as_f64().unwrap();
    let heading = format!("   {score:+.2} ({points:.3} points) for White; losses: ");
    assert!(lines.contains(&heading), "{lines}\n{heading}");
    let end = first["position"].as_str().unwrap();
    let last = shown(&folder, &["show", "book", "--position", end]);
    assert!(last.ends_with("the book has no moves for this position\n"), "{last}");
    fails(&mut book(&folder, &["lines", "no book"]), "error: no book: No such file");
}

#[test]
fn the_book_of_the_repository_has_answers_to_the_best_first_entries() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/findings");
    for entry in ["e4", "f4"] {
        let shown = shown(&folder, &["show", "emergo.book", "--moves", entry]);
        let rows = shown.lines().skip_while(|line| !line.starts_with("move ")).skip(1);
        let line = |row: &str| row.split_whitespace().skip(4).count();
        assert!(rows.filter(|row| line(row) > 0).count() > 1, "{shown}");
    }
    let lines = shown(&folder, &["lines", "emergo.book", "--coordinates", "checkerboard"]);
    assert!(lines.contains("\n1. d4 f6 "), "{lines}");
}

#[test]
fn the_program_plays_from_a_book_that_it_made() {
    let folder = scratch_folder("played");
    printed(&mut expand(&folder, "book", "40", &[]));
    let mut client = client_of(program().current_dir(&folder).spawn().unwrap());
    for option in ["UCI_Variant value emergo7", "BookFile value book", "OwnBook value true"] {
        client.tell(&format!("setoption name {option}"));
    }
    assert_eq!(client.go("movetime 1000000").messages, ["book move"]);
    client.quit();
}
