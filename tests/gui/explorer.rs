//! The explorer next to the moves, with an index of games and without.

use crate::{WIDE, finish, page, wait_for_move_list, wait_for_moves};
use serde_json::json;
use std::path::Path;
use std::process::Command;

const GAMES: &str = r#"[White "Anna"]
[Black "Ben"]
[Date "2025.03.01"]
[Result "1-0"]

1. e4 {+0.30/8 0.1s} e6 {-0.10/8 0.1s} 2. f4 1-0

[White "Anna"]
[Black "Carl"]
[Result "1/2-1/2"]

1. e4 i5 1/2-1/2

[Result "*"]

1. a5 *
"#;

/// An index of three games.
fn index() -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gui-explorer");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("club.pgn"), GAMES).unwrap();
    let built = Command::new(env!("CARGO_BIN_EXE_luctor"))
        .args(["explore", "club.pgn", "--index", "games.index"])
        .current_dir(&folder)
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    folder.join("games.index").display().to_string()
}

#[test]
fn the_explorer_shows_what_was_played_and_plays_it() {
    let Some((server, mut browser)) = page("explorer", &["--index", &index()]) else { return };
    browser.wait_for("document.querySelectorAll('#explorer .move').length === 2");
    browser.wait_for_text("#explorer .games", "3 games");
    let cells = "[...document.querySelector('#explorer tbody tr').children].map((cell) => cell.textContent)";
    let cells = browser.eval(cells);
    assert_eq!([&cells[1], &cells[3]], [&json!("2"), &json!("+0.30")]);
    let shares = "document.querySelector('#explorer .results').ariaLabel";
    browser.wait_for_value(shares, "White 50 %, draw 50 %, Black 0 %");
    let examples = "[...document.querySelectorAll('#explorer li')].map((item) => item.textContent)";
    browser.wait_for_value(
        examples,
        [
            "Anna – Ben, 1-0, 2025.03.01, club.pgn 1",
            "Anna – Carl, 1/2-1/2, club.pgn 2",
            "*, club.pgn 3",
        ],
    );
    browser.hover("#explorer tbody button");
    browser.wait_for("document.querySelectorAll('.arrows > *').length === 1");
    let first = browser.text("#explorer tbody button");
    browser.click("#explorer tbody button");
    wait_for_moves(&mut browser, 1);
    wait_for_move_list(&mut browser, first);
    browser.wait_for("document.querySelector('#explorer .games').textContent === '2 games'");
    // No game has the position after another move.
    browser.click("#take-back");
    browser.wait_for("document.querySelector('#explorer .games').textContent === '3 games'");
    browser.cell("c5");
    wait_for_moves(&mut browser, 1);
    browser.wait_for(
        "document.querySelector('#explorer .games').textContent === 'No game has this position.'",
    );
    browser.click("#take-back");
    browser.wait_for("document.querySelector('#explorer .games').textContent === '3 games'");
    for (name, size, dark) in [
        ("explorer", WIDE, false),
        ("explorer-dark", WIDE, true),
        ("explorer-narrow", (360, 780), false),
    ] {
        browser.open(&server.address, size, dark);
        browser.wait_for("document.querySelectorAll('#explorer .move').length === 2");
        browser.eval("document.querySelector('#explorer details').open = true");
        assert_eq!(browser.overflow(), 0, "{name}");
        let table = "document.querySelector('#explorer .scrolled')";
        let hidden = browser.eval(&format!("{table}.scrollWidth - {table}.clientWidth"));
        assert_eq!(hidden, json!(0), "{name}: the examples need no scrolling");
        browser.eval("document.querySelector('#explorer').scrollIntoView()");
        browser.screenshot(name);
    }
    finish(&server, &mut browser);
}

#[test]
fn there_is_no_explorer_without_an_index_and_a_wrong_index_is_refused() {
    let Some((server, mut browser)) = page("no_explorer", &[]) else { return };
    browser.cell("e4");
    wait_for_moves(&mut browser, 1);
    browser.wait_for("document.querySelector('#explorer').hidden");
    finish(&server, &mut browser);
    let output = Command::new(env!("CARGO_BIN_EXE_luctor"))
        .args(["gui", "--no-open", "--index", file!()])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("tests/gui/explorer.rs: not an index of games"), "{message}");
}
