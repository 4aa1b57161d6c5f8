//! Requests that take a search, as a client sees them.

use crate::client::{game, messages, study_resources};
use emergo::{Repetition, Variant};
use emergo_records::{GameRecord, ReadOptions, read_records};
use luctor_board::interface::{GameText, Refusal, StudyMessage, StudyTask};
use luctor_board::study::{study, study_json};
use luctor_engine::interrupt::Interrupt;
use luctor_study::{Mark, PositionLimit};
use serde_json::{Value, json};

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
    let start = "1/3/3b1/7/2(w3b3)2(bw5)3/7/5/1(b3)1/1 w 0,0 1";
    let game = game(Variant::Emergo, Some(start), "c5-d5");
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
fn unlimited_repetition_is_no_draw_in_a_comparison() {
    let start = "1/3/1(bw)(bw)2/1w2(w2b3)1b/4w4/2(wb)ww1(bw)/2wwb/b1b/b w 0,0";
    let moves = ["c6-c5 d7-d8 c5-c6 d8-d7"; 3].join(" ");
    let game = game(Variant::Emergo, Some(start), &moves);
    let game = GameText { repetition: Repetition::Unlimited, ..game };
    let (text, best) = ("c6-c5".to_owned(), "c6-c5".to_owned());
    let last = messages(StudyTask::Compare { game, text, best }).pop();
    let Some(StudyMessage::Comparison { expected, .. }) = last else { panic!("{last:?}") };
    assert!(expected > 0.9, "{expected}");
}

#[test]
fn an_interrupted_study_has_no_last_message() {
    let interrupt = Interrupt::default();
    let record = Box::new(blunder());
    let task = StudyTask::Annotate { record, limit: PositionLimit::Nodes(5_000) };
    let mut count = 0;
    study(&task, study_resources(), &interrupt, &mut |message| {
        assert!(matches!(message, StudyMessage::Progress { .. }), "{message:?}");
        count += 1;
        interrupt.abort();
    });
    // The last move is forced, so the first search is that of the second move.
    assert_eq!(count, 2);
    let game = game(Variant::Emergo, None, "e4");
    let (text, best) = ("e6".to_owned(), "d6".to_owned());
    for task in [StudyTask::Compare { game: game.clone(), text, best }, StudyTask::PlayOut { game }]
    {
        study(&task, study_resources(), &interrupt, &mut |message| panic!("{message:?}"));
    }
}

#[test]
fn a_study_in_json_is_answered_in_json_and_a_wrong_one_is_refused() {
    let run = |request: &str| -> Vec<Value> {
        let mut messages = Vec::new();
        study_json(request, study_resources(), &Interrupt::default(), &mut |message| {
            messages.push(serde_json::from_str(&message).unwrap());
        });
        messages
    };
    let moves = json!([{"move": "e4"}]);
    let task = json!({"kind": "annotate", "record": {"moves": moves}, "limit": {"nodes": 500}});
    let messages = run(&task.to_string());
    assert_eq!(messages[0], json!({"kind": "progress", "done": 1, "total": 2}));
    assert_eq!(messages[2]["kind"], "report");
    assert_eq!(messages[2]["report"]["moves"][0]["played"], "e4");
    assert_eq!(run("{}")[0]["refusal"]["kind"], "bad_request");
}
