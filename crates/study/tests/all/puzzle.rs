//! Puzzles: their lines, duplicates, selections, attempts, and those of the program.

use emergo::notation::PositionText;
use emergo::{Coordinates, Game, Position, Symmetry, Variant, read_move};
use emergo_records::GameRecord;
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_study::puzzle::{
    Attempt, Difficulty, Finder, FinderSettings, Goal, Hint, Puzzle, PuzzleSet, Verifier,
    puzzle_page, read_puzzles, shipped_puzzle, shipped_puzzles,
};
use luctor_study::{MoveLine, MoveSearcher};

/// The example of World Abstract Games: White feeds twice and frees five men.
const EXAMPLE: &str = r#"{"version":1,"variant":"emergo","position":"1/b2/w3b/3b2w/1b1b1w3/1w1w1b1/1w1wb/3/1 w 5,5 4",
"goal":"win","solution":["g6","g7xg5xe5xe3xc3xc5","c6","g3xe3","c6xc4"],"length":2,"win_in":null,"margin":0.5,
"themes":["feeder","decapitation","entering","longest-capture"],"difficulty":2,"nodes":300,"source":null}"#;

fn example() -> Puzzle {
    serde_json::from_str(EXAMPLE).unwrap()
}

fn image(puzzle: &Puzzle, map: impl Fn(&Position) -> Position) -> Puzzle {
    let mut before = puzzle.game();
    let start = PositionText { position: map(&puzzle.start.position), turn: 4 };
    let mut position = start.position;
    let mut solution = Vec::new();
    for mv in &puzzle.solution {
        before.play(*mv);
        let after = map(before.position());
        let legal = position.legal_moves();
        let mv = *legal.iter().find(|mv| position.after(**mv) == after).unwrap();
        solution.push(mv);
        position = after;
    }
    Puzzle { start, solution, ..puzzle.clone() }
}

#[test]
fn a_line_is_written_as_it_was_read() {
    let line = serde_json::to_string(&example()).unwrap();
    assert_eq!(line, EXAMPLE.replace('\n', ""));
    let without = EXAMPLE.replace("\"length\":2,", "").replace("\"difficulty\":2,", "");
    assert_eq!(serde_json::from_str::<Puzzle>(&without).unwrap(), example());
    assert_eq!(example().length(), 2);
    assert_eq!(example().task(), "White to move and win");
    let solution = "4. g6! g7xg5xe5xe3xc3xc5 5. c6! g3xe3 6. c6xc4";
    assert_eq!(example().solution_text(Coordinates::Oblique), solution);
    let black = image(&example(), Position::with_colours_swapped);
    let solution = "4... g6! 5. g7xg5xe5xe3xc3xc5 c6! 6. g3xe3 c6xc4";
    assert_eq!(black.solution_text(Coordinates::Oblique), solution);
    assert_eq!(black.task(), "Black to move and win");
}

#[test]
fn a_wrong_line_is_refused_with_the_reason() {
    for (from, to, message) in [
        (
            "\"version\":1,\"variant\":",
            "\"version\":2,\"board\":",
            "this program reads version 1 of the format, the line has version 2",
        ),
        ("\"version\":1,", "", "missing field `version` at byte "),
        ("w 5,5 4", "w 5", "position: "),
        ("\"g6\"", "\"e4\"", "solution: illegal move 'e4'"),
        (",\"c6xc4\"", "", "does not end with a move of the solver"),
        ("\"feeder\"", "\"fork\"", "unknown variant `fork`"),
        ("\"emergo\"", "\"chess\"", "chess"),
    ] {
        let line = EXAMPLE.replace('\n', "");
        assert!(line.contains(from));
        let text = format!("{line}\n\n{}\n", line.replace(from, to));
        let error = read_puzzles(&text).unwrap_err();
        assert_eq!(error.line, 3);
        let text = error.to_string();
        assert!(text.starts_with("line 3: not a puzzle: ") && text.contains(message), "{text}");
    }
}

#[test]
fn symmetric_positions_and_exchanged_colours_are_duplicates() {
    let mut set = PuzzleSet::default();
    assert!(set.add(example()));
    for symmetry in Variant::Emergo.symmetries() {
        let turned = |position: &Position| position.image(symmetry);
        assert!(!set.add(image(&example(), turned)));
        assert!(!set.add(image(&example(), |position| turned(position).with_colours_swapped())));
    }
    assert_eq!(set.into_puzzles(), [example()]);
}

#[test]
fn a_position_in_the_solution_of_another_puzzle_is_left_out() {
    let quarter: &Symmetry = &Variant::Emergo.symmetries()[1];
    let mut game = example().game();
    example().solution[..2].iter().for_each(|mv| game.play(*mv));
    let start = PositionText { position: *game.position(), turn: game.turn() };
    let second = Puzzle { start, solution: example().solution[2..].to_vec(), ..example() };
    let second = image(&second, |position| position.image(quarter));
    for puzzles in [[example(), second.clone()], [second, example()]] {
        let mut set = PuzzleSet::default();
        assert!(puzzles.into_iter().all(|puzzle| set.add(puzzle)));
        assert_eq!(set.into_puzzles(), [example()]);
    }
}

#[test]
fn a_selection_is_spread_over_lengths_and_difficulties() {
    let fill = || {
        let mut set = PuzzleSet::default();
        shipped_puzzles(Variant::Emergo).into_iter().for_each(|puzzle| {
            set.add(puzzle);
        });
        set
    };
    let all = fill().into_puzzles();
    let selected = fill().select(60);
    assert_eq!(selected.len(), 60);
    assert!(selected.is_sorted_by_key(|puzzle| puzzle.nodes));
    let kinds = |puzzles: &[Puzzle]| {
        let mut kinds: Vec<_> =
            puzzles.iter().map(|puzzle| (puzzle.length(), puzzle.difficulty())).collect();
        kinds.sort();
        kinds.dedup();
        kinds.len()
    };
    assert!(kinds(&selected) > kinds(&all[..60]));
    assert_eq!(fill().select(1_000).len(), all.len());
}

#[test]
fn the_difficulty_grows_with_the_nodes() {
    for (nodes, difficulty) in [
        (0, 1),
        (127, 1),
        (128, 2),
        (511, 2),
        (512, 3),
        (2_048, 4),
        (8_191, 4),
        (8_192, 5),
        (u64::MAX, 5),
    ] {
        assert_eq!(u8::from(Difficulty::of_nodes(nodes)), difficulty, "{nodes}");
    }
}

#[test]
fn an_attempt_plays_answers_and_forced_moves() {
    let mut attempt = Attempt::new(example());
    let read = |game: &Game, text| read_move(game.position(), Coordinates::Oblique, text).unwrap();
    assert_eq!(attempt.moves_left(), 2);
    let wrong = attempt.game().position().legal_moves();
    let wrong = *wrong.iter().find(|mv| **mv != example().solution[0]).unwrap();
    assert!(!attempt.play(wrong));
    assert_eq!(attempt.game().moves(), []);
    let first = read(attempt.game(), "g6");
    // An entry has no piece on the board, so the first hint is its cell.
    assert_eq!(attempt.hint(), Some(Hint::Target(first.to())));
    assert!(attempt.play(first));
    assert_eq!(attempt.game().moves(), &example().solution[..2]);
    assert_eq!((attempt.moves_left(), attempt.is_solved()), (1, false));
    let second = read(attempt.game(), "c6");
    // White's capture at the end is forced.
    assert!(attempt.play(second));
    assert_eq!(attempt.game().moves(), example().solution);
    assert!(attempt.is_solved());
    assert_eq!((attempt.hint(), attempt.play(second)), (None, false));
}

#[test]
fn the_hints_for_a_step_or_capture_are_the_piece_and_its_target() {
    let is_step = |puzzle: &Puzzle| puzzle.solution[0].kind() == emergo::MoveKind::Step;
    let step = shipped_puzzles(Variant::Emergo).into_iter().find(is_step).unwrap();
    let returning = shipped_puzzle(Variant::Hexemergo, 45).unwrap();
    assert_eq!(returning.solution[0].from(), returning.solution[0].to());
    for puzzle in [step, returning] {
        let mv = puzzle.solution[0];
        let mut attempt = Attempt::new(puzzle);
        let hints = [attempt.hint(), attempt.hint(), attempt.hint()].map(Option::unwrap);
        assert_eq!(hints, [Hint::Piece(mv.from()), Hint::Target(mv.to()), Hint::Target(mv.to())]);
    }
}

#[test]
fn a_wrong_move_is_refuted_and_a_second_solution_is_not() {
    // Black takes the last man. Every other move loses: the proof of tests/all/known_answers.rs.
    let start = "1/3/5/7/9/2w1w2/2b2/3/1 b 0,0";
    let start = emergo::read_position(Variant::Emergo, start).unwrap().position;
    let game = Game::from_position(start, 1, emergo::Blocked::Draw);
    let winning = read_move(&start, Coordinates::Oblique, "e3-e4").unwrap();
    let mut searcher = MoveSearcher::new(Networks::embedded(), 50_000).unwrap();
    for mv in start.legal_moves() {
        let MoveLine { line, expected } = searcher.search(&game, mv);
        assert_eq!(Goal::Win.is_reached(expected), mv == winning, "{line:?} {expected}");
        if mv != winning {
            let reply = line[0];
            assert!(start.after(mv).legal_moves().contains(&reply));
        }
    }
}

#[test]
fn the_puzzles_of_the_program_are_different_and_sorted() {
    for (variant, count) in
        [(Variant::Emergo, 500), (Variant::Emergo7, 250), (Variant::Hexemergo, 250)]
    {
        let puzzles = shipped_puzzles(variant);
        assert_eq!(puzzles.len(), count, "{variant}");
        assert!(puzzles.iter().all(|puzzle| puzzle.variant() == variant));
        let mut set = PuzzleSet::default();
        assert!(puzzles.iter().all(|puzzle| set.add(puzzle.clone())), "{variant}");
        assert!(set.into_puzzles() == puzzles, "{variant}");
        let page = puzzle_page(&puzzles, Coordinates::Checkerboard);
        assert_eq!(page.matches("<figure><svg").count(), count, "{variant}");
    }
}

/// Another network may judge some of them differently, so most must hold, not all.
#[test]
fn puzzles_of_the_program_hold_in_a_search() {
    let mut verifier = Verifier::new(Networks::embedded(), 300_000, &Interrupt::default()).unwrap();
    for variant in Variant::ALL {
        let puzzles = shipped_puzzles(variant);
        let clear = puzzles.iter().filter(|puzzle| puzzle.margin > 0.8).take(4);
        let failures: Vec<_> = clear.filter_map(|puzzle| verifier.check(puzzle).err()).collect();
        assert!(failures.len() <= 1, "{variant}: {failures:?}");
    }
}

#[test]
fn an_interrupted_search_for_puzzles_ends_at_once() {
    let interrupt = Interrupt::default();
    interrupt.abort();
    let endless = FinderSettings { scan_nodes: u64::MAX, ..FinderSettings::default() };
    let mut finder = Finder::new(Networks::embedded(), endless, &interrupt).unwrap();
    assert_eq!(finder.find(&GameRecord::from_game(&example().game()), "", 1), []);
    let mut verifier = Verifier::new(Networks::embedded(), 300_000, &interrupt).unwrap();
    assert_eq!(verifier.puzzle(example().start, None), None);
}

#[test]
fn the_puzzle_of_the_page_about_emergo_has_the_number_and_the_solution_that_it_names() {
    let puzzle = shipped_puzzle(Variant::Emergo, 330).unwrap();
    let solution = puzzle.solution_text(Coordinates::Oblique);
    assert!(solution.ends_with("d7-c7! d4xd6 14. c7xc5xc3xe3xe5"), "{solution}");
}
