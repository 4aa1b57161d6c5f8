//! Runs the tests of the page's modules, which are written in JavaScript, with `node --test`.

use emergo::notation::IllegalReason::{self, *};
use emergo::{Coordinates, Variant};
use emergo_records::Format;
use luctor_engine::score::Score;
use serde_json::json;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output};
use test_support::skip::skip;

/// Without node the test is skipped, unless `LUCTOR_NODE=required`.
fn node(arguments: impl IntoIterator<Item: AsRef<OsStr>>) -> Option<Output> {
    let missing = |error| skip("LUCTOR_NODE", &format!("node: {error}"));
    Command::new("node").args(arguments).output().map_or_else(missing, Some)
}

#[test]
fn the_javascript_tests_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page");
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<_> = files.filter(|path| path.to_string_lossy().ends_with(".test.js")).collect();
    assert!(!files.is_empty(), "{} has no tests", folder.display());
    let Some(output) = node(["--test".into()].into_iter().chain(files)) else { return };
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success(), "{out}{err}");
}

#[test]
fn the_page_expects_the_points_that_the_engine_expects() {
    let code = "import { expectation } from './src/page/package/score.js'; console.log(expectation({ centimen: 150 }));";
    let Some(output) = node(["--input-type=module", "--eval", code]) else { return };
    let points: f64 = String::from_utf8_lossy(&output.stdout).trim().parse().unwrap();
    assert!((points - Score::centimen(150).expected_points()).abs() < 1e-9, "{points}");
}

#[test]
fn the_page_has_the_names_and_the_words_of_illegal_moves() {
    let square = Coordinates::Oblique.name_of(Variant::Emergo, Variant::Emergo.centre());
    let example = || "e4xe6".to_owned();
    let reasons = [
        MustCapture { example: example() },
        NotLongest { men: 2, example: example() },
        NoSuchCapture { example: example() },
        MustEnter,
        EmptyHand,
        Occupied { square },
        Centre { square },
        Feeding { square },
        NotYours { square },
        NoMoves,
        NoSuchMove,
    ];
    let code = format!(
        "import {{ text }} from './src/page/package/languages.js';
        import {{ illegalMoveWords }} from './src/page/package/words.js';
        const reasons = {};
        const texts = ['unreadable', 'unknown_square', 'ambiguous'];
        const kinds = [...texts, ...reasons.map(({{ kind }}) => kind), 'game_ended'];
        console.log(kinds.join() === Object.keys(text.illegalMove).join());
        for (const reason of reasons) console.log(`${{reason.kind}} ${{illegalMoveWords(reason)}}`);",
        json!(reasons)
    );
    let Some(output) = node(["--input-type=module", "--eval", &code]) else { return };
    let line = |reason: &IllegalReason| format!("{} {reason}.", reason.name());
    let lines: Vec<_> = ["true".to_owned()].into_iter().chain(reasons.iter().map(line)).collect();
    let written = String::from_utf8_lossy(&output.stdout).to_lowercase();
    assert_eq!(written.trim_end(), lines.join("\n").to_lowercase());
}

#[test]
fn the_page_offers_files_of_all_formats() {
    let page = include_str!("../../src/page/index.html");
    let (_, accepted) = page.split_once("accept=\"").unwrap();
    let (accepted, _) = accepted.split_once('"').unwrap();
    let ending = |format| match format {
        Format::Pgn => ".pgn",
        Format::Json => ".jsonl",
        Format::AbstractPlay => ".json",
        Format::Zillions => ".zsg",
        Format::MindSports | Format::Tutor | Format::Moves => ".txt",
    };
    let endings: BTreeSet<_> = Format::ALL.map(ending).into();
    assert_eq!(accepted.split(',').collect::<BTreeSet<_>>(), endings);
}
