//! Puzzles, as a client solves them.

use crate::client::{ask_library, messages};
use emergo::{Coordinates, Variant, write_move};
use luctor_board::Library;
use luctor_board::interface::{
    Answer, AttemptState, LibraryAnswer, LibraryQuestion, PuzzleAttempt, PuzzleReply, PuzzleStep,
    Refusal, StudyMessage, StudyTask,
};
use luctor_study::puzzle::{Goal, Puzzle, shipped_puzzles};

fn ask(question: LibraryQuestion) -> Answer {
    ask_library(question, &Library::default())
}

fn step(attempt: &PuzzleAttempt, step: PuzzleStep) -> (AttemptState, Option<PuzzleReply>) {
    match ask(LibraryQuestion::SolvePuzzle { attempt: attempt.clone(), step }) {
        Answer::Library(LibraryAnswer::Attempt { state, reply }) => (state, reply),
        other => panic!("{other:?}"),
    }
}

fn attempt(variant: Variant, number: usize) -> PuzzleAttempt {
    PuzzleAttempt { variant, number, found: Vec::new() }
}

/// The number of the first puzzle of emergo that fits.
fn number_of(fits: impl Fn(&Puzzle) -> bool) -> usize {
    1 + shipped_puzzles(Variant::Emergo).iter().position(fits).unwrap()
}

/// A move that does not begin the solution.
fn wrong_move(puzzle: &Puzzle) -> String {
    let game = puzzle.game();
    let after = |mv| game.position().after(mv);
    let solution = after(puzzle.solution[0]);
    let legal = game.position().legal_moves();
    let wrong = legal.iter().find(|mv| after(**mv) != solution).unwrap();
    write_move(puzzle.variant(), Coordinates::Oblique, *wrong)
}

#[test]
fn all_puzzles_are_listed_and_every_tenth_is_solved_by_its_solution() {
    for variant in Variant::ALL {
        let Answer::Library(LibraryAnswer::Puzzles { puzzles }) =
            ask(LibraryQuestion::ListPuzzles { variant })
        else {
            panic!("no puzzles");
        };
        assert_eq!(puzzles.len(), shipped_puzzles(variant).len());
        for number in (1..=puzzles.len()).rev().step_by(10) {
            let mut attempt = attempt(variant, number);
            let (begin, reply) = step(&attempt, PuzzleStep::Show);
            let length = begin.moves_left;
            assert_eq!((&begin.game.moves[..], &begin.solution, reply), (&[][..], &None, None));
            let (given_up, _) = step(&attempt, PuzzleStep::GiveUp);
            let solution = given_up.solution.unwrap().moves;
            let mut state = begin;
            while state.moves_left > 0 {
                let text = solution[state.game.moves.len()].clone();
                let (next, reply) = step(&attempt, PuzzleStep::Move { text: text.clone() });
                let Some(PuzzleReply::Right { played }) = reply else { panic!("{reply:?}") };
                let played: Vec<&String> = played.iter().map(|mv| &mv.text).collect();
                assert_eq!(
                    next.game.moves[state.game.moves.len()..].iter().collect::<Vec<_>>(),
                    played
                );
                attempt.found.push(text);
                state = next;
            }
            assert_eq!(attempt.found.len(), length, "{variant} {number}");
            assert_eq!(state.game.moves, solution, "{variant} {number}");
            assert_eq!(state.solution.unwrap().moves, solution);
        }
    }
}

#[test]
fn a_hint_is_the_piece_and_then_its_target() {
    let is_step = |puzzle: &Puzzle| puzzle.solution[0].kind() == emergo::MoveKind::Step;
    let attempt = attempt(Variant::Emergo, number_of(is_step));
    let (state, _) = step(&attempt, PuzzleStep::GiveUp);
    let first = state.solution.unwrap().moves[0].clone();
    let (from, to) = first.split_once('-').unwrap();
    let hint = |number| step(&attempt, PuzzleStep::Hint { number }).1;
    let piece = PuzzleReply::HintPiece { cell: from.to_owned() };
    let target = PuzzleReply::HintTarget { cell: to.to_owned() };
    assert_eq!([1, 2, 3].map(hint), [Some(piece), Some(target.clone()), Some(target)]);
}

#[test]
fn a_wrong_move_changes_nothing_and_is_refuted() {
    let is_clear = |puzzle: &Puzzle| puzzle.goal == Goal::Win && puzzle.margin > 0.8;
    let attempt = attempt(Variant::Emergo, number_of(is_clear));
    let text = wrong_move(&shipped_puzzles(Variant::Emergo)[attempt.number - 1]);
    let (state, reply) = step(&attempt, PuzzleStep::Move { text: text.clone() });
    assert_eq!((state.game.moves, reply), (Vec::new(), Some(PuzzleReply::Wrong)));
    let all = messages(StudyTask::Refute { attempt, text });
    let [StudyMessage::Refutation { line, expected, reaches_goal: false, ending: None }] = &all[..]
    else {
        panic!("{all:?}");
    };
    assert!(!line.is_empty() && *expected <= 0.6, "{line:?} {expected}");
}

#[test]
fn wrong_requests_about_puzzles_are_refused() {
    let mut broken = attempt(Variant::Emergo7, 1);
    broken.found.push(String::new());
    let mut not_found = attempt(Variant::Emergo7, 1);
    not_found.found.push(wrong_move(&shipped_puzzles(Variant::Emergo7)[0]));
    let refusal = |attempt: PuzzleAttempt| match ask(LibraryQuestion::SolvePuzzle {
        attempt,
        step: PuzzleStep::Show,
    }) {
        Answer::Refused { refusal } => refusal,
        other => panic!("{other:?}"),
    };
    for number in [0, 251] {
        assert_eq!(refusal(attempt(Variant::Emergo7, number)), Refusal::NoPuzzle { count: 250 });
    }
    assert!(matches!(refusal(broken), Refusal::Move { number: 1, .. }));
    assert!(matches!(refusal(not_found), Refusal::BadRequest { .. }));
}

#[test]
fn a_solved_puzzle_is_played_on_to_the_end_of_a_forced_win_or_to_the_last_capture() {
    // A win that the search proves, and one that it only expects.
    for (number, is_proved) in [
        (
            number_of(|puzzle| {
                puzzle.win_in.is_some_and(|moves| moves > 4) && puzzle.length() == 1
            }),
            true,
        ),
        (number_of(|puzzle| puzzle.win_in.is_none() && puzzle.goal == Goal::Win), false),
    ] {
        let (state, _) = step(&attempt(Variant::Emergo, number), PuzzleStep::GiveUp);
        let mut game = state.game;
        game.moves = state.solution.unwrap().moves;
        let played = game.moves.len();
        let StudyMessage::Playout { line, expected, ending } =
            messages(StudyTask::PlayOut { game: game.clone() }).pop().unwrap()
        else {
            panic!("no line");
        };
        assert!(expected >= 0.9, "{number}: {expected}");
        assert_eq!(ending.is_some(), is_proved, "{number}: {line:?}");
        if !is_proved {
            let captures = line.iter().filter(|mv| mv.contains('x')).count();
            assert!(captures == 0 || line.last().unwrap().contains('x'), "{number}: {line:?}");
        }
        // The line is legal, and nothing follows the end of the game.
        game.moves.extend(line);
        assert!(game.moves.len() > played);
        let is_over = ending.is_some();
        if is_over {
            let again = messages(StudyTask::PlayOut { game }).pop().unwrap();
            let StudyMessage::Playout { line, .. } = again else { panic!("{again:?}") };
            assert!(line.is_empty());
        }
    }
}
