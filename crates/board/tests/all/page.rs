//! Runs the tests of the page's modules, which are written in JavaScript, with `node --test`.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::Command;

/// Without node the test is skipped, unless `LUCTOR_NODE=required`.
#[test]
fn the_javascript_tests_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page");
    let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<_> = files.filter(|path| path.to_string_lossy().ends_with(".test.js")).collect();
    assert!(!files.is_empty(), "{} has no tests", folder.display());
    match Command::new("node").arg("--test").args(&files).output() {
        Ok(output) => assert!(
            output.status.success(),
            "{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        ),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let required = std::env::var_os("LUCTOR_NODE").is_some_and(|value| value == "required");
            assert!(!required, "node is not installed, but LUCTOR_NODE=required");
            // The test runner hides what a passing test prints.
            let _ = writeln!(std::io::stderr(), "tests did not run: node is not installed");
        }
        Err(error) => panic!("cannot start node: {error}"),
    }
}
