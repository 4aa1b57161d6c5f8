//! Lines and scores.

use crate::{finish, page, wait_for_moves};

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
    browser.wait_for("!document.querySelector('#score-bar.empty')");
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
fn the_chances_of_both_sides_are_shown_if_the_engine_reports_them() {
    let Some((server, mut browser)) = page("chances", &[]) else { return };
    browser.click("#modes [data-mode=analyse]");
    browser.click("#options");
    browser.wait_for("document.querySelector('#options-dialog').open");
    browser.set("#options-dialog [name=UCI_ShowWDL]", "true");
    browser.click("#options-dialog button[value=set]");
    browser.click("#analyse");
    let state = "document.querySelector('.search-state').textContent";
    browser.wait_for(&format!(
        "/ a second · White wins \\d+ %, draw \\d+ %, Black wins \\d+ %$/.test({state})"
    ));
    // Both sides see the chances of White first.
    let sum =
        format!("{state}.match(/\\d+(?= %)/g).reduce((sum, share) => sum + Number(share), 0)");
    browser.wait_for(&format!("Math.abs({sum} - 100) <= 1"));
    finish(&server, &mut browser);
}
