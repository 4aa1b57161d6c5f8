//! Requests and responses in JSON.

use emergo_records::ReadOptions;
use luctor_board::interface::{Answer, LibraryQuestion, Question, Refusal, Request, VERSION};
use luctor_board::{answer, answer_json};
use serde_json::{Value, json};

#[test]
fn a_request_and_its_response_are_json() {
    let request = json!({
        "version": VERSION,
        "question": {
            "kind": "describe",
            "game": {"variant": "emergo7", "blocked": "draw", "start": null, "moves": ["d3"]},
            "view": {"layout": "diamond", "turned": false},
        },
    });
    let response: Value = serde_json::from_str(&answer_json(&request.to_string(), answer)).unwrap();
    assert_eq!(response["version"], VERSION);
    assert_eq!(response["answer"]["kind"], "position");
    let position = &response["answer"]["position"];
    assert_eq!(position["variant"], "emergo7");
    assert_eq!(position["text"], "1/3/5/7/2w2/3/1 b 7,8 1");
    assert_eq!(position["side"], "b");
    assert_eq!(position["hands"], json!({"w": 7, "b": 8}));
    assert_eq!(position["required"], json!({"kind": "entry", "men": 1, "shadowpiece": false}));
    assert_eq!(position["ending"], Value::Null);
    let d3 = json!({"cell": "d3", "checkerboard": "c3", "column": {"owner": "w", "cap": 1, "prisoners": 0}});
    let cells = position["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 25);
    assert!(cells.contains(&d3), "{cells:?}");
    let a4 = json!({"text": "a4", "kind": "entry", "path": ["a4"], "captured": []});
    assert_eq!(position["moves"][0], a4);
    assert!(position["picture"].as_str().unwrap().starts_with("<svg "));
}

#[test]
fn a_bad_request_is_refused_with_what_is_wrong() {
    let question = |json: &str| format!("{{\"version\":{VERSION},\"question\":{json}}}");
    for (text, message) in [
        ("".to_owned(), "EOF while parsing a value"),
        ("{".to_owned(), "EOF while parsing an object"),
        ("[]".to_owned(), "invalid length 0"),
        ("{\"version\":1}".to_owned(), "missing field `question`"),
        (question("5"), "invalid type: integer `5`"),
        (question("{}"), "missing field `kind`"),
        (question(r#"{"kind":"x"}"#), "unknown variant `x`, expected one of `describe`, "),
        (question(r#"{"kind":"x"}"#), "unknown variant `x`, expected one of `read_records`, "),
        (question(r#"{"kind":"describe"}"#), "for the rules: missing field `game`"),
        (question(r#"{"kind":"explore"}"#), "for the library: missing field `game` at line 1"),
        (question(r#"{"kind":"list_puzzles","variant":"emergo"}"#), "a question for the library"),
    ] {
        let response: Value = serde_json::from_str(&answer_json(&text, answer)).unwrap();
        let refusal = &response["answer"]["refusal"];
        assert_eq!(refusal["kind"], "bad_request", "{text}");
        assert!(refusal["message"].as_str().unwrap().contains(message), "{text}: {refusal}");
    }
    let question =
        LibraryQuestion::ReadRecords { text: String::new(), options: ReadOptions::default() };
    let other = Request { version: VERSION + 1, question: Question::Library(question) };
    let Answer::Refused { refusal } = answer(&other).answer else { panic!("not refused") };
    assert_eq!(refusal, Refusal::OtherVersion { supported: VERSION });
}
