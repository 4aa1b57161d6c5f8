//! `luctor explore`: building an index, its answers, and wrong files.

use crate::support::program::{Run, printed, program, refused, run};
use serde_json::Value;
use std::path::{Path, PathBuf};
use test_support::scratch::scratch_folder;

fn explore_input(folder: &Path, arguments: &[&str], input: &str) -> Run {
    run(program().arg("explore").args(arguments).current_dir(folder), input)
}

fn explore(folder: &Path, arguments: &[&str]) -> Run {
    explore_input(folder, arguments, "")
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    let run = explore(folder, &[arguments, &["--index", "games.index", "--json"]].concat());
    assert_eq!((run.code, run.notes.as_str()), (Some(0), ""), "{arguments:?}");
    serde_json::from_str(&run.output).unwrap()
}

const OWN: &str = r#"[White "Anna"]
[Black "Ben"]
[Date "2025.03.01"]
[Result "1-0"]

1. e4 {+0.30/8 0.1s} e6 {-0.10/8 0.1s} 2. f4 1-0

[White "Ben"]
[Black "Carl"]
[Result "0-1"]

1. e6 e4 0-1

[White "Anna"]
[Black "Carl"]
[Result "1/2-1/2"]

1. d5 i5 1/2-1/2
"#;

/// A folder with an index of own games, and of games of a server that have no names.
fn folder_with_index(name: &str) -> PathBuf {
    let folder = scratch_folder(name);
    std::fs::write(folder.join("own.pgn"), OWN).unwrap();
    let run = explore(&folder, &["own.pgn", "--index", "games.index"]);
    assert_eq!(run.code, Some(0), "{}", run.notes);
    assert!(run.output.starts_with("3 games and 7 positions added to games.index in "));
    let server = "1. e4 i5 *\n1. a5 e4 *\n";
    let arguments = ["-", "--source", "server", "--index", "games.index"];
    let run = explore_input(&folder, &arguments, server);
    assert_eq!(run.code, Some(0), "{}", run.notes);
    folder
}

#[test]
fn an_answer_in_json_has_counts_sources_and_examples() {
    let folder = folder_with_index("counts");
    let start = json(&folder, &[]);
    assert_eq!((&start["variant"], &start["side"]), (&"emergo".into(), &"white".into()));
    assert_eq!(start["games"], 5);
    // The entries e4, e6 and d5 are symmetric; a5 is a corner.
    let [near, corner] = &start["moves"].as_array().unwrap()[..] else { panic!("{start}") };
    assert_eq!(near["symmetric"].as_array().unwrap().len(), 3);
    assert_eq!((&near["games"], &near["mean_score"]), (&4.into(), &30.0.into()));
    assert_eq!(near["sources"][0]["source"], "own.pgn");
    let example = &near["sources"][0]["examples"][0];
    for (field, value) in
        [("file", "own.pgn"), ("white", "Anna"), ("black", "Ben"), ("date", "2025.03.01")]
    {
        assert_eq!(example[field], value);
    }
    assert_eq!((&example["number"], &example["result"]), (&1.into(), &"1-0".into()));
    assert_eq!(corner["mean_score"], Value::Null);

    let after = json(&folder, &["--moves", "f5"]);
    assert_eq!(after["games"], 4);
    // The same position, as a text.
    let text = after["position"].as_str().unwrap();
    assert_eq!(json(&folder, &["--position", text]), after);
    // In other coordinates.
    let other = json(&folder, &["--moves", "f6", "--coordinates", "checkerboard"]);
    assert_eq!(other["moves"].as_array().unwrap().len(), after["moves"].as_array().unwrap().len());
    // Another board has no games.
    assert_eq!(json(&folder, &["--variant", "emergo7"])["games"], 0);
}

#[test]
fn the_table_has_a_row_for_each_move_and_source() {
    let folder = folder_with_index("table");
    let run = explore(&folder, &["--index", "games.index"]);
    assert_eq!((run.code, run.notes.as_str()), (Some(0), ""));
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = [
        "emergo, 1/3/5/7/9/7/5/3/1 w 12,12 1",
        "White to move, 5 games",
        "move source games White % draw % Black % score first game",
        "e4 all 4 33.3 33.3 33.3 +0.30",
        "own.pgn 3 33.3 33.3 33.3 +0.30 own.pgn 1: Anna - Ben 1-0 2025.03.01",
        "server 1 - - - - standard input 1: *",
        "e1 server 1 - - - - standard input 2: *",
    ];
    assert_eq!(run.output.lines().map(words).collect::<Vec<_>>(), expected);
    let run = explore(&folder, &["--index", "games.index", "--moves", "e4", "a5", "e6"]);
    assert_eq!(run.output.lines().count(), 2, "{}", run.output);
    let run = explore(&folder, &["--index", "games.index", "--variant", "emergo7"]);
    assert_eq!(run.notes, "games.index: has games of emergo (--variant)\n");
}

#[test]
fn training_data_of_both_formats_are_read() {
    let folder = scratch_folder("datagen");
    let arguments =
        "datagen --variant emergo7 --positions 300 --nodes 50 --threads 1 --out self.games";
    printed(program().args(arguments.split(' ')).current_dir(&folder));
    let built = explore(&folder, &["self.games", "--index", "games.index"]);
    assert_eq!(built.code, Some(0), "{}", built.notes);
    let start = json(&folder, &["--variant", "emergo7"]);
    let games = start["games"].as_u64().unwrap();
    assert!(built.output.starts_with(&format!("{games} games and ")), "{}", built.output);
    let convert = ["convert", "self.games", "--to", "positions", "--out", "positions.jsonl"];
    assert!(program().args(convert).current_dir(&folder).output().unwrap().status.success());
    let lines = explore(&folder, &["positions.jsonl", "--index", "positions.index"]);
    let added = |run: &Run| run.output.split(" added").next().map(str::to_owned);
    assert_eq!(added(&lines), added(&built), "{}", lines.notes);
}

#[test]
fn a_game_with_an_error_is_reported_and_left_out_unless_its_main_line_is_complete() {
    let folder = scratch_folder("errors");
    std::fs::write(folder.join("mixed.txt"), "1. e4 e6 *\n1. e4 e4 *\n1. c4 (1. d4 d4) *\n")
        .unwrap();
    let run = explore(&folder, &["mixed.txt", "--index", "games.index"]);
    assert_eq!(run.code, Some(1));
    assert!(run.output.starts_with("2 games and 3 positions added"), "{}", run.output);
    assert!(run.notes.contains("ply 2: illegal move 'e4'"), "{}", run.notes);
    assert!(
        run.notes.contains("error: 2 errors in the games; games without a complete main line"),
        "{}",
        run.notes
    );
    assert_eq!(json(&folder, &[])["games"], 2);
}

#[test]
fn a_wrong_index_gets_one_sentence_and_is_not_changed() {
    let folder = folder_with_index("wrong");
    let index = std::fs::read(folder.join("games.index")).unwrap();
    for (name, content) in
        [("text", b"1. e4 e6 *\n".to_vec()), ("short", index[..index.len() - 1].to_vec())]
    {
        std::fs::write(folder.join(name), &content).unwrap();
        for arguments in [&["--index", name][..], &["own.pgn", "--source", "x", "--index", name]] {
            let mut command = program();
            refused(command.arg("explore").args(arguments).current_dir(&folder), "", 1, name);
        }
        assert_eq!(std::fs::read(folder.join(name)).unwrap(), content, "{name}");
    }
}

#[test]
fn wrong_arguments_are_reported() {
    let folder = folder_with_index("arguments");
    std::fs::create_dir(folder.join("sub")).unwrap();
    std::fs::copy(folder.join("own.pgn"), folder.join("sub/own.pgn")).unwrap();
    for (arguments, code, message) in [
        (&["--json"][..], 2, "--index <FILE>"),
        (&["--index", "none"], 1, "error: none: No such file"),
        (&["none.pgn", "--index", "new"], 1, "error: none.pgn: No such file"),
        (&["games.index", "--index", "new"], 1, "games.index: not a text"),
        (&["-", "--index", "new"], 1, "error: standard input: there are no games"),
        (&["own.pgn", "--index", "."], 1, "error: .: "),
        (&["own.pgn", "--index", "games.index", "--json"], 2, "cannot be used with"),
        (&["--index", "games.index", "--source", "x"], 2, "<GAMES>"),
        (&["--index", "games.index", "--moves", "e5"], 2, "--moves: ply 1: illegal move 'e5'"),
        (
            &["own.pgn", "sub/own.pgn", "--index", "new"],
            1,
            "error: two files have the name 'own.pgn': --source counts their games together",
        ),
        (
            &["own.pgn", "--index", "games.index"],
            1,
            "already has games of the source 'own.pgn'; --source gives these games another name",
        ),
    ] {
        let mut command = program();
        refused(command.arg("explore").args(arguments).current_dir(&folder), "", code, message);
    }
    assert!(!folder.join("new").exists());
    assert_eq!(json(&folder, &[])["games"], 5);
    // All files of a source have its name.
    std::fs::write(folder.join("one.txt"), "1. e4 *\n").unwrap();
    std::fs::create_dir(folder.join("more")).unwrap();
    std::fs::write(folder.join("more/one.txt"), "1. c4 *\n").unwrap();
    let run =
        explore(&folder, &["one.txt", "more/one.txt", "--source", "x", "--index", "games.index"]);
    assert!(run.output.starts_with("2 games and 2 positions added"), "{}", run.notes);
    let run = explore(&folder, &["one.txt", "--index", "games.index"]);
    assert!(run.output.starts_with("1 game and 1 position added"), "{}", run.notes);
}
