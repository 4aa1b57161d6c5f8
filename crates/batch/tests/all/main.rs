//! Queries and their replies: errors of fields, final answers, and the order of searches.

use luctor_batch::{Batch, BatchAnswer, BatchSettings, Reply};
use luctor_engine::eval::Networks;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::mpsc::{RecvTimeoutError, channel};
use test_support::client::TIMEOUT;
use test_support::examples::matches;

/// A batch with small tables, which are cleared in no time, and its replies until it has ended.
fn start(searches: usize, threads_per_search: usize) -> (Batch, impl Iterator<Item = Reply>) {
    let networks = Networks::embedded();
    let settings = BatchSettings { searches, threads_per_search, table_mebibytes: 1, networks };
    let (sender, replies) = channel();
    let batch = Batch::new(&settings, move |reply| drop(sender.send(reply))).unwrap();
    let next = move || match replies.recv_timeout(TIMEOUT) {
        Err(RecvTimeoutError::Timeout) => panic!("no reply"),
        reply => reply.ok(),
    };
    (batch, std::iter::from_fn(next))
}

fn final_answer(reply: Reply) -> Option<BatchAnswer> {
    let Reply::Answer(answer) = reply else { return None };
    answer.is_final.then_some(*answer)
}

#[test]
fn every_wrong_line_gets_one_error_with_its_field() {
    let lines = [
        ("[1,2]", "a request is a JSON object, not '[1,2]'"),
        ("\u{feff}[1,2]", "a request is a JSON object, not '[1,2]'"),
        ("\"text\"", "a request is a JSON object, not '\"text\"'"),
        (r#"{"id":"x""#, "the line is not JSON: it is incomplete"),
        (r#"{"id":"x","nodes":1e400}"#, "the line is not JSON: number out of range at byte …"),
        (r#"{"depth":1}"#, "id: this field is required"),
        (r#"{"id":5}"#, "id: expected a text, found '5'"),
        (r#"{"id":""}"#, "id: expected a text that is not empty, found '\"\"'"),
    ];
    let fields = [
        (r#""action":"fly""#, "action: expected query or cancel, found 'fly'"),
        (r#""action":"cancel""#, "cancel: this field is required"),
        (r#""variant":"chess""#, "variant: unknown variant 'chess': …"),
        (r#""variant":null"#, "variant: expected a text, found 'null'"),
        (r#""coordinates":"a""#, "coordinates: …'a'…"),
        (
            r#""variant":"hexemergo","coordinates":"checkerboard""#,
            "coordinates: hexemergo has oblique coordinates only",
        ),
        (r#""blocked":"win""#, "blocked: unknown rule for a blocked side 'win': expected one of …"),
        (r#""position":"e4""#, "position: the side to move is missing"),
        (
            r#""position":"1/3/5/7/9/7/5/3/1 w 13,12""#,
            "position: the position is not valid: too many men: White has 0 on the board and 13 in hand, …",
        ),
        (r#""moves":"e4""#, "moves: expected a list of texts, found '\"e4\"'"),
        (r#""moves":["e4",7]"#, "moves: expected a list of texts, found '7'"),
        (r#""moves":["e4","fly"]"#, "moves: ply 2: 'fly' is not a move …"),
        (
            r#""position":"1/3/5/7/4w4/7/5/3/1 b 0,0","moves":["e4"]"#,
            "moves: ply 1: the game has ended: White wins (no men left)",
        ),
        (r#""turns":[]"#, "turns: the list is empty"),
        (r#""turns":[0,0]"#, "turns: turn 0 is in the list twice"),
        (r#""turns":[-1]"#, "turns: expected a list of whole numbers from 0, found '-1'"),
        (r#""turns":[99999999999999999999]"#, "turns: expected a list of whole …, found '1e+20'"),
        (r#""moves":["e4"],"turns":[2]"#, "turns: there is no turn 2: the query has 1 move"),
        (r#""depth":0"#, "depth: expected a whole number from 1 to …, found '0'"),
        (r#""depth":4294967296"#, "depth: … to 4294967295, found '4294967296'"),
        (r#""depth":2.5"#, "depth: expected a whole number …, found '2.5'"),
        (r#""nodes":1e30"#, "nodes: expected a whole number …, found '1e+30'"),
        (r#""movetime":-5"#, "movetime: expected …, found '-5'"),
        (r#""multipv":257"#, "multipv: expected a whole … 256, found '257'"),
        (r#""priority":"a""#, "priority: expected a whole number …"),
        (r#""reportEvery":true"#, "reportEvery: …, found 'true'"),
        (r#""allow":[]"#, "allow: turn 0: no legal move is left"),
        (r#""allow":["e5"]"#, "allow: turn 0: illegal move 'e5': …"),
        (r#""allow":["e4"],"avoid":["e4"]"#, "avoid: turn 0: no legal move is left"),
    ];
    let lines = lines.map(|(line, error)| (line.to_owned(), error));
    let queries = fields.map(|(fields, error)| (format!(r#"{{"id":"x",{fields}}}"#), error));
    let (batch, mut replies) = start(1, 1);
    for (line, error) in lines.into_iter().chain(queries) {
        batch.handle_line(line.as_bytes());
        let Some(Reply::Error { error: found, field: found_field, id }) = replies.next() else {
            panic!("{line}: no error")
        };
        assert!(matches(&found, error), "{line}: expected {error:?}, got {found:?}");
        // An error of a field begins with its name.
        let field = error.split_once(": ").filter(|(field, _)| !field.contains(' '));
        assert_eq!(found_field, field.map(|(field, _)| field), "{line}");
        let sent = serde_json::from_str::<Value>(&line).unwrap_or_default();
        assert_eq!(id.as_deref(), sent["id"].as_str(), "{line}");
    }
    drop(batch);
    assert_eq!(replies.next(), None);
}

#[test]
fn every_turn_has_one_final_answer_on_all_threads() {
    let moves = ["f4", "e3", "c5", "e5", "e4", "g4", "e4xe6", "g4xe4"];
    // The players went on after a third repetition.
    let repeated = ["e5-d5", "h5-g5", "d5-e5", "g5-h5"].repeat(3);
    let games =
        [("1/3/5/7/9/7/5/3/1 w 12,12", &moves[..]), ("1/3/5/7/4w2b1/7/5/3/1 w 0,0", &repeated)];
    for ((position, moves), (searches, threads)) in games.into_iter().zip([(3, 1), (2, 2)]) {
        let turns: Vec<usize> = (0..=moves.len()).collect();
        let (batch, replies) = start(searches, threads);
        for id in 0..20 {
            let query = json!({"id": id.to_string(), "position": position, "moves": moves, "turns": turns, "nodes": 300, "reportEvery": 0});
            batch.handle_line(query.to_string().as_bytes());
        }
        drop(batch);
        let mut finals = BTreeSet::new();
        for reply in replies {
            let Reply::Answer(answer) = reply else { panic!("{reply:?}") };
            let key = (answer.id, answer.turn);
            assert!(!finals.contains(&key), "an answer after the final one: {key:?}");
            if answer.is_final {
                assert!(!answer.moves.is_empty(), "{key:?}");
                finals.insert(key);
            }
        }
        assert_eq!(finals.len(), 20 * turns.len());
    }
}

#[test]
fn a_game_that_went_on_after_a_third_repetition_is_scored_like_its_position() {
    let (batch, replies) = start(1, 1);
    let moves = &["e5-d5", "h5-g5", "d5-e5", "g5-h5"].repeat(3)[..9];
    let query = json!({"id": "a", "position": "1/3/5/7/4w2b1/7/5/3/1 w 0,0", "moves": moves});
    batch.handle_line(query.to_string().as_bytes());
    drop(batch);
    let answer = serde_json::to_value(replies.filter_map(final_answer).next().unwrap()).unwrap();
    assert_eq!(answer["moves"][0]["score"], json!({"mate": -4}));
}

#[test]
fn equal_queries_have_equal_answers_after_other_searches() {
    let (batch, replies) = start(1, 1);
    let (query, other) = (&["e4", "e6"][..], &["e4", "e6", "c4"][..]);
    for (id, moves) in [("a", query), ("other", other), ("b", query)] {
        let query = json!({"id": id, "moves": moves, "nodes": 3000, "multipv": 3});
        batch.handle_line(query.to_string().as_bytes());
    }
    drop(batch);
    let without_id = |answer| BatchAnswer { id: String::new(), time: 0, ..answer };
    let found: Vec<BatchAnswer> = replies.filter_map(final_answer).map(without_id).collect();
    assert_eq!(found[0], found[2]);
    assert_eq!(found[0].moves.len(), 3);
}

#[test]
fn a_query_with_a_higher_priority_is_searched_first() {
    let (batch, mut replies) = start(1, 1);
    // The first answer of the long search shows that it has started.
    batch.handle_line(br#"{"id":"long","movetime":86400000,"reportEvery":0}"#);
    assert!(matches!(replies.next(), Some(Reply::Answer(answer)) if answer.depth == 1));
    for (id, priority) in [("low", -1), ("normal", 0), ("high", 9), ("second", 0)] {
        let query = json!({"id": id, "priority": priority, "depth": 1});
        batch.handle_line(query.to_string().as_bytes());
    }
    batch.handle_line(br#"{"id":"cancel","action":"cancel","cancel":"long"}"#);
    drop(batch);
    let finals: Vec<BatchAnswer> = replies.filter_map(final_answer).collect();
    let ids: Vec<&str> = finals.iter().map(|answer| answer.id.as_str()).collect();
    assert_eq!(ids, ["long", "high", "normal", "second", "low"]);
    assert!(finals[0].cancelled && !finals[0].moves.is_empty(), "{:?}", finals[0]);
}

#[test]
fn an_id_is_free_after_the_last_answer_and_not_before() {
    let (batch, mut replies) = start(1, 1);
    batch.handle_line(br#"{"id":"a","movetime":86400000}"#);
    batch.handle_line(br#"{"id":"a","depth":1}"#);
    let error = json!({"error": "id: a query with this id is running", "field": "id", "id": "a"});
    assert_eq!(json!(replies.next()), error);
    batch.handle_line(br#"{"id":"c","action":"cancel","cancel":"a"}"#);
    assert_eq!(replies.by_ref().take(2).filter_map(final_answer).count(), 1);
    for _ in 0..2 {
        batch.handle_line(br#"{"id":"a","depth":1}"#);
        assert!(replies.next().and_then(final_answer).is_some());
    }
    drop(batch);
    assert_eq!(replies.next(), None);
}

#[test]
fn symmetric_positions_have_one_canonical_key_and_checkerboard_coordinates_are_answered() {
    let (batch, replies) = start(1, 1);
    batch.handle_line(br#"{"id":"a","moves":["e1"],"depth":1}"#);
    batch.handle_line(br#"{"id":"b","moves":["a9"],"coordinates":"checkerboard","depth":1}"#);
    batch.handle_line(br#"{"id":"c","moves":["e4"],"depth":1}"#);
    drop(batch);
    let found: Vec<BatchAnswer> = replies.filter_map(final_answer).collect();
    assert_eq!(found[0].canonical_key, found[1].canonical_key);
    assert_ne!(found[0].canonical_key, found[2].canonical_key);
    assert_eq!(found[1].contributions.as_ref().unwrap().pieces[0].square, "a9");
}
