//! `luctor convert`: formats, filters, errors and exit codes.

use crate::support::program::{Run, program, refused, run};
use crate::support::read;
use emergo_records::RecordedMove;
use luctor_trainer::self_play::game_file::GameFileReader;
use std::path::Path;
use test_support::scratch::{game_file, scratch_text};

fn convert_input(arguments: &[&str], input: &str) -> Run {
    run(program().arg("convert").args(arguments), input)
}

fn convert(arguments: &[&str]) -> String {
    let run = convert_input(arguments, "");
    assert_eq!(run.code, Some(0), "{arguments:?}: {}", run.notes);
    run.output
}

#[test]
fn games_of_the_large_board_are_converted_to_every_written_format() {
    let moves = std::fs::read_to_string(game_file("moves.txt")).unwrap();
    let first = moves.lines().next().unwrap();
    for name in ["abstractplay.json", "mindsports.txt", "moves.txt", "zillions.zsg"] {
        let line = convert(&[&game_file(name), "--to", "moves"]);
        assert_eq!(line.lines().next(), Some(first), "{name}");
        let pgn = convert(&[&game_file(name)]);
        let json = convert(&[&game_file(name), "--to", "json"]);
        assert_eq!(read(&pgn), read(&json), "{name}");
        let abstractplay = read(&convert(&[&game_file(name), "--to", "abstractplay"]));
        assert_eq!(abstractplay.len(), read(&pgn).len(), "{name}");
    }
    let lines = convert(&[&game_file("match.jsonl"), "--to", "json"]);
    let original = std::fs::read_to_string(game_file("match.jsonl")).unwrap();
    assert_eq!(lines, original.split_inclusive('\n').skip(1).collect::<String>());
    assert_eq!(read(&convert(&[&game_file("match.jsonl")])), read(&original));
}

#[test]
fn the_output_goes_to_a_file_and_the_report_to_standard_error() {
    let out = &*scratch_text("out.pgn");
    let run = convert_input(&[&game_file("moves.txt"), "-", "--out", out], "1. e4 e6 *");
    assert_eq!((run.code, &*run.output), (Some(0), ""));
    let expected = format!(
        "{moves}: list of moves, 3 games\n{moves}: read as emergo in oblique coordinates, because all moves are \
         legal there only\nstandard input: list of moves, 1 game\nstandard input: read as emergo in oblique \
         coordinates, but the moves are also legal as emergo7 in oblique coordinates and as hexemergo in oblique coordinates (--coordinates and --variant \
         select others)\n4 games read, 4 written\n",
        moves = game_file("moves.txt")
    );
    assert_eq!(run.notes, expected);
    assert_eq!(read(&std::fs::read_to_string(out).unwrap()).len(), 4);
    let games = scratch_text("out.games");
    // An input is not overwritten, nor is the output of a run that fails, or a file that a process writes.
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/engine/nets/emergo.net");
    let good = &*game_file("match.jsonl");
    let fails = |inputs: &[&str], code| {
        let run = convert_input(&[inputs, &["--out", out]].concat(), "");
        assert_eq!(run.code, Some(code), "{}", run.notes);
        assert!(!Path::new(&format!("{out}.part")).exists());
    };
    fails(&[out], 2);
    fails(&[network], 1);
    fails(&[good, network], 1);
    fails(&["-"], 1);
    fails(&[concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")], 1);
    let written = std::fs::File::open(out).unwrap();
    written.lock().unwrap();
    fails(&[good], 1);
    drop(written);
    assert_eq!(read(&std::fs::read_to_string(out).unwrap()).len(), 4);
    convert(&[good, "--to", "datagen", "--out", &games]);
    let written = std::fs::read(&games).unwrap();
    // Games of two boards, and no games.
    let both = [good, &game_file("abstractplay.json")];
    for inputs in [&both[..], &[good, "--player", "Zoe"]] {
        let run = convert_input(&[inputs, &["--to", "datagen", "--out", &games]].concat(), "");
        assert_eq!((run.code, std::fs::read(&games).unwrap()), (Some(1), written.clone()));
    }
    // That a filter selects no games is a result of the other formats.
    convert(&[&game_file("moves.txt"), "--player", "Zoe", "--out", out]);
    assert_eq!(std::fs::read_to_string(out).unwrap(), "");
}

#[test]
fn filters_select_games() {
    let all = [&*game_file("abstractplay.json"), &game_file("match.jsonl")];
    let count = |filters: &[&str]| read(&convert(&[&all[..], filters].concat())).len();
    assert_eq!(count(&[]), 7);
    for (filters, expected) in [
        (&["--player", "ANN"][..], 4),
        (&["--player", "perlkönig FAN"], 3),
        (&["--player", "An"], 0),
        (&["--result", "1-0"], 7),
        (&["--result", "0-1"], 0),
        (&["--result", "*"], 0),
        (&["--variant", "hexemergo"], 4),
        (&["--variant", "emergo"], 3),
        (&["--min-plies", "100"], 4),
        (&["--min-plies", "154"], 2),
        // The match has two games twice, AbstractPlay one game twice.
        (&["--unique"], 4),
        (&["--unique", "--variant", "emergo", "--min-plies", "100"], 1),
    ] {
        assert_eq!(count(filters), expected, "{filters:?}");
    }
    // A game and its image: the second one is turned by a quarter.
    let both = "e3 e6 f4\ng5 d5 f6\ne3 e7 f4\n";
    let arguments = ["-", "--variant", "emergo", "--coordinates", "oblique", "--to", "moves"];
    let run = convert_input(&[&arguments[..], &["--unique"]].concat(), both);
    assert_eq!(run.output, "e3 e6 f4\ne3 e7 f4\n", "{}", run.notes);
    assert_eq!(convert_input(&arguments, both).output, both);
}

#[test]
fn a_game_with_an_illegal_move_is_cut_and_counted() {
    let text = "1. e4 e6\n2. e6 f4\n\n1. e4 e6 2. f4 d6\n";
    let run = convert_input(&["-", "--to", "moves"], text);
    assert_eq!((run.code, &*run.output), (Some(1), "e4 e6\ne4 e6 f4 d6\n"));
    let error = "standard input: game 1, line 2: ply 3: illegal move 'e6': e6 is not vacant\n";
    assert!(run.notes.contains(error), "{}", run.notes);
    let end = "2 games read, 2 written\nerror: 1 error in the games\n";
    assert!(run.notes.ends_with(end), "{}", run.notes);

    // A file without records has one error, and the other files are read.
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let run = convert_input(&[readme, "-", "--to", "moves"], "1. e4 e6\n");
    assert_eq!((run.code, &*run.output), (Some(1), "e4 e6\n"));
    let error = "README.md: no game can be read; the first error: game 1, line 1: ";
    assert!(run.notes.contains(error), "{}", run.notes);
    assert!(run.notes.ends_with("2 games read, 1 written\nerror: 1 error in the games\n"));

    // A game that the format cannot hold is an error, too.
    let run = convert_input(&[&game_file("annotated.pgn"), "--to", "moves"], "");
    assert_eq!((run.code, run.output.lines().count()), (Some(1), 3));
    assert!(run.notes.contains("game 2: a list of moves has no start position"), "{}", run.notes);
    assert!(run.notes.ends_with("error: 2 errors in the games\n"), "{}", run.notes);
    let run = convert_input(&[&game_file("annotated.pgn"), "--to", "positions"], "");
    let reason = "game 2: training data has only games from the start position";
    assert!(run.code == Some(1) && run.notes.contains(reason), "{}", run.notes);

    // One game with two errors: a format without start positions, and an illegal move.
    let text = "[FEN \"1/1w1/5/7/9/7/5/3/1 b 11,12 1\"]\n\n1. e6 e4 e4 *";
    let run = convert_input(&["-", "--to", "moves"], text);
    assert!(run.notes.ends_with("error: 2 errors in the games\n"), "{}", run.notes);
    assert!(run.notes.contains("has no start position"), "{}", run.notes);

    let run = convert_input(&["-", "--to", "moves"], "This is no record.\n");
    assert_eq!((run.code, &*run.output), (Some(1), ""));
    let end = "1 game read, 0 written\nerror: 1 error in the games\n";
    assert!(run.notes.ends_with(end), "{}", run.notes);
}

#[test]
#[cfg(unix)]
fn a_pipe_is_read_as_a_file_is() {
    let moves = std::fs::read_to_string(game_file("moves.txt")).unwrap();
    let run = convert_input(&["/dev/stdin", "--to", "moves"], &moves);
    assert_eq!((run.code, run.output), (Some(0), moves), "{}", run.notes);
}

#[test]
fn wrong_arguments_end_with_one_message() {
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/engine/nets/emergo.net");
    for (arguments, code, message) in [
        (&[][..], 2, "<IN>..."),
        (&["x", "--to", "chess"], 2, "values: pgn, json, abstractplay, moves, positions, datagen"),
        (&["x", "--from", "chess"], 2, "chess"),
        (&["-", "--to", "datagen"], 2, "--out"),
        (&["-", "--result", "2-0"], 2, "2-0"),
        (
            &["-", "--variant", "hexemergo", "--coordinates", "checkerboard"],
            2,
            "hexemergo has oblique coordinates only",
        ),
        (&["no such file"], 1, "no such file"),
        (&[network], 1, "emergo.net: not a text in UTF-8 or Latin-1"),
        (&["-", "--from", "datagen"], 1, "a datagen file is not read from standard input"),
        (&["-", "--out", "no such folder/x"], 1, "no such folder/x"),
    ] {
        refused(program().arg("convert").args(arguments), "1. e4 *", code, message);
    }
}

#[test]
fn a_datagen_file_is_exported_as_lines_and_imported_again() {
    let file = &*scratch_text("datagen.games");
    let arguments =
        ["datagen", "--out", file, "--variant", "emergo7", "--positions", "300", "--nodes", "50"];
    assert!(program().args(arguments).output().unwrap().status.success());
    let lines = &*scratch_text("positions.jsonl");
    convert(&[file, "--to", "positions", "--out", lines]);
    let text = std::fs::read_to_string(lines).unwrap();
    let again = &*scratch_text("again.games");
    std::fs::write(lines, format!("\n{text}")).unwrap();
    convert(&[lines, "--to", "datagen", "--out", again]);
    // The games are the same, without the positions of searches. The header names another source.
    let games = |path: &str| -> Vec<_> {
        let mut reader = GameFileReader::open(Path::new(path)).unwrap();
        let games = std::iter::from_fn(|| reader.next_games().unwrap()).flatten();
        games.map(|game| (game.plies, game.result)).collect()
    };
    assert!(games(again) == games(file));
    assert!(games(file).len() > 1);
    // Game records hold them, too.
    let json = &*scratch_text("datagen.jsonl");
    convert(&[file, "--to", "json", "--out", json]);
    convert(&[json, "--to", "datagen", "--out", again]);
    assert_eq!(games(again), games(file));
    let records = read(&std::fs::read_to_string(json).unwrap());
    assert_eq!(records.len(), games(file).len());
    assert!(
        records.iter().any(|record| record.moves.iter().any(|mv| mv.info.evaluation.is_some()))
    );
    // The score is that of the best move, also if another one was played.
    let mut deviations =
        records.iter().flat_map(|record| &record.moves).filter(|mv| !mv.variations.is_empty());
    let scores = |mv: &RecordedMove| mv.info.evaluation.is_some();
    assert!(deviations.clone().next().is_some());
    assert!(deviations.all(|mv| !scores(mv) && scores(&mv.variations[0][0])));
    // Other commands read all three.
    for words in ["show --number 2", "analyse --number 2 --depth 1 --threads 1"] {
        let [one, other, records] = [file, lines, json].map(|path| {
            let run = run(program().args(words.split(' ')).arg(path), "");
            assert_eq!(run.code, Some(0), "{words} {path}: {}", run.notes);
            run.output
        });
        assert!(one == other && one == records, "{words}: {one}");
    }
    // Records with results and scores are exported, too.
    let lines = convert(&[&game_file("match.jsonl"), "--to", "positions"]);
    assert_eq!(lines.lines().count(), 2 * (95 + 191));

    let bytes = std::fs::read(file).unwrap();
    let cut = &*scratch_text("cut.games");
    std::fs::write(cut, &bytes[..bytes.len() - 1]).unwrap();
    let run = convert_input(&[cut], "");
    assert_eq!(run.code, Some(1));
    assert!(run.notes.contains("cut.games: the last block is incomplete\n"), "{}", run.notes);

    // A file has games of one board.
    let files = [&*game_file("match.jsonl"), &game_file("mindsports.txt")];
    let error = "a datagen file has games of one board: see --variant";
    let to_datagen = ["--to", "datagen", "--out", again];
    let mut command = program();
    refused(command.arg("convert").args(files).args(to_datagen), "", 1, error);
}
