//! Puzzles, the explorer and the requests that take a search, as a client sees them.

use emergo::{Blocked, Repetition, Variant};
use emergo_records::{GameRecord, ReadOptions, read_records};
use luctor_board::Library;
use luctor_board::interface::{
    Answer, AttemptState, ExactResult, GameText, PuzzleAttempt, PuzzleReply, PuzzleStep, Question,
    Refusal, Request, StudyMessage, StudyRequest, StudyTask, VERSION,
};
use luctor_board::study::{StudySettings, study, study_json};
use luctor_engine::eval::Networks;
use luctor_engine::interrupt::Interrupt;
use luctor_explorer::{ExplorerAnswer, GameCounts};
use luctor_study::judgement::Mark;
use luctor_study::puzzle::{Goal, Puzzle, shipped_puzzles};
use luctor_study::report::PositionLimit;
use serde_json::{Value, json};
use std::collections::HashSet;

fn settings() -> StudySettings {
    StudySettings { networks: Networks::embedded(), threads: 1, table: 4 }
}

fn ask_library(question: Question, library: &Library) -> Answer {
    library.answer(&Request { version: VERSION, question }).answer
}

fn ask(question: Question) -> Answer {
    ask_library(question, &Library::default())
}

fn step(attempt: &PuzzleAttempt, step: PuzzleStep) -> (AttemptState, Option<PuzzleReply>) {
    match ask(Question::SolvePuzzle { attempt: attempt.clone(), step }) {
        Answer::Attempt { state, reply } => (state, reply),
        other => panic!("{other:?}"),
    }
}

fn attempt(variant: Variant, number: usize) -> PuzzleAttempt {
    PuzzleAttempt { variant, number, found: Vec::new() }
}

fn messages(task: StudyTask) -> Vec<StudyMessage> {
    let mut messages = Vec::new();
    let request = StudyRequest { version: VERSION, task };
    study(&request, settings(), &Interrupt::default(), &mut |message| messages.push(message));
    messages
}

/// The number of the first puzzle of emergo that fits.
fn number_of(fits: impl Fn(&Puzzle) -> bool) -> usize {
    1 + shipped_puzzles(Variant::Emergo).iter().position(fits).unwrap()
}

#[test]
fn every_puzzle_is_listed_and_solved_by_its_solution() {
    for variant in Variant::ALL {
        let Answer::Puzzles { puzzles } = ask(Question::ListPuzzles { variant }) else {
            panic!("no puzzles");
        };
        for number in 1..=puzzles.len() {
            let mut attempt = attempt(variant, number);
            let (begin, reply) = step(&attempt, PuzzleStep::Show);
            let length = begin.moves_left;
            assert_eq!((&begin.game.moves[..], begin.is_solved), (&[][..], false));
            assert_eq!((&begin.solution, reply), (&None, None));
            let (given_up, _) = step(&attempt, PuzzleStep::GiveUp);
            let solution = given_up.solution.unwrap().moves;
            let mut state = begin;
            while !state.is_solved {
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
    let piece = PuzzleReply::Hint { piece: Some(from.to_owned()), target: None };
    let target = PuzzleReply::Hint { piece: None, target: Some(to.to_owned()) };
    assert_eq!([1, 2, 3].map(hint), [Some(piece), Some(target.clone()), Some(target)]);
}

#[test]
fn a_wrong_move_changes_nothing_and_is_refuted() {
    let is_clear = |puzzle: &Puzzle| puzzle.goal == Goal::Win && puzzle.margin > 0.8;
    let attempt = attempt(Variant::Emergo, number_of(is_clear));
    let puzzle = &shipped_puzzles(Variant::Emergo)[attempt.number - 1];
    let game = puzzle.game();
    let wrong = |mv: &&emergo::Move| {
        game.position().after(**mv) != game.position().after(puzzle.solution[0])
    };
    let legal = game.position().legal_moves();
    let wrong = *legal.iter().find(wrong).unwrap();
    let text = emergo::write_move(Variant::Emergo, emergo::Coordinates::Oblique, wrong);
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
    let legal = shipped_puzzles(Variant::Emergo7)[0].game();
    let mut not_found = attempt(Variant::Emergo7, 1);
    let other = legal.position().legal_moves();
    let solution = shipped_puzzles(Variant::Emergo7)[0].solution[0];
    let other =
        other.iter().find(|mv| legal.position().after(**mv) != legal.position().after(solution));
    let other = emergo::write_move(Variant::Emergo7, emergo::Coordinates::Oblique, *other.unwrap());
    not_found.found.push(other);
    let refusal = |attempt: PuzzleAttempt| match ask(Question::SolvePuzzle {
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

fn blunder() -> GameRecord {
    // Black steps beside White's column, which frees five prisoners by one jump.
    let text = "[Variant \"emergo\"]\n[FEN \"1/3/3b1/7/2(w3b3)2(bw5)3/7/5/1(b3)1/1 w 0,0 1\"]\n\n\
                1. c5-d5 f5-e5 2. d5xf5 *\n";
    read_records(text, &ReadOptions::default()).games.remove(0).unwrap()
}

#[test]
fn a_game_is_annotated_with_progress() {
    let record = Box::new(blunder());
    let all = messages(StudyTask::Annotate { record, limit: PositionLimit::Nodes(5_000) });
    let Some((StudyMessage::Report { report }, progress)) = all.split_last() else {
        panic!("no report: {all:?}");
    };
    let marks: Vec<Option<Mark>> = report.moves.iter().map(|one| one.mark).collect();
    assert_eq!(marks, [None, Some(Mark::Blunder), None]);
    let counts = progress.iter().map(|message| match message {
        StudyMessage::Progress { done, total: 4 } => *done,
        other => panic!("{other:?}"),
    });
    assert_eq!(counts.collect::<Vec<_>>(), [1, 2, 3, 4]);
}

#[test]
fn a_move_is_compared_with_the_best_one() {
    let game = GameText {
        variant: Variant::Emergo,
        blocked: Blocked::Draw,
        repetition: Repetition::Draw,
        start: Some("1/3/3b1/7/2(w3b3)2(bw5)3/7/5/1(b3)1/1 w 0,0 1".to_owned()),
        moves: vec!["c5-d5".to_owned()],
    };
    let compare = |text: &str, best: &str| {
        let (game, text, best) = (game.clone(), text.to_owned(), best.to_owned());
        messages(StudyTask::Compare { game, text, best }).pop().unwrap()
    };
    for (text, best, expected) in [
        ("f5-e5", "f5-g5", Some(Mark::Blunder)),
        ("f5-g5", "f5-e5", None),
        ("f5-g5", "f5-g5", None),
    ] {
        let StudyMessage::Comparison { line, mark, ending: None, .. } = compare(text, best) else {
            panic!("no comparison of {text} with {best}");
        };
        assert_eq!(mark, expected, "{text} {best}");
        assert!(!line.is_empty());
    }
    assert!(matches!(
        compare("a1", "f5-e5"),
        StudyMessage::Refused { refusal: Refusal::Move { number: 2, .. } }
    ));
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

#[test]
fn an_interrupted_study_has_no_last_message() {
    let interrupt = Interrupt::default();
    let record = Box::new(blunder());
    let task = StudyTask::Annotate { record, limit: PositionLimit::Nodes(5_000) };
    let mut count = 0;
    study(&StudyRequest { version: VERSION, task }, settings(), &interrupt, &mut |message| {
        assert!(matches!(message, StudyMessage::Progress { .. }), "{message:?}");
        count += 1;
        interrupt.abort();
    });
    // The last move is forced, so the first search is that of the second move.
    assert_eq!(count, 2);
}

#[test]
fn a_study_in_json_is_answered_in_json_and_a_wrong_one_is_refused() {
    let run = |request: &str| -> Vec<Value> {
        let mut messages = Vec::new();
        study_json(request, settings(), &Interrupt::default(), &mut |message| {
            messages.push(serde_json::from_str(&message).unwrap());
        });
        messages
    };
    let moves = json!([{"move": "e4"}]);
    let task = json!({"kind": "annotate", "record": {"moves": moves}, "limit": {"nodes": 500}});
    let messages = run(&json!({"version": VERSION, "task": task}).to_string());
    assert_eq!(messages[0], json!({"kind": "progress", "done": 1, "total": 2}));
    assert_eq!(messages[2]["kind"], "report");
    assert_eq!(messages[2]["report"]["moves"][0]["played"], "e4");
    let version = run(&json!({"version": VERSION + 1, "task": task}).to_string());
    let expected =
        json!({"kind": "refused", "refusal": {"kind": "other_version", "supported": VERSION}});
    assert_eq!(version, [expected]);
    assert_eq!(run("{}")[0]["refusal"]["kind"], "bad_request");
}

fn position_of(variant: Variant, start: Option<&str>, moves: &[&str]) -> Question {
    let game = GameText {
        variant,
        blocked: Blocked::Draw,
        repetition: Repetition::Draw,
        start: start.map(str::to_owned),
        moves: moves.iter().map(|mv| (*mv).to_owned()).collect(),
    };
    Question::Explore { game }
}

#[test]
fn the_explorer_answers_from_the_index_if_there_is_one() {
    let explore = || position_of(Variant::Emergo7, None, &["d3"]);
    let library = Library::with_index(Box::new(|position| {
        Ok(ExplorerAnswer {
            variant: position.variant(),
            position: emergo::write_position(position, 1),
            side: "black",
            counts: GameCounts::default(),
            moves: Vec::new(),
        })
    }));
    let Answer::Explorer { found: Some(found), .. } = ask_library(explore(), &library) else {
        panic!("no answer");
    };
    assert_eq!(found.position, "1/3/5/7/2w2/3/1 b 7,8 1");
    let damaged = Library::with_index(Box::new(|_| Err("the index is damaged".to_owned())));
    let refusal = Refusal::Index { message: "the index is damaged".to_owned() };
    let Answer::Refused { refusal: found } = ask_library(explore(), &damaged) else {
        panic!("not refused");
    };
    assert_eq!(found, refusal);
}

#[test]
fn the_library_has_200_strong_games_of_each_board_and_a_book_of_one() {
    let library = Library::default();
    for variant in Variant::ALL {
        let has_book = variant == Variant::Emergo;
        let answer = ask_library(position_of(variant, None, &[]), &library);
        let Answer::Explorer { found: Some(found), book, ending: None } = answer else {
            panic!("{answer:?}");
        };
        assert_eq!((found.counts.games(), !book.is_empty()), (200, has_book), "{variant}");
        assert!(found.moves[0].sources[0].examples.len() == 3, "{variant}");
    }
    let answer = ask_library(position_of(Variant::Emergo, None, &["e4"]), &library);
    let Answer::Explorer { book, .. } = answer else { panic!("{answer:?}") };
    // docs/emergo.md: the best answer to e4 by the book.
    assert_eq!(book[0].mv, "e6");
}

#[test]
fn positions_with_few_columns_have_an_exact_result() {
    let library = Library::default();
    let exact = |variant, start: &str, moves: &[&str]| {
        let answer = ask_library(position_of(variant, Some(start), moves), &library);
        let Answer::Explorer { ending, .. } = answer else { panic!("{answer:?}") };
        ending
    };
    // The opposition: with equal caps and an odd number of steps between, the side to move wins.
    let start = "1/3/5/7/(w12)7(b12)/7/5/3/1 w 0,0 1";
    let found = exact(Variant::Emergo, start, &[]).unwrap();
    let ExactResult::Loss { moves: left } = found.result else { panic!("{found:?}") };
    assert!(found.moves.iter().all(|one| matches!(one.result, ExactResult::Loss { .. })));
    assert_eq!(found.moves[0].result, found.result, "the longest way comes first");
    // After the move the other side wins in as many moves.
    let best = found.moves[0].mv.clone();
    let after = exact(Variant::Emergo, start, &[&best]).unwrap();
    assert_eq!(after.result, ExactResult::Win { moves: left });
    // One jump ends the game. Then there is nothing to ask.
    let start = "1/3/5/2(w8b7)b3/5/3/1 w 0,0 1";
    let found = exact(Variant::Emergo7, start, &[]).unwrap();
    assert_eq!(found.result, ExactResult::Win { moves: 1 });
    assert_eq!(exact(Variant::Emergo7, start, &[&found.moves[0].mv]), None);
    // Three columns are known on the small board only.
    let start = "1/3/2(b5w4)2/7/1(w2b2)1(w2b)1/3/1 b 0,0 1";
    let found = exact(Variant::Emergo7, start, &[]).unwrap();
    assert_eq!(found.moves[0].result, found.result);
    let start = "1/3/5/2(b9w6)4/9/2(w3b2)1(w3b)2/5/3/1 w 0,0 1";
    assert_eq!(exact(Variant::Emergo, start, &[]), None);
    // A man in hand, or a man too few, is no ending of the tables.
    let start = "1/3/5/2(w8b7)4/5/3/1 w 0,1 1";
    assert_eq!(exact(Variant::Emergo7, start, &[]), None);
}

#[test]
fn the_fair_starts_of_each_board_are_valid_and_different() {
    let library = Library::default();
    for (variant, count) in
        [(Variant::Emergo, 200), (Variant::Emergo7, 200), (Variant::Hexemergo, 100)]
    {
        let Answer::FairStarts { starts } =
            ask_library(Question::ListFairStarts { variant }, &library)
        else {
            panic!("no starts");
        };
        let positions = starts
            .iter()
            .map(|text| emergo::read_position(variant, text).unwrap().position.canonical_key());
        let distinct: HashSet<_> = positions.collect();
        assert_eq!((starts.len(), distinct.len()), (count, count), "{variant}");
    }
}
