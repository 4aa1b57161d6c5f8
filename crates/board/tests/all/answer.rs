//! Requests and answers in JSON.

use luctor_board::{answer, answer_json};
use serde_json::{Value, json};

#[test]
fn a_request_and_its_answer_are_json() {
    let request = json!({
        "rules": {
            "kind": "describe",
            "game": {"variant": "emergo7", "blocked": "draw", "start": null, "moves": ["d3"]},
            "view": {"layout": "diamond", "turned": false},
        },
    });
    let answer: Value = serde_json::from_str(&answer_json(&request.to_string(), answer)).unwrap();
    assert_eq!(answer["kind"], "position");
    let position = &answer["position"];
    assert_eq!(position["variant"], "emergo7");
    assert_eq!(position["text"], "1/3/5/7/2w2/3/1 b 7,8 1");
    assert_eq!(position["side"], "black");
    assert_eq!(position["hands"], json!({"white": 7, "black": 8}));
    assert_eq!(position["required"], json!({"kind": "entry", "men": 1, "shadowpiece": false}));
    assert_eq!(position["ending"], Value::Null);
    let d3 = json!({"cell": "d3", "checkerboard": "c3", "column": {"owner": "white", "cap": 1, "prisoners": 0}});
    let cells = position["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 25);
    assert!(cells.contains(&d3), "{cells:?}");
    let a4 = json!({"text": "a4", "kind": "entry", "path": ["a4"], "captured": []});
    assert_eq!(position["moves"][0], a4);
    assert!(position["picture"].as_str().unwrap().starts_with("<svg "));
}

#[test]
fn a_bad_request_is_refused_with_what_is_wrong() {
    for (text, message) in [
        ("", "EOF while parsing a value"),
        ("{", "EOF while parsing an object"),
        (r#"{"explorer":5}"#, "unknown variant `explorer`, expected `rules` or `library`"),
        (r#"{"rules":5}"#, "invalid type: integer `5`"),
        (r#"{"rules":{}}"#, "missing field `kind`"),
        (r#"{"rules":{"kind":"x"}}"#, "unknown variant `x`, expected one of `describe`, "),
        (r#"{"library":{"kind":"x"}}"#, "unknown variant `x`, expected one of `read_records`, "),
        (r#"{"rules":{"kind":"describe"}}"#, "missing field `game`"),
        (
            r#"{"rules":{"kind":"write_record","record":{"moves":[]},"format":"zillions"}}"#,
            "zillions is only read, not written",
        ),
        (r#"{"library":{"kind":"list_puzzles","variant":"emergo"}}"#, "a question for the library"),
    ] {
        let answer: Value = serde_json::from_str(&answer_json(text, answer)).unwrap();
        let refusal = &answer["refusal"];
        assert_eq!(refusal["kind"], "bad_request", "{text}");
        assert!(refusal["message"].as_str().unwrap().contains(message), "{text}: {refusal}");
    }
}
