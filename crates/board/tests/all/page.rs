//! Runs the tests of the page's modules, which are written in JavaScript, with `node --test`.

use luctor_engine::score::Score;
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
    let code = "import { expectation } from './src/page/package/score.js'; console.log(expectation({ cp: 150 }));";
    let Some(output) = node(["--input-type=module", "--eval", code]) else { return };
    let points: f64 = String::from_utf8_lossy(&output.stdout).trim().parse().unwrap();
    assert!((points - Score::centimen(150).expected_points()).abs() < 1e-9, "{points}");
}
