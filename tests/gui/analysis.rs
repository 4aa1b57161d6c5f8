//! Lines, scores and the graph; a whole game with its blunders.

use crate::{finish, page, wait_for_moves};
use serde_json::json;
use std::path::Path;

#[test]
fn analysis_shows_lines_a_score_and_arrows() {
    let Some((server, mut browser)) = page("analysis", &[]) else { return };
    browser.click("#modes [data-mode=analyse]");
    browser.set("#lines-wanted", "4");
    browser.click("#analyse");
    browser.wait_for("document.querySelectorAll('.lines li').length === 4");
    browser.wait_for("/^depth \\d+\\/\\d+ · .* a second$/.test(document.querySelector('.search-state').textContent)");
    browser.hover(".lines li:first-child button");
    browser.wait_for("document.querySelectorAll('.arrows > *').length >= 2");
    assert!(browser.is_true("!document.querySelector('#score-bar.empty')"));
    browser.wait_for("document.querySelector('#score-bar').getAttribute('aria-label').startsWith('Score for White')");
    browser.hover("h1");
    browser.wait_for("document.querySelectorAll('.arrows > *').length === 0");
    // A click plays the line's first move, and the new position is analysed.
    browser.click(".lines li:nth-child(2) button");
    wait_for_moves(&mut browser, 1);
    browser.wait_for("document.querySelectorAll('.lines li').length === 4");
    browser.click("#analyse");
    browser.wait_for("document.querySelectorAll('.lines li').length === 0");
    finish(&server, &mut browser);
}

#[test]
fn a_game_is_analysed_with_progress_and_the_graph_jumps() {
    let Some((server, mut browser)) = page("whole_analysis", &[]) else { return };
    let game = Path::new(env!("CARGO_TARGET_TMPDIR")).join("blunder.pgn");
    // Black steps beside White's column, which frees five prisoners by one jump.
    let text = "[Event \"x\"]\n[Variant \"emergo\"]\n[SetUp \"1\"]\n\
                [FEN \"1/3/3b1/7/2(w3b3)2(bw5)3/7/5/1(b3)1/1 w 0,0 1\"]\n\n1. c5-d5 f5-e5 2. d5xf5 *\n";
    std::fs::write(&game, text).unwrap();
    browser.choose_file("#file", &game);
    wait_for_moves(&mut browser, 3);
    browser.click("#modes [data-mode=analyse]");
    browser.set("#analysis-time", "0.05");
    browser.click("#analyse-game");
    browser.wait_for(
        "document.querySelector('#announcement').textContent.startsWith('Game analysed: ')",
    );
    assert!(browser.is_true("document.querySelector('#game-progress').hidden"));
    let marked = "[...document.querySelectorAll('.fault-sign')].map(s => s.parentElement.textContent).join()";
    assert_eq!(browser.eval(marked), json!("f5-e5 ??"));
    assert_eq!(browser.eval("document.querySelectorAll('#graph .fault.blunder').length"), json!(1));
    browser.click("#graph");
    browser.wait_for(
        "['1', '2'].includes(document.querySelector('#move-list [aria-current]')?.dataset.ply)",
    );

    // The keys move along the graph, and its label describes the position.
    browser.eval("document.querySelector('#graph').focus()");
    for (key, place, words) in [
        ("Home", 0, "the start; "),
        ("ArrowLeft", 0, "the start; "),
        ("ArrowRight", 1, "turn 1, White's c5-d5; "),
        ("ArrowUp", 2, "turn 1, Black's f5-e5, blunder; "),
        ("ArrowDown", 1, "turn 1, White's c5-d5; "),
        ("End", 3, "turn 2, White's d5xf5; "),
        ("ArrowRight", 3, "turn 2, White's d5xf5; "),
        ("PageDown", 0, "the start; "),
        ("PageUp", 3, "turn 2, White's d5xf5; "),
    ] {
        browser.key(key);
        browser.wait_for(&format!(
            "document.querySelector('#graph[role=slider]').ariaValueNow === '{place}'"
        ));
        let told = browser.eval("document.querySelector('#graph').ariaValueText");
        let told = told.as_str().unwrap();
        assert!(told.starts_with(&format!("{words}score for White ")), "{key}: {told}");
        assert!(browser.is_true("document.activeElement.id === 'graph'"), "{key}");
        let buttons = "document.querySelector('#move-list [aria-current]')?.dataset.ply ?? '0'";
        browser.wait_for(&format!("({buttons}) === '{place}'"));
    }
    finish(&server, &mut browser);
}
