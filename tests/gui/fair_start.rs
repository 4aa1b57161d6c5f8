//! Games from balanced openings.

use crate::support::browser::Browser;
use crate::support::page::*;
use serde_json::json;

/// Starts a game of each board from a fair start, and saves the last one.
pub fn start_fair_games(browser: &mut Browser) {
    for (variant, count) in [("emergo7", 200), ("hexemergo", 100), ("emergo", 200)] {
        start_game(browser, variant, &[("person", "white black"), ("from", "fair")]);
        let comment = "$('#move-list .comment')?.textContent";
        browser.wait_for(&format!("/^Fair start \\d+ of {count}$/.test({comment})"));
        browser.wait_for("$('.picture g.piece')");
    }
    let comment = browser.text("#move-list .comment");
    let start = "JSON.parse(Object.values(localStorage).concat(Object.values(sessionStorage)) \
                 .find((value) => value.includes('Fair start'))).value.game.header.start";
    let start = browser.eval(start);
    let saved = save(browser, "pgn", "emergo.pgn");
    assert!(saved.contains(&comment), "{saved}");
    assert!(saved.contains(start.as_str().unwrap()), "{start}\n{saved}");
    // The next new game starts from the empty board if one wants.
    start_game(browser, "emergo", &[("from", "empty")]);
    wait_for_pieces(browser, 0);
}

#[test]
fn a_game_starts_from_a_balanced_opening_that_the_record_names_or_with_fair_hands() {
    let Some((_server, mut browser)) = page("fair_start", &[]) else { return };
    start_fair_games(&mut browser);

    browser.click("#new-game");
    // The fair hands are those of emergo, so one choice changes the other.
    browser.set("#new-game-dialog [name=from]", "club");
    browser.set("#new-game-dialog [name=variant]", "hexemergo");
    browser.wait_for("$('#new-game-dialog [name=from]').value === 'empty'");
    browser.set("#new-game-dialog [name=from]", "club");
    browser.wait_for("$('#new-game-dialog [name=variant]').value === 'emergo'");
    browser.set("#new-game-dialog [name=person]", "white");
    record_announcements(&mut browser);
    browser.click("#new-game-dialog button[value=start]");
    wait_for_announcement(&mut browser, "New game of emergo");
    // A rematch has the same start.
    browser.choose("e4");
    wait_for_moves(&mut browser, 2);
    resign(&mut browser);
    browser.click("#end .rematch");
    wait_for_moves(&mut browser, 1);
    let saved = save(&mut browser, "pgn", "emergo.pgn");
    assert!(saved.contains("[FEN \"1/3/5/7/9/7/5/3/1 w 9,10 1\"]"), "{saved}");
    // After a game on another board the dialog does not offer them.
    paste(&mut browser, "1/3/5/7/5/3/1 w 8,8");
    browser.wait_for("$$('.square').length === 25");
    browser.click("#new-game");
    let shown = "['variant', 'from'].map((name) => $(`#new-game-dialog [name=${name}]`).value)";
    browser.wait_for_value(shown, json!(["emergo7", "empty"]));
}
