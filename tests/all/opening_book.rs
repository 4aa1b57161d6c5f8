//! `luctor book`: making, continuing and showing books, and playing from one.

use crate::support::program::{Run, client_of, fails, program, run};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;
use test_support::process::ends;
use test_support::scratch::scratch_folder;

fn book(folder: &Path, arguments: &[&str]) -> Run {
    run(program().arg("book").args(arguments).current_dir(folder), "")
}

/// Makes or continues a small book.
fn expand(folder: &Path, file: &str, more: &[&str]) -> Run {
    let arguments = ["expand", "--out", file, "--variant", "emergo7", "--nodes", "300"];
    book(folder, &[&arguments, more].concat())
}

fn read(folder: &Path, file: &str) -> String {
    std::fs::read_to_string(folder.join(file)).unwrap()
}

#[test]
fn a_book_is_the_same_on_any_number_of_threads_and_after_its_process_was_killed() {
    let folder = scratch_folder("killed");
    let whole = expand(&folder, "whole", &["--positions", "150", "--threads", "1"]);
    assert_eq!((whole.code, whole.notes.as_str()), (Some(0), ""), "{}", whole.output);
    assert!(whole.output.starts_with("emergo7: 1"), "{}", whole.output);
    assert!(!folder.join("whole.part").exists());
    let arguments =
        "book expand --out killed --variant emergo7 --nodes 300 --positions 150 --threads 3";
    for _ in 0..3 {
        let mut command = program();
        command.args(arguments.split(' ')).current_dir(&folder);
        let before = std::fs::read(folder.join("killed")).unwrap_or_default();
        let mut child = command.spawn().unwrap();
        // At least one more position is expanded, unless the book is complete.
        while std::fs::read(folder.join("killed")).unwrap_or_default() == before
            && ends(&mut child, Duration::from_millis(1)).is_none()
        {}
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // The second time nothing is left to do.
    for _ in 0..2 {
        let last = expand(&folder, "killed", &["--positions", "150", "--threads", "3"]);
        assert_eq!((last.code, last.notes.as_str()), (Some(0), ""));
        assert_eq!(last.output, whole.output);
        assert_eq!(read(&folder, "killed"), read(&folder, "whole"));
        assert!(!folder.join("killed.part").exists());
    }
}

#[test]
fn a_book_that_was_made_in_another_way_is_not_continued() {
    let folder = scratch_folder("other_way");
    assert_eq!(expand(&folder, "small", &["--positions", "6"]).code, Some(0));
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
        let notes = fails(program().arg("book").args(all).current_dir(&folder), reason);
        assert_eq!(notes, format!("error: small: {reason}\n"));
        assert_eq!(read(&folder, "small"), before);
    }
    std::fs::write(folder.join("cut"), &before[..before.len() - 3]).unwrap();
    let run = expand(&folder, "cut", &["--positions", "9"]);
    let message = "error: cut: the book is incomplete: its last line is missing\n";
    assert_eq!((run.code, run.notes.as_str()), (Some(1), message));
    let run = expand(&folder, "no/such/folder", &["--positions", "9"]);
    assert_eq!(run.code, Some(1));
    assert!(run.notes.starts_with("error: cannot write no/such/folder"), "{}", run.notes);
}

#[test]
fn the_moves_and_the_main_lines_of_a_book_are_shown() {
    let folder = scratch_folder("shown");
    assert_eq!(expand(&folder, "book", &["--positions", "150"]).code, Some(0));
    let shown = book(&folder, &["show", "book"]);
    assert_eq!((shown.code, shown.notes.as_str()), (Some(0), ""));
    let rows: Vec<&str> =
        shown.output.lines().skip_while(|line| !line.starts_with("move ")).collect();
    let words = |row: &str| row.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(rows[0]), ["move", "score", "points", "positions", "line"]);
    assert_eq!(rows.len(), 1 + 5, "{}", shown.output);
    let best = words(rows[1]);
    let line: Vec<&str> = [&best[0]].into_iter().chain(&best[4..]).map(String::as_str).collect();

    // The same moves after the best one, in a symmetric position too.
    let after = book(&folder, &["show", "book", "--moves", &best[0]]);
    let reply = after.output.lines().skip_while(|line| !line.starts_with("move ")).nth(1).unwrap();
    assert_eq!(words(reply)[0], best[4]);
    let unknown = book(&folder, &["show", "book", "--position", "1/3/5/7/5/3/w b 3,3"]);
    assert!(unknown.output.ends_with("the book has no moves for this position\n"));
    let wrong = book(&folder, &["show", "book", "--variant", "emergo"]);
    assert_eq!(wrong.code, Some(2));
    assert!(wrong.notes.contains("--variant: the book is for emergo7, not for emergo"));

    let lines = book(&folder, &["lines", "book", "--count", "3", "--diagrams"]);
    assert_eq!((lines.code, lines.notes.as_str()), (Some(0), ""));
    let expected = format!("1. {}\n", line.join(" "));
    assert!(lines.output.contains(&expected), "{}\n{expected}", lines.output);
    assert!(lines.output.contains(" for White; losses: White 0, Black 0\n"));
    assert_eq!(lines.output.matches("in hand: White ").count(), 3, "{}", lines.output);
    let json = book(&folder, &["lines", "book", "--count", "3", "--json"]);
    let report: Value = serde_json::from_str(&json.output).unwrap();
    assert_eq!(report["lines"].as_array().unwrap().len(), 3);
    let first = &report["lines"][0];
    assert_eq!((&first["moves"], &first["losses"]), (&json!(line), &json!([0, 0])));
    let (score, points) = (&first["evaluation"]["centimen"], first["expected"].as_f64().unwrap());
    let shown = format!("   cp {score} ({points:.3} points) for White; losses: White 0, Black 0\n");
    assert!(lines.output.contains(&shown), "{}\n{shown}", lines.output);
    let last = book(&folder, &["show", "book", "--position", first["position"].as_str().unwrap()]);
    assert!(last.output.ends_with("the book has no moves for this position\n"), "{}", last.output);
    let missing = book(&folder, &["lines", "no book"]);
    assert_eq!(missing.code, Some(1));
    assert!(missing.notes.starts_with("error: no book: No such file"), "{}", missing.notes);
}

#[test]
fn the_book_of_the_repository_has_answers_to_the_best_first_entries() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/findings");
    for entry in ["e4", "f4"] {
        let shown = book(&folder, &["show", "emergo.book", "--moves", entry]);
        assert_eq!((shown.code, shown.notes.as_str()), (Some(0), ""));
        let rows = shown.output.lines().skip_while(|line| !line.starts_with("move ")).skip(1);
        let line = |row: &str| row.split_whitespace().skip(4).count();
        assert!(rows.filter(|row| line(row) > 0).count() > 1, "{}", shown.output);
    }
}

#[test]
fn the_program_plays_from_a_book_that_it_made() {
    let folder = scratch_folder("played");
    assert_eq!(expand(&folder, "book", &["--positions", "40"]).code, Some(0));
    let mut client = client_of(program().current_dir(&folder).spawn().unwrap());
    for option in ["UCI_Variant value emergo7", "BookFile value book", "OwnBook value true"] {
        client.tell(&format!("setoption name {option}"));
    }
    assert_eq!(client.go("movetime 1000000").messages, ["book move"]);
    client.quit();
}
