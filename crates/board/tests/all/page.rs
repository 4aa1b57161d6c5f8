//! Runs the tests of the page's modules, which are written in JavaScript, with `node --test`.

use std::path::Path;
use std::process::Command;
use test_support::skip::skip;

/// Without node the test is skipped, unless `LUCTOR_NODE=required`.
#[test]
fn the_javascript_tests_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page");
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<_> = files.filter(|path| path.to_string_lossy().ends_with(".test.js")).collect();
    assert!(!files.is_empty(), "{} has no tests", folder.display());
    let run = Command::new("node").arg("--test").args(&files).output();
    let missing = |error| skip("LUCTOR_NODE", &format!("node: {error}"));
    let Some(output) = run.map_or_else(missing, Some) else { return };
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(output.status.success(), "{out}{err}");
}
