//! `luctor endings`: statistics, positions, the comparison with the search, and wrong arguments.

use crate::support::program::{printed, program, refused};
use serde_json::{Value, json};

fn endings(arguments: &[&str]) -> String {
    printed(program().arg("endings").args(arguments))
}

/// The JSON objects of a run without errors.
fn objects(arguments: &[&str]) -> Vec<Value> {
    let lines = endings(&[arguments, &["--json"]].concat());
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn statistics_are_printed_for_each_board() {
    let found = objects(&[]);
    let boards: Vec<_> = found.iter().map(|object| object["variant"].as_str().unwrap()).collect();
    assert_eq!(boards, ["emergo", "emergo7", "hexemergo"]);
    let emergo = &found[0];
    assert_eq!(emergo["positions"], 236_160);
    assert_eq!(emergo["drawn"], 0);
    assert_eq!(emergo["longest_win"]["plies"], 79);
    assert_eq!(emergo["longest_win"]["line"].as_array().unwrap().len(), 79);
    assert_eq!(emergo.get("classes"), None);

    assert_eq!(found[2]["draws"][0]["reason"], "steps");

    let table = endings(&["--variant", "emergo"]);
    for part in ["emergo, 2 pieces", "236160", "49.9 %", "Longest win in 79:", "line: "] {
        assert!(table.contains(part), "{part}: {table}");
    }
}

#[test]
fn classes_add_the_results_of_each_material() {
    let found = objects(&["--variant", "emergo7", "--classes"]);
    let classes = found[0]["classes"].as_array().unwrap();
    assert_eq!(classes.len(), 64);
    let class = classes.iter().find(|class| class["columns"] == "w3b7 - b1w5").unwrap();
    let expected = json!({"columns": "w3b7 - b1w5", "positions": 600, "distinct": 87, "won": 600,
        "lost": 0, "drawn": 0, "longest_win": 9});
    assert_eq!(*class, expected);
    let table = endings(&["--variant", "emergo7", "--classes"]);
    assert!(table.lines().any(|line| line.starts_with("w3b7 - b1w5 ")), "{table}");
}

/// Adjacent pieces with vacant cells behind both: the side to move captures and wins.
const POSITION: &str = "1/3/5/2(w3b7)(bw5)3/5/3/1 w 0,0";

#[test]
fn a_position_has_its_value_and_that_of_each_move() {
    let found = objects(&["--variant", "emergo7", "--position", POSITION]);
    let [object] = &found[..] else { panic!("{found:?}") };
    assert_eq!((&object["result"], &object["plies"]), (&json!("win"), &json!(1)));
    assert_eq!(object["moves"], json!([{"move": "c4xe4", "result": "win", "plies": 1}]));
    assert_eq!(object["line"], json!(["c4xe4"]));
    let text = endings(&["--variant", "emergo7", "--position", POSITION]);
    assert!(text.ends_with("White to move: win in 1\n  c4xe4  win in 1\nline: c4xe4\n"));
}

#[test]
fn the_search_is_compared_with_the_table() {
    let found = objects(&["--variant", "hexemergo", "--check", "12", "--nodes", "5000"]);
    let [object] = &found[..] else { panic!("{found:?}") };
    for result in ["won", "lost", "drawn"] {
        let counts = &object[result];
        let count = |verdict: &str| counts[verdict].as_u64().unwrap();
        let sum: u64 = ["agrees", "longer", "open", "contradicts"].map(count).iter().sum();
        assert_eq!((count("positions"), sum), (4, 4), "{counts}");
    }
    assert_eq!(object["contradictions"], json!([]));
}

#[test]
fn wrong_arguments_are_refused_before_the_work() {
    let start = "1/3/5/7/9/7/5/3/1 w 12,12";
    let missing = "1/3/5/7/4w3b/7/5/3/1 w 0,0";
    let cases: [(&[&str], i32, &str); 8] = [
        (&["--pieces", "5"], 2, "must be a whole number from 2 to 4"),
        (&["--position", start], 2, "White has 12 in hand, a table is for empty hands"),
        (&["--position", missing], 2, "White has 1 of its 12 men on the board"),
        (&["--position", start, "--classes"], 2, "cannot be used with"),
        (&["--nodes", "5"], 2, "--check"),
        (&["--variant", "emergo", "--pieces", "4"], 1, "the limit is 1024 MiB"),
        (&["--variant", "hexemergo", "--men", "4"], 1, "the limit is 1024 MiB"),
        (&["--men", "1", "--position", start], 2, "cannot be used with"),
    ];
    for (arguments, code, message) in cases {
        refused(program().arg("endings").args(arguments), "", code, message);
    }
}

#[test]
fn the_game_with_few_men_is_solved_from_the_empty_board() {
    let found = objects(&["--variant", "emergo7", "--men", "1"]);
    assert_eq!((&found[0]["result"], &found[0]["plies"]), (&json!("loss"), &json!(8)));
    assert_eq!(found[0]["entries"].as_array().unwrap().len(), 5);
    let text = endings(&["--variant", "emergo7", "--men", "1"]);
    for part in ["emergo7, 1 man a side: loss in 8 for White", "  d3  loss in 8", "line: "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = endings(&["--variant", "hexemergo", "--men", "1"]);
    assert!(text.contains("longest win or loss 1 ply\n"), "{text}");
}
