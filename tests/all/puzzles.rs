//! `luctor puzzles`: files, duplicates, checks, and a dialogue in a pipe.

use crate::support::program::{program, refused, run_program, wait_for_end};
use emergo::{Coordinates, Move, Variant, write_move};
use emergo_records::{Evaluation, GameRecord, RecordedMove, json, pgn};
use luctor_engine::eval::Networks;
use luctor_study::MoveSearcher;
use luctor_study::puzzle::{Puzzle, read_puzzles, shipped_puzzles};
use std::io::{BufRead, BufReader, Write};
use test_support::process::send_signal;
use test_support::scratch::{game_file, scratch_text};

fn lines_of(puzzles: &[Puzzle]) -> String {
    puzzles.iter().map(json::write_line).collect()
}

/// Short puzzles of a board, with wide margins.
fn some_puzzles(variant: Variant, count: usize) -> Vec<Puzzle> {
    let mut puzzles = shipped_puzzles(variant);
    puzzles.retain(|puzzle| (2..=3).contains(&puzzle.length()));
    puzzles.sort_by(|one, other| other.margin.total_cmp(&one.margin));
    puzzles.truncate(count);
    puzzles
}

/// A legal move that is refuted.
fn wrong_move(puzzle: &Puzzle) -> Move {
    let (game, solution) = (puzzle.game(), puzzle.solution[0]);
    let position = game.position();
    let mut searcher = MoveSearcher::new(Networks::embedded(), 20_000).unwrap();
    let legal = position.legal_moves().to_vec();
    let is_wrong = |mv: &&Move| {
        position.after(**mv) != position.after(solution)
            && !puzzle.goal.is_reached(searcher.search(&game, **mv).expected)
    };
    *legal.iter().find(is_wrong).expect("a move is refuted")
}

/// A game without evaluations in which the solver of the puzzle misses the win.
fn game_with(puzzle: &Puzzle) -> GameRecord {
    let mut game = puzzle.game();
    game.play(wrong_move(puzzle));
    let reply = game.position().legal_moves()[0];
    game.play(reply);
    GameRecord::from_game(&game)
}

fn pgn_file(name: &str, games: &[GameRecord]) -> String {
    let text: Vec<String> = games.iter().map(pgn::write_game).collect();
    let path = scratch_text(name);
    std::fs::write(&path, text.join("\n")).unwrap();
    path
}

/// The search proves the win, and that all other moves lose. So every network finds the puzzle.
const PROVED_WIN: &str = r#"{"version":1,"variant":"emergo7","position":"w/w(wb2)1/b3w/w(bw)4b/w4/1b1/(wb2) w 0,0 12",
    "goal":"win","solution":["d1xd3","g4-f4","f5xf3"],"length":2,"win_in":6,"margin":1.0,"themes":[],"difficulty":1,
    "nodes":11,"source":null}"#;

#[test]
fn a_missed_win_becomes_a_puzzle_once_with_any_number_of_threads() {
    let puzzle: Puzzle = serde_json::from_str(PROVED_WIN).unwrap();
    let game = game_with(&puzzle);
    let file = pgn_file("missed.pgn", &[game.clone(), game]);
    let page = &*scratch_text("page.html");
    let found = run_program(&["puzzles", "find", &file, "--threads", "1", "--html", page], "");
    assert_eq!(found.code, Some(0), "{}", found.notes);
    let lines = read_puzzles(&found.output).unwrap();
    let [line] = &lines[..] else { panic!("{}", found.output) };
    assert_eq!(
        (line.start.position, line.solution[0]),
        (puzzle.start.position, puzzle.solution[0])
    );
    let source = line.source.as_ref().unwrap();
    assert_eq!((&*source.file, source.ply), ("missed.pgn", 0));
    assert!(found.notes.contains("2 games, "), "{}", found.notes);
    let two = run_program(&["puzzles", "find", &file, "--threads", "2"], "");
    assert_eq!(two.output, found.output);
    let html = std::fs::read_to_string(page).unwrap();
    assert_eq!(html.matches("<svg").count(), lines.len());
    assert!(html.contains(&line.solution_text(Coordinates::Oblique)));
    // A selection of one, from standard input.
    let one = run_program(
        &["puzzles", "find", "-", "--count", "1"],
        &std::fs::read_to_string(&file).unwrap(),
    );
    assert_eq!(read_puzzles(&one.output).unwrap().len(), 1, "{}", one.notes);
    // A game that cannot be read is counted.
    let games = format!("[Variant \"chess\"]\n\n*\n\n{}", std::fs::read_to_string(&file).unwrap());
    let found = run_program(&["puzzles", "find", "-"], &games);
    let [line] = &read_puzzles(&found.output).unwrap()[..] else { panic!("{}", found.notes) };
    assert_eq!((found.code, line.source.as_ref().unwrap().game), (Some(1), 2), "{}", found.notes);
}

/// As in training data, where a random move was played.
#[test]
fn evaluations_of_moves_that_were_not_played_are_used_too() {
    let mut game = game_with(&serde_json::from_str(PROVED_WIN).unwrap());
    for ply in 0..game.moves.len() {
        let other = game.game_at(ply).position().legal_moves()[0];
        let mut preferred = RecordedMove::from(other);
        preferred.info.evaluation = Some(Evaluation::Centimen(0));
        game.moves[ply].variations = vec![vec![preferred]];
    }
    let file = pgn_file("not-played.pgn", &[game]);
    assert_eq!(run_program(&["puzzles", "find", &file], "").output, "");
    let searched = run_program(&["puzzles", "find", &file, "--rescan"], "");
    assert_eq!(read_puzzles(&searched.output).unwrap().len(), 1, "{}", searched.notes);
}

#[test]
fn an_annotated_game_has_the_puzzles_of_the_game() {
    let game = game_with(&serde_json::from_str(PROVED_WIN).unwrap());
    for plies in [2, 1] {
        let mut game = game.clone();
        game.moves.truncate(plies);
        let file = pgn_file("plain.pgn", &[game]);
        let annotated = &*scratch_text("annotated.pgn");
        let analysed = run_program(&["analyse", &file, "--nodes", "20000", "--pgn", annotated], "");
        assert_eq!(analysed.code, Some(0), "{}", analysed.notes);
        let found = run_program(&["puzzles", "find", annotated], "");
        assert_eq!(read_puzzles(&found.output).unwrap().len(), 1, "{plies}: {}", found.notes);
    }
}

#[test]
fn a_check_keeps_the_puzzles_that_hold_and_reports_the_others() {
    let good = some_puzzles(Variant::Hexemergo, 2);
    let mut wrong = good[1].clone();
    wrong.solution = vec![wrong_move(&wrong)];
    let file = &*scratch_text("check.jsonl");
    std::fs::write(file, lines_of(&[good[0].clone(), wrong, good[0].clone()])).unwrap();
    let checked = run_program(&["puzzles", "check", file], "");
    assert_eq!(checked.code, Some(0), "{}", checked.notes);
    assert_eq!(checked.output, lines_of(&good[..1]));
    assert!(checked.notes.contains("3 puzzles checked, 1 failed"), "{}", checked.notes);
    assert!(checked.notes.contains("1 puzzle of 2 written"), "{}", checked.notes);
    let failure = "check.jsonl: puzzle 2: move 1 of the solution: another move is better";
    assert!(checked.notes.contains(failure), "{}", checked.notes);
}

#[test]
#[cfg(unix)]
fn a_signal_ends_a_command_that_waits_for_its_input() {
    for command in ["find", "check"] {
        let mut child = program().args(["puzzles", command, "-"]).spawn().unwrap();
        // The command reads: a pipe does not hold as much.
        child.stdin.as_mut().unwrap().write_all(&[b'\n'; 1 << 20]).unwrap();
        // A shell that starts a command in the background lets it ignore SIGINT.
        send_signal("-TERM", &child.id().to_string());
        assert_eq!(wait_for_end(&mut child).code(), None, "{command}");
    }
}

#[test]
#[cfg(unix)]
fn a_search_for_puzzles_that_a_signal_stops_ends_with_130_also_after_a_game_with_an_error() {
    let arguments = ["puzzles", "find", "-", "--rescan", "--scan-nodes", "1000000000000"];
    let mut child = program().args(arguments).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"[Variant \"emergo\"]\n\n1. zz *\n\n[Event \"x\"]\n\n1. e4 e6 *\n").unwrap();
    drop(input);
    let mut notes = BufReader::new(child.stderr.take().unwrap()).lines();
    // The second signal stops the search of a game that is running already.
    for note in ["zz", "press again to stop at once"] {
        assert!(notes.any(|line| line.unwrap().contains(note)), "{note}");
        send_signal("-TERM", &child.id().to_string());
    }
    assert_eq!(wait_for_end(&mut child).code(), Some(130));
}

#[test]
fn bad_input_is_one_sentence_with_the_right_exit_code() {
    let line = lines_of(&some_puzzles(Variant::Emergo, 1));
    let name = &*scratch_text("bad.jsonl");
    let version = line.replace("\"version\":1", "\"version\":2");
    std::fs::write(name, format!("{line}{version}")).unwrap();
    let good = &*scratch_text("good.jsonl");
    std::fs::write(good, &line).unwrap();
    let games = &*game_file("mindsports.txt");
    let recorded = &*game_file("match.jsonl");
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let nets = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/engine/nets/");
    let [emergo, hexemergo] = ["emergo", "hexemergo"].map(|board| format!("{nets}{board}.net"));
    // An output that cannot be created is reported before a search.
    let nowhere = "no such folder/x";
    let endless = "1000000000000";
    let total = shipped_puzzles(Variant::Emergo).len();
    let out_of_range = &*format!("--number: must be a number from 1 to {total}");
    let too_large = (total + 1).to_string();
    for (arguments, code, message) in [
        (&["puzzles", "check", name][..], 1, "line 2: not a puzzle: "),
        (&["puzzles", "solve", "--file", name], 1, "line 2: not a puzzle: "),
        (&["puzzles", "find", "missing.pgn"], 1, "missing.pgn"),
        (&["puzzles", "find", "-", "--out", good], 1, "standard input: there are no games"),
        (&["puzzles", "check", "-", "--out", good], 1, "standard input: there are no puzzles"),
        (&["puzzles", "find", readme, "--out", good], 1, "README.md: no game can be read"),
        (&["puzzles", "find", name, "--out", name], 2, "is also an input"),
        (&["puzzles", "find", games, "--scan-nodes", endless, "--out", nowhere], 1, nowhere),
        (&["puzzles", "check", good, "--nodes", endless, "--html", nowhere], 1, nowhere),
        (
            &["puzzles", "check", good, "--net", &hexemergo],
            1,
            "good.jsonl: --net: a network for hexemergo, but the board is emergo",
        ),
        (
            &["puzzles", "find", recorded, "--net", &emergo],
            1,
            "match.jsonl: game 1: --net: a network for emergo, but the board is hexemergo",
        ),
        (&["puzzles", "solve", "--number", &too_large], 2, out_of_range),
        (&["puzzles", "solve", "--number", "0"], 2, out_of_range),
        (&["puzzles", "solve", "--theme", "zugzwang"], 2, "expected one of feeder, decapitation"),
        (&["puzzles", "solve", "--difficulty", "6"], 2, "a difficulty is a number from 1 to 5"),
        (&["puzzles", "solve", "--length", "99"], 2, "no puzzle fits"),
    ] {
        refused(program().args(arguments), "", code, message);
    }
    assert_eq!(std::fs::read_to_string(good).unwrap(), line, "the old output is kept");
}

#[test]
fn a_puzzle_is_solved_in_a_pipe() {
    let all = shipped_puzzles(Variant::Emergo);
    let (number, puzzle) = (1..).zip(&all).find(|(_, puzzle)| puzzle.length() == 2).unwrap();
    let write = |mv| write_move(Variant::Emergo, Coordinates::Oblique, mv);
    let wrong = write(wrong_move(puzzle));
    let solver = puzzle.solver();
    let unforced: Vec<String> = {
        let mut game = puzzle.game();
        let mut moves = Vec::new();
        for mv in &puzzle.solution {
            if game.position().side() == solver && game.position().legal_moves().len() > 1 {
                moves.push(write(*mv));
            }
            game.play(*mv);
        }
        moves
    };
    let input = ["e9-e8-e7", &wrong, "hint", "hint", "board"].join("\n");
    let input = format!("{input}\n{}\n{}\nhint\nsolution\nquit\n", unforced[0], unforced[1]);
    let number = number.to_string();
    let solved = run_program(&["puzzles", "solve", "--number", &number], &input);
    assert_eq!((solved.code, &*solved.notes), (Some(0), ""));
    let solution = puzzle.solution_text(Coordinates::Oblique);
    let task =
        format!("Puzzle {number} of {} (emergo, difficulty {}", all.len(), puzzle.difficulty());
    let mut rest = &*solved.output;
    for text in [
        &*task,
        &puzzle.task(),
        &format!("{solver} "),
        "'e9-e8-e7'",
        &format!("{wrong} is wrong: {} answers ", solver.other()),
        "expected points.",
        "The move ends on",
        &format!("{} is right. {} answers", unforced[0], solver.other()),
        "1 move left.",
        &format!("{} is right.", unforced[1]),
        "Solved.",
        &format!("Solution: {solution}."),
        "The puzzle is solved.",
        &format!("Solution: {solution}."),
    ] {
        let (_, after) = rest.split_once(text).unwrap_or_else(|| {
            panic!("{text:?} does not follow in\n{}", solved.output);
        });
        rest = after;
    }
}

#[test]
fn the_answer_to_an_illegal_move_has_no_example_that_may_be_the_solution() {
    let run = run_program(&["puzzles", "solve", "--number", "1"], "a5\nquit\n");
    assert!(run.output.contains("illegal move 'a5': a capture is mandatory\n"), "{}", run.output);
}

#[test]
fn puzzles_are_selected_and_a_seed_gives_the_same_order() {
    let headings = |arguments: &[&str], input: &str| {
        let run = run_program(&[&["puzzles", "solve"], arguments].concat(), input);
        assert_eq!(run.code, Some(0), "{}", run.notes);
        let lines = run.output.lines().filter(|line| line.starts_with("Puzzle "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let three = "next\nnext\nquit\n";
    let first = headings(&["--seed", "5"], three);
    assert_eq!(first.len(), 3);
    assert_eq!(headings(&["--seed", "5"], three), first);
    assert_ne!(headings(&["--seed", "6"], three), first);
    let chosen =
        headings(&["--variant", "hexemergo", "--theme", "feeder", "--difficulty", "2"], three);
    assert_eq!(chosen.len(), 3);
    assert!(chosen.iter().all(|line| line.contains("(hexemergo, difficulty 2 of 5)")));
    // The end of the input quits.
    assert_eq!(headings(&["--number", "7"], "next\n").len(), 2);
    // The number of a puzzle is that of its line, also if other boards are left out.
    let puzzles = [some_puzzles(Variant::Emergo7, 2), some_puzzles(Variant::Emergo, 1)].concat();
    let file = &*scratch_text("puzzles_of_two_boards.jsonl");
    std::fs::write(file, lines_of(&puzzles)).unwrap();
    let third = headings(&["--file", file, "--variant", "emergo", "--number", "3"], "quit\n");
    assert!(third[0].starts_with("Puzzle 3 of 3 (emergo, "), "{third:?}");
}
