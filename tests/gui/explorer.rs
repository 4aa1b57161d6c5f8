//! What is known about a position, in Analysis: games of an index or of the program, the opening book, exact endings.

use crate::support::browser::Browser;
use crate::support::luctor;
use crate::support::page::*;
use serde_json::json;
use std::process::Command;
use test_support::scratch::scratch_folder;

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
    let folder = scratch_folder("index");
    std::fs::write(folder.join("club.pgn"), GAMES).unwrap();
    luctor(&folder, &["explore", "club.pgn", "--index", "games.index"]);
    folder.join("games.index").display().to_string()
}

#[test]
fn the_explorer_shows_what_was_played_and_plays_it() {
    let Some((_server, mut browser)) = page("explorer", &["--index", &index()]) else { return };
    // It would help a player.
    browser.wait_for("!$('#explorer').checkVisibility()");
    browser.click("#modes [data-mode=analyse]");
    browser.wait_for("$$('#explorer .move').length === 2");
    browser.wait_for_text("#explorer .games", "3 games");
    let cells = "[...$('#explorer tbody tr').children].map((cell) => cell.textContent)";
    let cells = browser.eval(cells);
    assert_eq!([&cells[1], &cells[3]], [&json!("2"), &json!("+0.30")]);
    let shares = "$('#explorer .results').ariaLabel";
    browser.wait_for_value(shares, "White wins 50 %, draw 50 %, Black wins 0 %");
    let examples = "$$('#explorer .examples li').map((item) => item.textContent)";
    browser.wait_for_value(
        examples,
        [
            "Anna – Ben, 1-0, 2025.03.01, club.pgn 1",
            "Anna – Carl, 1/2-1/2, club.pgn 2",
            "*, club.pgn 3",
        ],
    );
    browser.hover("#explorer tbody button");
    browser.wait_for("$$('.arrows > *').length === 1");
    let first = browser.text("#explorer tbody button");
    browser.click("#explorer tbody button");
    wait_for_move_list(&mut browser, first);
    browser.wait_for_text("#explorer .games", "2 games");
    // No game has the position after another move.
    browser.click("[data-step=back]");
    browser.wait_for_text("#explorer .games", "3 games");
    browser.cell("c5");
    wait_for_moves(&mut browser, 2);
    browser.wait_for_text("#explorer .games", "No game has this position.");
    browser.click("[data-step=back]");
    browser.wait_for_text("#explorer .games", "3 games");
    browser.wait_for_value("$$('#explorer .move').length", 2);
    browser.eval("$('#explorer details').open = true");
    check_screens(&mut browser, "explorer", |browser| {
        let table = "$('#explorer .scrolled')";
        let hidden = browser.eval(&format!("{table}.scrollWidth - {table}.clientWidth"));
        assert_eq!(hidden, json!(0), "the examples need no scrolling");
        browser.eval("$('#explorer').scrollIntoView()");
    });
}

/// The page without an index tells what strong games played, what the book says, and the exact results of endings.
pub fn show_what_the_program_knows(browser: &mut Browser) {
    browser.click("#modes [data-mode=analyse]");
    browser.wait_for_text("#explorer .games", "200 games");
    browser.wait_for("$$('#explorer .move').length > 0");
    browser.wait_for_text("#explorer .book li:first-child button", "e4");
    browser.wait_for("/^[+]\\d\\.\\d\\d$/.test($('#explorer .book li span').textContent)");
    browser.wait_for_value("$('#explorer .exact').hidden", true);
    // The table is below its heading.
    let heading = "$('#explorer .games').getBoundingClientRect().height";
    browser.wait_for(&format!("{heading} < 60"));
    browser.screenshot("explorer-strong-games");
    // Equal caps and an even number of steps between: the opposition.
    paste(browser, "1/3/5/7/(w12)7(b12)/7/5/3/1 w 0,0 1");
    let result = "#explorer .exact .result";
    browser.wait_for(&format!(
        "/^Exact: Black wins in \\d+ moves\\.$/.test($('{result}').textContent)"
    ));
    let verdict = browser.text(result);
    let moves = browser.text("#explorer .exact li span").replace("loses in ", "");
    assert!(verdict.contains(&format!(" {moves} ")), "{verdict} {moves}");
    browser.eval("$('#explorer').scrollIntoView()");
    browser.screenshot("explorer-ending");
    browser.click("#explorer .exact li button");
    wait_for_moves(browser, 1);
    browser.wait_for_text("#explorer .exact li span", format!("wins in {moves}"));
    browser.wait_for_text(result, verdict);
    // A click on a move of the book plays it.
    new_game(browser, "emergo", "white black", "1");
    browser.click("#modes [data-mode=analyse]");
    browser.wait_for_text("#explorer .book li:first-child button", "e4");
    browser.click("#explorer .book li:first-child button");
    wait_for_move_list(browser, "e4");
    browser.wait_for_text("#explorer .book li:first-child button", "e6");
}

#[test]
fn without_an_index_the_explorer_has_strong_games_the_book_and_exact_endings() {
    let Some((_server, mut browser)) = page("explorer_program", &[]) else { return };
    show_what_the_program_knows(&mut browser);
}

#[test]
fn a_wrong_index_is_refused() {
    let output = Command::new(env!("CARGO_BIN_EXE_luctor"))
        .args(["gui", "--no-open", "--port", "0", "--index", file!()])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("tests/gui/explorer.rs: not an index of games"), "{message}");
}
