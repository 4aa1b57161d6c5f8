//! Games of the program against itself, played as the match manager cutegames plays them: runs
//! scripts/cutegames_match.py where there is a Python.

use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn matches_in_the_manner_of_cutegames_are_played_to_the_end() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/cutegames_match.py");
    if !script.exists() {
        println!("skipped: {} is not part of this package", script.display());
        return;
    }
    let python = Command::new("python3")
        .args(["-c", "import sys; sys.exit(sys.version_info < (3, 8))"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !python.is_ok_and(|status| status.success()) {
        println!("skipped: there is no python3 of at least 3.8");
        return;
    }
    // No clocks: on a busy machine a test must not lose on time.
    let output = Command::new("python3")
        .arg(script)
        .args(["--engine", env!("CARGO_BIN_EXE_luctor"), "--games", "2", "--seed", "7"])
        .args(["--tc", "depth=2", "--tc", "nodes=200", "--hang", "60"])
        .output()
        .expect("python3 starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}\n{errors}");
    assert!(text.contains("12 games, 0 failures"), "{text}\n{errors}");
}
